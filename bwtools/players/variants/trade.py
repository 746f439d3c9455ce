"""How computer players trade."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from ...game.rules import Rules
from ...game.state import Event, State
from ...game.variants.trade import Answer, Done, Goods, Offer, after_trade, open_offer
from ...lexicon.lexicon import Lexicon
from ...tiles.hand import Hand
from ..strategy import Strategy
from .values import expected_money, has_room

LEAST_GAIN = 5  # dollars for each player, in the offers of a computer player


def decide(strategy: Strategy, rules: Rules, lexicon: Lexicon, state: State) -> Event:
    """Accept a profitable offer; make one offer a round, if both players would gain."""

    @cache
    def value(seat: int, money: int, hand: Hand) -> float:
        if not has_room(rules.tiles, hand):
            return float("-inf")
        return expected_money(strategy, lexicon, state, seat, money, hand)

    player = state.player
    if offer := open_offer(state):
        after = after_trade(player, offer.want, offer.give, "you")
        now = value(state.turn, player.money, player.hand)
        return Answer(value(state.turn, after.money, after.hand) > now)
    if state.table or not has_room(rules.tiles, player.hand):
        return Done()
    offers = [
        best
        for seat, other in enumerate(state.players)
        if seat != state.turn
        and has_room(rules.tiles, other.hand)
        and (best := _best_offer(state, seat, value))
    ]
    return max(offers, key=lambda each: each[0])[1] if offers else Done()


def _best_offer(
    state: State, seat: int, value: Callable[[int, int, Hand], float]
) -> tuple[float, Offer] | None:
    """Return the joint gain and the offer to a seat that has the highest, or None.

    An offer has at most one tile each way, and money so that both players gain about the same.
    """
    me, other = state.player, state.players[seat]
    mine_now = value(state.turn, me.money, me.hand)
    others_now = value(seat, other.money, other.hand)

    def gains(give: str, want: str, pays: int = 0) -> tuple[float, float]:
        mine = me.hand.minus(give).plus(want)
        others = other.hand.minus(want).plus(give)
        return (
            value(state.turn, me.money - pays, mine) - mine_now,
            value(seat, other.money + pays, others) - others_now,
        )

    gives = max(sorted(set(me.hand.letters)), key=lambda c: sum(gains(c, "")), default="")
    wants = max(sorted(set(other.hand.letters)), key=lambda c: sum(gains("", c)), default="")
    found = []
    for give, want in {(gives, ""), ("", wants), (gives, wants)}:
        mine, others = gains(give, want)
        if mine + others < 2 * LEAST_GAIN:
            continue
        pays = int(mine - others) // 2
        if -other.money <= pays <= me.money and min(gains(give, want, pays)) >= LEAST_GAIN:
            goods = Goods(Hand(give), max(0, pays)), Goods(Hand(want), max(0, -pays))
            found.append((mine + others, goods))
    if not found:
        return None
    gain, goods = max(found)
    return gain, Offer(seat, *goods)
