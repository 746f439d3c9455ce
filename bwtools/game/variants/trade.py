"""The variant trade: tiles, wilds and cash may change hands by agreement before selling."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ...errors import IllegalError, InvalidError, quote, shortened
from ...tiles.hand import Hand, Play, parse_hand
from ...tiles.tile_set import TileSet
from ..rules import Phase, Rules, take_letters
from ..state import Event, Player, State, with_player
from .variant import Round, Variant, replaced

_NOTHING = Hand("")


MOST_OFFERS = 3  # of a player in a round


class Goods(NamedTuple):
    """Tiles and dollars that change hands."""

    tiles: Hand = _NOTHING
    money: int = 0

    def __str__(self) -> str:
        letters, wilds = self.tiles
        some_wilds = "a wild" if wilds == 1 else f"{wilds} wilds" if wilds else ""
        parts = [letters, some_wilds, f"${self.money}" if self.money else ""]
        return " and ".join(filter(None, parts)) or "nothing"


class Offer(NamedTuple):
    """Offer to give goods to the player at a seat, and to get others for them."""

    to: int
    give: Goods
    want: Goods

    def data(self) -> object:
        return {"to": self.to + 1, "give": _goods_data(self.give), "want": _goods_data(self.want)}

    @classmethod
    def read(cls, data: Any) -> Offer:
        try:
            to = data["to"]
            if type(to) is int:
                return cls(to - 1, _goods(data["give"]), _goods(data["want"]))
        except (KeyError, TypeError):
            pass
        raise InvalidError(f"an offer cannot be {quote(repr(data))}")


class Answer(NamedTuple):
    """Take the offer, or refuse it."""

    yes: bool

    def data(self) -> object:
        return self.yes

    @classmethod
    def read(cls, data: Any) -> Answer:
        if not isinstance(data, bool):
            raise InvalidError(f"an answer cannot be {quote(repr(data))}")
        return cls(data)


class Done(NamedTuple):
    """Offer nothing more in this round."""

    def data(self) -> object:
        return True

    @classmethod
    def read(cls, data: Any) -> Done:
        if data is not True:
            raise InvalidError(f"done cannot be {quote(repr(data))}")
        return cls()


class Talks(NamedTuple):
    """On the table: who makes offers, how many there were, and the one to be answered."""

    seat: int
    made: int
    offer: Offer | None


def _goods_data(goods: Goods) -> object:
    return {"tiles": str(goods.tiles), "money": goods.money}


def _goods(data: Any) -> Goods:
    tiles, money = data["tiles"], data["money"]
    if not isinstance(tiles, str) or type(money) is not int or money < 0:
        raise TypeError
    return Goods(parse_hand(tiles), money)


def open_offer(state: State) -> Offer | None:
    """The offer that the player at turn is to answer."""
    return state.table.offer if state.table else None


def after_trade(player: Player, gives: Goods, gets: Goods, whose: str) -> Player:
    """A player who gives goods and gets others.

    Raises IllegalError: it does not have them; `whose` is you or the name of the seat.
    """
    money, (letters, wilds), drawn = player
    holds = "do not hold" if whose == "you" else "does not hold"
    has = "have" if whose == "you" else "has"
    if gives.money < 0 or gives.tiles.wilds < 0:
        raise IllegalError("nobody can give less than nothing")
    if gives.money > money:
        raise IllegalError(f"not enough money: {whose} {has} ${money}, not ${gives.money}")
    if gives.tiles.wilds > wilds:
        raise IllegalError(f"{whose} {holds} so many wilds: {wilds}, not {gives.tiles.wilds}")
    complaint = f"{shortened(gives.tiles.letters)} cannot be given: {whose} {holds}"
    hand = Hand(take_letters(letters, gives.tiles.letters, complaint), wilds - gives.tiles.wilds)
    return Player(money - gives.money + gets.money, hand.plus(*gets.tiles), drawn)


def _offer(rules: Rules, state: State, event: Offer) -> State:  # noqa: ARG001
    made = state.table.made if state.table else 0
    if open_offer(state):
        raise IllegalError("the offer that was made has to be answered first")
    if made >= MOST_OFFERS:
        raise IllegalError(f"{MOST_OFFERS} offers are made, the most in a round")
    if event.to == state.turn or not 0 <= event.to < len(state.players):
        raise IllegalError("an offer is made to one of the other players")
    if event.give == event.want:
        raise IllegalError("in such an offer nothing changes hands")
    after_trade(state.player, event.give, event.want, "you")
    after_trade(state.players[event.to], event.want, event.give, f"player {event.to + 1}")
    return state._replace(turn=event.to, table=Talks(state.turn, made + 1, event))


def _answer(rules: Rules, state: State, event: Answer) -> State:  # noqa: ARG001
    offer = open_offer(state)
    if offer is None:
        raise IllegalError("there is no offer to be answered")
    _, give, want = offer
    seat = state.table.seat
    if event.yes:
        players = with_player(state, after_trade(state.player, want, give, "you"))
        state = state._replace(players=players)
        other = after_trade(state.players[seat], give, want, f"player {seat + 1}")
        state = state._replace(players=with_player(state, other, seat))
    return state._replace(turn=seat, table=state.table._replace(offer=None))


def _done(rules: Rules, state: State, event: Done) -> State:  # noqa: ARG001
    if open_offer(state):
        raise IllegalError("the offer that was made has to be answered first")
    return rules.turn_over(state._replace(table=None), state.player)


def _legal(rules: Rules, state: State, plays: Sequence[Play]) -> Iterator[Event]:  # noqa: ARG001
    """Of offers, which have no end, those of one tile for another, for a dollar or for nothing."""
    if open_offer(state):
        yield from map(Answer, (False, True))
        return
    yield Done()
    if state.table and state.table.made >= MOST_OFFERS:
        return
    for seat, other in enumerate(state.players):
        if seat != state.turn:
            gives, wants = _single(state.player), _single(other)
            yield from (Offer(seat, g, w) for g in gives for w in wants if g != w)


def _single(player: Player) -> list[Goods]:
    """One tile that a player holds, a dollar, or nothing."""
    money, (letters, wilds), _ = player
    tiles = [Hand(letter) for letter in sorted(set(letters))] + [Hand("", 1)] * (wilds > 0)
    return [Goods(), *[Goods(money=1)] * (money > 0), *map(Goods, tiles)]


def _nothing_left(rules: Rules, state: State) -> Event | None:  # noqa: ARG001
    made = state.table.made if state.table else 0
    return Done() if made >= MOST_OFFERS and not open_offer(state) else None


TRADE = Phase("trade", {Offer: _offer, Answer: _answer, Done: _done}, _legal, _nothing_left)


def _text(tiles: TileSet) -> list[str]:  # noqa: ARG001
    return [
        "Trade: before all sell, each player in turn order from the leader may make up to "
        f"{MOST_OFFERS} offers, each to one other player: letters, wilds and cash for letters, "
        "wilds and cash, or for nothing. The other takes it or refuses. What changes hands is "
        "there: no promises, no credit.",
        "There is trade in the last round too.",
    ]


def _change(phases: Round) -> Round:
    at = next(phase for phase in phases if phase.name == "sell")
    return replaced(phases, "sell", TRADE, at)


VARIANT = Variant(_text, _change, alone="there is nobody to trade with")
