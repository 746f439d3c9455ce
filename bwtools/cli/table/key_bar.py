"""The line of keys at the bottom, which can be clicked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.message import Message

from .drawing import Clickable, Line
from .theme import Palette

_UNDERLINED = Style(underline=True)


class KeyBar(Clickable[str]):
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
            self.refresh()

    def draw(self, width: int, height: int, colors: Palette) -> list[Line]:
        """Return the keys in gold, each with a dim label."""
        line: Line = []
        end = 0
        for start, key, label in self._spans(width):
            line += [
                Segment(" " * (start - end)),
                Segment(key, colors.tone("gold", bold=True)),
                Segment(" "),
                Segment(label, colors.dim + _UNDERLINED if key == self.hovered else colors.dim),
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

    def target_at(self, x: int, y: int) -> str | None:
        """Return the key at a column."""
        for start, key, label in self._spans(self.content_size.width):
            if y == 0 and start <= x < start + _columns(key, label):
                return key
        return None

    def clicked(self, target: str) -> Message:
        """Return the message about a key."""
        return self.Pressed(self, target)


def _columns(key: str, label: str) -> int:
    return cell_len(key) + 1 + cell_len(label)
