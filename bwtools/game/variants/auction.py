"""The variant auction: each drawn set goes to the highest bidder.

Each player bids once on a set, openly, and the player who drew it bids last. So a set takes one
answer of each player, however high the bids go; nothing has to be hidden on a shared screen; and
since everybody draws, everybody bids last once a round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...errors import IllegalError, InvalidError, quote
from ...tiles.hand import Play
from ..rules import Phase
from ..state import Event, State
from .variant import Variant


@dataclass(frozen=True, slots=True)
class Bid:
    """Bid dollars for the set on auction, or 0 to pass."""

    dollars: int

    def data(self) -> object:
        return self.dollars

    @classmethod
    def read(cls, data: Any) -> Bid:
        if type(data) is not int or data < 0:
            raise InvalidError(f"a bid cannot be {quote(repr(data))}")
        return cls(data)


class Bids(NamedTuple):
    """On the table: the highest bid on the set and its seat (None before the first bid)."""

    dollars: int = 0
    seat: int | None = None
    made: int = 0  # bids and passes


def best_bid(state: State) -> Bids:
    """Return the highest bid so far on the set on auction."""
    return state.table if isinstance(state.table, Bids) else Bids()


def owner(state: State) -> int:
    """Return the seat that drew the set on auction, which bids last.

    The first set is that of the player to the right of the leader, so the leader bids first.
    """
    return (state.turn - 1 - best_bid(state).made) % len(state.players)


class BidPhase(Phase[Bid]):
    """The drawn sets are auctioned one after the other."""

    name = "bid"
    events = (Bid,)
    buying = True

    def step(self, state: State, event: Bid) -> State:
        bids, money = best_bid(state), state.player.money
        if event.dollars > money:
            raise IllegalError(
                f"not enough money: the bid is ${event.dollars}, but you have ${money}"
            )
        if event.dollars < 0:
            raise IllegalError(f"{event.dollars} is not a bid: bid dollars, or 0 to pass")
        if 0 < event.dollars <= bids.dollars:
            raise IllegalError(f"bid more than ${bids.dollars}, or 0 to pass")
        made = bids.made + 1
        bids = Bids(event.dollars, state.turn, made) if event.dollars else bids._replace(made=made)
        if made < len(state.players):
            return state._replace(turn=(state.turn + 1) % len(state.players), table=bids)
        return self._sold(state, bids)

    def _sold(self, state: State, bids: Bids) -> State:
        """Return the state after the player to move, who drew the set, has bid last."""
        drawn = state.player.drawn
        state = state.with_player(state.player._replace(drawn=""))
        if bids.seat is not None:
            buyer = state.players[bids.seat]
            buyer = buyer._replace(money=buyer.money - bids.dollars, hand=buyer.hand.plus(drawn))
            state = state.with_player(buyer, bids.seat)
        state = state._replace(table=None, turn=(state.turn + 2) % len(state.players))
        more = any(player.drawn for player in state.players)
        return state if more else self.rules.end_phase(state, state.players)

    def legal(self, state: State, _plays: Sequence[Play]) -> Iterator[Event]:
        yield Bid(0)
        yield from map(Bid, range(best_bid(state).dollars + 1, state.player.money + 1))

    def forced(self, state: State) -> Event | None:
        return Bid(0) if state.player.money <= best_bid(state).dollars else None


VARIANT = Variant(
    (
        "Auction: when all have drawn, the sets are not bought but auctioned, one after the other. "
        "Each player in turn bids once, more than the highest bid so far, or passes; the player "
        "who drew the set bids last. The highest bidder pays the bid, whatever the pips, and takes "
        "the set. A set without a bid leaves the game.",
        "The first set is that of the player to the right of the leader, so the leader bids first. "
        "Nobody can bid more than the money in hand. A player may win several sets.",
    ),
    {"buy": (BidPhase,)},
    alone="there is nobody to bid against, and the bank charges the price of the set",
    against={"draft": "each is another way to share out the drawn tiles"},
)
