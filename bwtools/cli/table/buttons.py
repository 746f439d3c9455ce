"""The row of numbered buttons with which every decision is made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.events import Click
from textual.message import Message

from .drawing import Drawing, Line, fit
from .theme import Palette

_BOLD = Style(bold=True)
_SHORTEST = 6  # columns that a label keeps when there is too little space


class Choice(NamedTuple):
    """A button: its label, what it answers, and the key that presses it if it is not a number."""

    label: str
    answer: str
    key: str = ""


class _Button(NamedTuple):
    """Where a button is drawn, and its text in two parts."""

    row: int
    start: int  # column
    key: str
    label: str

    @property
    def end(self) -> int:
        """The column after it."""
        return self.start + cell_len(self.key) + cell_len(self.label)


class ButtonRow(Drawing):
    """Numbered buttons side by side; Enter presses the lit one.

    They wrap if the widget has several rows. If they still take too much space, the labels are cut.
    """

    _choices: tuple[Choice, ...] = ()
    _lit: int | None = None

    class Pressed(Message):
        """A click on a button."""

        def __init__(self, row: ButtonRow, index: int) -> None:
            super().__init__()
            self.row, self.index = row, index

        @property
        def control(self) -> ButtonRow:
            """The row, for selectors of `@on`."""
            return self.row

    def show(self, choices: Sequence[Choice], lit: int | None = None) -> None:
        """Show these buttons; `lit` is the index of the one that Enter presses."""
        new = tuple(choices), lit
        if new != (self._choices, self._lit):
            self._choices, self._lit = new
            self.redraw()

    def draw(self, width: int, height: int, colors: Palette) -> list[Line]:
        """Return the buttons, the lit one in gold."""
        lines: list[Line] = [[] for _ in range(height)]
        ends = [0] * height
        for index, button in enumerate(self._buttons(width, height)):
            if button.row >= height:
                break
            lit = index == self._lit
            key, label = (
                (colors.lit, colors.lit + _BOLD) if lit else (colors.button_key, colors.button)
            )
            lines[button.row] += [
                Segment(" " * (button.start - ends[button.row])),
                Segment(button.key, key),
                Segment(button.label, label),
            ]
            ends[button.row] = button.end
        return lines

    def _buttons(self, width: int, height: int) -> list[_Button]:
        """Return the buttons with the longest labels that fit."""
        longest = max((cell_len(choice.label) for choice in self._choices), default=0)
        buttons: list[_Button] = []
        for gap, most in [(2, longest), *((1, most) for most in range(longest, _SHORTEST - 1, -1))]:
            buttons = list(self._placed(width, gap, most))
            if not buttons or (
                buttons[-1].row < height and all(button.end <= width for button in buttons)
            ):
                break
        return buttons

    def _placed(self, width: int, gap: int, most: int) -> Iterator[_Button]:
        """Yield the buttons in rows, with labels of at most `most` columns."""
        row = start = 0
        for number, choice in enumerate(self._choices, 1):
            label = fit(choice.label, min(most, cell_len(choice.label)), self.ascii)
            button = _Button(row, start, f" {choice.key or number} ", f"{label} ")
            if start and button.end > width:
                row, start = row + 1, 0
                button = button._replace(row=row, start=start)
            yield button
            start = button.end + gap

    def on_click(self, event: Click) -> None:
        """Report the button that was clicked."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        for index, button in enumerate(self._buttons(*self.content_size)):
            if button.row == offset.y and button.start <= offset.x < button.end:
                event.stop()
                self.post_message(self.Pressed(self, index))
