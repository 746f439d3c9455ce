"""How computer players bid."""

from __future__ import annotations

from ...game.rules import Rules
from ...game.state import Event, State
from ...game.variants.auction import Bid, best_bid, owner
from ...lexicon.lexicon import Lexicon
from ..strategy import Strategy
from .values import expected_money, has_room

SHARE = 0.75  # of the value of a set, bid while others can still bid


def decide(strategy: Strategy, rules: Rules, lexicon: Lexicon, state: State) -> Event:
    """Return the lowest winning bid if it is the last; otherwise a share of the set's value.

    It never bids more than the richest of the later bidders could top.
    """
    player, bids, seats = state.player, best_bid(state), len(state.players)
    hand, least = player.hand.plus(state.players[owner(state)].drawn), bids.dollars + 1
    if least > player.money or not has_room(rules.tiles, hand):
        return Bid(0)
    now = expected_money(strategy, lexicon, state, state.turn, player.money, player.hand)

    def gain(dollars: int) -> float:
        money = player.money - dollars
        return expected_money(strategy, lexicon, state, state.turn, money, hand) - now

    dollars = least
    if later := [(state.turn + i) % seats for i in range(1, seats - bids.made)]:
        top = min(player.money, max(state.players[seat].money for seat in later) + 1)
        for _ in range(2):  # the less money a bid leaves, the lower the value of the set
            dollars = max(least, min(top, int(SHARE * (gain(dollars) + dollars))))
    return Bid(dollars if gain(dollars) > 0 else 0)
