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


def _matching(names: Iterable[str], prefix: str) -> list[str]:
    return [name for name in names if name.startswith(prefix)]
