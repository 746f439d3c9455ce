"""What is best to lay on the grid: the price now, and the worth of what is left.

V values hands as if their words were sold by the printed rules. A grid makes every hand worth
more, but which hand is worth more than another it tells all the same.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Literal, NamedTuple

from ..advice import LAST_TILES, WORTH_OF_A_PIP, discard_by_rule
from ..game import State
from ..lexicon import Lexicon
from ..tiles import Hand, price, without
from .fits import fits
from .grid import Grid, Placement

LOOKED_AT = 400  # placements, the dearest first

_Worth = Callable[[Hand, int], float]  # of a hand, with so much money


class Laying(NamedTuple):
    """A word to lay, or none: what it brings, the hand it leaves, and both in dollars."""

    placement: Placement | None
    price: int
    left: Hand
    equity: float


class Layings(NamedTuple):
    """The ways to go on, the best first; laying nothing is one of them."""

    ways: list[Laying]
    basis: Literal["value", "rule"]


def layings(lexicon: Lexicon, state: State, grid: Grid) -> Layings:
    """The most promising ways for the player at turn; of those that spend the same the dearest."""
    basis: Literal["value", "rule"] = "rule"
    worth: _Worth | None = None
    if not state.last:
        worth = _by_value(lexicon, state)
        basis = "value" if worth else "rule"
    worth = worth or _by_rule(lexicon, state)
    money, hand, _ = state.player
    found = {Hand(""): Laying(None, 0, hand, worth(hand, money))}
    for placement, pips in islice(fits(lexicon, grid, hand), LOOKED_AT):
        spent = grid.spent(placement)
        if spent not in found:
            left = Hand(without(hand.letters, spent.letters), hand.wilds - spent.wilds)
            paid = price(pips)
            found[spent] = Laying(placement, paid, left, paid + worth(left, money + paid))
    return Layings(sorted(found.values(), key=lambda way: -way.equity), basis)


def _by_rule(lexicon: Lexicon, state: State) -> _Worth:
    """Ten dollars a pip of what can be kept, while there is time to use it."""
    tiles = lexicon.tiles
    if state.last or len(state.bag) < LAST_TILES * len(state.players):
        return lambda hand, money: 0  # noqa: ARG005

    def worth(hand: Hand, money: int) -> float:  # noqa: ARG001
        kept = without(hand.letters, discard_by_rule(hand.letters, tiles))
        return WORTH_OF_A_PIP * tiles.set_pips(kept, hand.wilds)

    return worth


def _by_value(lexicon: Lexicon, state: State) -> _Worth | None:
    """V of the best that can be kept; None if V does not know such a game or hand."""
    from ..master import leads_next
    from ..value import MOST_LETTERS, UnvaluedError, valuer

    limit, bag, leads = lexicon.tiles.hand_limit, state.bag, leads_next(state)
    try:
        asked = valuer(lexicon, len(state.players))
    except UnvaluedError:
        return None
    if len(state.player.hand.letters) > MOST_LETTERS:
        return None

    def worth(hand: Hand, money: int) -> float:
        if len(hand.letters) > limit:
            thrown = asked.discard(hand, bag, money, leads)
            hand = Hand(without(hand.letters, thrown), hand.wilds)
        return asked.worth(hand, bag, money, leads)

    return worth
