"""The games that are kept: where, which, and by what name they are found."""

from __future__ import annotations

from collections.abc import Iterator
from os.path import join
from pathlib import Path

import click

from ..errors import InvalidError
from ..paths import data_dir
from ..record import Game, read_game

ENDING = ".jsonl"


def games_folder() -> Path:
    """The folder of the games of a user."""
    return Path(join(data_dir(), "games"))


def kept_games(paths: list[Path] | None = None) -> Iterator[tuple[Path, Game]]:
    """The games of a user by name, or those of the paths; a damaged one is reported instead."""
    for path in sorted(games_folder().glob(f"*{ENDING}")) if paths is None else paths:
        try:
            yield path, read_game(path)
        except InvalidError as error:
            click.echo(f"Warning: {error}", err=True)


def find_game(text: str) -> Path:
    """The file of a game, by its path or by its name as `bw games` shows it."""
    path = Path(text)
    kept = games_folder() / (text if text.endswith(ENDING) else text + ENDING)
    return kept if not path.exists() and kept.exists() else path


def last_unfinished() -> Path:
    """The game that was played last and is not over. Raises InvalidError: there is none."""
    paths = list(games_folder().glob(f"*{ENDING}"))
    paths.sort(key=lambda path: (path.stat().st_mtime_ns, path.name), reverse=True)
    for path, game in kept_games(paths):
        if game.state.phase != "over":
            return path
    raise InvalidError("there is no unfinished game: bw play begins one")
