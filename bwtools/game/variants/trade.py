"""The variant trade: tiles, wilds and cash may change hands by agreement before selling."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...errors import IllegalError, InvalidError, quote, shortened
from ...tiles.hand import Hand, Play, parse_hand
from ..rules import Phase, SellPhase, take_letters
from ..state import Event, Player, State
from .variant import Variant

MOST_OFFERS = 3  # of a player in a round


class Goods(NamedTuple):
    """Tiles and dollars that change hands."""

    tiles: Hand = Hand("")
    money: int = 0

    def __str__(self) -> str:
        letters, wilds = self.tiles
        some_wilds = "a wild" if wilds == 1 else f"{wilds} wilds" if wilds else ""
        parts = [letters, some_wilds, f"${self.money}" if self.money else ""]
        return " and ".join(filter(None, parts)) or "nothing"

    def data(self) -> object:
        return {"tiles": str(self.tiles), "money": self.money}

    @classmethod
    def read(cls, data: Any) -> Goods:
        tiles, money = data["tiles"], data["money"]
        if not isinstance(tiles, str) or type(money) is not int or money < 0:
            raise TypeError
        return cls(parse_hand(tiles), money)


@dataclass(frozen=True, slots=True)
class Offer:
    """Offer to give goods to the player at a seat in exchange for other goods."""

    to: int
    give: Goods
    want: Goods

    def data(self) -> object:
        return {"to": self.to + 1, "give": self.give.data(), "want": self.want.data()}

    @classmethod
    def read(cls, data: Any) -> Offer:
        try:
            to = data["to"]
            if type(to) is int:
                return cls(to - 1, Goods.read(data["give"]), Goods.read(data["want"]))
        except (KeyError, TypeError):
            pass
        raise InvalidError(f"an offer cannot be {quote(repr(data))}")


@dataclass(frozen=True, slots=True)
class Answer:
    """Accept the offer, or refuse it."""

    yes: bool

    def data(self) -> object:
        return self.yes

    @classmethod
    def read(cls, data: Any) -> Answer:
        if not isinstance(data, bool):
            raise InvalidError(f"an answer cannot be {quote(repr(data))}")
        return cls(data)


@dataclass(frozen=True, slots=True)
class Done:
    """Make no more offers in this round."""

    def data(self) -> object:
        return True

    @classmethod
    def read(cls, data: Any) -> Done:
        if data is not True:
            raise InvalidError(f"done cannot be {quote(repr(data))}")
        return cls()


class Talks(NamedTuple):
    """On the table: the seat that makes offers, their number, and the one to be answered."""

    seat: int
    made: int = 0
    offer: Offer | None = None


def talks(state: State) -> Talks:
    """Return what has been offered in this turn."""
    return state.table if isinstance(state.table, Talks) else Talks(state.turn)


def open_offer(state: State) -> Offer | None:
    """Return the offer that the player to move has to answer."""
    return talks(state).offer


def after_trade(player: Player, gives: Goods, gets: Goods, whose: str) -> Player:
    """Return a player after giving and getting goods.

    `whose` is "you" or the player's name. Raise IllegalError if the player does not have them.
    """
    letters, wilds = player.hand
    holds = "hold" if whose == "you" else "holds"
    has = "have" if whose == "you" else "has"
    if gives.money < 0 or gives.tiles.wilds < 0:
        raise IllegalError("nobody can give less than nothing")
    if gives.money > player.money:
        raise IllegalError(f"not enough money: {whose} {has} ${player.money}, not ${gives.money}")
    if gives.tiles.wilds > wilds:
        raise IllegalError(f"not enough wilds: {whose} {has} {wilds}, not {gives.tiles.wilds}")
    complaint = f"{shortened(gives.tiles.letters)} cannot be given: {whose} {holds}"
    hand = Hand(take_letters(letters, gives.tiles.letters, complaint), wilds - gives.tiles.wilds)
    money = player.money - gives.money + gets.money
    return player._replace(money=money, hand=hand.plus(*gets.tiles))


class TradePhase(Phase[Offer | Answer | Done]):
    """Each player makes offers, which the others answer."""

    name = "trade"
    events = (Offer, Answer, Done)

    def step(self, state: State, event: Offer | Answer | Done) -> State:
        if isinstance(event, Answer):
            return self._answer(state, event)
        if open_offer(state):
            raise IllegalError("the open offer must be answered first")
        if isinstance(event, Offer):
            return self._offer(state, event)
        return self.rules.end_turn(state._replace(table=None), state.player)

    def _offer(self, state: State, event: Offer) -> State:
        made = talks(state).made
        if made >= MOST_OFFERS:
            raise IllegalError(f"a player can make at most {MOST_OFFERS} offers in a round")
        if event.to == state.turn or not 0 <= event.to < len(state.players):
            raise IllegalError("an offer must be made to one of the other players")
        if event.give == event.want:
            raise IllegalError("in this offer nothing changes hands")
        after_trade(state.player, event.give, event.want, "you")
        after_trade(state.players[event.to], event.want, event.give, f"player {event.to + 1}")
        return state._replace(turn=event.to, table=Talks(state.turn, made + 1, event))

    def _answer(self, state: State, event: Answer) -> State:
        table = talks(state)
        seat, offer = table.seat, table.offer
        if offer is None:
            raise IllegalError("there is no offer to answer")
        if event.yes:
            mine = after_trade(state.player, offer.want, offer.give, "you")
            other = after_trade(state.players[seat], offer.give, offer.want, f"player {seat + 1}")
            state = state.with_player(mine).with_player(other, seat)
        return state._replace(turn=seat, table=table._replace(offer=None))

    def legal(self, state: State, _plays: Sequence[Play]) -> Iterator[Event]:
        """Yield decisions; of the endless offers, those of one tile or dollar for another."""
        if open_offer(state):
            yield from map(Answer, (False, True))
            return
        yield Done()
        if talks(state).made >= MOST_OFFERS:
            return
        for seat, other in enumerate(state.players):
            if seat != state.turn:
                gives, wants = _single(state.player), _single(other)
                yield from (Offer(seat, g, w) for g in gives for w in wants if g != w)

    def forced(self, state: State) -> Event | None:
        return Done() if talks(state).made >= MOST_OFFERS and not open_offer(state) else None


def _single(player: Player) -> list[Goods]:
    """Return nothing, a dollar, and each tile of a player, one at a time."""
    letters, wilds = player.hand
    tiles = [Hand(letter) for letter in sorted(set(letters))] + [Hand("", 1)] * (wilds > 0)
    return [Goods(), *[Goods(money=1)] * (player.money > 0), *map(Goods, tiles)]


VARIANT = Variant(
    (
        "Trade: before all sell, each player in turn order from the leader may make up to "
        f"{MOST_OFFERS} offers, each to one other player: letters, wilds and cash for letters, "
        "wilds and cash, or for nothing. The other player accepts or refuses. Only what is on the "
        "table can change hands: no promises, no credit.",
        "There is trade in the last round too.",
    ),
    {"sell": (TradePhase, SellPhase)},
    alone="there is nobody to trade with",
)
