"""The line of keys at the bottom, which can be clicked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from rich.segment import Segment
from textual.events import Click
from textual.message import Message

from .drawing import Drawing, Line
from .theme import Palette


class KeyBar(Drawing):
    """Keys with what they do. Those that do not fit are left out, from the right."""

    _keys: tuple[tuple[str, str], ...] = ()

    class Pressed(Message):
        """A click on a key."""

        def __init__(self, bar: KeyBar, key: str) -> None:
            super().__init__()
            self.bar, self.key = bar, key

        @property
        def control(self) -> KeyBar:
            """The bar, for selectors of `@on`."""
            return self.bar

    def show(self, keys: Sequence[tuple[str, str]]) -> None:
        """Show these keys, each with its label."""
        if (new := tuple(keys)) != self._keys:
            self._keys = new
            self.redraw()

    def draw(self, width: int, height: int, colors: Palette) -> list[Line]:
        """Return the keys in gold, each with a dim label."""
        line: Line = []
        end = 0
        for start, key, label in self._spans(width):
            line += [
                Segment(" " * (start - end)),
                Segment(key, colors.tone("gold", bold=True)),
                Segment(f" {label}", colors.dim),
            ]
            end = start + _columns(key, label)
        return [line]

    def _spans(self, width: int) -> Iterator[tuple[int, str, str]]:
        """Yield the first column, key and label of each key that fits."""
        total = sum(_columns(key, label) for key, label in self._keys)
        gaps = max(1, len(self._keys) - 1)
        gap = min(3, max(1, (width - total) // gaps))
        start = 0
        for key, label in self._keys:
            if (end := start + _columns(key, label)) > width:
                return
            yield start, key, label
            start = end + gap

    def on_click(self, event: Click) -> None:
        """Report the key that was clicked."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        for start, key, label in self._spans(self.content_size.width):
            if offset.y == 0 and start <= offset.x < start + _columns(key, label):
                event.stop()
                self.post_message(self.Pressed(self, key))


def _columns(key: str, label: str) -> int:
    return cell_len(key) + 1 + cell_len(label)
