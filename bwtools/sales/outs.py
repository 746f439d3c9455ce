"""Outs: what one more letter would add to the best sale."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..errors import InvalidError
from ..lexicon.lexicon import Lexicon
from ..tiles.hand import Hand, as_hand
from .alphagrams import Sale
from .best_sales import MOST_EXACT, best_revenue, best_sales, most_words


class Out(NamedTuple):
    """The best sale with one more letter, and what that letter adds, in dollars."""

    letter: str
    left: int  # of the letter in the bag
    sales: tuple[Sale, ...]
    revenue: int
    gain: int


def outs(lexicon: Lexicon, hand: Hand | str, bag: Mapping[str, int]) -> list[Out]:
    """Return the best sale with each letter in the bag added to the hand, best first.

    lexicon: the words that may be sold.
    hand: a `Hand` or text, such as `aeinrst.`.
    bag: how many of each letter are left, such as from `TileSet.bag_without`.

    Raise InvalidError if with one more letter the hand is too large for an exact sale.

    >>> import bwtools
    >>> lexicon = bwtools.open_lexicon()
    >>> best = bwtools.outs(lexicon, "aeinrst", lexicon.tiles.bag_without("AEINRST"))[0]
    >>> best.letter, best.revenue, best.gain
    ('B', 100, 51)
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
            best = best_sales(lexicon, hand.plus(letter), top=1)
            revenue, sales = (best[0].revenue, best[0].sales) if best else (0, ())
            found.append(Out(letter, count, sales, revenue, revenue - today))
    return sorted(found, key=lambda out: (-out.revenue, out.letter))
