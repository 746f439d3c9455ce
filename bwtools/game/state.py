"""The state of a game, its players, and the events that change it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from ..tiles.hand import Hand, Play


@dataclass(frozen=True, slots=True)
class Roll:
    """Chance: the die shows a number, which each player draws."""

    number: int


@dataclass(frozen=True, slots=True)
class Choose:
    """The die shows *choice*, and the leader names the number of tiles that each player draws."""

    number: int


@dataclass(frozen=True, slots=True)
class Draw:
    """Chance: the player whose turn it is draws these letter tiles, face up."""

    letters: str


@dataclass(frozen=True, slots=True)
class Buy:
    """Buy the drawn set, or pass: then the set leaves the game."""

    yes: bool


@dataclass(frozen=True, slots=True)
class Sell:
    """Sell words, possibly none. With `more` the turn continues, and more words may follow."""

    plays: tuple[Play, ...] = ()
    more: bool = False


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard letter tiles, possibly none."""

    letters: str = ""


class VariantEvent(Protocol):
    """An event of a variant. Records store it under the name of its class in lower case."""

    def data(self) -> object:
        """Return its value as JSON data."""

    @classmethod
    def read(cls, data: Any) -> VariantEvent:
        """Return the event with this JSON value. Raise InvalidError if there is none."""


Event = Roll | Choose | Draw | Buy | Sell | Discard | VariantEvent


class Player(NamedTuple):
    """What a player has: dollars, a hand, and the set drawn but not yet bought or passed on."""

    money: int
    hand: Hand
    drawn: str = ""


class State(NamedTuple):
    """The state of a game between two events, as far as all players can see it.

    `phase` is the name of a phase of the rules, or `over`. Rounds count from 1; `leader` and `turn`
    are seats, which count from 0. `bag` holds the letters left, A to Z. `number` is how many tiles
    each player draws: 0 before it is known and outside the phase `choose`. `last` is true in the
    last round, which begins when the bag is short. Variants keep what they add to the table in
    `table` (for the duration of a phase) and `board` (for the rest of the game); each module of a
    variant has a function that reads it, such as `auction.best_bid`.

    >>> import bwtools
    >>> state = bwtools.Rules(bwtools.load_tiles()).start(players=2)
    >>> state.phase, state.turn, len(state.bag), state.player
    ('choose', 0, 108, Player(money=200, hand=Hand('', 4), drawn=''))
    """

    phase: str
    round: int
    leader: int
    turn: int
    bag: str
    players: tuple[Player, ...]
    number: int = 0
    last: bool = False
    table: object = None
    board: object = None

    @property
    def player(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.turn]

    def players_with(self, player: Player, seat: int | None = None) -> tuple[Player, ...]:
        """Return the players with another one at the seat (default: the seat to move)."""
        seat = self.turn if seat is None else seat
        return (*self.players[:seat], player, *self.players[seat + 1 :])

    def with_player(self, player: Player, seat: int | None = None) -> State:
        """Return the state with another player at the seat (default: the seat to move)."""
        return self._replace(players=self.players_with(player, seat))


def winners(state: State) -> tuple[int, ...]:
    """Return the seats with the most money. More than one share the win."""
    most = max(player.money for player in state.players)
    return tuple(seat for seat, player in enumerate(state.players) if player.money == most)
