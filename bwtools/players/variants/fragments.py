"""Where runs of letters stand in words: what the grid of the crossword variant asks.

The Aho-Corasick automaton seeks all the runs at once, in one pass over the word list.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from ...lexicon.letter_index import LetterIndex

_DIGITS = b"01" + bytes(254)
_MEMORY = 100_000_000  # bytes of marks in a pass: a byte for each letter of the words, of each run
_REMEMBERED = 300  # runs: far more than lie on a grid


@lru_cache(maxsize=4)
def fragments_of(index: LetterIndex) -> Fragments:
    """What is known about the runs of letters in the words of an index."""
    return Fragments(index)


class Fragments:
    """For runs of letters: which words of an index have one, and where."""

    def __init__(self, index: LetterIndex) -> None:
        self.index = index
        self.text = str(index.text, "ascii")
        self._found: dict[str, dict[int, int]] = {}

    def learn(self, runs: Collection[str]) -> None:
        """Seek those of the runs that are not known yet, as many in one pass as memory allows."""
        if len(self._found) > _REMEMBERED:
            self._found = {run: self._found[run] for run in runs if run in self._found}
        new = sorted(set(runs) - self._found.keys())
        at_once = max(1, _MEMORY // max(1, len(self.text)))
        for at in range(0, len(new), at_once):
            self._seek(new[at : at + at_once])

    def _seek(self, runs: list[str]) -> None:
        import ahocorasick

        automaton = ahocorasick.Automaton()
        marks = {run: bytearray(len(self.text)) for run in runs}
        for run in runs:
            automaton.add_word(run, marks[run])
        automaton.make_automaton()
        for last, mark in automaton.iter(self.text):
            mark[last] = 1
        for run in runs:
            self._found[run] = self._bitsets(marks[run], len(run))

    def at(self, run: str, offset: int) -> int:
        """The bitset of the words that have a run, learnt before, behind so many letters."""
        return self._found[run].get(offset, 0)

    def _bitsets(self, marks: bytearray, length: int) -> dict[int, int]:
        """The bitsets by offset, of a run of a length whose last letters are marked."""
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
