"""The letter-count index: for each letter and each k, which words hold at least k of it.

A row is a bitset over the words, held as one big integer, so that "the words that need no more of
any letter than the hand has" takes a dozen ORs for any hand. Words are sorted by pips (most first),
then length, then A to Z, so that the first bit is the best word; each run of words of equal pips
and length starts at a byte boundary.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from ..tiles.tile_set import ALPHABET

# Letters in a word. No hand makes a longer one, and the letters of two such words fit in 7 bits.
LONGEST = 63
_FILLED = re.compile(rb"[^\0]").finditer
Rows = Mapping[tuple[str, int], bytes | memoryview]


class _Bits(dict[int, tuple[int, ...]]):
    """The bits set in a byte, from the lowest."""

    def __missing__(self, byte: int) -> tuple[int, ...]:
        self[byte] = bits = tuple(j for j in range(8) if byte >> j & 1)
        return bits


_BITS = _Bits()


def is_word(text: str) -> bool:
    """Return whether a text can be a word of a list: 2 to LONGEST letters A to Z, in any case."""
    return 1 < len(text) <= LONGEST and text.isascii() and text.isalpha()


class Cell(NamedTuple):
    """A run of words of equal pips and length."""

    pips: int
    length: int
    words: int  # in the run
    first: int  # byte in every row
    start: int  # byte in the text

    @property
    def end(self) -> int:
        """The byte after the last in every row."""
        return self.first + (self.words + 7) // 8


class LetterIndex:
    """Words, and for each letter and k the bitset of the words with at least k of it."""

    def __init__(self, cells: list[Cell], text: bytes | memoryview, rows: Rows | None = None):
        """Take the words, and the rows if they are known."""
        self.cells = cells
        self.text = text  # the words, joined, in the order of the cells (ASCII)
        self._known_rows = rows
        self.size = cells[-1].end if cells else 0
        self._rows: dict[tuple[str, int], int] = {}
        self._octets: list[list[str] | None] = [None] * self.size

    @cached_property
    def packed_rows(self) -> Rows:
        """The rows as bitsets, little-endian, without the zeros at the end."""
        return _count_rows(self.cells, self.text) if self._known_rows is None else self._known_rows

    @cached_property
    def lengths(self) -> bytes:
        """The length of the words of each byte of a row."""
        return b"".join([bytes([cell.length]) * (cell.end - cell.first) for cell in self.cells])

    @cached_property
    def spans(self) -> dict[int, tuple[int, int]]:
        """The first byte of the words of the same pips, and the byte after the last."""
        spans: dict[int, tuple[int, int]] = {}
        for cell in self.cells:
            first, _ = spans.get(cell.pips, (cell.first, 0))
            spans[cell.pips] = first, cell.end
        return spans

    @cached_property
    def _firsts(self) -> list[int]:
        return [cell.first for cell in self.cells]

    def row(self, letter: str, count: int) -> int:
        """Return the bitset of the words with at least `count` of a letter."""
        key = letter, count
        row = self._rows.get(key)
        if row is None:
            row = self._rows[key] = int.from_bytes(self.packed_rows.get(key, b""), "little")
        return row

    @cached_property
    def all(self) -> int:
        """The bitset of all words."""
        filled = [
            ((1 << cell.words) - 1).to_bytes(cell.end - cell.first, "little") for cell in self.cells
        ]
        return int.from_bytes(b"".join(filled), "little")

    def held(self, letters: str) -> int:
        """Return the bitset of the words that the letters make without a wild."""
        short = 0
        for letter in ALPHABET:
            short |= self.row(letter, letters.count(letter) + 1)
        return self.all ^ short

    def one_short(self, letters: str, pips: Mapping[str, int]) -> dict[int, int]:
        """Return bitsets of the words missing exactly one letter, by the pips of that letter."""
        once = twice = 0
        by_pips: dict[int, int] = {}
        for letter in ALPHABET:
            have = letters.count(letter)
            missing = self.row(letter, have + 1)
            twice |= once & missing | self.row(letter, have + 2)
            once |= missing
            by_pips[pips[letter]] = by_pips.get(pips[letter], 0) | missing
        return {letter_pips: missing & ~twice for letter_pips, missing in by_pips.items()}

    def holding(self, letters: str) -> int:
        """Return the bitset of the words that contain all the letters."""
        found = self.all
        for letter in set(letters):
            found &= self.row(letter, letters.count(letter))
        return found

    def words(self) -> Iterator[str]:
        """Yield all words, in the order of the index."""
        for cell in self.cells:
            for at in range(cell.start, cell.start + cell.words * cell.length, cell.length):
                yield str(self.text[at : at + cell.length], "ascii")

    def pips_at(self, byte: int) -> int:
        """Return the pips of the words at a byte of a row."""
        return self._cell(byte).pips

    def between(self, shortest: int, longest: int) -> int:
        """Return the bitset of the words of `shortest` to `longest` letters, padding bits set."""
        chosen = bytes(255 * (shortest <= length <= longest) for length in range(256))
        return int.from_bytes(self.lengths.translate(chosen), "little")

    def collect(
        self, bits: bytes, into: dict[int, list[str]], span: tuple[int, int] | None = None
    ) -> None:
        """Append the words of a packed bitset, in the order of the index, to lists by length.

        `span` limits it to the bytes from `span[0]` to before `span[1]`.
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
        """Return the words at a byte of a row; they are cut out of the text once."""
        cell = self._cell(byte)
        start = cell.start + (byte - cell.first) * 8 * cell.length
        end = min(start + 8 * cell.length, cell.start + cell.words * cell.length)
        text = str(self.text[start:end], "ascii")
        words = [text[at : at + cell.length] for at in range(0, len(text), cell.length)]
        self._octets[byte] = words
        return words


def build_index(words: Iterable[str], pips: Mapping[str, int]) -> LetterIndex:
    """Index distinct words in capitals, sorted A to Z, of at most LONGEST letters."""
    runs: dict[tuple[int, int], list[str]] = {}
    pips_of = pips.__getitem__
    for word in words:
        key = -sum(map(pips_of, word)), len(word)
        if key in runs:
            runs[key].append(word)
        else:
            runs[key] = [word]
    cells: list[Cell] = []
    texts: list[bytes] = []
    first = start = 0
    for negative, length in sorted(runs):
        run = runs.pop((negative, length))
        cells.append(Cell(-negative, length, len(run), first, start))
        texts.append("".join(run).encode())
        first = cells[-1].end
        start += len(texts[-1])
    return LetterIndex(cells, b"".join(texts))


def _count_rows(cells: list[Cell], text: bytes | memoryview) -> Rows:
    """Return the rows of every letter, as bytes, for the words of each cell."""
    texts = [bytes(text[cell.start : cell.start + cell.words * cell.length]) for cell in cells]
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
            row = int(counts.translate(digits), 2).to_bytes(size, "little")
            rows[letter, k] = row.rstrip(b"\0")
    return rows


def _count_marks(marks: bytes, length: int, words: int) -> bytes:
    """Return the sum of marks of each word as a byte, padded to a multiple of 8 words.

    The words have equal length. Their columns are added as big integers, a byte a word, in C.
    """
    filled = (words + 7) // 8 * 8
    if not any(marks):
        return bytes(filled)
    columns = (int.from_bytes(marks[i::length], "little") for i in range(length))
    return sum(columns).to_bytes(filled, "little")
