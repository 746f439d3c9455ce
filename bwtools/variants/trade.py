"""The variant trade: tiles, wilds and cash may change hands by agreement before selling."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import IllegalError, InvalidError
from ..game import Event, Phase, Player, Rules, State, seated, taken
from ..lexicon import Lexicon
from ..tiles import Hand, Play, TileSet, parse_hand, quote, shortened, without
from .variant import Round, Variant, replaced
from .worth import has_room, worth

if TYPE_CHECKING:
    from ..players import Strategy

MOST_OFFERS = 3  # of a player in a round
LEAST_GAIN = 5  # dollars, for both, of what a computer player offers
_NOTHING = Hand("")


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
    hand = Hand(taken(letters, gives.tiles.letters, complaint), wilds - gives.tiles.wilds)
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
        players = seated(state, after_trade(state.player, want, give, "you"))
        state = state._replace(players=players)
        other = after_trade(state.players[seat], give, want, f"player {seat + 1}")
        state = state._replace(players=seated(state, other, seat))
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


def _decide(rules: Rules, lexicon: Lexicon, state: State, strategy: Strategy) -> Event:
    """Take what makes one better off; offer once in a round what makes both better off."""

    @cache
    def judge(seat: int, money: int, hand: Hand) -> float:
        if not has_room(rules.tiles, hand):
            return float("-inf")
        return worth(strategy, lexicon, state, seat, money, hand)

    money, hand, _ = state.player
    if offer := open_offer(state):
        after = after_trade(state.player, offer.want, offer.give, "you")
        return Answer(judge(state.turn, *after[:2]) > judge(state.turn, money, hand))
    if state.table or not has_room(rules.tiles, hand):
        return Done()
    offers = [
        best
        for seat, other in enumerate(state.players)
        if seat != state.turn
        and has_room(rules.tiles, other.hand)
        and (best := _best(state, seat, judge))
    ]
    return max(offers, key=lambda found: found[0])[1] if offers else Done()


def _best(
    state: State, seat: int, judge: Callable[[int, int, Hand], float]
) -> tuple[float, Offer] | None:
    """The offer to a seat that gains both together the most dollars: one tile each way at most.

    The money is such that both gain about the same. None if there is no such offer.
    """
    (cash, mine, _), (their_cash, theirs, _) = state.player, state.players[seat]
    mine_now, theirs_now = judge(state.turn, cash, mine), judge(seat, their_cash, theirs)

    def gains(give: str, want: str, pays: int = 0) -> tuple[float, float]:
        own = Hand(without(mine.letters, give), mine.wilds).plus(want)
        other = Hand(without(theirs.letters, want), theirs.wilds).plus(give)
        return (
            judge(state.turn, cash - pays, own) - mine_now,
            judge(seat, their_cash + pays, other) - theirs_now,
        )

    gives = max(sorted(set(mine.letters)), key=lambda c: sum(gains(c, "")), default="")
    wants = max(sorted(set(theirs.letters)), key=lambda c: sum(gains("", c)), default="")
    found = []
    for give, want in {(gives, ""), ("", wants), (gives, wants)}:
        own, other = gains(give, want)
        if own + other < 2 * LEAST_GAIN:
            continue
        pays = int(own - other) // 2
        if -their_cash <= pays <= cash and min(gains(give, want, pays)) >= LEAST_GAIN:
            goods = Goods(Hand(give), max(0, pays)), Goods(Hand(want), max(0, -pays))
            found.append((own + other, Offer(seat, *goods)))
    return max(found, default=None)


TRADE = Phase(
    "trade", {Offer: _offer, Answer: _answer, Done: _done}, _legal, _nothing_left, _decide
)


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
