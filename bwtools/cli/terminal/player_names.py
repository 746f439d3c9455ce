"""The names of players: what the screen has room for, and how a sentence begins with one."""

from __future__ import annotations

from collections.abc import Sequence

from ...errors import InvalidError, quote

LONGEST_NAME = 12  # characters, so that a table fits the screen


def check_names(names: Sequence[str]) -> None:
    """Raise InvalidError where something cannot be a name, or two players have the same."""
    for at, name in enumerate(names):
        if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
            raise InvalidError(
                f"{quote(name)} cannot be a name: take 1 to {LONGEST_NAME} printable characters"
            )
        if name.casefold() in map(str.casefold, names[:at]):
            raise InvalidError(f"two players are called {name}: give one another name")


def subject(name: str) -> str:
    """A player's name at the head of a sentence."""
    return "You" if name == "you" else name


def possessive(name: str) -> str:
    """Whose something is, at the head of a sentence."""
    return "Your" if name == "you" else f"{name}'s"
