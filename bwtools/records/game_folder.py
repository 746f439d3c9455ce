"""The folder of saved games, and summaries of its games.

Replaying a record takes milliseconds, so summaries are cached: one file in the cache folder, which
is remade if it is missing, damaged or of another version. A summary is used as long as its record
has the size and times that it had when it was read.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from os.path import abspath, join
from pathlib import Path
from typing import Any, NamedTuple

from .._version import __version__
from ..errors import InvalidError
from ..storage.files import read_own_file, write_atomically
from ..storage.folders import cache_dir, data_dir
from ..storage.jsonlines import line_of, parse_line
from .game_summary import GameSummary, SeatSummary, SoldWord, summarise_game
from .record_file import read_game

ENDING = ".jsonl"
_VERSION = f"{__version__} 1"  # raise the last number if summaries change


class SavedGame(NamedTuple):
    """A record file and the summary of its game."""

    path: Path
    game: GameSummary


def games_dir() -> Path:
    """Return the folder of the games that are saved without naming a file."""
    return Path(join(data_dir(), "games"))


def game_files(folder: Path | None = None) -> list[Path]:
    """Return the files of the games in a folder, by name; by default of the saved games.

    Raise InvalidError if the folder cannot be read.
    """
    folder = folder or games_dir()
    try:
        return [folder / name for name in sorted(os.listdir(folder)) if name.endswith(ENDING)]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise InvalidError(f"cannot read the games in {folder}: {error.strerror}") from None


def read_summaries(
    paths: Iterable[Path], report: Callable[[str], object] = lambda _: None
) -> list[SavedGame]:
    """Return summaries of the games at `paths`, without those that cannot be read.

    `report` is called with a message about each of these.
    """
    known, found = _read_cache(), list[SavedGame]()
    seen: dict[str, list[Any]] = {}
    for path in paths:
        key = abspath(path)
        try:
            stamp = _stamp(key)
            entry = known.get(key)
            summary = _unpacked(entry, stamp)
            if summary is None:
                entry = [stamp, summary := summarise_game(read_game(path))]
        except InvalidError as error:
            report(str(error))
            continue
        assert entry is not None
        seen[key] = entry
        found.append(SavedGame(path, summary))
    if any(known.get(key) is not entry for key, entry in seen.items()):
        _write_cache({key: entry for key, entry in known.items() if os.path.exists(key)} | seen)
    return found


def _stamp(path: str) -> list[int]:
    """Return what changes with a file; [] if there is none, which no cache has."""
    try:
        status = os.stat(path)
    except OSError:
        return []
    return [status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino]


def _file() -> str:
    return join(cache_dir(), "games.jsonl")


def _read_cache() -> dict[str, list[Any]]:
    """Return the cached summaries by path, each with the stamp of its file; {} if unusable."""
    with suppress(OSError, InvalidError):
        cached = parse_line(read_own_file(_file()))
        games = cached.get("games")
        if cached.get("version") == _VERSION and isinstance(games, dict):
            return games
    return {}


def _write_cache(games: dict[str, list[Any]]) -> None:
    """Write the cache, if it can be written: without one everything works, more slowly."""
    with suppress(OSError):
        write_atomically(_file(), line_of({"version": _VERSION, "games": games}))


def _unpacked(entry: Any, stamp: list[int]) -> GameSummary | None:
    """Return the summary of an entry of the cache; None if it is outdated or damaged."""
    with suppress(TypeError, ValueError):
        known, (*others, seats) = entry
        if known == stamp:
            summary = GameSummary._make([*others, tuple(map(_seat, seats))])
            return summary._replace(variants=tuple(summary.variants))
    return None


def _seat(fields: list[Any]) -> SeatSummary:
    *others, highest, longest = fields
    sold = (word and SoldWord._make(word) for word in (highest, longest))
    return SeatSummary._make([*others, *sold])
