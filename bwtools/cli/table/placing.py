"""A word that is being laid on the board of a crossword game: the cursor and the letters so far."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice
from typing import NamedTuple

from ...game.variants.grid import EMPTY, MIDDLE, SIZE, Grid, Placement, Start, first_start
from ...lexicon.lexicon import Lexicon
from ...players.variants.grid_moves import best_placements
from ...tiles.hand import Hand, Play
from ...tiles.tile_set import price
from .completion import MOST
from .grid_view import Square
from .rack import Rack

MOVES = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


class GridJudgement(NamedTuple):
    """The word on the board and its price in dollars; why it cannot be sold; the tiles left."""

    placement: Placement
    dollars: int
    complaint: str  # about where it is
    unknown: tuple[str, ...]  # the words it makes that are not in the dictionary
    leave: Hand

    @property
    def valid(self) -> bool:
        """Whether the word can be sold."""
        return not (self.complaint or self.unknown)


def covered(placement: Placement) -> list[Square]:
    """Return the squares of the letters of a placement."""
    (row, column, down), (word, _) = placement
    return [(row + at * down, column + at * (not down)) for at in range(len(word))]


class Placing:
    """Letters of one word on the board. Their tiles are lifted from a rack, in the same order.

    On an empty board the word is always across the middle, wherever the cursor is.
    """

    def __init__(self) -> None:
        self.grid = Grid()
        self.cursor: Square = (MIDDLE, MIDDLE)
        self.down = False
        self.squares: list[Square] = []  # of the letters of the rack's word, in its order
        self._letters = ""  # on the squares: in lower case for a wild
        self._offered: Placement | None = None  # the word that was completed last
        self._found: Iterator[Placement] = iter(())

    def begin(self, rack: Rack, grid: Grid) -> None:
        """Show a grid; lay the letters again if it has not changed, and their tiles are held."""
        if grid != self.grid:
            self.grid, self.squares, self._letters = grid, [], ""
        for letter in self._letters:
            rack.forced = letter.islower()
            if rack.lay(letter.upper()):
                self.clear(rack)
                return

    def tentative(self) -> dict[Square, str]:
        """Return the letters on the board that are not sold yet, in lower case for a wild."""
        return dict(zip(self.squares, self._letters, strict=True))

    def move(self, key: str) -> None:
        """Move the cursor in the direction of an arrow key."""
        down, right = MOVES[key]
        row, column = self.cursor
        self.cursor = min(max(row + down, 0), SIZE - 1), min(max(column + right, 0), SIZE - 1)

    def turn(self) -> str:
        """Change between across and down; return a complaint."""
        if self.grid.is_empty:
            return "the first word is laid across"
        self.down = not self.down
        return ""

    def point(self, square: Square) -> str:
        """Move the cursor to a square, or turn if it is there; return a complaint."""
        if square == self.cursor:
            return self.turn()
        self.cursor = square
        return ""

    def lay(self, rack: Rack, letter: str) -> str:
        """Lay a letter (a capital) at the cursor or after the tiles there; return a complaint.

        The letter that is on the board at the cursor is passed over.
        """
        if self._on(self.cursor).upper() == letter and not rack.forced:
            self._advance()
            return ""
        square = self._free()
        if square is None:
            return "the word runs off the board"
        if complaint := rack.lay(letter):
            return complaint
        self._laid(rack, square)
        return ""

    def click(self, rack: Rack, slot: int) -> str:
        """Lay the tile of a slot of the rack, or put it back; return a complaint."""
        at = next((at for at, laid in enumerate(rack.words[0]) if laid.slot == slot), None)
        if at is not None:
            self._take(rack, at)
            return ""
        square = self._free()
        if square is None:
            return "the word runs off the board"
        rack.lift(slot)
        self._laid(rack, square)
        return ""

    def back(self, rack: Rack) -> None:
        """Take the last letter back, or move the cursor back if there is none."""
        if rack.forced:
            rack.forced = False
        elif self.squares:
            self._take(rack, len(self.squares) - 1)
        else:
            self.move("up" if self.down else "left")

    def clear(self, rack: Rack) -> None:
        """Take all letters back."""
        if self.squares:
            self.cursor = min(self.squares)
        self.squares, self._letters = [], ""
        rack.clear()

    def show(self, rack: Rack, placement: Placement) -> str:
        """Lay a whole word in place of the letters; return a complaint."""
        self.clear(rack)
        start, (word, wild) = placement
        self.cursor, self.down = (start.row, start.column), start.down
        for at, letter in enumerate(word):
            rack.forced = at == wild
            if complaint := self.lay(rack, letter):
                return complaint
        return ""

    def search(self, rack: Rack, lexicon: Lexicon) -> None:
        """Begin a search for words that fit the letters, unless `complete` returned them."""
        if not self._offered or self.placement() != self._offered:
            hand, typed = Hand("".join(rack.slots), rack.wilds), self.tentative()
            found = (place for place, _ in best_placements(lexicon, self.grid, hand))
            fitting = (place for place in found if typed.items() <= self._new(place).items())
            self._found = cycle(islice(fitting, MOST))

    def complete(self) -> Placement | None:
        """Return the next word that was searched for, highest price first; None if none fits."""
        self._offered = next(self._found, None)
        return self._offered

    def warm_up(self, rack: Rack, lexicon: Lexicon) -> None:
        """Search the board, so that the next search, such as for unsold words, takes no time."""
        hand = Hand("".join(rack.slots), rack.wilds)
        next(best_placements(lexicon, self.grid, hand), None)

    def _new(self, placement: Placement) -> dict[Square, str]:
        """Return the letters that a placement adds to the board."""
        squares = zip(covered(placement), str(placement.play), strict=True)
        return {(row, col): new for (row, col), new in squares if self.grid.rows[row][col] == EMPTY}

    def placement(self) -> Placement | None:
        """Return the word that the letters make with those on the board; None without letters."""
        if not self.squares:
            return None
        word = self._run(self.down)
        if len(word.play.word) == 1 and len(self._run(not self.down).play.word) > 1:
            return self._run(not self.down)  # a letter that makes a word in one direction only
        return word

    def judge(self, rack: Rack, lexicon: Lexicon) -> GridJudgement | None:
        """Return what the word is worth, or why it cannot be sold; None without letters."""
        placement = self.placement()
        if placement is None:
            return None
        word, down = placement.play.word, placement.start.down
        grid, leave = self.grid, rack.judge(lexicon).leave
        if not set(covered(placement)).issuperset(self.squares):
            gap = "the letters are not one word: there is a gap"
            return GridJudgement(placement, 0, gap, (), leave)
        complaint = ""
        if len(word) < 2:
            complaint = "a word has at least two letters"
        elif not grid.is_empty and not self._crosses(placement):
            complaint = f"it must cross a word that runs {'across' if down else 'down'}"
        words = (made.play.word for made in grid.words(placement))
        unknown = tuple(word for word in words if len(word) > 1 and word not in lexicon)
        dollars = price(grid.pips(placement, lexicon.tiles))
        return GridJudgement(placement, dollars, complaint, unknown, leave)

    def _crosses(self, placement: Placement) -> bool:
        """Return whether the word shares a letter with one in the other direction."""
        start = placement.start
        end = start.offset + len(placement.play.word)
        return any(self.grid.crossings(start.down, start.line)[start.offset : end])

    def _run(self, down: bool) -> Placement:
        """Return the word through the first square."""
        step, (row, column) = (int(down), int(not down)), min(self.squares)
        while self._on((row - step[0], column - step[1])):
            row, column = row - step[0], column - step[1]
        start, word, wild = Start(row, column, down), "", None
        while letter := self._on((row, column)):
            if letter.islower() and (row, column) in self.squares:
                wild = len(word)
            word += letter.upper()
            row, column = row + step[0], column + step[1]
        return Placement(start, Play(word, wild))

    def _on(self, square: Square) -> str:
        """Return the letter on a square, laid or tentative; empty without one."""
        row, column = square
        if not (0 <= row < SIZE and 0 <= column < SIZE):
            return ""
        if square in self.squares:
            return self._letters[self.squares.index(square)]
        letter = self.grid.rows[row][column]
        return "" if letter == EMPTY else letter

    def _free(self) -> Square | None:
        """Return the first free square from the cursor on; None at the end of the board."""
        row, column = self.cursor
        while row < SIZE and column < SIZE:
            if not self._on((row, column)):
                return row, column
            row, column = row + self.down, column + (not self.down)
        return None

    def _advance(self) -> None:
        self.move("down" if self.down else "right")

    def _laid(self, rack: Rack, square: Square) -> None:
        """Note the square of the letter that was just lifted, and move on."""
        self.squares.append(square)
        laid = rack.words[0][-1]
        self._letters += laid.letter.lower() if laid.slot is None else laid.letter
        self.cursor = square
        self._advance()
        self._center()

    def _take(self, rack: Rack, at: int) -> None:
        """Put the letter at an index back, with the cursor on its square."""
        del rack.words[0][at]
        self.cursor = self.squares.pop(at)
        self._letters = self._letters[:at] + self._letters[at + 1 :]
        self._center()

    def _center(self) -> None:
        """Lay the letters across the middle if the board is empty, as the rules say."""
        if not (self.grid.is_empty and self.squares):
            return
        order = sorted(range(len(self.squares)), key=self.squares.__getitem__)
        start = first_start(self._letters)
        for offset, at in enumerate(order):
            self.squares[at] = start.row, start.column + offset
        self.cursor, self.down = (start.row, start.column + len(order) - 1), False
        self._advance()
