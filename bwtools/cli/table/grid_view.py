"""The board of a crossword game, with a cursor for laying a word."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rich.segment import Segment
from rich.style import Style
from textual.message import Message

from ...game.variants.grid import EMPTY, MIDDLE, SIZE, Grid
from ...tiles.tile_set import ALPHABET
from .drawing import Clickable, Line
from .theme import Palette
from .tiles_view import pip_character

Square = tuple[int, int]  # row and column, from 0
_BOLD, _UNDERLINED = Style(bold=True), Style(bold=True, underline=True)
_NUMBERS = 3  # columns of the row numbers, with the gap after them


class GridView(Clickable[Square]):
    """The grid, or the part around the cursor that fits, with tiles in the colours of their pips.

    Columns are A to Y, rows 1 to 25. Beside a letter are its pips, unless it is a wild, which is a
    small letter. Tentative letters are underlined.
    """

    DEFAULT_CSS = "GridView { height: 1fr; }"
    _content: tuple[Grid, Square, bool] = Grid(), (MIDDLE, MIDDLE), False
    _tentative: Mapping[Square, str] = MappingProxyType({})
    _pips: Mapping[str, int] = MappingProxyType({})
    _first: Square | None = None  # the square at the top left

    class Clicked(Message):
        """A click on a square."""

        def __init__(self, grid: GridView, square: Square) -> None:
            super().__init__()
            self.grid, self.square = grid, square

        @property
        def control(self) -> GridView:
            """The widget, for selectors of `@on`."""
            return self.grid

    def show(
        self,
        grid: Grid,
        cursor: Square,
        down: bool,
        tentative: Mapping[Square, str],
        pips: Mapping[str, int],
    ) -> None:
        """Show the grid, the cursor with its direction, and the letters of a word being laid.

        A lower-case letter in `tentative` is a wild. `pips` are those of each letter.
        """
        new = (grid, cursor, down), dict(tentative), dict(pips)
        if new != (self._content, self._tentative, self._pips):
            self._content, self._tentative, self._pips = new
            self.refresh()

    def draw(self, width: int, height: int, colors: Palette) -> list[Line]:
        """Return the letters of the columns, then the rows with their numbers."""
        each = _square_columns(width)
        rows, columns = self._window(width, height)
        cursor_row, cursor_column = self._content[1]
        gold = colors.tone("gold", bold=True)
        lines: list[Line] = [[Segment(" " * _NUMBERS)]]
        for column in columns:
            style = gold if column == cursor_column else colors.dim
            lines[0].append(Segment(_centered(ALPHABET[column], each), style))
        for row in rows:
            style = gold if row == cursor_row else colors.dim
            line = [Segment(f"{row + 1:>{_NUMBERS - 1}} ", style)]
            for column in columns:
                line += self._square((row, column), each, colors)
            lines.append(line)
        return lines

    def _square(self, square: Square, columns: int, colors: Palette) -> Line:
        """Return a square: its letter and pips, or the cursor with its direction."""
        grid, cursor, down = self._content
        laid, tentative = grid.rows[square[0]][square[1]], self._tentative.get(square, "")
        letter = tentative or (laid if laid != EMPTY else "")
        before = " " * (columns - 2)
        if square == cursor:
            arrow = "→↓"[down]
            text = f"{letter}{arrow}" if letter else _centered(arrow, columns)
            return [Segment(text.rjust(columns), colors.lit + _BOLD)]
        if not letter:
            mark = "+" if square == (MIDDLE, MIDDLE) else "·"
            return [Segment(_centered(mark, columns), colors.faint)]
        style, mark = colors.button + colors.wild, " "
        if letter.isupper():
            pips = self._pips.get(letter, 1)
            style, mark = colors.tile(pips), pip_character(pips, self.ascii)
        bold = style + (_UNDERLINED if tentative else _BOLD)
        return [Segment(before, style), Segment(letter, bold), Segment(mark, style)]

    def _window(self, width: int, height: int) -> tuple[range, range]:
        """Return the rows and columns that are shown, moved as little as the cursor needs."""
        _, cursor, _ = self._content
        sizes = height - 1, (width - _NUMBERS) // _square_columns(width)
        firsts, windows = [], []
        for at, before, size in zip(cursor, self._first or (None, None), sizes, strict=True):
            shown = max(1, min(SIZE, size))
            first = at - shown // 2 if before is None else before
            margin = min(2, (shown - 1) // 2)
            first = min(max(first, at + margin - shown + 1), at - margin)
            first = min(max(0, first), SIZE - shown)
            firsts.append(first)
            windows.append(range(first, first + shown))
        self._first = firsts[0], firsts[1]
        return windows[0], windows[1]

    def target_at(self, x: int, y: int) -> Square | None:
        """Return the square at a column and row of the widget."""
        width, height = self.content_size
        rows, columns = self._window(width, height)
        row, column = y - 1, (x - _NUMBERS) // _square_columns(width)
        if 0 <= row < len(rows) and 0 <= column < len(columns):
            return rows[row], columns[column]
        return None

    def clicked(self, target: Square) -> Message:
        """Return the message about a square."""
        return self.Clicked(self, target)


def _square_columns(width: int) -> int:
    """Return the columns of a square: 3 if the whole grid fits, or else 2."""
    return 3 if width >= _NUMBERS + 3 * SIZE else 2


def _centered(text: str, columns: int) -> str:
    """Return a character in a square, at the left of one of two columns."""
    return f"{' ' * (columns - 2)}{text} "
