"""The protocol of a computer player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from ..errors import BwError
from ..game.state import State
from ..tiles.hand import Play


class Strategy(Protocol):
    """Decides for a player.

    It is asked when its seat is `state.turn`, sees the table and nothing else, looks at no clock,
    and draws whatever it leaves to chance from its seed and the state: so a game that is resumed
    goes on as it would have gone.

    It may have more methods: `worth(state)` and `kept(state)`, the dollars that the player at turn
    can expect from what it holds before it sells and when it has sold, by which it then plays
    variants; and methods named as phases of variants, `bid(state)` and the like, which give an
    event of the phase.
    """

    def choose(self, state: State) -> int:
        """The number of tiles that each player draws, as leader on *choice*."""

    def buy(self, state: State) -> bool:
        """Whether to buy the set drawn, `state.player.drawn`."""

    def sell(self, state: State) -> Sequence[Play]:
        """The words to sell, all of this turn; none is an answer too."""

    def discard(self, state: State) -> str:
        """The letter tiles to throw away."""


class Computer(NamedTuple):
    """A computer player at a table, by the name that the table knows it by."""

    name: str
    strategy: Strategy


def _failure(error: Exception) -> str:
    kind = "" if isinstance(error, BwError) else f"{type(error).__name__}: "
    return _one_line(f"{kind}{error}")


def _one_line(text: str) -> str:
    return " ".join(text.split())
