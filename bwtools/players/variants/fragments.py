"""An index of fragments, runs of letters, in words: for the grid of the crossword variant.

An Aho-Corasick automaton searches for all fragments at once, in one pass over the word list.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from ...lexicon.letter_index import LetterIndex

_DIGITS = b"01" + bytes(254)
_MEMORY = 100_000_000  # bytes of marks in a pass: one per fragment and letter of the word list
_REMEMBERED = 300  # fragments: far more than are on a grid


@lru_cache(maxsize=4)
def fragments_of(index: LetterIndex) -> Fragments:
    """Return the index of fragments, initially empty, of a letter index."""
    return Fragments(index)


class Fragments:
    """Which words of a letter index contain a fragment, and at which offset."""

    def __init__(self, index: LetterIndex) -> None:
        self.index = index
        self.text = str(index.text, "ascii")
        self._found: dict[str, dict[int, int]] = {}

    def add(self, fragments: Collection[str]) -> None:
        """Search for the new ones of these fragments, as many in one pass as memory allows."""
        if len(self._found) > _REMEMBERED:
            self._found = {run: self._found[run] for run in fragments if run in self._found}
        new = sorted(set(fragments) - self._found.keys())
        batch = max(1, _MEMORY // max(1, len(self.text)))
        for at in range(0, len(new), batch):
            self._search(new[at : at + batch])

    def _search(self, fragments: list[str]) -> None:
        import ahocorasick

        automaton = ahocorasick.Automaton()
        marks = {run: bytearray(len(self.text)) for run in fragments}
        for run in fragments:
            automaton.add_word(run, marks[run])
        automaton.make_automaton()
        for last, mark in automaton.iter(self.text):
            mark[last] = 1
        for run in fragments:
            self._found[run] = self._bitsets(marks[run], len(run))

    def at(self, fragment: str, offset: int) -> int:
        """Return the bitset of the words with a fragment, added before, at an offset."""
        return self._found[fragment].get(offset, 0)

    def _bitsets(self, marks: bytearray, length: int) -> dict[int, int]:
        """Return bitsets by offset, given the marks at the last letters of a fragment."""
        cells = self.index.cells
        found = {}
        longest = max((cell.length for cell in cells), default=0)
        for offset in range(longest - length + 1):
            last = offset + length - 1
            digits = bytearray(8 * self.index.size)
            for cell in cells:
                if last < cell.length:
                    first, end = 8 * cell.first, cell.start + cell.words * cell.length
                    digits[first : first + cell.words] = marks[
                        cell.start + last : end : cell.length
                    ]
            if any(digits):
                digits.reverse()
                found[offset] = int(digits.translate(_DIGITS), 2)
        return found
