"""How computer players bid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...game.rules import Rules
from ...game.state import Event, State
from ...game.variants.auction import Bid, best_bid, owner
from ...lexicon.lexicon import Lexicon
from .worth import has_room, worth

if TYPE_CHECKING:
    from ..strategy import Strategy

SHARE = 0.75  # of what a set is worth, that a computer player bids while others can bid after it


def decide(strategy: Strategy, rules: Rules, lexicon: Lexicon, state: State) -> Event:
    """The least bid that wins, if one bids last; else a share of what the set is worth.

    Nobody bids more than the richest of those who bid later can top.
    """
    (money, hand, _), bids, seats = state.player, best_bid(state), len(state.players)
    both, least = hand.plus(state.players[owner(state)].drawn), bids.dollars + 1
    if least > money or not has_room(rules.tiles, both):
        return Bid(0)
    now = worth(strategy, lexicon, state, state.turn, money, hand)

    def gain(dollars: int) -> float:
        return worth(strategy, lexicon, state, state.turn, money - dollars, both) - now

    dollars = least
    if later := [(state.turn + i) % seats for i in range(1, seats - bids.made)]:
        top = min(money, max(state.players[seat].money for seat in later) + 1)
        for _ in range(2):  # the less money a bid leaves, the less the set is worth
            dollars = max(least, min(top, int(SHARE * (gain(dollars) + dollars))))
    return Bid(dollars if gain(dollars) > 0 else 0)
