"""The user's games of the day, wherever their records are.

A file notes each game of the day that is started, and the results of those that are deleted, so
that the first result of a day remains the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from os.path import join
from pathlib import Path
from typing import NamedTuple

from ..errors import InvalidError
from ..storage.files import read_own_file
from ..storage.folders import data_dir
from ..storage.jsonlines import append_line, parse_line, whole_lines
from .game_record import Game
from .record_file import read_game


class DeletedDaily(NamedTuple):
    """A note about a deleted game of the day: its day, the money, and whether it was over."""

    day: str
    money: int
    over: bool


def _file() -> str:
    return join(data_dir(), "daily.jsonl")


def note_daily(path: Path, game: Game) -> None:
    """Note that a game of the day was started. Raise InvalidError if that cannot be written."""
    append_line(_file(), "the games of the day", {"day": game.header.day, "game": str(path)})


def note_deleted(day: str, money: int, over: bool) -> None:
    """Note that the first game of a day is deleted. Raise InvalidError as `note_daily`."""
    fields = {"day": day, "deleted": {"money": money, "over": over}}
    append_line(_file(), "the games of the day", fields)


def noted_games() -> tuple[list[Path], list[DeletedDaily]]:
    """Return the records of all games of the day that were started, and what was deleted."""
    paths, deleted = dict[Path, None](), list[DeletedDaily]()
    for noted in _notes():
        match noted:
            case {"day": str(), "game": str(path)}:
                paths[Path(path)] = None
            case {"day": str(day), "deleted": {"money": int(money), "over": bool(over)}}:
                deleted.append(DeletedDaily(day, money, over))
    return list(paths), deleted


def daily_games(day: str) -> Iterator[tuple[Path, Game]]:
    """Yield the games of a day that were started, in order, without those that cannot be read."""
    for noted in _notes():
        with suppress(InvalidError):
            if noted.get("day") == day and "game" in noted:
                path = Path(str(noted["game"]))
                game = read_game(path)
                if game.header.day == day and game.header.daily:
                    yield path, game


def deleted_result(day: str) -> int | None:
    """Return the money of the first game of a day if it was deleted; else None."""
    return next((each.money for each in noted_games()[1] if each.day == day), None)


def first_result(game: Game) -> int:
    """Return the money of the first game of its day, given a finished one."""
    first = game.header.first
    return game.state.players[0].money if first is None else first


def _notes() -> Iterator[dict[str, object]]:
    """Yield the notes in order, without damaged ones."""
    data = b""
    with suppress(OSError):
        data = read_own_file(_file())
    for line in whole_lines(data).splitlines():
        with suppress(InvalidError):
            yield parse_line(line)
