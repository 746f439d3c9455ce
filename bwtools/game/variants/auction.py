"""The variant auction: a drawn set goes to the highest bidder.

Each bids once on a set, openly, and the player who drew it has the last word. So a set takes one
answer of each player, however high the bids go; nothing has to be hidden on a common screen; and
as everybody draws, everybody has the last word once a round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ...errors import IllegalError, InvalidError, quote
from ...tiles.hand import Play
from ...tiles.tile_set import TileSet
from ..rules import Phase, Rules
from ..state import Event, Player, State, with_player
from .variant import Round, Variant, replaced


class Bid(NamedTuple):
    """Bid so many dollars for the set in the auction; with 0 the player passes."""

    dollars: int

    def data(self) -> object:
        return self.dollars

    @classmethod
    def read(cls, data: Any) -> Bid:
        if type(data) is not int or data < 0:
            raise InvalidError(f"a bid cannot be {quote(repr(data))}")
        return cls(data)


class Bids(NamedTuple):
    """On the table: the highest bid on the set, and whose it is; None before anybody has bid."""

    dollars: int = 0
    seat: int | None = None
    made: int = 0  # bids and passes


def owner(state: State) -> int:
    """The seat that drew the set in the auction, which bids last.

    The first set is that of the player to the right of the leader, so that the leader bids first.
    """
    return (state.turn - 1 - best_bid(state).made) % len(state.players)


def best_bid(state: State) -> Bids:
    """The highest bid so far on the set in the auction."""
    bids: Bids = state.table or Bids()
    return bids


def _bid(rules: Rules, state: State, event: Bid) -> State:
    bids, money = best_bid(state), state.player.money
    if event.dollars > money:
        raise IllegalError(f"not enough money: the bid is ${event.dollars}, with ${money} in hand")
    if event.dollars < 0:
        raise IllegalError(f"{event.dollars} is no bid: bid dollars, or 0 to pass")
    if 0 < event.dollars <= bids.dollars:
        raise IllegalError(f"${event.dollars} is no higher bid: ${bids.dollars} is bid already")
    made = bids.made + 1
    bids = Bids(event.dollars, state.turn, made) if event.dollars else bids._replace(made=made)
    if made < len(state.players):
        return state._replace(turn=(state.turn + 1) % len(state.players), table=bids)
    return _sold(rules, state, bids)


def _sold(rules: Rules, state: State, bids: Bids) -> State:
    """The state when the player at turn, who drew the set, has bid last."""
    drawn, players = state.player.drawn, with_player(state, state.player._replace(drawn=""))
    if bids.seat is not None:
        money, hand, own = players[bids.seat]
        buyer = Player(money - bids.dollars, hand.plus(drawn), own)
        players = with_player(state._replace(players=players), buyer, bids.seat)
    state = state._replace(players=players, table=None, turn=(state.turn + 2) % len(players))
    return state if any(player.drawn for player in players) else rules.phase_over(state, players)


def _legal(rules: Rules, state: State, plays: Sequence[Play]) -> Iterator[Event]:  # noqa: ARG001
    yield Bid(0)
    yield from map(Bid, range(best_bid(state).dollars + 1, state.player.money + 1))


def _cannot_bid(rules: Rules, state: State) -> Event | None:  # noqa: ARG001
    return Bid(0) if state.player.money <= best_bid(state).dollars else None


BID = Phase("bid", {Bid: _bid}, _legal, _cannot_bid, buying=True)


def _text(tiles: TileSet) -> list[str]:  # noqa: ARG001
    return [
        "Auction: when all have drawn, the sets are not bought but sold by auction, one after the "
        "other. Each player in turn bids once, more than was bid before, or passes; the player who "
        "drew the set bids last. The highest bidder pays the bid, whatever the pips, and takes the "
        "set. A set that nobody bids for leaves the game.",
        "The first set is that of the player to the right of the leader, so that the leader begins "
        "to bid. One bids no more than the money in hand, and may win several sets.",
    ]


def _change(phases: Round) -> Round:
    return replaced(phases, "buy", BID)


VARIANT = Variant(
    _text,
    _change,
    alone="there is nobody to bid against, and the bank takes what a set costs",
    against={"draft": "each is another way to share out the tiles that were drawn"},
)
