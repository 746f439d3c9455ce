"""Reviews of saved games: read again, or made with a progress bar and saved."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
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
    *,
    watch: Callable[[float], object] | None = None,
) -> Review:
    """Return the review of the game at a path, by its own dictionary or another one.

    While a review is made, `watch` is called with the share of the game that is graded; without it
    a terminal shows a progress bar with the label. A review by another dictionary is not saved.
    Warn and raise InvalidError as `game_lexicon`, and raise as `grade_decisions`.
    """
    lexicon = game_lexicon(path, game, dictionary)
    found = load_review(path, game, lexicon, samples, seed)
    if found is None:
        decisions = grade_decisions(game, lexicon, samples, seed)
        if watch:
            decisions = _watched(decisions, len(game.events), watch)
        else:
            decisions = _with_progress(decisions, game, label)
        found = summarise(game, lexicon, decisions, samples)
        if lexicon.reopen_name == game.header.dictionary:
            save_review(path, found, lexicon, samples, seed)
    return found


def _watched(
    found: Iterator[GradedDecision], events: int, watch: Callable[[float], object]
) -> Iterator[GradedDecision]:
    """Yield the decisions, and report the share of the events before each of them."""
    for each in found:
        watch(each.after / events)
        yield each


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
