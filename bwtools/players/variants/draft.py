"""How computer players pick tiles."""

from __future__ import annotations

from ...game.rules import Rules
from ...game.state import Event, State
from ...game.variants.draft import Pick, open_tiles
from ...lexicon.lexicon import Lexicon
from ..strategy import Strategy
from .values import expected_money


def decide(strategy: Strategy, rules: Rules, lexicon: Lexicon, state: State) -> Event:
    """Pick the tile that gives the best set for its likely price.

    If the set is likely to be too expensive with any tile, pick the one with the fewest pips.
    """
    tiles, pool, player = rules.tiles, open_tiles(state), state.player
    to_come = (len(pool) - 1) // len(state.players) * tiles.set_pips(pool) / len(pool)

    def order(letter: str) -> tuple[float, int]:
        drawn = player.drawn + letter
        money = player.money - round((tiles.set_pips(drawn) + to_come) ** 2)
        hand = player.hand.plus(drawn)
        if money < 0:
            money, hand = player.money, player.hand
        value = expected_money(strategy, lexicon, state, state.turn, money, hand)
        return value, -tiles.pips[letter]

    return Pick(max(sorted(set(pool)), key=order))
