"""What a shell offers where a command takes a name or a file."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import click

from ..errors import BwError

Offered = list[Any]  # strings, or the one item of click that has the shell offer files


def files(ctx: click.Context, param: click.Parameter, begun: str) -> Offered:
    """Files."""
    return click.Path().shell_complete(ctx, param, begun)


def dictionaries(ctx: click.Context, param: click.Parameter, begun: str) -> Offered:
    """The dictionaries known by name; files where none begins so."""
    from ..lexicon.lexicon import dictionaries

    return _begun(dictionaries(), begun) or files(ctx, param, begun)


def games(ctx: click.Context, param: click.Parameter, begun: str) -> Offered:
    """The games kept; files where none begins so."""
    from .saved_games import game_names

    names: list[str] = []
    with suppress(BwError):  # a folder that cannot be read has nothing to offer
        names = game_names()
    return _begun(names, begun) or files(ctx, param, begun)


def _begun(names: Iterable[str], begun: str) -> list[str]:
    return [name for name in names if name.startswith(begun)]
