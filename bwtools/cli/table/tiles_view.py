"""Rows of tiles: the drawn set, the words being built, the hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive

from .drawing import Clickable, Line
from .theme import Palette, Part

TileSize = Literal["S", "M", "L"]
CellKind = Literal["tile", "wild", "lifted", "stack", "caret", "space"]
DIMENSIONS: dict[TileSize, tuple[int, int]] = {"S": (3, 2), "M": (4, 3), "L": (5, 3)}
CELLS = 14  # 13 letters and the stack of wilds: the most that a hand of the classic rules has
_SHORT = 24  # rows of a screen, below which only tiles of two rows fit
_DOTS = {1: "·", 2: ":", 3: "∴", 4: "∷"}  # one character each, for tiles of size S
_ASIDE = 3  # columns between the tiles and the text beside them
_TIMES = "\N{MULTIPLICATION SIGN}"
_BOLD, _STRUCK = Style(bold=True), Style(strike=True)


class Cell(NamedTuple):
    """A tile or another thing in a row of tiles.

    The kinds: a letter tile; a wild that stands for a letter; a letter lifted into the word, dim
    in the hand; the stack of `count` wilds; the caret, with a letter such as ★ if the next tile is
    a wild; the space between two words.
    """

    letter: str = ""
    pips: int = 0
    kind: CellKind = "tile"
    count: int = 1  # type: ignore[assignment]  # hides tuple.count, which is not needed
    refused: bool = False


def fitting_size(width: int, height: int, cells: int = CELLS) -> TileSize:
    """Return the largest size of which `cells` tiles fit `width` columns.

    `height` is that of the whole screen, in rows. Whatever is held, the size stays the same.
    """
    if height < _SHORT:
        return "S"
    sizes: tuple[TileSize, ...] = ("L", "M")
    return next((size for size in sizes if cells * (DIMENSIONS[size][0] + 1) - 1 <= width), "S")


class TileRow(Clickable[int]):
    """A row of tiles of one size, whose height never changes."""

    DEFAULT_CSS = "TileRow { height: auto; }"
    tile_size: reactive[TileSize] = reactive("M", repaint=False)
    _cells: tuple[Cell, ...] = ()
    _aside: tuple[tuple[Part, ...], ...] = ()

    class Clicked(Message):
        """A click on a cell of a row."""

        def __init__(self, row: TileRow, index: int) -> None:
            super().__init__()
            self.row, self.index = row, index

        @property
        def control(self) -> TileRow:
            """The row, for selectors of `@on`."""
            return self.row

    def show(self, cells: Sequence[Cell], aside: Sequence[Sequence[Part]] = ()) -> None:
        """Show these cells, and lines of text beside them, the last one at the bottom.

        There is a new layout only if the width is `auto` and changes; with text beside the tiles
        the width need not be `auto`.
        """
        new = tuple(cells), tuple(map(tuple, aside))
        if new != (self._cells, self._aside):
            before = self._natural_width()
            self._cells, self._aside = new
            self.refresh(layout=self.styles.is_auto_width and before != self._natural_width())

    def watch_tile_size(self, size: TileSize) -> None:
        """Take the height of the new size."""
        self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows of a tile."""
        return DIMENSIONS[self.tile_size][1]

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Return the columns of the cells and of the text beside them."""
        return self._natural_width()

    def _natural_width(self) -> int:
        cells = max((sum(span) for span in self._spans(10_000)), default=0)
        texts = max((sum(cell_len(part[0]) for part in line) for line in self._aside), default=0)
        return cells + (_ASIDE + texts if texts else 0)

    def draw(self, width: int, height: int, colors: Palette) -> list[Line]:
        """Return the rows of all cells side by side, then the text beside them."""
        height = DIMENSIONS[self.tile_size][1]
        lines: list[Line] = [[] for _ in range(height)]
        end = 0
        for cell, (start, columns) in zip(self._cells, self._spans(width), strict=True):
            for line, drawn in zip(
                lines, _cell_lines(cell, columns, height, colors, self.ascii), strict=True
            ):
                line += [Segment(" " * (start - end)), *drawn]
            end = start + columns
        aside = self._aside[:height]
        for line, parts in zip(lines[height - len(aside) :], aside, strict=True):
            line.append(Segment(" " * (_ASIDE if end else 0)))
            line += [Segment(part[0], colors.tone(*part[1:])) for part in parts]
        return lines

    def _spans(self, width: int) -> Iterator[tuple[int, int]]:
        """Yield the first column and the columns of each cell; tiles narrow if there are many."""
        natural = DIMENSIONS[self.tile_size][0]
        spaces = sum(cell.kind == "space" for cell in self._cells)
        tiles = len(self._cells) - spaces
        shapes = [(natural, 1), (natural, 0), (3, 1), (3, 0), (2, 0), (1, 0)]
        columns, gap = next(
            (
                (columns, gap)
                for columns, gap in shapes
                if columns <= natural and tiles * (columns + gap) - gap + 2 * spaces <= width
            ),
            shapes[-1],
        )
        start = 0
        for cell in self._cells:
            taken = 2 - gap if cell.kind == "space" else columns
            yield start, taken
            start += taken + gap

    def target_at(self, x: int, y: int) -> int | None:
        """Return the index of the cell at a column."""
        for index, (start, columns) in enumerate(self._spans(self.content_size.width)):
            if start <= x < start + columns:
                return index
        return None

    def clicked(self, target: int) -> Message:
        """Return the message about a cell."""
        return self.Clicked(self, target)


@lru_cache(maxsize=4096)
def _cell_lines(
    cell: Cell, width: int, height: int, colors: Palette, ascii_only: bool
) -> tuple[Line, ...]:
    """Return the lines of a cell, `height` of them, each `width` columns."""
    match cell.kind:
        case "space":
            return tuple([Segment(" " * width)] for _ in range(height))
        case "caret":
            lines = [[Segment(" " * width)] for _ in range(height)]
            lines[(height - 1) // 2] = _centered(cell.letter, width, colors.wild, False)
            lines[-1] = [Segment("▁" * width, colors.tone("gold", bold=True))]
            return tuple(lines)
        case "wild" | "stack":
            return _outlined(cell, width, height, colors, ascii_only)
        case _:
            return _filled(cell, width, height, colors, ascii_only)


def pip_character(pips: int, ascii_only: bool = False) -> str:
    """Return the pips as one character: dots, or a digit."""
    return str(pips % 10) if ascii_only or pips not in _DOTS else _DOTS[pips]


def _pip_mark(pips: int, width: int, small: bool) -> str:
    """Return what shows the pips on the last line of a tile."""
    if pips < 1:
        return ""
    if pips > max(_DOTS) or (not small and pips > width):
        return str(pips)
    return _DOTS[pips] if small else "•" * pips


def _filled(
    cell: Cell, width: int, height: int, colors: Palette, ascii_only: bool
) -> tuple[Line, ...]:
    """Return a letter tile, or the dim letter that a lifted one leaves."""
    letter, small = cell.letter.upper(), height == 2
    mark = _pip_mark(cell.pips, width, small)
    if cell.kind == "lifted":
        style, mark = colors.faint, ""
    else:
        style = colors.refused if cell.refused else colors.tile(cell.pips) + _BOLD
        if ascii_only:
            letter, mark = f"{letter}{cell.pips}", ""
            letter = f"[{letter}]" if len(letter) + 2 <= width else letter
    lines = [[Segment(" " * width, style)] for _ in range(height)]
    lines[(height - 1) // 2] = _centered(letter, width, style, cell.refused)
    lines[-1] = [Segment((mark.center(width) if small else mark.rjust(width))[:width], style)]
    return tuple(lines)


def _outlined(
    cell: Cell, width: int, height: int, colors: Palette, ascii_only: bool
) -> tuple[Line, ...]:
    """Return a wild, as an outline with a small letter, or the stack of wilds."""
    style = colors.bad if cell.refused else colors.wild
    bold, inside = style + _BOLD, width - 2
    if cell.kind == "stack":
        letter, mark = "★", f"{_TIMES}{cell.count}" if height > 2 else str(cell.count)
    else:
        letter, mark = cell.letter.lower(), _pip_mark(cell.pips, inside, height == 2)
    if ascii_only or inside < 1:
        if cell.kind == "stack":
            letter = f"★{cell.count}"
        text = f"({letter})" if len(letter) + 2 <= width else letter
        lines = [[Segment(" " * width)] for _ in range(height)]
        lines[(height - 1) // 2] = _centered(text, width, bold, cell.refused)
        return tuple(lines)
    inner = _centered(letter, inside, bold, cell.refused)
    if height == 2:
        top = [Segment("╭", style), *inner, Segment("╮", style)]
        middle = []
    else:
        top = [Segment(f"╭{'─' * inside}╮", style)]
        middle = [[Segment("│", style), *inner, Segment("│", style)]]
    mark = mark[:inside]
    bottom = [Segment("╰" + "─" * (inside - len(mark)), style), Segment(mark, bold)]
    return (top, *middle, [*bottom, Segment("╯", style)])


def _centered(text: str, width: int, style: Style, struck: bool) -> Line:
    """Return the text in the middle of `width` columns, or one to the left of it."""
    text = text[:width]
    before = (width - len(text)) // 2
    return [
        Segment(" " * before, style),
        Segment(text, style + _STRUCK if struck else style),
        Segment(" " * (width - before - len(text)), style),
    ]
