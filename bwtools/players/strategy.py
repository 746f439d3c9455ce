"""The protocol of a computer player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from ..game.state import State
from ..tiles.hand import Play


class Strategy(Protocol):
    """A computer player: it decides for the seat `state.turn`.

    It sees only what all players see. Its decisions must depend on the state and its seed alone,
    not on a clock, so that a resumed game continues as it would have.

    A strategy may have further methods, by which it plays variants. `hand_value(state)` returns the
    dollars that the player to move can expect from its hand before selling, and
    `leave_value(state)` those after selling. Without them a rule of thumb estimates both. A method
    named like the phase of a variant, such as `bid(state)`, returns an event of that phase.
    """

    def choose(self, state: State) -> int:
        """Return the number of tiles that each player draws, as leader on *choice*."""

    def buy(self, state: State) -> bool:
        """Return whether to buy the drawn set, `state.player.drawn`."""

    def sell(self, state: State) -> Sequence[Play]:
        """Return all words to sell this turn, possibly none."""

    def discard(self, state: State) -> str:
        """Return the letters to discard."""


class Computer(NamedTuple):
    """A computer player in a game, with the name used for it there."""

    name: str
    strategy: Strategy
