"""The shared grid of the crossword variant: the tiles on it, and how a word is laid.

Squares are named as in Scrabble, columns A to Y and rows 1 to 25. `8H RETiNAS` starts at H8 and
runs across, since the row comes first; `H8 RETiNAS` runs down. The lower-case letter is a wild
newly laid. Letters already on the grid are part of the word; they may be put in parentheses.

Whether words are valid is for the caller to check: `Grid.words` lists those that a placement makes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ...errors import IllegalError, InvalidError, quote, shortened
from ...tiles.hand import Hand, Play, parse_play, shortage, too_many_wilds, upper
from ...tiles.tile_set import ALPHABET, TileSet

SIZE = 25  # squares in a row and in a column
MIDDLE = SIZE // 2
EMPTY = "."
MARGIN = 1  # squares drawn around those in use
_COLUMNS = ALPHABET[:SIZE]
_LAST = f"{_COLUMNS[-1]}{SIZE}"
_ACROSS, _DOWN = re.compile("([0-9]{1,2})([A-Z])"), re.compile("([A-Z])([0-9]{1,2})")


class Start(NamedTuple):
    """Where a word starts: row and column of its first letter from 0, and its direction."""

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
        """The row of a word across, the column of a word down."""
        return self.column if self.down else self.row

    @property
    def offset(self) -> int:
        """The index of the first letter in its line."""
        return self.row if self.down else self.column


class Placement(NamedTuple):
    """A word and where it is laid; the wild of the play is a new tile."""

    start: Start
    play: Play

    def __str__(self) -> str:
        return f"{self.start} {self.play}"


class Grid(NamedTuple):
    """The tiles on the grid: a string for each row, with lower-case letters for wilds."""

    rows: tuple[str, ...] = (EMPTY * SIZE,) * SIZE

    @property
    def is_empty(self) -> bool:
        """Whether no word has been laid yet."""
        return not any(map(_filled, self.rows))

    def lines(self, down: bool) -> tuple[str, ...]:
        """Return the columns, for words down, or else the rows."""
        return _columns(self.rows) if down else self.rows

    def under(self, placement: Placement) -> str:
        """Return the squares that the word covers, as far as they are on the grid."""
        start = placement.start
        return self.lines(start.down)[start.line][
            start.offset : start.offset + len(placement.play.word)
        ]

    def spent(self, placement: Placement) -> Hand:
        """Return the tiles that the placement takes from the hand."""
        word, wild = placement.play
        new = [at for at, square in enumerate(self.under(placement)) if square == EMPTY]
        letters = "".join(sorted(word[at] for at in new if at != wild))
        return Hand(letters, int(wild is not None))

    def pips(self, placement: Placement, tiles: TileSet) -> int:
        """Return the pips of the whole word, including the tiles already on the grid."""
        old = [square for square in self.under(placement) if square != EMPTY]
        letters, wilds = self.spent(placement)
        plain = [letter for letter in old if letter.isupper()]
        return tiles.set_pips(letters + "".join(plain), wilds + len(old) - len(plain))

    def words(self, placement: Placement) -> Iterator[Placement]:
        """Yield the words that the placement makes: its own, then those its new tiles complete."""
        start, word = placement.start, placement.play.word
        yield placement
        crossing = self.lines(not start.down)
        for letter, (at, square) in zip(
            word, enumerate(self.under(placement), start.offset), strict=False
        ):
            before, after = around(crossing[at], start.line)
            if square == EMPTY and (before or after):
                begin = start.line - len(before)
                made = Start(at, begin) if start.down else Start(begin, at, True)
                yield Placement(made, Play((before + letter + after).upper()))

    def laid(self, placement: Placement) -> Grid:
        """Return the grid with the word added. Raise IllegalError if it cannot be laid there."""
        self._check(placement)
        start, (word, wild) = placement
        tiles = "".join(
            (letter.lower() if at == wild else letter) if square == EMPTY else square
            for at, (letter, square) in enumerate(zip(word, self.under(placement), strict=True))
        )
        lines = list(self.lines(start.down))
        line = lines[start.line]
        lines[start.line] = line[: start.offset] + tiles + line[start.offset + len(word) :]
        return Grid(_columns(tuple(lines)) if start.down else tuple(lines))

    def _check(self, placement: Placement) -> None:
        """Raise IllegalError if the word cannot be laid there."""
        start, (word, wild) = placement
        if len(word) < 2:
            raise IllegalError(f"{placement} cannot be laid: a word has at least two letters")
        self._check_letters(placement)
        under, end = self.under(placement), start.offset + len(word)
        before, after = around(self.lines(start.down)[start.line], start.offset, end)
        if before or after:
            raise IllegalError(
                f"{placement} is not the whole word: with the letters next to it it is "
                f"{shortened((before + word + after).upper())}"
            )
        if EMPTY not in under:
            raise IllegalError(f"{placement} is already on the grid: a word needs a new tile")
        if wild is not None and under[wild] != EMPTY:
            raise IllegalError(f"in {placement} the wild must be a new tile")
        if self.is_empty:
            if start != first_start(word):
                raise IllegalError(
                    f"the first word must be laid across with its middle on "
                    f"{_square(MIDDLE, MIDDLE)}: {first_start(word)} {placement.play}"
                )
        elif not any(self.crossings(start.down, start.line)[start.offset : end]):
            raise IllegalError(
                f"{placement} does not cross an earlier word: it must share a letter with one that "
                f"runs {'across' if start.down else 'down'}"
            )

    def _check_letters(self, placement: Placement) -> None:
        """Raise IllegalError if the word runs off the grid or conflicts with letters on it."""
        (row, column, down), (word, _) = placement
        under = self.under(placement)
        if len(under) < len(word):
            raise IllegalError(
                f"{shortened(str(placement))} runs off the grid: its squares are A1 to {_LAST}"
            )
        for at, (letter, old) in enumerate(zip(word, under, strict=True)):
            if old not in (EMPTY, letter, letter.lower()):
                square = _square(row + at, column) if down else _square(row, column + at)
                raise IllegalError(
                    f"{placement} needs {letter} on {square}, which has {old.upper()}"
                )

    def crossings(self, down: bool, line: int) -> list[bool]:
        """Return for each square of a line whether a word in the other direction is on it."""
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
    """Return the letters directly before and after the squares of a line from `start` to `end`.

    `end` is exclusive; the default is one square.
    """
    end = start + 1 if end is None else end
    return line[:start].rpartition(EMPTY)[2], line[end:].partition(EMPTY)[0]


def first_start(word: str) -> Start:
    """Return where the first word starts: its middle letter is in the middle, or the one before."""
    return Start(MIDDLE, max(0, MIDDLE - (len(word) - 1) // 2))


def parse_start(text: str) -> Start:
    """Read where a word starts: 8H runs across, H8 down, in any case. Raise InvalidError."""
    big = upper(text.strip())
    if match := _ACROSS.fullmatch(big):
        number, letter = match.groups()
    elif match := _DOWN.fullmatch(big):
        letter, number = match.groups()
    if not match or not 1 <= int(number) <= SIZE or letter not in _COLUMNS:
        raise InvalidError(
            f"{quote(text.strip())} is not a square: write 8H for across from H8, H8 for down from "
            f"there; the squares are A1 to {_LAST}"
        )
    return Start(int(number) - 1, _COLUMNS.index(letter), big[0] == letter)


def parse_placement(text: str) -> Placement:
    """Read a placement as `str` writes it; letters on the grid may be in parentheses.

    Raise InvalidError.
    """
    start, _, word = text.strip().partition(" ")
    if not word.strip():
        raise InvalidError(f"{quote(text.strip())} is not a placement: write it as in 8H RETiNAS")
    return Placement(parse_start(start), parse_grid_word(word))


def parse_grid_word(text: str) -> Play:
    """Read a word to be laid on the grid, with optional parentheses. Raise InvalidError."""
    plain = re.sub(r"\(([A-Za-z]+)\)", r"\1", text.strip())
    return parse_play(plain)


def placements(grid: Grid, play: Play) -> Iterator[Placement]:
    """Yield every placement of a play that the grid allows."""
    for down in (False, True):
        for row in range(SIZE):
            for column in range(SIZE):
                placement = Placement(Start(row, column, down), play)
                try:
                    grid.laid(placement)
                except IllegalError:
                    continue
                yield placement


def assign_wild(grid: Grid, placement: Placement, hand: Hand) -> Placement:
    """Return the placement with a wild for the letter missing from the hand, if none is written.

    A lower-case letter for a wild on the grid is ignored. Of two equal letters the last is the
    wild. Raise IllegalError if the word cannot be laid there, or the tiles are not held.
    """
    start, (word, wild) = placement
    under = grid.under(placement)
    if wild is not None and under[wild : wild + 1] != EMPTY:
        placement = Placement(start, Play(word))
    grid.laid(placement)
    letters, wilds = grid.spent(placement)
    missing = sorted((Counter(letters) - Counter(hand.letters)).elements())
    if not missing and wilds <= hand.wilds:
        return placement
    if len(missing) == 1 and not wilds and hand.wilds:
        last = max(at for at, old in enumerate(under) if old == EMPTY and word[at] == missing[0])
        return Placement(start, Play(word, last))
    if missing and not wilds and hand.wilds:
        raise too_many_wilds(placement, missing)
    held = shortage(hand.letters, letters) or "no wild"
    raise IllegalError(f"for {placement} you hold {held}")


def draw_grid(grid: Grid) -> list[str]:
    """Return lines that draw the part of the grid in use, with a margin and its coordinates."""
    top, bottom = _used(grid.rows)
    left, right = _used(grid.lines(down=True))
    heading = "   " + "".join(f" {letter}" for letter in _COLUMNS[left:right])
    return [
        heading,
        *(f"{row + 1:>3} " + " ".join(grid.rows[row][left:right]) for row in range(top, bottom)),
    ]


def _used(lines: tuple[str, ...]) -> tuple[int, int]:
    """Return the range of lines to be drawn."""
    filled = [at for at, line in enumerate(lines) if _filled(line)] or [MIDDLE]
    return max(0, filled[0] - MARGIN), min(SIZE, filled[-1] + MARGIN + 1)
