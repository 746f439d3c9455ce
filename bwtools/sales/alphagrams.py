"""What can be sold from a hand: its alphagrams, and the words that use their tiles.

An alphagram is the letter tiles that a word uses, with a wild or without. Its price follows from
its tiles, whichever word they spell, so the solvers combine alphagrams rather than words. Here they
are prepared once, as integers with a bit field for each letter of the hand.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from struct import iter_unpack
from typing import NamedTuple

from ..lexicon import search
from ..lexicon.lexicon import Lexicon
from ..tiles.hand import Hand, Play

# The key of an outcome orders it by revenue, then fewer wilds, then fewer letters.
DOLLAR = 1 << 40
WILD = 1 << 20


class Sale(NamedTuple):
    """One word sold.

    play: the play; of several that use the same tiles, the first A to Z.
    pips: pips of the tiles; the price is their square.
    price: dollars.
    alternatives: the other plays that use the same tiles, A to Z.

    >>> import bwtools
    >>> bwtools.best_sales(bwtools.open_lexicon(), "etx.")[0].sales
    (<Sale EXiT $49 (and 4 alternatives)>,)
    """

    play: Play
    pips: int
    price: int  # dollars
    alternatives: tuple[Play, ...]

    def __str__(self) -> str:
        return f"{self.play} ${self.price}"

    def __repr__(self) -> str:
        return f"<Sale {self}{alternatives([self])}>"

    @property
    def order(self) -> tuple[int, bool, int, str, int]:
        """A sort key: highest price first, no wild before a wild, fewer letters, A to Z."""
        word, wild = self.play
        return -self.price, wild is not None, len(word), word, self.play.wild_order


def alternatives(sales: Sequence[Sale]) -> str:
    """Return the number of alternatives to the plays of sales, for people."""
    count = sum(len(sale.alternatives) for sale in sales)
    return f" (and {count} alternative{'' if count == 1 else 's'})" if count else ""


def sale_of(words: list[str], letters: str, pips: int) -> Sale:
    """Return the sale of letter tiles, plus a wild if the words (A to Z) have a letter more."""
    if len(words[0]) == len(letters):
        first, *others = [Play._make((word, None)) for word in words]
    else:
        # Exactly one letter is missing, so it is the difference of the sums of character codes.
        held = sum(letters.encode())
        missing = [chr(sum(word.encode()) - held) for word in words]
        first, *others = [
            Play._make((word, word.rindex(letter)))
            for word, letter in zip(words, missing, strict=True)
        ]
    return Sale(first, pips, pips * pips, tuple(others))


class Field(NamedTuple):
    """Where the code of an alphagram counts a letter: `bits` bits, with a guard bit above them."""

    letter: str
    lane: int  # index of a byte of the code
    shift: int  # within the byte
    bits: int
    held: int  # how many the hand has, as far as words can use them

    @property
    def unit(self) -> int:
        """The code of one letter."""
        return 1 << (8 * self.lane + self.shift)

    @property
    def mask(self) -> int:
        """The highest count."""
        return (1 << self.bits) - 1


class Alphagrams:
    """The alphagrams of a hand by falling pips: parallel lists `codes`, `pips` and `wild`.

    Every field of a code is within one byte, and has room for one more letter than the hand has:
    the one that a wild stands for. So the codes of all words of a length are computed together,
    column by column, as big integers with a byte for each word.
    """

    def __init__(self, lexicon: Lexicon, hand: Hand, max_words: int):
        self.tiles, self.hand = lexicon.tiles, hand
        self.fields = _fields(lexicon, hand, max_words)
        self.units = [(field, field.unit, field.mask) for field in self.fields]
        self.hand_code = sum(field.held * field.unit for field in self.fields)
        self.hand_pips = sum(field.held * self.tiles.pips[field.letter] for field in self.fields)
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
        self.codes: list[int] = []
        self.pips: list[int] = []
        self.wild: list[bool] = []
        self._sort(plain, wild)
        self._index()

    def _codes(self, words: list[str], length: int, wild: bool) -> list[int]:
        """Return the codes of words of one length, without the letter that a wild stands for."""
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
                # Raise the counts so that exactly those above `held` set their guard bit.
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
        """Set the lists by falling pips, alphagrams without a wild first among equals."""
        buckets: dict[tuple[int, bool], list[int]] = {}
        for codes, is_wild in ((plain, False), (wild, True)):
            more = self.tiles.wild_pips if is_wild else 0
            for code, pips in zip(codes, self._letter_pips(codes), strict=True):
                buckets.setdefault((-pips - more, is_wild), []).append(code)
        for (negative, is_wild), bucket in sorted(buckets.items()):
            self.codes += bucket
            self.pips += [-negative] * len(bucket)
            self.wild += [is_wild] * len(bucket)

    def _letter_pips(self, codes: Collection[int]) -> list[int]:
        """Return the pips of the letters of each code."""
        totals = [0] * len(codes)
        for lane in {field.lane for field in self.fields}:
            pips_of = [0] * 256
            for field in self.fields:
                if field.lane == lane:
                    pips = self.tiles.pips[field.letter]
                    for byte in range(256):
                        pips_of[byte] += (byte >> field.shift & field.mask) * pips
            shift = 8 * lane
            totals = [
                total + pips_of[code >> shift & 255]
                for total, code in zip(totals, codes, strict=True)
            ]
        return totals

    def _index(self) -> None:
        """Set, for each letter and count, the bitset of the alphagrams that use more of it."""
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
        self.all = (1 << len(self.codes)) - 1
        self.with_wild = int("".join(["01"[wild] for wild in reversed(self.wild)]) or "0", 2)

    def fitting(self, code: int, wilds: int) -> int:
        """Return the bitset of the alphagrams that the letters of a code and some wilds make."""
        unfit = 0 if wilds else self.with_wild
        for field, unit, mask in self.units:
            count = code // unit & mask
            if count < field.held:
                unfit |= self.over[field, count]
        return self.all & ~unfit

    def key(self, index: int) -> int:
        """Return what an alphagram adds to the key of an outcome."""
        pips, code = self.pips[index], self.codes[index]
        letters = sum(code // unit & mask for _, unit, mask in self.units)
        return pips * pips * DOLLAR - self.wild[index] * WILD - letters

    def sales(self, wanted: Collection[int]) -> dict[int, Sale]:
        """Return the sales of the alphagrams with these indices."""
        return {
            index: sale_of(words, self._letters(self.codes[index]), self.pips[index])
            for index, words in self._words(wanted).items()
        }

    def sort_by_sale(self) -> list[Sale]:
        """Put the alphagrams in the order of their sales. Return the sales."""
        sales = self.sales(range(len(self.codes)))
        order = sorted(sales, key=lambda index: sales[index].order)
        self.codes = [self.codes[index] for index in order]
        self.pips = [self.pips[index] for index in order]
        self.wild = [self.wild[index] for index in order]
        self._index()
        return [sales[index] for index in order]

    def _letters(self, code: int) -> str:
        return "".join(field.letter * (code // unit & mask) for field, unit, mask in self.units)

    def _words(self, wanted: Collection[int]) -> dict[int, list[str]]:
        """Return the words that use the tiles of each alphagram, A to Z."""
        words: dict[int, list[str]] = {index: [] for index in wanted}
        with_code: dict[int, list[int]] = {}
        short_of: dict[int, list[int]] = {}
        for index in wanted:
            code = self.codes[index]
            if not self.wild[index]:
                with_code.setdefault(code, []).append(index)
                continue
            short_of.setdefault(code, []).append(index)
            for field, unit, mask in self.units:  # the wild may stand for a letter that is held
                if code // unit & mask < field.held:
                    with_code.setdefault(code + unit, []).append(index)
        for lists, indices in ((self.held, with_code), (self.short, short_of)):
            for listed, codes in lists:
                for word, code in zip(listed, codes, strict=True):
                    for index in indices.get(code, ()):
                        words[index].append(word)
        for spelled in words.values():
            spelled.sort()
        return words


@lru_cache(maxsize=4096)
def _more_than(shift: int, mask: int, count: int) -> bytes:
    """Return a table from a byte of a code to the digit 1 if a field in it is above `count`."""
    return bytes(48 + (byte >> shift & mask > count) for byte in range(256))


def _fields(lexicon: Lexicon, hand: Hand, max_words: int) -> list[Field]:
    """Return a field for each letter of the hand, none crossing the edge of a byte."""
    fields: list[Field] = []
    lane = used = 0
    for letter in sorted(set(hand.letters)):
        most = max((k for i in lexicon.indexes for c, k in i.packed_rows if c == letter), default=0)
        count = min(hand.letters.count(letter), most * max_words)
        bits = max(1, count.bit_length())
        if used + bits + 1 > 8:
            lane, used = lane + 1, 0
        fields.append(Field(letter, lane, used, bits, count))
        used += bits + 1
    return fields


def lowest_bit(bits: int) -> tuple[int, int]:
    """Return the index of the lowest bit, and the other bits."""
    lowest = bits & -bits
    return lowest.bit_length() - 1, bits ^ lowest
