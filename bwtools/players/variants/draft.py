"""How computer players pick tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...game.rules import Rules
from ...game.state import Event, State
from ...game.variants.draft import Pick, open_tiles
from ...lexicon.lexicon import Lexicon
from .worth import worth

if TYPE_CHECKING:
    from ..strategy import Strategy


def decide(strategy: Strategy, rules: Rules, lexicon: Lexicon, state: State) -> Event:
    """The tile with which the set is worth most, for what it is then likely to cost.

    Of tiles with which it is likely to cost too much, the one with the fewest pips.
    """
    tiles, pool = rules.tiles, open_tiles(state)
    money, hand, drawn = state.player
    to_come = (len(pool) - 1) // len(state.players) * tiles.set_pips(pool) / len(pool)

    def promise(letter: str) -> tuple[float, int]:
        left = money - round((tiles.set_pips(drawn + letter) + to_come) ** 2)
        left, held = (money, hand) if left < 0 else (left, hand.plus(drawn + letter))
        return worth(strategy, lexicon, state, state.turn, left, held), -tiles.pips[letter]

    return Pick(max(sorted(set(pool)), key=promise))
