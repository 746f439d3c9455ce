"""The best combinations of words to sell from a hand: exact, proved by bounds.

What a word spends is an *item*: some letter tiles, with a wild or without; its price follows from
its tiles, whatever word they spell. The items of a hand are found once, as integers with a field
of bits for each letter of the hand, and combined by branch and bound from the dearest down. What
the tiles left can still bring is bounded by their pips: (a + b)² is at least a² + b², so one long
word is never worse than two short ones, and no word has more pips than the one chosen before it.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Mapping
from functools import lru_cache
from struct import iter_unpack
from typing import NamedTuple

from . import search
from .errors import InvalidError
from .lexicon import Lexicon
from .tiles import ALPHABET, Hand, Play, TileSet

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
    lexicon: Lexicon, hand: Hand, top: int = 10, max_words: int | None = None
) -> list[Outcome]:
    """The best outcomes of selling from a hand, exact: no better one exists.

    An outcome is the tiles spent for each word, wilds included; selling nothing is none. Order:
    revenue down, fewer wilds, fewer letters spent, A to Z. Raises InvalidError: the hand has more
    than 24 letters and may sell more than two words; or more than 10,000 outcomes are asked for,
    and there are more.
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
    outcomes = outcomes or plain_sales(lexicon, hand, most, max_words)
    if top > MOST_OUTCOMES and len(outcomes) > MOST_OUTCOMES:
        raise InvalidError(
            f"there are more than {MOST_OUTCOMES} ways to sell from this hand: ask for at most the "
            f"{MOST_OUTCOMES} best"
        )
    return outcomes[:top]


def plain_sales(lexicon: Lexicon, hand: Hand, top: int, max_words: int | None) -> list[Outcome]:
    """The same without the engine; perhaps more that tie with the last."""
    items = _Items(lexicon, hand, max_words or MOST_EXACT)
    found = _Search(items, hand, top, max_words).run()
    return items.outcomes(found)


def _engine_sales(
    lexicon: Lexicon, hand: Hand, top: int, max_words: int | None
) -> list[Outcome] | None:
    """The same by the engine; None if it is not compiled, or too many outcomes tie for it."""
    from . import finder

    if not finder.COMPILED or not hand.letters or top > ENGINE_TOP:
        return None
    engine = finder.finder(lexicon)
    counts = [hand.letters.count(letter) for letter in ALPHABET]
    most = min(max_words or MOST_EXACT, len(hand.letters))
    try:
        found, items = engine.best_sales(counts, hand.wilds, top, most)
    except OverflowError:
        return None
    sales = {}
    for item, (mask, pips, _, places) in items.items():
        letters = "".join([c for at, c in enumerate(hand.letters) if mask >> at & 1])
        sales[item] = _sale(sorted(map(engine.spell, places)), letters, pips)
    return _outcomes([chosen for _, chosen in found], sales, hand)


def best_revenue(lexicon: Lexicon, hand: Hand) -> int:
    """The dollars that the best sale from a hand brings. Raises InvalidError as best_sales."""
    best = best_sales(lexicon, hand, top=1)
    return best[0].revenue if best else 0


class _Field(NamedTuple):
    """Where a letter is counted in the code of an item: `bits` bits and a guard bit above them."""

    letter: str
    lane: int  # which byte of the code
    shift: int  # in the byte
    bits: int
    held: int  # of the letter in the hand, as far as words can use it

    @property
    def unit(self) -> int:
        return 1 << (8 * self.lane + self.shift)

    @property
    def mask(self) -> int:
        return (1 << self.bits) - 1


@lru_cache(maxsize=4096)
def _more_than(shift: int, mask: int, count: int) -> bytes:
    """A table from a byte of a code to the digit 1 where a field in it counts more."""
    return bytes(48 + (byte >> shift & mask > count) for byte in range(256))


class _Items:
    """The items of a hand, by falling pips, and the words behind them.

    A code counts the letters spent, each in a field of its own that lies within one byte, with
    room for one more than the hand holds (the letter that a wild stands for). So the codes of all
    words of one length are added up at once, column by column, as big integers of a byte a word.
    """

    def __init__(self, lexicon: Lexicon, hand: Hand, max_words: int):
        self.hand = hand
        self.tiles: TileSet = lexicon.tiles
        self.fields = _fields(lexicon, hand, max_words)
        lanes = self.fields[-1].lane + 1 if self.fields else 1
        self.width = (lanes + 7) // 8 * 8  # bytes of a code
        held, short = search.by_length(lexicon, hand)
        self.held = [(words, self._codes(words, n, wild=False)) for n, words in held.items()]
        self.short = [(words, self._codes(words, n, wild=True)) for n, words in short.items()]
        plain = {code for _, codes in self.held for code in codes}
        wild = {code for _, codes in self.short for code in codes}
        if hand.wilds:
            for field in self.fields:
                unit, mask = field.unit, field.unit * field.mask
                wild.update([code - unit for code in plain if code & mask])
        self._sort(plain, wild)
        packed = b"".join([code.to_bytes(self.width, "little") for code in self.codes])
        self.over = {
            (field, count): int(
                packed[field.lane :: self.width].translate(
                    _more_than(field.shift, field.mask, count)
                )[::-1]
                or b"0",
                2,
            )
            for field in self.fields
            for count in range(field.held)
        }

    def _codes(self, words: list[str], length: int, wild: bool) -> list[int]:
        """The codes of words of one length; of those that need a wild, without that letter."""
        letters = "".join(words).encode()
        ones = int.from_bytes(b"\1" * len(words), "little")
        packed = bytearray(len(words) * self.width)
        for lane in range(self.width):
            fields = [field for field in self.fields if field.lane == lane]
            if not fields:
                continue
            units = bytearray(256)
            for field in fields:
                units[ord(field.letter)] = 1 << field.shift
            columns = letters.translate(units)
            total = sum(int.from_bytes(columns[i::length], "little") for i in range(length))
            if wild:
                # Raised so that one letter too many, and nothing else, sets the guard bit.
                raised = ones * sum((f.mask - f.held) << f.shift for f in fields)
                total += raised
                for bits in {field.bits for field in fields}:
                    guards = sum(1 << (f.shift + bits) for f in fields if f.bits == bits)
                    total -= (total & ones * guards) >> bits
                total -= raised
            packed[lane :: self.width] = total.to_bytes(len(words), "little")
        parts = [part for (part,) in iter_unpack("<Q", packed)]
        step = self.width // 8
        codes = parts[::step]
        for i in range(1, step):
            codes = [
                code | part << 64 * i for code, part in zip(codes, parts[i::step], strict=True)
            ]
        return codes

    def _sort(self, plain: set[int], wild: set[int]) -> None:
        """Set the items in order: by falling pips, within them those without a wild first."""
        buckets: dict[tuple[int, bool], list[int]] = {}
        for codes, is_wild in ((plain, False), (wild, True)):
            worth = self.tiles.wild_pips if is_wild else 0
            for code, pips in zip(codes, self._pips(codes), strict=True):
                buckets.setdefault((-pips - worth, is_wild), []).append(code)
        self.codes: list[int] = []
        self.pips: list[int] = []
        self.wilds = 0  # a bitset over the items
        self.wild: list[bool] = []
        for (negative, is_wild), bucket in sorted(buckets.items()):
            if is_wild:
                self.wilds |= ((1 << len(bucket)) - 1) << len(self.codes)
            self.codes += bucket
            self.pips += [-negative] * len(bucket)
            self.wild += [is_wild] * len(bucket)

    def _pips(self, codes: Collection[int]) -> list[int]:
        """The pips of the letters that codes count."""
        totals = [0] * len(codes)
        for lane in {field.lane for field in self.fields}:
            worth = [0] * 256
            for field in self.fields:
                if field.lane == lane:
                    pips = self.tiles.pips[field.letter]
                    for byte in range(256):
                        worth[byte] += (byte >> field.shift & field.mask) * pips
            at = 8 * lane
            totals = [
                total + worth[code >> at & 255] for total, code in zip(totals, codes, strict=True)
            ]
        return totals

    def size(self, item: int) -> int:
        """How many letter tiles an item spends."""
        code = self.codes[item]
        return sum(code // field.unit & field.mask for field in self.fields)

    def letters(self, code: int) -> str:
        """The letter tiles that a code counts, A to Z."""
        return "".join(field.letter * (code // field.unit & field.mask) for field in self.fields)

    def outcomes(self, found: list[tuple[int, ...]]) -> list[Outcome]:
        """The outcomes that tuples of items stand for, best first."""
        words = self._words({item for items in found for item in items})
        sales = {
            item: _sale(spelled, self.letters(self.codes[item]), self.pips[item])
            for item, spelled in words.items()
        }
        return _outcomes(found, sales, self.hand)

    def _words(self, items: set[int]) -> dict[int, list[str]]:
        """The words that spend the tiles of each item, A to Z."""
        words: dict[int, list[str]] = {item: [] for item in items}
        with_code: dict[int, list[int]] = {}
        short_of: dict[int, list[int]] = {}
        for item in items:
            code = self.codes[item]
            if not self.wild[item]:
                with_code.setdefault(code, []).append(item)
                continue
            short_of.setdefault(code, []).append(item)
            for field in self.fields:  # the wild may stand for a letter that is held
                if code // field.unit & field.mask < field.held:
                    with_code.setdefault(code + field.unit, []).append(item)
        for lists, wanted in ((self.held, with_code), (self.short, short_of)):
            for listed, codes in lists:
                for word, code in zip(listed, codes, strict=True):
                    if code in wanted:
                        for item in wanted[code]:
                            words[item].append(word)
        for spelled in words.values():
            spelled.sort()
        return words


def _fields(lexicon: Lexicon, hand: Hand, max_words: int) -> list[_Field]:
    """A field for each letter of the hand, none across the edge of a byte."""
    fields: list[_Field] = []
    lane = used = 0
    for letter in sorted(set(hand.letters)):
        most = max((k for i in lexicon.indexes for c, k in i.packed_rows if c == letter), default=0)
        count = min(hand.letters.count(letter), most * max_words)
        bits = max(1, count.bit_length())
        if used + bits + 1 > 8:
            lane, used = lane + 1, 0
        fields.append(_Field(letter, lane, used, bits, count))
        used += bits + 1
    return fields


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
    return -sale.price, wild is not None, len(word), word, _wild_order(sale.play)


def _outcome_order(outcome: Outcome) -> tuple[int, int, int, list[str], list[int]]:
    plays = [sale.play for sale in outcome.sales]
    return (
        -outcome.revenue,
        -outcome.left.wilds,
        -len(outcome.left.letters),
        [play.word for play in plays],
        [_wild_order(play) for play in plays],
    )


def _wild_order(play: Play) -> int:
    """Orders plays of one word as they are written: capitals stand before small letters."""
    return 0 if play.wild is None else len(play.word) - play.wild


# The key of an outcome orders as the contract does: dollars, then fewer wilds, then fewer letters.
_DOLLAR = 1 << 40
_WILD = 1 << 20


class _Search:
    """Branch and bound over combinations of items, chosen by falling pips."""

    def __init__(self, items: _Items, hand: Hand, top: int, max_words: int | None):
        self.items = items
        self.fields = [(field, field.unit, field.mask) for field in items.fields]
        self.wild_pips = items.tiles.wild_pips
        self.most_words = min(max_words or len(hand.letters), len(hand.letters))
        self.hand = hand
        self.all = (1 << len(items.codes)) - 1
        self.top = top
        self.best = [-_DOLLAR]  # a heap of the best keys so far; the first gives way to the last
        self.found: list[tuple[int, tuple[int, ...]]] = []

    def run(self) -> list[tuple[int, ...]]:
        """The items of the best outcomes: `top` of them and what ties with the last."""
        held = sum(field.held * field.unit for field in self.items.fields)
        pips = sum(f.held * self.items.tiles.pips[f.letter] for f in self.items.fields)
        if self.items.codes:
            self._extend((), 0, held, pips, self.hand.wilds)
        return [chosen for key, chosen in self.found if key >= self.best[0]]

    def _extend(self, chosen: tuple[int, ...], key: int, code: int, pips: int, wilds: int) -> None:
        """Add to the items chosen, none of more pips than the last, from the tiles of `code`."""
        items, best = self.items, self.best
        words = self.most_words - len(chosen)
        last = chosen[-1] if chosen else 0
        bound = _most_dollars(pips, wilds, items.pips[last], words, self.wild_pips)
        if key + bound * _DOLLAR < best[0]:
            return
        candidates = self._fitting(code, wilds) >> last << last
        while candidates:
            lowest = candidates & -candidates
            candidates ^= lowest
            item = lowest.bit_length() - 1
            worth = items.pips[item]
            if key + _most_dollars(pips, wilds, worth, words, self.wild_pips) * _DOLLAR < best[0]:
                break
            wild = items.wild[item]
            longer = (*chosen, item)
            reached = key + worth * worth * _DOLLAR - wild * _WILD - items.size(item)
            if reached >= best[0]:
                if len(best) < self.top:
                    heapq.heappush(best, reached)
                else:
                    heapq.heappushpop(best, reached)
                self.found.append((reached, longer))
            left = pips - worth + wild * self.wild_pips
            rest = _most_dollars(left, wilds - wild, worth, words - 1, self.wild_pips)
            unspent = code - items.codes[item]
            if words > 1 and unspent and reached + rest * _DOLLAR >= best[0]:
                self._extend(longer, reached, unspent, left, wilds - wild)

    def _fitting(self, code: int, wilds: int) -> int:
        """The bitset of the items that the tiles of a code and some wilds make."""
        over = self.items.over
        unfit = 0 if wilds else self.items.wilds
        for field, unit, mask in self.fields:
            count = code // unit & mask
            if count < field.held:
                unfit |= over[field, count]
        return self.all & ~unfit


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
