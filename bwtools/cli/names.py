"""The names of players: what the screen has room for, and no two the same."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import InvalidError
from ..tiles import quote

LONGEST = 12  # characters, so that a table fits the screen


def check_names(names: Sequence[str]) -> None:
    """Raise InvalidError where something cannot be a name, or two players have the same."""
    for at, name in enumerate(names):
        if not 1 <= len(name) <= LONGEST or not name.isprintable():
            raise InvalidError(
                f"{quote(name)} cannot be a name: take 1 to {LONGEST} printable characters"
            )
        if name.casefold() in map(str.casefold, names[:at]):
            raise InvalidError(f"two players are called {name}: give one another name")
