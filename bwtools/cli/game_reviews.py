"""Reviews of saved games: read again, or made with a progress bar and saved."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from ..analysis.review import SAMPLES, GradedDecision, Review, grade_decisions, summarise
from ..analysis.saved_reviews import load_review, save_review
from ..records.game_record import Game
from .saved_games import game_lexicon


def game_review(
    path: Path,
    game: Game,
    dictionary: str | None = None,
    samples: int = SAMPLES,
    seed: int = 0,
    label: str = "events",
) -> Review:
    """Return the review of the game at a path, by its own dictionary or another one.

    A review by another dictionary is not saved. Warn and raise InvalidError as `game_lexicon`, and
    raise as `grade_decisions`.
    """
    lexicon = game_lexicon(path, game, dictionary)
    found = load_review(path, game, lexicon, samples, seed)
    if found is None:
        decisions = _with_progress(grade_decisions(game, lexicon, samples, seed), game, label)
        found = summarise(game, lexicon, decisions, samples)
        if lexicon.reopen_name == game.header.dictionary:
            save_review(path, found, lexicon, samples, seed)
    return found


def _with_progress(
    found: Iterator[GradedDecision], game: Game, label: str
) -> Iterator[GradedDecision]:
    """Yield the decisions, with a progress bar on a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield from found
        return
    done = 0
    with click.progressbar(length=len(game.events), file=sys.stderr, label=label) as bar:
        for each in found:
            yield each
            bar.update(each.after - done)
            done = each.after
