"""Outs: what one more letter would add to the best sale, and the chances of drawing it."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb
from typing import NamedTuple

from ..errors import InvalidError, counted
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
    _check_size(hand, 1)
    today = best_revenue(lexicon, hand)
    found = []
    for letter, count in bag.items():
        if count:
            best = best_sales(lexicon, hand.plus(letter), top=1)
            revenue, sales = (best[0].revenue, best[0].sales) if best else (0, ())
            found.append(Out(letter, count, sales, revenue, revenue - today))
    return sorted(found, key=lambda out: (-out.revenue, out.letter))


def chance_of_letter(letter: str, bag: Mapping[str, int], size: int) -> float:
    """Return the probability that a draw of `size` tiles from a bag has at least one of a letter.

    Raise InvalidError if the bag has fewer tiles.

    >>> import bwtools
    >>> bag = bwtools.load_tiles().bag_without("AEINRST")
    >>> round(bwtools.chance_of_letter("E", bag, 4), 3)
    0.345
    """
    total = _ways(bag, size)
    return 1 - comb(sum(bag.values()) - bag[letter], size) / total


def chance_to_improve(
    lexicon: Lexicon, hand: Hand | str, bag: Mapping[str, int], size: int
) -> float:
    """Return the probability that a draw of `size` tiles improves the best sale, exactly.

    lexicon: the words that may be sold.
    hand: a `Hand` or text; the whole draw is added to it.
    bag: how many of each letter are left.
    size: the number of tiles, which takes some seconds if there are more than 5.

    Raise InvalidError if the bag has fewer tiles, or the hand gets too large for an exact sale.

    >>> import bwtools
    >>> lexicon = bwtools.open_lexicon()
    >>> bag = lexicon.tiles.bag_without("QZ")
    >>> round(bwtools.chance_to_improve(lexicon, "qz", bag, 2), 3)
    0.452
    """
    hand = as_hand(hand)
    _check_size(hand, size)
    total = _ways(bag, size)
    today = best_revenue(lexicon, hand)
    letters = [each for each in bag.items() if each[1]]

    # A draw that includes one which improves the sale improves it too. So it is enough to walk
    # through the draws that do not, from small to large.
    def useless(index: int, held: Hand, missing: int) -> int:
        if not missing:
            return 1
        if index == len(letters):
            return 0
        letter, count = letters[index]
        ways = useless(index + 1, held, missing)
        for copies in range(1, min(count, missing) + 1):
            held = held.plus(letter)
            if best_revenue(lexicon, held) > today:
                break
            ways += comb(count, copies) * useless(index + 1, held, missing - copies)
        return ways

    return 1 - useless(0, hand, size) / total


def _ways(bag: Mapping[str, int], size: int) -> int:
    """Return the number of draws from a bag. Raise InvalidError if it has fewer tiles."""
    left = sum(bag.values())
    if size > left:
        raise InvalidError(f"the bag has only {counted(left, 'tile')}, not {size}: draw fewer")
    return comb(left, size)


def _check_size(hand: Hand, more: int) -> None:
    """Raise InvalidError if a hand with more letters is too large for an exact sale."""
    if most_words(hand.plus("A" * more)):
        raise InvalidError(
            f"a hand of {len(hand.letters)} letters is too large for what {more} more would bring: "
            f"the most is {MOST_EXACT - more}"
        )
