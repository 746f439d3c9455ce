"""Large numbers, three rows high."""

from __future__ import annotations

from typing import Final

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.renderables.digits import DIGITS, DIGITS3X3_BOLD

from .drawing import Drawing, Line
from .theme import Palette, Part, Tone

ROWS: Final = 3
_SMALL = {"$": "$ ", ",": ","}  # drawn as plain text: Textual's large $ is hard to read


def large_rows(text: str) -> list[str]:
    """Return a number as three rows of equal width; `$` stays small."""
    rows = [""] * ROWS
    for character in text:
        at = -1 if character in _SMALL else DIGITS.find(character)
        for row in range(ROWS):
            if at >= 0:
                rows[row] += DIGITS3X3_BOLD[at * ROWS + row].ljust(3)
            else:
                plain = _SMALL.get(character, character)
                rows[row] += plain if row == 1 else " " * len(plain)
    return rows


def large_parts(text: str, tone: Tone = "good", small: bool = False) -> list[list[Part]]:
    """Return a number as text beside a row of tiles, to be passed to `TileRow.show`.

    It is large unless `small`, for tiles of two rows or in ASCII.
    """
    return [[(row, tone, True)] for row in ([text] if small else large_rows(text))]


def large_lines(text: str, style: Style, small: bool) -> list[Line]:
    """Return a number as three lines, large or in small type on the middle one."""
    rows = ["", text, ""] if small else large_rows(text)
    return [[Segment(row, style)] for row in rows]


class LargeNumber(Drawing):
    """A number drawn three rows high, such as `+225` for a sale."""

    DEFAULT_CSS = "LargeNumber { width: 16; height: 3; }"
    _text: str = ""
    _tone: Tone = "good"

    def show(self, text: str, tone: Tone = "good") -> None:
        """Show a number in a tone, or nothing if the text is empty."""
        if (text, tone) != (self._text, self._tone):
            layout = self.styles.is_auto_width and len(text) != len(self._text)
            self._text, self._tone = text, tone
            self.refresh(layout=layout)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Return the columns of the large digits."""
        return len(large_rows(self._text)[0])

    def draw(self, width: int, height: int, colors: Palette) -> list[Line]:
        """Return the three rows."""
        style = colors.tone(self._tone, bold=True)
        return large_lines(self._text, style, self.ascii or height < ROWS)
