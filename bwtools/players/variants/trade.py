"""How computer players trade."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from ...game.rules import Rules
from ...game.state import Event, State
from ...game.variants.trade import Answer, Done, Goods, Offer, after_trade, open_offer
from ...lexicon.lexicon import Lexicon
from ...tiles.hand import Hand
from .worth import has_room, worth

if TYPE_CHECKING:
    from ..strategy import Strategy


LEAST_GAIN = 5  # dollars, for both, of what a computer player offers


def decide(strategy: Strategy, rules: Rules, lexicon: Lexicon, state: State) -> Event:
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
        own = mine.minus(give).plus(want)
        other = theirs.minus(want).plus(give)
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
