"""Lines of text in the tones of the theme, which change without a new layout."""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment

from .drawing import Drawing, Line, ends
from .theme import Palette, Part


class TextLine(Drawing):
    """A line of text with a part at the left and one at the right."""

    _left: tuple[Part, ...] = ()
    _right: tuple[Part, ...] = ()

    def show(self, left: Sequence[Part], right: Sequence[Part] = ()) -> None:
        """Show these parts."""
        new = tuple(left), tuple(right)
        if new != (self._left, self._right):
            self._left, self._right = new
            self.refresh()

    def draw(self, width: int, height: int, colors: Palette) -> list[Line]:
        """Return the line; the left part is cut if both do not fit."""
        left, right = (
            [Segment(part[0], colors.tone(*part[1:])) for part in parts]
            for parts in (self._left, self._right)
        )
        return [ends(left, right, width)]
