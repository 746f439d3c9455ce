"""The move generator of the crossword variant: all legal placements, best first.

A word fits a slot if it contains the letters on its squares. `Fragments` gives, for each fragment
on the grid and each offset, the bitset of the words that have it there. The letter-count index
gives the bitset of the words that the hand and these letters make. So a slot takes a few ANDs. The
trie gives the letters that a square can take because of the words beside it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from ...game.variants.grid import EMPTY, SIZE, Grid, Placement, Start, around, first_start
from ...lexicon.letter_index import LetterIndex
from ...lexicon.lexicon import Lexicon
from ...lexicon.search import plays
from ...tiles.hand import Hand, Play
from ...tiles.tile_set import ALPHABET, TileSet
from .fragments import fragments_of

_RUN = re.compile("[^.]+")
_FILLED = re.compile(rb"[^\0]").search


def best_placements(lexicon: Lexicon, grid: Grid, hand: Hand) -> Iterator[tuple[Placement, int]]:
    """Yield every placement possible with the hand, and the pips of the word, best first.

    A word comes once at each start: without a wild if possible; of two equal letters the last is
    the wild. Order: highest price, no wild before wild, fewer tiles from the hand, A to Z.
    """
    if grid.is_empty:
        for play, pips in plays(lexicon, hand):
            if len(play.word) <= SIZE:
                yield Placement(first_start(play.word), play), pips
        return
    due: defaultdict[int, list[_Layer]] = defaultdict(
        list
    )  # layers by the pips of their next words
    for index in lexicon.indexes:
        for layer in _layers(index, lexicon, grid, hand):
            due[layer.shows(layer.first)].append(layer)
    removed = lexicon.house.removed
    for pips in range(max(due, default=0), -1, -1):
        level: list[tuple[bool, int, Placement]] = []
        for layer in due.pop(pips, ()):
            first, end = layer.index.spans[pips + layer.lost]
            level += layer.words(first, end, hand)
            if following := _FILLED(layer.bits, end):
                due[layer.shows(following.start())].append(layer)
        level.sort(key=lambda found: (found[0], found[1], found[2].play.word, found[2].start))
        for _, _, placement in level:
            if placement.play.word not in removed:
                yield placement, pips


class Slot(NamedTuple):
    """A start for words, and the fragments on the grid that they cover from there."""

    start: Start
    covered: str  # the letters on the squares, in lower case for wilds
    runs: tuple[tuple[str, int], ...]  # each fragment in capitals, with its offset in the word
    lengths: tuple[int, int]  # of words: least and most
    new: tuple[int, ...]  # offsets of new tiles, for the longest word
    allowed: tuple[tuple[int, str], ...]  # offset, and the letters that the words beside it allow


class _Layer:
    """The words of an index that fit a slot, all without a wild or all with one of equal effect."""

    def __init__(self, index: LetterIndex, found: int, slot: Slot, wild: bool, lost: int) -> None:
        self.index = index
        self.found = found  # the bitset of the words
        self.slot = slot
        self.wild = wild
        self.lost = lost  # pips of the letters that wilds do not show

    @cached_property
    def bits(self) -> bytes:
        """The packed bitset, computed lazily: most layers never need it."""
        return self.found.to_bytes(self.index.size, "little")

    @property
    def first(self) -> int:
        """The first byte with a word."""
        return ((self.found & -self.found).bit_length() - 1) // 8

    def shows(self, byte: int) -> int:
        """Return the pips of the words of a byte."""
        return self.index.pips_at(byte) - self.lost

    def words(self, first: int, end: int, hand: Hand) -> Iterator[tuple[bool, int, Placement]]:
        """Yield the words of a range of bytes: whether with a wild, tiles laid, placement."""
        found: dict[int, list[str]] = {}
        self.index.collect(self.bits, found, (first, end))
        for length, words in found.items():
            new = [at for at in self.slot.new if at < length]
            allowed = [check for check in self.slot.allowed if check[0] < length]
            for word in words:
                if all(word[at] in letters for at, letters in allowed):
                    wild = _missing(word, new, hand) if self.wild else None
                    yield self.wild, len(new), Placement(self.slot.start, Play(word, wild))


def _missing(word: str, new: list[int], hand: Hand) -> int:
    """Return the offset of the last new tile with a letter that the hand has too few of."""
    laid = "".join(word[at] for at in new)
    return next(at for at in reversed(new) if laid.count(word[at]) > hand.letters.count(word[at]))


def _layers(index: LetterIndex, lexicon: Lexicon, grid: Grid, hand: Hand) -> Iterator[_Layer]:
    tiles = lexicon.tiles
    slots = list(_slots(lexicon, grid, len(hand.letters) + bool(hand.wilds)))
    fragments = fragments_of(index)
    fragments.add({run for slot in slots for run, _ in slot.runs})
    by_lengths = {lengths: index.between(*lengths) for lengths in {slot.lengths for slot in slots}}
    pools: dict[str, list[_Pool]] = {}
    for slot in slots:
        bits = by_lengths[slot.lengths]
        for run, offset in slot.runs:
            bits &= fragments.at(run, offset)
        covered = slot.covered.upper()
        if covered not in pools:
            pools[covered] = _pools(index, tiles, hand.plus(covered))
        wilds = [letter.upper() for letter in slot.covered if letter.islower()]
        hidden = tiles.set_pips("".join(wilds)) - tiles.set_pips("", len(wilds))
        for pool in pools[covered]:
            if found := bits & pool.found:
                yield _Layer(index, found, slot, pool.wild, hidden + pool.lost)


class _Pool(NamedTuple):
    """The words that a hand makes, all with a wild or all without."""

    found: int  # their bitset
    wild: bool
    lost: int  # pips of the letters that wilds do not show


def _pools(index: LetterIndex, tiles: TileSet, hand: Hand) -> list[_Pool]:
    held = [_Pool(index.held(hand.letters), False, 0)]
    if hand.wilds:
        short = index.one_short(hand.letters, tiles.pips)
        held += [_Pool(found, True, pips - tiles.wild_pips) for pips, found in short.items()]
    return held


class _Line(NamedTuple):
    """A row or a column."""

    down: bool
    number: int
    squares: str
    crossed: list[bool]  # whether a word in the other direction is on the square
    allowed: list[str | None]  # letters that the words beside an empty square allow; None: any
    runs: list[tuple[int, int]]  # start and end of each fragment

    def slots(self, first: int, last: int, most: int) -> Iterator[Slot]:
        """Yield the slots that cover a range of the fragments, with at most `most` new tiles."""
        start, end = self.runs[first][0], self.runs[last][1]
        inner = self.squares[start:end].count(EMPTY)
        if "" in self.allowed[start:end] or not any(self.crossed[start:end]):
            return
        farthest = self._farthest(end)
        for begin in self._begins(start):
            room = most - inner - (start - begin)
            if room < 0:
                return
            least = end + (begin == start and not inner)  # a word has a new tile
            far = min(end + room, farthest)
            if least <= far:
                yield self._slot(begin, self.runs[first : last + 1], least, far)

    def _slot(self, begin: int, runs: list[tuple[int, int]], least: int, far: int) -> Slot:
        squares = self.squares[begin:far]
        allowed = enumerate(self.allowed[begin:far])
        return Slot(
            start=Start(begin, self.number, True) if self.down else Start(self.number, begin),
            covered=squares.replace(EMPTY, ""),
            runs=tuple((self.squares[a:z].upper(), a - begin) for a, z in runs),
            lengths=(least - begin, far - begin),
            new=tuple(at for at, square in enumerate(squares) if square == EMPTY),
            allowed=tuple((at, letters) for at, letters in allowed if letters is not None),
        )

    def _begins(self, start: int) -> Iterator[int]:
        """Yield where a word can begin whose first fragment starts here, nearest first."""
        yield start
        while start and self.allowed[start - 1] != "" and self._is_free(start - 2):
            start -= 1
            yield start

    def _farthest(self, end: int) -> int:
        """Return the farthest end of a word whose last fragment ends here."""
        while end < SIZE and self.allowed[end] != "" and self._is_free(end + 1):
            end += 1
        return end

    def _is_free(self, at: int) -> bool:
        """Return whether a square is empty or outside the grid."""
        return not 0 <= at < SIZE or self.squares[at] == EMPTY


def _slots(lexicon: Lexicon, grid: Grid, most: int) -> Iterator[Slot]:
    """Yield every slot that crosses an earlier word, with at most `most` new tiles."""
    for down in (False, True):
        others = grid.lines(not down)
        for number, squares in enumerate(grid.lines(down)):
            crossed = grid.crossings(down, number)
            if not any(crossed):
                continue
            allowed = [
                _allowed(lexicon, *around(other, number)) if square == EMPTY else None
                for square, other in zip(squares, others, strict=True)
            ]
            spans = [match.span() for match in _RUN.finditer(squares)]
            line = _Line(down, number, squares, crossed, allowed, spans)
            for first in range(len(spans)):
                for last in range(first, len(spans)):
                    yield from line.slots(first, last, most)


def _allowed(lexicon: Lexicon, before: str, after: str) -> str | None:
    """Return the letters that make a word with those beside a square; None if there are none."""
    if not before and not after:
        return None
    before, after = before.upper(), after.upper()
    return "".join(letter for letter in ALPHABET if before + letter + after in lexicon)
