"""The board of a crossword game, with a cursor for laying a word."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rich.segment import Segment
from rich.style import Style
from textual.events import Click
from textual.message import Message

from ...game.variants.grid import EMPTY, MIDDLE, SIZE, Grid
from ...tiles.tile_set import ALPHABET
from .drawing import Drawing, Line
from .theme import Palette

Square = tuple[int, int]  # row and column, from 0
_BOLD, _UNDERLINED = Style(bold=True), Style(bold=True, underline=True)
_NUMBERS = 3  # columns of the row numbers, with the gap after them


class GridView(Drawing):
    """The grid, or the part around the cursor that fits, with tiles in the colours of their pips.

    Columns are A to Y, rows 1 to 25. Tentative letters are underlined; a wild is a small letter.
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
            self.redraw()

    def draw(self, width: int, height: int, colors: Palette) -> list[Line]:
        """Return the letters of the columns, then the rows with their numbers."""
        each = _square_columns(width)
        rows, columns = self._window(width, height)
        lines: list[Line] = [
            [
                Segment(" " * _NUMBERS),
                *(Segment(f"{ALPHABET[column]:^{each}}", colors.dim) for column in columns),
            ]
        ]
        for row in rows:
            line = [Segment(f"{row + 1:>{_NUMBERS - 1}} ", colors.dim)]
            line += [Segment(*self._square((row, column), each, colors)) for column in columns]
            lines.append(line)
        return lines

    def _square(self, square: Square, columns: int, colors: Palette) -> tuple[str, Style]:
        """Return the text and the style of a square."""
        grid, cursor, down = self._content
        row, column = square
        laid, tentative = grid.rows[row][column], self._tentative.get(square, "")
        letter = tentative or (laid if laid != EMPTY else "")
        if square == cursor:
            arrow = (">", "v")[down] if self.ascii else "→↓"[down]
            return (letter + arrow if letter else arrow).center(columns), colors.lit + _BOLD
        if not letter:
            mark = "+" if square == (MIDDLE, MIDDLE) else "." if self.ascii else "·"
            return mark.center(columns), colors.faint
        style = colors.wild + _BOLD
        if letter.isupper():
            style = colors.tile(self._pips.get(letter, 1)) + _BOLD
        return letter.center(columns), style + _UNDERLINED if tentative else style

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

    def on_click(self, event: Click) -> None:
        """Report the square that was clicked."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        width, height = self.content_size
        rows, columns = self._window(width, height)
        row, column = offset.y - 1, (offset.x - _NUMBERS) // _square_columns(width)
        if 0 <= row < len(rows) and 0 <= column < len(columns) and offset.x >= _NUMBERS:
            event.stop()
            self.post_message(self.Clicked(self, (rows[row], columns[column])))


def _square_columns(width: int) -> int:
    """Return the columns of a square: 3 if the whole grid fits, or else 2."""
    return 3 if width >= _NUMBERS + 3 * SIZE else 2
