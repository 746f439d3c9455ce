"""The user's games of the day, wherever their records are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from os.path import join
from pathlib import Path

from ..errors import InvalidError
from ..records.game_record import Game
from ..records.record_file import read_game
from ..storage.files import read_own_file
from ..storage.folders import data_dir
from ..storage.jsonlines import append_line, parse_line, whole_lines


def _file() -> str:
    return join(data_dir(), "daily.jsonl")


def note_daily(path: Path, game: Game) -> None:
    """Note that a game of the day was started. Raise InvalidError if that cannot be written."""
    append_line(_file(), "the games of the day", {"day": game.header.day, "game": str(path)})


def daily_games(day: str) -> Iterator[tuple[Path, Game]]:
    """Yield the games of a day that were started, in order, without those that cannot be read."""
    data = b""
    with suppress(OSError):
        data = read_own_file(_file())
    for line in whole_lines(data).splitlines():
        with suppress(InvalidError):
            noted = parse_line(line)
            path = Path(str(noted.get("game")))
            game = read_game(path)
            if noted.get("day") == day == game.header.day and game.header.daily:
                yield path, game


def first_result(game: Game) -> int:
    """Return the money of the first game of its day, given a finished one."""
    first = game.header.first
    return game.state.players[0].money if first is None else first
