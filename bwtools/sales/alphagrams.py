"""What can be sold from a hand, as tiles: an *item* is some letter tiles, with a wild or without.

Its price follows from its tiles, whatever word they spell. The items of a hand are found once, as
integers with a field of bits for each letter of the hand.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from struct import iter_unpack
from typing import NamedTuple

from ..lexicon import search
from ..lexicon.lexicon import Lexicon
from ..tiles.hand import Hand
from ..tiles.tile_set import TileSet

# The key of an outcome orders as the contract does: dollars, then fewer wilds, then fewer letters.
DOLLAR = 1 << 40
WILD = 1 << 20


class Field(NamedTuple):
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


class Alphagrams:
    """The items of a hand, by falling pips, and the words behind them.

    A code counts the letters spent, each in a field of its own that lies within one byte, with
    room for one more than the hand holds (the letter that a wild stands for). So the codes of all
    words of one length are added up at once, column by column, as big integers of a byte a word.
    """

    def __init__(self, lexicon: Lexicon, hand: Hand, max_words: int):
        self.tiles: TileSet = lexicon.tiles
        self.fields = _fields(lexicon, hand, max_words)
        self.units = [(field, field.unit, field.mask) for field in self.fields]
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
        self._compare()

    def _compare(self) -> None:
        """Set, for each letter and number, the bitset of the items that spend more of it."""
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
        self.wilds = int("".join(["01"[wild] for wild in reversed(self.wild)]) or "0", 2)

    def arrange(self, order: Sequence[int]) -> None:
        """Put the items into another order."""
        self.codes = [self.codes[item] for item in order]
        self.pips = [self.pips[item] for item in order]
        self.wild = [self.wild[item] for item in order]
        self._compare()

    def fitting(self, code: int, wilds: int) -> int:
        """The bitset of the items that the tiles of a code and some wilds make."""
        unfit = 0 if wilds else self.wilds
        for field, unit, mask in self.units:
            count = code // unit & mask
            if count < field.held:
                unfit |= self.over[field, count]
        return self.all & ~unfit

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
        for (negative, is_wild), bucket in sorted(buckets.items()):
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
        return sum(code // unit & mask for _, unit, mask in self.units)

    def key(self, item: int) -> int:
        """What an item adds to the key of an outcome."""
        pips = self.pips[item]
        return pips * pips * DOLLAR - self.wild[item] * WILD - self.size(item)

    def letters(self, code: int) -> str:
        """The letter tiles that a code counts, A to Z."""
        return "".join(field.letter * (code // field.unit & field.mask) for field in self.fields)

    def words(self, items: Collection[int]) -> dict[int, list[str]]:
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


def _fields(lexicon: Lexicon, hand: Hand, max_words: int) -> list[Field]:
    """A field for each letter of the hand, none across the edge of a byte."""
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
