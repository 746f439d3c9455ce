"""Shell completion of names and files."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import click

from ..errors import BwError

Completions = list[Any]  # strings, or the click item that makes the shell complete files


def files(ctx: click.Context, param: click.Parameter, prefix: str) -> Completions:
    """Complete files."""
    return click.Path().shell_complete(ctx, param, prefix)


def folders(ctx: click.Context, param: click.Parameter, prefix: str) -> Completions:
    """Complete folders."""
    return click.Path(file_okay=False).shell_complete(ctx, param, prefix)


def dictionaries(ctx: click.Context, param: click.Parameter, prefix: str) -> Completions:
    """Complete names of dictionaries, or else files."""
    from ..lexicon.lexicon import dictionaries

    return _matching(dictionaries(), prefix) or files(ctx, param, prefix)


def games(ctx: click.Context, param: click.Parameter, prefix: str) -> Completions:
    """Complete names of saved games, or else files."""
    return saved_games(ctx, param, prefix) or files(ctx, param, prefix)


def saved_games(_: click.Context, __: click.Parameter, prefix: str) -> Completions:
    """Complete names of saved games."""
    from .saved_games import game_names

    with suppress(BwError):  # a folder that cannot be read has no names
        return _matching(game_names(), prefix)
    return []


def people_of_games(_: click.Context, __: click.Parameter, prefix: str) -> Completions:
    """Complete names of people who have played a saved game."""
    from ..records.game_folder import game_files, read_summaries

    with suppress(BwError):
        seats = (seat for saved in read_summaries(game_files()) for seat in saved.game.seats)
        names = sorted({seat.name for seat in seats if seat.is_person})
        return _matching(names, prefix)
    return []


def named_people(ctx: click.Context, _: click.Parameter, prefix: str) -> Completions:
    """Complete one of the names that --players gives."""
    return _matching((ctx.params.get("players") or "").split(","), prefix)


def tile_sets(ctx: click.Context, param: click.Parameter, prefix: str) -> Completions:
    """Complete names of tile sets, or else files."""
    from ..tiles.tile_set import tile_set_names

    return _matching(tile_set_names(), prefix) or files(ctx, param, prefix)


def people(_: click.Context, __: click.Parameter, prefix: str) -> Completions:
    """Complete the name of the user in a list of people."""
    return _matching_last(["you"], prefix)


def players(ctx: click.Context, param: click.Parameter, prefix: str) -> Completions:
    """Complete names in a list of the user and computer players."""
    return people(ctx, param, prefix) + computer_players(ctx, param, prefix)


def computer_players(_: click.Context, __: click.Parameter, prefix: str) -> Completions:
    """Complete names in a list of computer players, of which one may play several seats."""
    from ..players.registry import player_names

    return _matching_last(player_names(), prefix, repeated=True)


def variants(_: click.Context, __: click.Parameter, prefix: str) -> Completions:
    """Complete names in a list of variants."""
    from ..game.variants import NAMES

    return _matching_last(NAMES, prefix)


def _matching_last(names: Iterable[str], prefix: str, repeated: bool = False) -> list[str]:
    """Return lists separated by commas whose last name is completed.

    A name is not `repeated` unless it may be.
    """
    before, comma, last = prefix.rpartition(",")
    given = () if repeated else before.split(",")
    return [f"{before}{comma}{name}" for name in _matching(names, last) if name not in given]


def _matching(names: Iterable[str], prefix: str) -> list[str]:
    return [name for name in names if name.startswith(prefix)]
