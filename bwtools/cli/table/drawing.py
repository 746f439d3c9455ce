"""The base of the table's widgets: lines drawn once into strips, and no layout after a change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from .theme import Palette, palette

Line = list[Segment]


class Drawing(Widget):
    """A widget that draws its lines into strips and keeps them until its content changes.

    With `ascii` it draws with ASCII characters only. It may be set for one widget, or on this class
    for all.
    """

    ALLOW_SELECT = False
    DEFAULT_CSS = "Drawing { width: 1fr; height: 1; }"
    ascii: bool = False

    _strips: Sequence[Strip] = ()
    _drawn_for: object = None

    def draw(self, width: int, height: int, colors: Palette) -> Sequence[Line]:
        """Return the lines of the content, at most `height`, each at most `width` columns."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Draw the content again, without a new layout."""
        self._drawn_for = None
        self.refresh()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the lines that are painted, drawn first if anything changed that they show."""
        colors, base = palette(self.app), self.rich_style
        drawn_for = (self.content_size, colors, base, self.ascii)
        if drawn_for != self._drawn_for:
            self._drawn_for = drawn_for
            width, height = self.content_size
            self._strips = [
                Strip(line).adjust_cell_length(width).apply_style(base)
                for line in self.draw(width, height, colors)
            ]
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """Return a line of the content."""
        if y < len(self._strips):
            return self._strips[y]
        return Strip.blank(self.content_size.width, self.rich_style)


def fit(text: str, width: int, ascii_only: bool = False) -> str:
    """Return the text in exactly `width` columns, with an ellipsis if it is too long."""
    if cell_len(text) <= width:
        return set_cell_size(text, width)
    return set_cell_size(text, max(0, width - 1)) + (("~" if ascii_only else "…") if width else "")


def length(line: Iterable[Segment]) -> int:
    """Return the columns that a line takes."""
    return sum(segment.cell_length for segment in line)


def ends(left: Line, right: Line, width: int) -> Line:
    """Return a line with two parts at its ends; the left one is cut if they do not fit."""
    space = width - length(right)
    if length(left) >= space:
        left = list(Strip(left).adjust_cell_length(max(0, space - 1)))
    return [*left, Segment(" " * (space - length(left)), Style()), *right]
