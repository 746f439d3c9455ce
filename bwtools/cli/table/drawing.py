"""The bases of the table's widgets: lines drawn once into strips, and no layout after a change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, Self, TypeVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.color import Color
from textual.events import Click, Leave, MouseMove
from textual.filter import LineFilter
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from .theme import Palette, palette

Line = list[Segment]
Target = TypeVar("Target")
# What replaces the other characters that the table draws with, one for one.
_ASCII = str.maketrans(
    "━─┃│┈▁▂▃▄▅▆▇█╭╮╰╯·•…★×✓✗▸◆→←↓↑±–—",  # noqa: RUF001
    "=-||._#######......~*x+x>*><v^~--",
)


class Drawing(Widget):
    """A widget that draws its lines into strips and keeps them until its content changes.

    With `ascii` it draws with ASCII characters only; `ThemedApp` sets that for all widgets.
    """

    ALLOW_SELECT = False
    DEFAULT_CSS = "Drawing { width: 1fr; height: 1; }"
    ascii: bool = False

    _strips: Sequence[Strip] = ()
    _drawn_for: Size | None = None  # the size that the strips were drawn for

    def draw(self, width: int, height: int, colors: Palette) -> Sequence[Line]:
        """Return the lines of the content, at most `height`, each at most `width` columns."""
        raise NotImplementedError

    def refresh(
        self,
        *regions: Region,
        repaint: bool = True,
        layout: bool = False,
        recompose: bool = False,
    ) -> Self:
        """Draw the content again before it is painted, with a new layout only if asked for."""
        self._drawn_for = None
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def notify_style_update(self) -> None:
        """Draw the content again in the colours of another theme."""
        super().notify_style_update()
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Return a line of the content, all of which is drawn first if anything has changed."""
        if self._drawn_for != self.content_size:
            self._drawn_for = self.content_size
            width, height = self.content_size
            base = self.rich_style
            self._strips = [
                Strip(_ascii(line) if self.ascii else filter(None, line))
                .adjust_cell_length(width)
                .apply_style(base)
                for line in self.draw(width, height, palette(self.app))
            ]
        if y < len(self._strips):
            return self._strips[y]
        return Strip.blank(self.content_size.width, self.rich_style)


class Clickable(Drawing, Generic[Target]):
    """A drawing with parts that can be clicked: tiles, buttons, keys, squares."""

    DEFAULT_CSS = "Clickable { pointer: pointer; }"
    hovered: Target | None = None  # the part below the mouse

    def target_at(self, x: int, y: int) -> Target | None:
        """Return the part at a column and row of the content."""
        raise NotImplementedError

    def clicked(self, target: Target) -> Message:
        """Return the message that reports a click on a part."""
        raise NotImplementedError

    def _target(self, event: Click | MouseMove) -> Target | None:
        offset = event.get_content_offset(self)
        return None if offset is None else self.target_at(*offset)

    def on_click(self, event: Click) -> None:
        """Report a click on a part."""
        target = self._target(event)
        if target is not None:
            event.stop()
            self.post_message(self.clicked(target))

    def on_mouse_move(self, event: MouseMove) -> None:
        """Follow the mouse."""
        self._hover(self._target(event))

    def on_leave(self, event: Leave) -> None:
        """Forget the mouse."""
        self._hover(None)

    def _hover(self, target: Target | None) -> None:
        if target != self.hovered:
            self.hovered = target
            self.refresh()


def to_ascii(text: str) -> str:
    """Return the text in ASCII characters, without a change of its width."""
    text = text.translate(_ASCII)
    if text.isascii():
        return text
    return "".join(char if char.isascii() else "?" * cell_len(char) for char in text)


def _ascii(line: Iterable[Segment]) -> Line:
    """Return a line in ASCII characters."""
    return [Segment(to_ascii(text), style, control) for text, style, control in line]


class AsciiFilter(LineFilter):
    """A filter of all that is painted: ASCII characters only."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments of a line in ASCII characters."""
        return _ascii(segments)


def fit(text: str, width: int) -> str:
    """Return the text in exactly `width` columns, with an ellipsis if it is too long."""
    if cell_len(text) <= width:
        return set_cell_size(text, width)
    return f"{set_cell_size(text, width - 1)}…" if width > 0 else ""


def length(line: Iterable[Segment]) -> int:
    """Return the columns that a line takes."""
    return sum(segment.cell_length for segment in line)
