"""The best combinations of words to sell from a hand: exact, proved by bounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from ..errors import InvalidError, counted
from ..lexicon.lexicon import Lexicon
from ..tiles.hand import Hand, as_hand
from ..tiles.tile_set import ALPHABET
from .alphagrams import Alphagrams, Sale, alternatives, sale_of

MOST_EXACT = 24  # letters in a hand, for any number of words
FEW_WORDS = 2  # from a larger hand
ENGINE_TOP = 1000  # outcomes wanted; for more the engine is slow
MOST_OUTCOMES = 10_000  # of a hand: there could be billions


class Outcome(NamedTuple):
    """Words sold together.

    revenue: dollars.
    sales: the words, highest price first.
    left: the hand after the sale.

    >>> import bwtools
    >>> bwtools.best_sales(bwtools.open_lexicon(), "etx.")[0]
    <Outcome $49: EXiT (and 4 alternatives)>
    """

    revenue: int  # dollars
    sales: tuple[Sale, ...]
    left: Hand

    def __str__(self) -> str:
        return f"${self.revenue}: {' '.join(str(sale.play) for sale in self.sales) or 'nothing'}"

    def __repr__(self) -> str:
        return f"<Outcome {self}{alternatives(self.sales)}>"

    @property
    def order(self) -> tuple[int, int, int, list[str], list[int]]:
        """A sort key: revenue down, fewer wilds, fewer letters spent, A to Z."""
        plays = [sale.play for sale in self.sales]
        return (
            -self.revenue,
            -self.left.wilds,
            -len(self.left.letters),
            [play.word for play in plays],
            [play.wild_order for play in plays],
        )


def most_words(hand: Hand) -> int | None:
    """Return how many words an exact sale from a hand may have; None for any number."""
    return None if len(hand.letters) <= MOST_EXACT else FEW_WORDS


def best_sales(
    lexicon: Lexicon, hand: Hand | str, top: int = 10, max_words: int | None = None
) -> list[Outcome]:
    """Return the `top` best outcomes of selling from a hand. They are exact: none is better.

    lexicon: the words that may be sold.
    hand: a `Hand` or text, such as `aeinrst.`.
    top: the number of outcomes.
    max_words: the most words to sell; None for any number.

    An outcome is the tiles spent for each word, wilds included; selling nothing is not one. Order:
    revenue down, fewer wilds, fewer letters spent, A to Z. Raise InvalidError if the hand has more
    than 24 letters and more than two words may be sold, if far too many combinations of short words
    are equally good, or if more than 10,000 outcomes are asked for and exist.

    >>> import bwtools
    >>> best = bwtools.best_sales(bwtools.open_lexicon(), "aeinrstqu..", top=1)[0]
    >>> best.revenue, [str(sale.play) for sale in best.sales], str(best.left)
    (169, ['EQUeSTRIAN'], '?')
    """
    hand = as_hand(hand)
    limit = most_words(hand)
    if limit and (max_words is None or max_words > limit):
        raise InvalidError(
            f"a hand of {len(hand.letters)} letters is too large for the exact best sale of any "
            f"number of words (the most is {MOST_EXACT}): allow one or two words"
        )
    if top == 1:
        return list(_best_sale(lexicon, hand, max_words))
    most = min(top, MOST_OUTCOMES + 1)
    outcomes = _best_sales(lexicon, hand, most, max_words)
    if top > MOST_OUTCOMES and len(outcomes) > MOST_OUTCOMES:
        raise InvalidError(
            f"there are more than {MOST_OUTCOMES} ways to sell from this hand: ask for at most the "
            f"{MOST_OUTCOMES} best"
        )
    return outcomes[:top]


def _best_sales(lexicon: Lexicon, hand: Hand, top: int, max_words: int | None) -> list[Outcome]:
    """Return the best sales, and perhaps more outcomes tied with the last."""
    outcomes = None
    if most_words(hand) is None:
        outcomes = _engine_sales(lexicon, hand, top, max_words)
    if outcomes is None:
        outcomes = python_best_sales(lexicon, hand, top, max_words)
    return outcomes


@lru_cache(maxsize=1 << 12)  # a review asks ten times for the same sales
def _best_sale(lexicon: Lexicon, hand: Hand, max_words: int | None) -> tuple[Outcome, ...]:
    return tuple(_best_sales(lexicon, hand, 1, max_words)[:1])


def python_best_sales(
    lexicon: Lexicon, hand: Hand, top: int, max_words: int | None
) -> list[Outcome]:
    """Find the best sales in pure Python. May return extra outcomes tied with the last."""
    from .branch_and_bound import BranchAndBound

    most = min(max_words or MOST_EXACT, len(hand.letters))
    alphagrams = Alphagrams(lexicon, hand, most)
    found = BranchAndBound(alphagrams, top, most).run()
    if found is None:
        return best_first_sales(alphagrams, top, max_words)
    sales = alphagrams.sales({index for chosen in found for index in chosen})
    return _outcomes(found, sales, hand)


def best_first_sales(alphagrams: Alphagrams, top: int, max_words: int | None) -> list[Outcome]:
    """Return the best sales where many combinations tie. Raise InvalidError if far too many do."""
    from .best_first import BestFirst

    hand, sales = alphagrams.hand, alphagrams.sort_by_sale()
    try:
        found = list(islice(BestFirst(alphagrams, sales, max_words).run(), top))
    except OverflowError:
        raise InvalidError(
            f"{len(hand.letters)} letters and {counted(hand.wilds, 'wild')} make too many "
            "combinations of words this short to find the best sale: allow one or two words"
        ) from None
    return _outcomes(found, dict(enumerate(sales)), hand)


def _engine_sales(
    lexicon: Lexicon, hand: Hand, top: int, max_words: int | None
) -> list[Outcome] | None:
    """Return the best sales by the engine, or None if it is not compiled or too much ties."""
    from . import engine

    if not engine.COMPILED or not hand.letters or top > ENGINE_TOP:
        return None
    solver = engine.shared_solver(lexicon)
    counts = [*map(hand.letters.count, ALPHABET)]
    most = min(max_words or MOST_EXACT, len(hand.letters))
    try:
        found, alphagrams = solver.best_sales(counts, hand.wilds, top, most)
    except TimeoutError:
        return best_first_sales(Alphagrams(lexicon, hand, most), top, max_words)
    except OverflowError:
        return None
    sales = {}
    for index, (mask, pips, words) in alphagrams.items():
        letters = "".join([c for tile, c in enumerate(hand.letters) if mask >> tile & 1])
        sales[index] = sale_of(sorted(map(solver.spell, words)), letters, pips)
    return _outcomes(found, sales, hand)


def _outcomes(
    found: Sequence[tuple[int, ...]], sales: Mapping[int, Sale], hand: Hand
) -> list[Outcome]:
    """Return the outcomes that tuples of alphagrams stand for, best first."""
    ordered = sorted(sales, key=lambda index: sales[index].order)
    rank = {index: at for at, index in enumerate(ordered)}.__getitem__
    outcomes = []
    for chosen in found:
        sold = tuple([sales[index] for index in sorted(chosen, key=rank)])
        revenue = sum([sale.price for sale in sold])
        outcomes.append(Outcome(revenue, sold, hand.after(*[sale.play for sale in sold])))
    return sorted(outcomes, key=lambda outcome: outcome.order)


def best_sale_or_greedy(lexicon: Lexicon, hand: Hand) -> Outcome:
    """Return the best sale (possibly empty). If the search is too large, be greedy.

    Then the best two words are sold repeatedly, and the words are in no order. Computer players use
    this, because they must always decide.
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


@lru_cache(maxsize=1 << 13)  # in a review, the endings of one decision are those of the next
def best_revenue(lexicon: Lexicon, hand: Hand) -> int:
    """Return the revenue of the best sale in dollars. Raise InvalidError as `best_sales`."""
    from . import engine

    if engine.COMPILED and hand.letters and most_words(hand) is None:
        counts = [*map(hand.letters.count, ALPHABET)]
        solver = engine.shared_solver(lexicon)
        revenue: int = solver.best_revenue(counts, hand.wilds, len(hand.letters))
        if revenue >= 0:
            return revenue
    best = best_sales(lexicon, hand, top=1)
    return best[0].revenue if best else 0
