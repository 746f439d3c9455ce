"""The best combinations of words to sell from a hand: exact, proved by bounds.

What words spend, the items of a hand, is combined by branch and bound from the dearest down. What
the tiles left can still bring is bounded by their pips: (a + b)² is at least a² + b², so one long
word is never worse than two short ones, and no word has more pips than the one chosen before it.
That is soon over unless there are short words only, when millions of combinations are as good as
the best: these are looked for otherwise (`best_first`).
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Mapping
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from .errors import InvalidError
from .items import DOLLAR, Items
from .lexicon import Lexicon
from .tiles import ALPHABET, Hand, Play

MOST_EXACT = 24  # in a hand, for any number of words
FEW_WORDS = 2  # from a larger hand
ENGINE_TOP = 1000  # outcomes that the engine keeps in order at most
MOST_OUTCOMES = 10_000  # of a hand: more could be billions
_STEPS = 10_000, 20  # of branch and bound before it gives up, and more for each outcome wanted


class Sale(NamedTuple):
    """One word sold; `alternatives` are the other plays that spend the same tiles, A to Z."""

    play: Play
    pips: int
    price: int  # dollars
    alternatives: tuple[Play, ...]


class Outcome(NamedTuple):
    """Words sold together, the dearest first, and what is left of the hand."""

    revenue: int  # dollars
    sales: tuple[Sale, ...]
    left: Hand


def most_words(hand: Hand) -> int | None:
    """How many words an exact sale from a hand may have at most; None: any number."""
    return None if len(hand.letters) <= MOST_EXACT else FEW_WORDS


def best_sales(
    lexicon: Lexicon, hand: Hand, top: int = 10, max_words: int | None = None
) -> list[Outcome]:
    """The best outcomes of selling from a hand, exact: no better one exists.

    An outcome is the tiles spent for each word, wilds included; selling nothing is none. Order:
    revenue down, fewer wilds, fewer letters spent, A to Z. Raises InvalidError: the hand has more
    than 24 letters and may sell more than two words; far too many combinations of short words are
    equally good; or more than 10,000 outcomes are asked for, and there are more.
    """
    limit = most_words(hand)
    if limit and (max_words is None or max_words > limit):
        raise InvalidError(
            f"a hand of {len(hand.letters)} letters is too large for the exact best sale of any "
            f"number of words (the most is {MOST_EXACT}): allow one or two words"
        )
    most = min(top, MOST_OUTCOMES + 1)
    outcomes = None
    if limit is None:
        outcomes = _engine_sales(lexicon, hand, most, max_words)
    if outcomes is None:
        outcomes = plain_sales(lexicon, hand, most, max_words)
    if top > MOST_OUTCOMES and len(outcomes) > MOST_OUTCOMES:
        raise InvalidError(
            f"there are more than {MOST_OUTCOMES} ways to sell from this hand: ask for at most the "
            f"{MOST_OUTCOMES} best"
        )
    return outcomes[:top]


def plain_sales(lexicon: Lexicon, hand: Hand, top: int, max_words: int | None) -> list[Outcome]:
    """The same without the engine; perhaps more that tie with the last."""
    most = min(max_words or MOST_EXACT, len(hand.letters))
    items = Items(lexicon, hand, most)
    found = _Search(items, hand, top, most).run()
    if found is None:
        return tied_sales(items, hand, top, max_words)
    sales = _sales_of(items, {item for chosen in found for item in chosen})
    return _outcomes(found, sales, hand)


def tied_sales(items: Items, hand: Hand, top: int, max_words: int | None) -> list[Outcome]:
    """The same where many combinations are nearly as good. Raises InvalidError: far too many."""
    from .best_first import BestFirst

    sales = _sales_of(items, range(len(items.codes)))
    order = sorted(sales, key=lambda item: _sale_order(sales[item]))
    items.arrange(order)
    search = BestFirst(items, [sales[item].play for item in order], max_words)
    try:
        found = list(islice(search.run(hand.wilds), top))
    except OverflowError:
        raise InvalidError(
            f"{len(hand.letters)} letters and {hand.wilds} wilds make too many combinations of "
            "words this short to find the best sale: allow one or two words"
        ) from None
    return _outcomes(found, {at: sales[item] for at, item in enumerate(order)}, hand)


def _sales_of(items: Items, wanted: Collection[int]) -> dict[int, Sale]:
    """The sales of some items."""
    return {
        item: _sale(words, items.letters(items.codes[item]), items.pips[item])
        for item, words in items.words(wanted).items()
    }


def _engine_sales(
    lexicon: Lexicon, hand: Hand, top: int, max_words: int | None
) -> list[Outcome] | None:
    """The same, tried by the engine first; None if it is not compiled, or too much ties for it."""
    from . import finder

    if not finder.COMPILED or not hand.letters or top > ENGINE_TOP:
        return None
    engine = finder.finder(lexicon)
    counts = [hand.letters.count(letter) for letter in ALPHABET]
    most = min(max_words or MOST_EXACT, len(hand.letters))
    try:
        found, items = engine.best_sales(counts, hand.wilds, top, most)
    except TimeoutError:
        return tied_sales(Items(lexicon, hand, most), hand, top, max_words)
    except OverflowError:
        return None
    sales = {}
    for item, (mask, pips, _, places) in items.items():
        letters = "".join([c for at, c in enumerate(hand.letters) if mask >> at & 1])
        sales[item] = _sale(sorted(map(engine.spell, places)), letters, pips)
    return _outcomes([chosen for _, chosen in found], sales, hand)


def good_sale(lexicon: Lexicon, hand: Hand) -> Outcome:
    """The best sale, perhaps of nothing; where it cannot be found, the best two words, and again.

    For a player, who must not be stuck for it. The words are in no order then.
    """
    sold: list[Sale] = []
    while True:
        try:
            best, is_all = best_sales(lexicon, hand, top=1), True
        except InvalidError:
            best, is_all = best_sales(lexicon, hand, top=1, max_words=FEW_WORDS), False
        if best:
            sold += best[0].sales
            hand = best[0].left
        if is_all or not best:
            return Outcome(sum(sale.price for sale in sold), tuple(sold), hand)


def best_revenue(lexicon: Lexicon, hand: Hand) -> int:
    """The dollars that the best sale from a hand brings. Raises InvalidError as best_sales."""
    best = best_sales(lexicon, hand, top=1)
    return best[0].revenue if best else 0


def _sale(words: list[str], letters: str, pips: int) -> Sale:
    """The sale of letter tiles, and of a wild where they lack one for the words (A to Z)."""
    if len(words[0]) == len(letters):
        first, *others = map(Play, words)
    else:
        # What the characters add up to tells which letter is lacking: there is just one.
        held = sum(letters.encode())
        first, *others = [Play(word, word.rindex(chr(sum(word.encode()) - held))) for word in words]
    return Sale(first, pips, pips * pips, tuple(others))


def _outcomes(found: list[tuple[int, ...]], sales: Mapping[int, Sale], hand: Hand) -> list[Outcome]:
    """The outcomes that tuples of items stand for, best first, by the sale of each item."""
    ordered = sorted(sales, key=lambda item: _sale_order(sales[item]))
    rank = {item: at for at, item in enumerate(ordered)}.__getitem__
    outcomes = []
    for items in found:
        sold = tuple([sales[item] for item in sorted(items, key=rank)])
        revenue = sum([sale.price for sale in sold])
        outcomes.append(Outcome(revenue, sold, hand.after(*[sale.play for sale in sold])))
    return sorted(outcomes, key=_outcome_order)


def _sale_order(sale: Sale) -> tuple[int, bool, int, str, int]:
    word, wild = sale.play
    return -sale.price, wild is not None, len(word), word, sale.play.wild_order


def _outcome_order(outcome: Outcome) -> tuple[int, int, int, list[str], list[int]]:
    plays = [sale.play for sale in outcome.sales]
    return (
        -outcome.revenue,
        -outcome.left.wilds,
        -len(outcome.left.letters),
        [play.word for play in plays],
        [play.wild_order for play in plays],
    )


class _Search:
    """Branch and bound over combinations of items, chosen by falling pips."""

    def __init__(self, items: Items, hand: Hand, top: int, most_words: int):
        self.items = items
        self.wild_pips = items.tiles.wild_pips
        self.most_words = most_words
        self.hand = hand
        self.top = top
        self.steps = _STEPS[0] + _STEPS[1] * top
        self.best = [-DOLLAR]  # a heap of the best keys so far; the first gives way to the last
        self.found: list[tuple[int, tuple[int, ...]]] = []

    def run(self) -> list[tuple[int, ...]] | None:
        """The items of the best outcomes, and of what ties with the last; None: it takes long."""
        fields = self.items.fields
        held = sum(field.held * field.unit for field in fields)
        pips = sum(field.held * self.items.tiles.pips[field.letter] for field in fields)
        if self.items.codes:
            self._extend((), 0, held, pips, self.hand.wilds)
        if self.steps < 0:
            return None
        return [chosen for key, chosen in self.found if key >= self.best[0]]

    def _extend(self, chosen: tuple[int, ...], key: int, code: int, pips: int, wilds: int) -> None:
        """Add to the items chosen, none of more pips than the last, from the tiles of `code`."""
        items, best = self.items, self.best
        words = self.most_words - len(chosen)
        last = chosen[-1] if chosen else 0
        candidates = items.fitting(code, wilds) >> last << last
        while candidates and self.steps >= 0:
            self.steps -= 1
            lowest = candidates & -candidates
            candidates ^= lowest
            item = lowest.bit_length() - 1
            worth = items.pips[item]
            if key + _most_dollars(pips, wilds, worth, words, self.wild_pips) * DOLLAR < best[0]:
                break
            wild = items.wild[item]
            longer = (*chosen, item)
            reached = key + items.key(item)
            if reached >= best[0]:
                if len(best) < self.top:
                    heapq.heappush(best, reached)
                else:
                    heapq.heappushpop(best, reached)
                self.found.append((reached, longer))
            left = pips - worth + wild * self.wild_pips
            rest = _most_dollars(left, wilds - wild, worth, words - 1, self.wild_pips)
            unspent = code - items.codes[item]
            if words > 1 and unspent and reached + rest * DOLLAR >= best[0]:
                self._extend(longer, reached, unspent, left, wilds - wild)


@lru_cache(maxsize=1 << 16)
def _most_dollars(pips: int, wilds: int, cap: int, words: int, wild_pips: int) -> int:
    """No words of at most `cap` pips bring more dollars than this.

    From `pips` of letters and some wilds, one a word. Squares grow fastest together, so the most
    is: full words with a wild while there are wilds, then full words without, and the rest as one.
    """
    if not cap:
        return 0
    with_wild = min(wilds, words, pips // (cap - wild_pips) if cap > wild_pips else words)
    pips -= with_wild * (cap - wild_pips)
    without = min(words - with_wild, pips // cap)
    pips -= without * cap
    total = (with_wild + without) * cap * cap
    if with_wild + without < words and pips:
        total += min(cap, pips + (wild_pips if wilds > with_wild else 0)) ** 2
    return total


class Out(NamedTuple):
    """What one more letter would bring: the best sale with it, and what that adds, in dollars."""

    letter: str
    left: int  # of it in the bag
    sales: tuple[Sale, ...]
    revenue: int
    gain: int


def outs(lexicon: Lexicon, hand: Hand, bag: Mapping[str, int]) -> list[Out]:
    """For each letter in the bag the best sale from the hand with it, the best first.

    Raises InvalidError: with one more letter the hand is too large for an exact sale.
    """
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
