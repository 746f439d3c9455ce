"""The common grid of the crossword variant: what lies on it, and how a word is laid.

Squares are named as in Scrabble, columns A to Y and rows 1 to 25. `8H RETiNAS` begins at H8 and
runs across, since the row stands first; `H8 RETiNAS` runs down. The small letter is a wild newly
laid. Letters that lie there already belong to the word; they may be put in parentheses.

Whether words are valid is for the caller to check: `Grid.words` lists those that a placement makes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ...errors import IllegalError, InvalidError, quote, shortened
from ...tiles.hand import Hand, Play, parse_play, upper
from ...tiles.tile_set import ALPHABET, TileSet

SIZE = 25  # squares in a row and in a column
MIDDLE = SIZE // 2
EMPTY = "."
MARGIN = 1  # squares drawn around those in use
_COLUMNS = ALPHABET[:SIZE]
_LAST = f"{_COLUMNS[-1]}{SIZE}"
_ACROSS, _DOWN = re.compile("([0-9]{1,2})([A-Z])"), re.compile("([A-Z])([0-9]{1,2})")


class Place(NamedTuple):
    """The square of the first letter, counted from 0, and whether the word runs down."""

    row: int
    column: int
    down: bool = False

    def __str__(self) -> str:
        return self.square if self.down else self.square[1:] + self.square[0]

    @property
    def square(self) -> str:
        """The name of its square."""
        return _square(self.row, self.column)

    @property
    def line(self) -> int:
        """The row that a word across lies in, the column of a word down."""
        return self.column if self.down else self.row

    @property
    def start(self) -> int:
        """Where in its line the word begins."""
        return self.row if self.down else self.column


class Placement(NamedTuple):
    """A word and where it is laid; the wild of the play is a new tile."""

    place: Place
    play: Play

    def __str__(self) -> str:
        return f"{self.place} {self.play}"


class Grid(NamedTuple):
    """What lies on the table: the rows as texts, with a small letter for a wild."""

    rows: tuple[str, ...] = (EMPTY * SIZE,) * SIZE

    @property
    def is_empty(self) -> bool:
        """Whether no word has been laid yet."""
        return not any(map(_filled, self.rows))

    def lines(self, down: bool) -> tuple[str, ...]:
        """The rows, or the columns, in which words across, or down, lie."""
        return _columns(self.rows) if down else self.rows

    def under(self, placement: Placement) -> str:
        """What lies where the word is to lie, as far as it is on the grid."""
        (_, _, down), (word, _) = placement
        start = placement.place.start
        return self.lines(down)[placement.place.line][start : start + len(word)]

    def spent(self, placement: Placement) -> Hand:
        """The tiles that the placement takes from the hand."""
        word, wild = placement.play
        new = [at for at, there in enumerate(self.under(placement)) if there == EMPTY]
        letters = "".join(sorted(word[at] for at in new if at != wild))
        return Hand(letters, int(wild is not None))

    def pips(self, placement: Placement, tiles: TileSet) -> int:
        """The pips showing in the whole word, those of tiles that lie there already included."""
        old = [there for there in self.under(placement) if there != EMPTY]
        letters, wilds = self.spent(placement)
        plain = [letter for letter in old if letter.isupper()]
        return tiles.set_pips(letters + "".join(plain), wilds + len(old) - len(plain))

    def words(self, placement: Placement) -> Iterator[Placement]:
        """The words that the placement makes: its own, then those that its new tiles complete."""
        (_, _, down), (word, _) = placement
        yield placement
        line = placement.place.line
        across = self.lines(not down)
        for at, there in enumerate(self.under(placement), placement.place.start):
            before, after = around(across[at], line)
            if there == EMPTY and (before or after):
                made = before + word[at - placement.place.start] + after
                begin = line - len(before)
                place = Place(at, begin) if down else Place(begin, at, True)
                yield Placement(place, Play(made.upper()))

    def laid(self, placement: Placement) -> Grid:
        """The grid with the word. Raises IllegalError: why it cannot lie there."""
        self._check(placement)
        (_, _, down), (word, wild) = placement
        start, line = placement.place.start, placement.place.line
        lines = list(self.lines(down))
        tiles = "".join(
            (letter.lower() if at == wild else letter) if there == EMPTY else there
            for at, (letter, there) in enumerate(zip(word, self.under(placement), strict=True))
        )
        lines[line] = lines[line][:start] + tiles + lines[line][start + len(word) :]
        return Grid(_columns(tuple(lines)) if down else tuple(lines))

    def _check(self, placement: Placement) -> None:
        """Raises IllegalError: why the word cannot lie there."""
        place, (word, wild) = placement
        if len(word) < 2:
            raise IllegalError(f"{placement} cannot be laid: a word has two letters or more")
        self._check_letters(placement)
        there = self.under(placement)
        before, after = around(
            self.lines(place.down)[place.line], place.start, place.start + len(word)
        )
        if before or after:
            raise IllegalError(
                f"{placement} is not the whole word: with the letters next to it it is "
                f"{shortened((before + word + after).upper())}"
            )
        if EMPTY not in there:
            raise IllegalError(f"{placement} lies there already: a word needs a new tile")
        if wild is not None and there[wild] != EMPTY:
            raise IllegalError(f"in {placement} the wild must be a new tile")
        if self.is_empty and place != first_place(word):
            raise IllegalError(
                f"the first word lies across with its middle on {_square(MIDDLE, MIDDLE)}: "
                f"{first_place(word)} {placement.play}"
            )
        crossed = self.crossings(place.down, place.line)
        if not self.is_empty and not any(crossed[place.start : place.start + len(word)]):
            raise IllegalError(
                f"{placement} does not cross an earlier word: it must share a letter with one that "
                f"runs {'across' if place.down else 'down'}"
            )

    def _check_letters(self, placement: Placement) -> None:
        """Raises IllegalError: the word runs off the grid, or other letters lie there."""
        (row, column, down), (word, _) = placement
        there = self.under(placement)
        if len(there) < len(word):
            raise IllegalError(
                f"{shortened(str(placement))} runs off the grid: its squares are A1 to {_LAST}"
            )
        for at, (letter, old) in enumerate(zip(word, there, strict=True)):
            if old not in (EMPTY, letter, letter.lower()):
                square = _square(row + at, column) if down else _square(row, column + at)
                raise IllegalError(
                    f"{placement} needs {letter} on {square}, where {old.upper()} lies"
                )

    def crossings(self, down: bool, line: int) -> list[bool]:
        """For each square of a line, whether an earlier word that runs the other way is on it."""
        return [
            square != EMPTY and any(around(other, line))
            for square, other in zip(self.lines(down)[line], self.lines(not down), strict=True)
        ]


@lru_cache(maxsize=256)
def _columns(rows: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map("".join, zip(*rows, strict=True)))


def _square(row: int, column: int) -> str:
    return f"{_COLUMNS[column]}{row + 1}"


def _filled(line: str) -> bool:
    return line != EMPTY * SIZE


def around(line: str, start: int, end: int | None = None) -> tuple[str, str]:
    """The letters right before and behind the squares of a line from `start` up to `end`.

    `end` is not included; without it it is one square.
    """
    end = start + 1 if end is None else end
    return line[:start].rpartition(EMPTY)[2], line[end:].partition(EMPTY)[0]


def first_place(word: str) -> Place:
    """Where the first word lies: across, its middle letter, or that left of it, in the middle."""
    return Place(MIDDLE, max(0, MIDDLE - (len(word) - 1) // 2))


def parse_place(text: str) -> Place:
    """Read a place: 8H runs across, H8 down, in any case. Raises InvalidError."""
    big = upper(text.strip())
    if match := _ACROSS.fullmatch(big):
        number, letter = match.groups()
    elif match := _DOWN.fullmatch(big):
        letter, number = match.groups()
    if not match or not 1 <= int(number) <= SIZE or letter not in _COLUMNS:
        raise InvalidError(
            f"{quote(text.strip())} is no place: 8H is across from H8, H8 is down from there, "
            f"and the squares are A1 to {_LAST}"
        )
    return Place(int(number) - 1, _COLUMNS.index(letter), big[0] == letter)


def parse_placement(text: str) -> Placement:
    """Read a placement as `str` writes it; the letters that lie there may be in parentheses.

    Raises InvalidError.
    """
    place, _, word = text.strip().partition(" ")
    if not word.strip():
        raise InvalidError(f"{quote(text.strip())} is no placement: 8H RETiNAS is one, for example")
    return Placement(parse_place(place), parse_laid(word))


def parse_laid(text: str) -> Play:
    """Read a word to be laid: as a play, and with parentheses if one likes. Raises InvalidError."""
    plain = re.sub(r"\(([A-Za-z]+)\)", r"\1", text.strip())
    return parse_play(plain)


def placements(grid: Grid, play: Play) -> Iterator[Placement]:
    """Everywhere where a word can lie."""
    for down in (False, True):
        for row in range(SIZE):
            for column in range(SIZE):
                placement = Placement(Place(row, column, down), play)
                try:
                    grid.laid(placement)
                except IllegalError:
                    continue
                yield placement


def settle(grid: Grid, placement: Placement, hand: Hand) -> Placement:
    """Have the wild stand for what the hand lacks, if no wild is written.

    A small letter for a wild that lies there says nothing. Of two equal letters the last is the
    wild. Raises IllegalError: the word cannot lie there, or the tiles are not held.
    """
    place, (word, wild) = placement
    there = grid.under(placement)
    if wild is not None and there[wild : wild + 1] != EMPTY:
        placement = Placement(place, Play(word))
    grid.laid(placement)
    letters, wilds = grid.spent(placement)
    missing = sorted((Counter(letters) - Counter(hand.letters)).elements())
    if not missing and wilds <= hand.wilds:
        return placement
    if len(missing) == 1 and not wilds and hand.wilds:
        lacking = max(at for at, old in enumerate(there) if old == EMPTY and word[at] == missing[0])
        return Placement(place, Play(word, lacking))
    names = shortened(", ".join(missing))
    if missing and not wilds and hand.wilds:
        number = "two" if len(missing) == 2 else len(missing)
        raise IllegalError(f"for {placement} {number} wilds needed (for {names}), one allowed")
    held = f"the tiles {names}" if missing else "a wild"
    raise IllegalError(f"for {placement} you do not hold {held}")


def draw_grid(grid: Grid) -> list[str]:
    """The part of the grid in use and a margin, with its coordinates; wilds are small letters."""
    top, bottom = _used(grid.rows)
    left, right = _used(grid.lines(down=True))
    heading = "   " + "".join(f" {letter}" for letter in _COLUMNS[left:right])
    return [
        heading,
        *(f"{row + 1:>3} " + " ".join(grid.rows[row][left:right]) for row in range(top, bottom)),
    ]


def _used(lines: tuple[str, ...]) -> tuple[int, int]:
    """The first of the lines to be drawn, and the one behind the last."""
    filled = [at for at, line in enumerate(lines) if _filled(line)] or [MIDDLE]
    return max(0, filled[0] - MARGIN), min(SIZE, filled[-1] + MARGIN + 1)
