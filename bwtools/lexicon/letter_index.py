"""The letter-count index: for each letter and each k, which words hold at least k of it.

A row is a bitset over the words, kept as one big integer, so that "the words that need no more of
any letter than the hand has" is a dozen ORs whatever the hand. Words are ordered by pips (most
first), then length, then A to Z, so that the first bit is the best word; each run of words of
equal pips and length starts on a byte of its own.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ..tiles.tile_set import ALPHABET

# Letters in a word. Longer ones no hand of any game makes; up to here the letters of two words
# are counted in 7 bits.
LONGEST = 63
_FILLED = re.compile(rb"[^\0]").finditer
_BITS = tuple(tuple(j for j in range(8) if byte >> j & 1) for byte in range(256))
Rows = Mapping[tuple[str, int], bytes | memoryview]


def is_word(text: str) -> bool:
    """Whether a text can be a word of a dictionary: 2 to LONGEST letters A to Z, in any case."""
    return 1 < len(text) <= LONGEST and text.isascii() and text.isalpha()


class Cell(NamedTuple):
    """A run of words of equal pips and length.

    `words` of them, from byte `first` of every row and from byte `start` of the text.
    """

    pips: int
    length: int
    words: int
    first: int
    start: int

    @property
    def end(self) -> int:
        """The byte behind the last."""
        return self.first + (self.words + 7) // 8


class LetterIndex:
    """Words, and for each letter and k the bitset of those that hold at least k of it."""

    def __init__(self, cells: list[Cell], text: bytes | memoryview, rows: Rows):
        self.cells = cells
        self.text = text  # the words, one behind the other, in the order of the cells (ASCII)
        self.packed_rows = rows
        self.size = cells[-1].end if cells else 0
        # The length of the words of each byte.
        self.lengths = b"".join(bytes([cell.length]) * (cell.end - cell.first) for cell in cells)
        self.spans: dict[int, tuple[int, int]] = {}  # pips: first byte and end
        for cell in cells:
            first, _ = self.spans.get(cell.pips, (cell.first, 0))
            self.spans[cell.pips] = first, cell.end
        self._rows: dict[tuple[str, int], int] = {}
        self._all: int | None = None
        self._octets: list[list[str] | None] = [None] * self.size
        self._firsts = [cell.first for cell in cells]

    def row(self, letter: str, count: int) -> int:
        """The bitset of the words that hold at least `count` of a letter."""
        key = letter, count
        row = self._rows.get(key)
        if row is None:
            row = self._rows[key] = int.from_bytes(self.packed_rows.get(key, b""), "little")
        return row

    @property
    def all(self) -> int:
        """The bitset of all words."""
        if self._all is None:
            filled = [
                ((1 << cell.words) - 1).to_bytes(cell.end - cell.first, "little")
                for cell in self.cells
            ]
            self._all = int.from_bytes(b"".join(filled), "little")
        return self._all

    def held(self, letters: str) -> int:
        """The bitset of the words that the letters make without a wild."""
        short = 0
        for letter in ALPHABET:
            short |= self.row(letter, letters.count(letter) + 1)
        return self.all ^ short

    def one_short(self, letters: str, pips: Mapping[str, int]) -> dict[int, int]:
        """The words that lack exactly one letter: a bitset for each number of pips it has."""
        once = twice = 0
        by_pips: dict[int, int] = {}
        for letter in ALPHABET:
            have = letters.count(letter)
            lacking = self.row(letter, have + 1)
            twice |= once & lacking | self.row(letter, have + 2)
            once |= lacking
            by_pips[pips[letter]] = by_pips.get(pips[letter], 0) | lacking
        return {worth: lacking & ~twice for worth, lacking in by_pips.items()}

    def holding(self, letters: str) -> int:
        """The bitset of the words that hold all the letters."""
        found = self.all
        for letter in set(letters):
            found &= self.row(letter, letters.count(letter))
        return found

    def pips_at(self, byte: int) -> int:
        """The pips of the words of a byte of every bitset."""
        return self._cell(byte).pips

    def between(self, shortest: int, longest: int) -> int:
        """The bitset of the words of so many letters, both ends included; and of no word."""
        chosen = bytes(255 * (shortest <= length <= longest) for length in range(256))
        return int.from_bytes(self.lengths.translate(chosen), "little")

    def collect(
        self, bits: bytes, into: dict[int, list[str]], span: tuple[int, int] | None = None
    ) -> None:
        """Add the words of a packed bitset, in the order of the index, to lists by length.

        `span` keeps to some of the bytes.
        """
        octets, lengths = self._octets, self.lengths
        found: list[str] = []
        last = 0
        for match in _FILLED(bits, *(span or (0, len(bits)))):
            at = match.start()
            words = octets[at] or self._octet(at)
            length = lengths[at]
            if length != last:
                found = into.setdefault(length, [])
                last = length
            for j in _BITS[bits[at]]:
                found.append(words[j])

    def _cell(self, byte: int) -> Cell:
        return self.cells[bisect_left(self._firsts, byte + 1) - 1]

    def _octet(self, byte: int) -> list[str]:
        """The words of a byte of every bitset, cut out of the text and kept."""
        cell = self._cell(byte)
        start = cell.start + (byte - cell.first) * 8 * cell.length
        end = min(start + 8 * cell.length, cell.start + cell.words * cell.length)
        text = str(self.text[start:end], "ascii")
        words = [text[at : at + cell.length] for at in range(0, len(text), cell.length)]
        self._octets[byte] = words
        return words


def build_index(words: Iterable[str], pips: Mapping[str, int]) -> LetterIndex:
    """Index words: capitals, each once, A to Z, of at most LONGEST letters."""
    runs: dict[tuple[int, int], list[str]] = {}
    worth = pips.__getitem__
    for word in words:
        key = -sum(map(worth, word)), len(word)
        if key in runs:
            runs[key].append(word)
        else:
            runs[key] = [word]
    cells: list[Cell] = []
    texts: list[bytes] = []
    first = start = 0
    for (negative, length), run in sorted(runs.items()):
        cells.append(Cell(-negative, length, len(run), first, start))
        texts.append("".join(run).encode())
        first = cells[-1].end
        start += len(texts[-1])
    runs.clear()
    return LetterIndex(cells, b"".join(texts), _count_rows(cells, texts))


def _count_rows(cells: list[Cell], texts: list[bytes]) -> Rows:
    """The rows of every letter, as bytes, for the words of each cell."""
    size = cells[-1].end if cells else 0
    rows: dict[tuple[str, int], bytes] = {}
    for letter in ALPHABET:
        marks = bytes(char == ord(letter) for char in range(256))
        counts = b"".join(
            _count_marks(text.translate(marks), cell.length, cell.words)
            for cell, text in zip(cells, texts, strict=True)
        )[::-1]
        for k in range(1, max(counts, default=0) + 1):
            digits = bytes(48 + (count >= k) for count in range(256))
            rows[letter, k] = int(counts.translate(digits), 2).to_bytes(size, "little")
    return rows


def _count_marks(marks: bytes, length: int, words: int) -> bytes:
    """For each word of equal length the sum of its marks, a byte each, filled up to eights.

    The columns of the words are added as big integers, one byte a word: at C speed.
    """
    filled = (words + 7) // 8 * 8
    if not any(marks):
        return bytes(filled)
    columns = (int.from_bytes(marks[i::length], "little") for i in range(length))
    return sum(columns).to_bytes(filled, "little")
