"""What a computer player lays on the grid: the price now, and the worth of what is left."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from ...game.rules import Rules
from ...game.state import Event, State, with_player
from ...game.variants.crossword import Lay, grid_of
from ...game.variants.grid import Grid, Placement
from ...lexicon.lexicon import Lexicon
from ...tiles.hand import Hand
from ...tiles.tile_set import price
from .grid_moves import fits
from .worth import worth_kept

if TYPE_CHECKING:
    from ..strategy import Strategy

if TYPE_CHECKING:
    from ..strategy import Strategy

LOOKED_AT = 400  # placements, the dearest first
VALUED = 40  # of them that spend different tiles
# On a grid tiles bring more than a judge of the printed rules expects. Of shares from 0.7 to
# 2.0 this one served master best: about $3,370 alone, on six deals.
GRID = 1.25


class GridMove(NamedTuple):
    """A word to lay, or none: what it brings, the hand it leaves, and the worth of both."""

    placement: Placement | None
    price: int
    left: Hand
    equity: float  # dollars


def best_grid_moves(
    strategy: Strategy, lexicon: Lexicon, state: State, grid: Grid
) -> list[GridMove]:
    """The most promising ways to go on, the best first; laying nothing is one of them.

    Of those that spend the same tiles only the dearest is listed. A player with a word list of its
    own sees the words on that.
    """
    money, hand, _ = state.player
    known = getattr(strategy, "known", lexicon)
    fewer = min(known, lexicon, key=len)  # a word must be in both

    def valued(placement: Placement | None, left: Hand, paid: int) -> GridMove:
        after = state._replace(
            players=with_player(state, state.player._replace(money=money + paid, hand=left))
        )
        return GridMove(placement, paid, left, paid + GRID * worth_kept(strategy, lexicon, after))

    found = {Hand(""): valued(None, hand, 0)}
    for placement, pips in islice(fits(fewer, grid, hand), LOOKED_AT):
        spent = grid.spent(placement)
        words = [made.play.word for made in grid.words(placement)]
        if spent not in found and all(word in known and word in lexicon for word in words):
            left = hand.minus(*spent)
            found[spent] = valued(placement, left, price(pips))
            if len(found) > VALUED:
                break
    return sorted(found.values(), key=lambda way: -way.equity)


def decide(strategy: Strategy, rules: Rules, lexicon: Lexicon, state: State) -> Event:  # noqa: ARG001
    best, *_ = best_grid_moves(strategy, lexicon, state, grid_of(state))
    return Lay(best.placement)
