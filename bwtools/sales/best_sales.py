"""The best combinations of words to sell from a hand: exact, proved by bounds.

What words spend, the items of a hand, is combined by branch and bound from the dearest down. What
the tiles left can still bring is bounded by their pips: (a + b)² is at least a² + b², so one long
word is never worse than two short ones, and no word has more pips than the one chosen before it.
That is soon over unless there are short words only, when millions of combinations are as good as
the best: these are looked for otherwise (`best_first`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import islice
from typing import NamedTuple

from ..errors import InvalidError
from ..lexicon.lexicon import Lexicon
from ..tiles.hand import Hand, Play, as_hand
from ..tiles.tile_set import ALPHABET
from .alphagrams import Alphagrams
from .branch_and_bound import _Search

MOST_EXACT = 24  # in a hand, for any number of words

FEW_WORDS = 2  # from a larger hand

ENGINE_TOP = 1000  # outcomes that the engine keeps in order at most

MOST_OUTCOMES = 10_000  # of a hand: more could be billions


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
    lexicon: Lexicon, hand: Hand | str, top: int = 10, max_words: int | None = None
) -> list[Outcome]:
    """The best outcomes of selling from a hand, exact: no better one exists.

    An outcome is the tiles spent for each word, wilds included; selling nothing is none. Order:
    revenue down, fewer wilds, fewer letters spent, A to Z. Raises InvalidError: the hand has more
    than 24 letters and may sell more than two words; far too many combinations of short words are
    equally good; or more than 10,000 outcomes are asked for, and there are more.
    """
    hand = as_hand(hand)
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
        outcomes = python_best_sales(lexicon, hand, most, max_words)
    if top > MOST_OUTCOMES and len(outcomes) > MOST_OUTCOMES:
        raise InvalidError(
            f"there are more than {MOST_OUTCOMES} ways to sell from this hand: ask for at most the "
            f"{MOST_OUTCOMES} best"
        )
    return outcomes[:top]


def python_best_sales(
    lexicon: Lexicon, hand: Hand, top: int, max_words: int | None
) -> list[Outcome]:
    """The same without the engine; perhaps more that tie with the last."""
    most = min(max_words or MOST_EXACT, len(hand.letters))
    items = Alphagrams(lexicon, hand, most)
    found = _Search(items, hand, top, most).run()
    if found is None:
        return best_first_sales(items, hand, top, max_words)
    sales = _sales_of(items, {item for chosen in found for item in chosen})
    return _outcomes(found, sales, hand)


def best_first_sales(
    items: Alphagrams, hand: Hand, top: int, max_words: int | None
) -> list[Outcome]:
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


def _sales_of(items: Alphagrams, wanted: Collection[int]) -> dict[int, Sale]:
    """The sales of some items."""
    return {
        item: _sale(words, items.letters(items.codes[item]), items.pips[item])
        for item, words in items.words(wanted).items()
    }


def _engine_sales(
    lexicon: Lexicon, hand: Hand, top: int, max_words: int | None
) -> list[Outcome] | None:
    """The same, tried by the engine first; None if it is not compiled, or too much ties for it."""
    from . import engine

    if not engine.COMPILED or not hand.letters or top > ENGINE_TOP:
        return None
    solver = engine.shared_solver(lexicon)
    counts = [hand.letters.count(letter) for letter in ALPHABET]
    most = min(max_words or MOST_EXACT, len(hand.letters))
    try:
        found, items = solver.best_sales(counts, hand.wilds, top, most)
    except TimeoutError:
        return best_first_sales(Alphagrams(lexicon, hand, most), hand, top, max_words)
    except OverflowError:
        return None
    sales = {}
    for item, (mask, pips, places) in items.items():
        letters = "".join([c for at, c in enumerate(hand.letters) if mask >> at & 1])
        sales[item] = _sale(sorted(map(solver.spell, places)), letters, pips)
    return _outcomes(found, sales, hand)


def best_sale_or_greedy(lexicon: Lexicon, hand: Hand) -> Outcome:
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
        first, *others = [Play._make((word, None)) for word in words]
    else:
        # What the characters add up to tells which letter is lacking: there is just one.
        held = sum(letters.encode())
        first, *others = [
            Play._make((word, word.rindex(chr(sum(word.encode()) - held)))) for word in words
        ]
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
