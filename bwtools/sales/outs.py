"""Outs: what one more letter would bring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..errors import InvalidError
from ..lexicon.lexicon import Lexicon
from ..tiles.hand import Hand, as_hand
from .best_sales import MOST_EXACT, Sale, best_revenue, best_sales, most_words


class Out(NamedTuple):
    """What one more letter would bring: the best sale with it, and what that adds, in dollars."""

    letter: str
    left: int  # of it in the bag
    sales: tuple[Sale, ...]
    revenue: int
    gain: int


def outs(lexicon: Lexicon, hand: Hand | str, bag: Mapping[str, int]) -> list[Out]:
    """For each letter in the bag the best sale from the hand with it, the best first.

    Raises InvalidError: with one more letter the hand is too large for an exact sale.
    """
    hand = as_hand(hand)
    if most_words(hand.plus("A")):
        raise InvalidError(
            f"a hand of {len(hand.letters)} letters is too large for what one more would bring: "
            f"the most is {MOST_EXACT - 1}"
        )
    today = best_revenue(lexicon, hand)
    found = []
    for letter, count in bag.items():
        if count:
            more = hand.plus(letter)
            best = best_sales(lexicon, more, top=1)
            revenue = best[0].revenue if best else 0
            plays = best[0].sales if best else ()
            found.append(Out(letter, count, plays, revenue, revenue - today))
    return sorted(found, key=lambda out: (-out.revenue, out.letter))
