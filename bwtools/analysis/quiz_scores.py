"""Saved quiz scores: JSON Lines in the user's data folder, one for each answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from os.path import join
from statistics import mean
from typing import Any, NamedTuple

from ..errors import InvalidError
from ..storage.dates import local_time
from ..storage.files import read_own_file
from ..storage.folders import data_dir
from ..storage.jsonlines import append_line, parse_line, whole_lines


class Score(NamedTuple):
    """The result of one question."""

    date: str  # ISO 8601, UTC
    decision: str
    by: str  # `revenue` or `equity`
    position: str
    done: str
    best: str
    lost: float  # dollars; 0 or more
    share: float | None  # of the best revenue
    seconds: float
    right: bool  # the best answer, in time


class Tally(NamedTuple):
    """The scores of a day for one kind of decision."""

    date: str  # of the local day
    decision: str
    by: str
    questions: int
    right: int
    lost: float  # dollars in all
    share: float | None  # of the best revenue, the mean
    seconds: float  # mean


_MOST = 1e12  # dollars or seconds, in a file that somebody has edited
_KINDS: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(("date", "decision", "by", "position", "done", "best"), (str,)),
    **dict.fromkeys(("lost", "seconds"), (int, float)),
    "share": (int, float, type(None)),
    "right": (bool,),
}


def scores_file() -> str:
    """Return the path of the scores."""
    return join(data_dir(), "scores.jsonl")


def save_score(score: Score) -> None:
    """Append a score to the file. Raise InvalidError if it cannot be written."""
    append_line(scores_file(), "the scores", score._asdict())


def read_scores() -> list[Score]:
    """Return the saved scores, oldest first. Raise InvalidError naming a damaged line."""
    path = scores_file()
    try:
        data = read_own_file(path)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise InvalidError(f"cannot read the scores {path}: {error.strerror}") from None
    found = []
    for number, line in enumerate(whole_lines(data).split(b"\n")[:-1], 1):
        if not line.strip():
            continue  # an editor may leave one
        try:
            found.append(_score(parse_line(line)))
        except InvalidError as error:
            raise InvalidError(
                f"line {number} of the scores {path} is damaged: {error}: remove it, or move the "
                "file away"
            ) from None
    return found


def _score(fields: dict[str, Any]) -> Score:
    for field, kinds in _KINDS.items():
        value = fields.get(field, ...)
        if type(value) not in kinds or (isinstance(value, str) and not value.isprintable()):
            raise InvalidError(f"{field} is missing or invalid")
        if isinstance(value, int | float) and not 0 <= value <= _MOST:  # also false for NaN
            raise InvalidError(f"{field} is out of range")
    return Score(**{field: fields[field] for field in Score._fields})


def tallies(scores: Iterable[Score]) -> Iterator[Tally]:
    """Yield the totals of the scores by local day and kind of decision."""

    def group(score: Score) -> tuple[str, str, str]:
        return local_time(score.date)[:10], score.decision, score.by

    for key, scored in groupby(sorted(scores, key=group), group):
        found = list(scored)
        shares = [score.share for score in found if score.share is not None]
        yield Tally(
            *key,
            len(found),
            sum(score.right for score in found),
            sum(score.lost for score in found),
            mean(shares) if shares else None,
            mean(score.seconds for score in found),
        )
