"""Names of players: their limits, and how they are used in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from ...errors import InvalidError, quote
from ..output import display_width

MAX_WIDTH = 12  # columns of the terminal, so that a table fits the screen


def check_names(names: Sequence[str]) -> None:
    """Raise InvalidError if something cannot be a name, or if two players have the same name."""
    for at, name in enumerate(names):
        if not (name.isprintable() and 1 <= display_width(name) <= MAX_WIDTH):
            raise InvalidError(
                f"{quote(name)} cannot be a name: use 1 to {MAX_WIDTH} printable characters "
                "(a wide one counts as two)"
            )
        if name.casefold() in map(str.casefold, names[:at]):
            raise InvalidError(f"two players are called {name}: give one of them another name")


def subject(name: str) -> str:
    """Return a name as the subject of a sentence: "You" for the user."""
    return "You" if name == "you" else name


def possessive(name: str) -> str:
    """Return a name as a possessive at the start of a sentence: "Your" for the user."""
    return "Your" if name == "you" else f"{name}'s"
