"""Events, players and the state of a game."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from ..tiles.hand import Hand, Play


class Roll(NamedTuple):
    """Chance: the die shows a number, the tiles that each player draws."""

    number: int


class Choose(NamedTuple):
    """The die shows *choice*, and the leader names the number of tiles that each player draws."""

    number: int


class Draw(NamedTuple):
    """Chance: the player at turn draws these letter tiles, face up."""

    letters: str


class Buy(NamedTuple):
    """Buy the drawn set, or pass: then it leaves the game."""

    yes: bool


class Sell(NamedTuple):
    """Sell words; nothing, if there are none. With `more` the player goes on selling after that."""

    plays: tuple[Play, ...] = ()
    more: bool = False


class Discard(NamedTuple):
    """Throw letter tiles away."""

    letters: str = ""


class Move(Protocol):
    """An event of a variant. A record has it under the name of its class, in small letters."""

    def data(self) -> object:
        """Its value there, as JSON has it."""

    @classmethod
    def read(cls, data: Any) -> Move:
        """The event of a value. Raises InvalidError: it is none."""


Event = Roll | Choose | Draw | Buy | Sell | Discard | Move


class Player(NamedTuple):
    """What lies before a player: dollars, tiles held, and the set drawn and not yet bought."""

    money: int
    hand: Hand
    drawn: str = ""


class State(NamedTuple):
    """A game between two events.

    `bag` and the hands list letters from A to Z. In the phase `choose` the die is rolled, on
    *choice* the leader names the number, and all draw; `number` is what each draws, and 0 in any
    other phase and before it is known. `last` says that the bag was short: the game ends with
    this round. `table` is what a phase of a variant has on the table while it lasts, `board` what a
    variant leaves there from round to round; each None where there is nothing.
    """

    phase: str  # the name of one of the rules, or `over`
    round: int  # from 1
    leader: int
    turn: int
    bag: str
    players: tuple[Player, ...]
    number: int = 0
    last: bool = False
    table: Any = None
    board: Any = None

    @property
    def player(self) -> Player:
        """The player at turn."""
        return self.players[self.turn]


def winners(state: State) -> tuple[int, ...]:
    """The seats with the most money: more than one share the win."""
    most = max(player.money for player in state.players)
    return tuple(seat for seat, player in enumerate(state.players) if player.money == most)


def with_player(state: State, player: Player, seat: int | None = None) -> tuple[Player, ...]:
    """The players, with the one at turn, or at a seat, as given."""
    at = state.turn if seat is None else seat
    return (*state.players[:at], player, *state.players[at + 1 :])
