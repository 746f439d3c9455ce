"""Saved reviews: a review takes seconds, so it is made once and read again.

The review of a game in the folder of saved games is saved beside it; that of any other record is
in the cache folder. A file is JSON Lines: what the review depends on and the losses by player and
kind of decision, then the decisions, then the breakdowns. A review of another game, other words,
weights or version, or a damaged one, is ignored and made again.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from os.path import join
from pathlib import Path
from typing import Any, NamedTuple, get_args

from .._version import __version__
from ..errors import InvalidError
from ..evaluation.weights import weights_checksum
from ..game.state import State
from ..lexicon.lexicon import Lexicon
from ..records.game_folder import games_dir
from ..records.game_record import Game
from ..records.game_summary import game_digest
from ..storage.files import read_own_file, write_atomically
from ..storage.folders import cache_dir
from ..storage.jsonlines import line_of, parse_line
from ..tiles.hand import Hand
from .review import SAMPLES, Decision, GradedDecision, ResultBreakdown, Review, whole_sales

ENDING = ".review"
DECISIONS: tuple[Decision, ...] = get_args(Decision)
_VERSION = f"{__version__} 3"  # raise the last number if grades change
_DAMAGE = InvalidError, TypeError, ValueError, KeyError, IndexError, StopIteration


class Losses(NamedTuple):
    """The dollars that the decisions of a player lost in a game, by kind of decision."""

    lost: Mapping[Decision, float]  # dollars
    graded: Mapping[Decision, int]  # the number of decisions
    best: Mapping[Decision, int]  # of them, those graded best

    @property
    def total(self) -> float:
        """Dollars lost by all decisions."""
        return sum(self.lost.values())


def review_path(path: Path) -> Path:
    """Return where the review of the record at a path is saved."""
    folder = games_dir()
    if path.parent != folder:
        path = path.resolve()
    if path.parent == folder or path.parent == folder.resolve():
        return folder / f"{path.stem}{ENDING}"
    name = sha256(os.fsencode(path)).hexdigest()[:32]
    return Path(join(cache_dir(), "reviews", name + ENDING))


def load_review(
    path: Path, game: Game, lexicon: Lexicon, samples: int = SAMPLES, seed: int = 0
) -> Review | None:
    """Return the saved review of a game; None if there is none that can be used.

    path: the record of the game.
    game: the game, as read from it.
    lexicon: the words that may be sold, with those accepted in the game.
    samples, seed: as for `review`.
    """
    with suppress(OSError, *_DAMAGE):
        lines = read_own_file(str(review_path(path))).splitlines(keepends=True)
        head, decisions, breakdowns = map(parse_line, lines)
        key = _key(game_digest(game), len(game.header.seats))
        if (head["key"], head["method"]) == (key, _method(lexicon, samples, seed)):
            before = {after: state for state, _, after in whole_sales(game)}
            return Review(
                game,
                tuple(_decision(fields, before) for fields in decisions["decisions"]),
                tuple(_breakdown(fields) for fields in breakdowns["breakdowns"]),
                head["trained_on"],
            )
    return None


def save_review(
    path: Path, review: Review, lexicon: Lexicon, samples: int = SAMPLES, seed: int = 0
) -> None:
    """Save the review of the game whose record is at `path`, if that can be written.

    lexicon, samples, seed: what the review was made with. One with fewer samples than the default
    is not saved, because it would be too rough for statistics.
    """
    if samples < SAMPLES:
        return
    game = review.game
    seats = range(len(game.header.seats))
    decisions = [
        # Hands and states follow from the game, except what the best sale keeps.
        [*each[1:-1], [each.kept.letters, each.kept.wilds]]
        for each in review.decisions
    ]
    lines: tuple[dict[str, Any], ...] = (
        {
            "key": _key(game_digest(game), len(seats)),
            "method": _method(lexicon, samples, seed),
            "trained_on": review.trained_on,
            "losses": [_losses(review, seat) for seat in seats],
        },
        {"decisions": decisions},
        {"breakdowns": review.breakdowns},
    )
    with suppress(OSError):
        write_atomically(str(review_path(path)), b"".join(map(line_of, lines)))


def saved_losses(path: Path, digest: str, players: int) -> tuple[Losses, ...] | None:
    """Return the losses of all players of a game by its saved review, without reading the game.

    path: the record of the game.
    digest: the `digest` of its summary.
    players: the number of players.

    It is None if there is no review of this game by this version and these weights. Words are not
    compared: the review counts even if a dictionary has changed since.
    """
    with suppress(OSError, *_DAMAGE):
        head = parse_line(read_own_file(str(review_path(path))).partition(b"\n")[0])
        if head["key"] == _key(digest, players):
            found = tuple(
                Losses(*(dict(zip(DECISIONS, row, strict=True)) for row in rows))
                for rows in head["losses"]
            )
            if len(found) == players:
                return found
    return None


def delete_review(path: Path) -> None:
    """Delete the saved review of the record at a path, if there is one. Raise OSError."""
    review_path(path).unlink(missing_ok=True)


def _key(digest: str, players: int) -> list[object]:
    """Return what the grades of a game depend on, besides words and samples."""
    return [digest, weights_checksum(players), _VERSION]


def _method(lexicon: Lexicon, samples: int, seed: int) -> list[object]:
    """Return the words, as a hash, and the samples of a review."""
    house = [sorted(lexicon.house.added), sorted(lexicon.house.removed)]
    words = sha256(f"{lexicon.compiled.sha256} {house}".encode()).hexdigest()
    return [words, samples, seed]


def _losses(review: Review, seat: int) -> list[list[float]]:
    own = [
        [each for each in review.decisions if each.seat == seat and each.decision == decision]
        for decision in DECISIONS
    ]
    return [
        [sum(each.lost for each in found) for found in own],
        [len(found) for found in own],
        [sum(each.grade == "best" for each in found) for found in own],
    ]


def _decision(fields: list[Any], before: Mapping[int, State]) -> GradedDecision:
    *others, (letters, wilds) = fields
    return GradedDecision._make([before[others[-1]], *others, Hand(letters, wilds)])


def _breakdown(fields: list[Any]) -> ResultBreakdown:
    *others, expected = fields
    return ResultBreakdown._make([*others, tuple(expected)])
