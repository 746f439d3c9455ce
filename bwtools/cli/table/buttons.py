"""The row of numbered buttons with which every decision is made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.message import Message

from ..terminal.phases.phase_prompt import Choice
from .drawing import Clickable, Line, fit
from .theme import Palette

DEAF = 0.25  # seconds after Enter acts in which it is ignored: a double tap would act twice
_BOLD, _UNDERLINED = Style(bold=True), Style(underline=True)
_SHORTEST = 6  # columns that a label keeps when there is too little space


def choice_of(digit: str, choices: Sequence[Choice]) -> Choice | None:
    """Return the choice whose button has a digit; None if there is none."""
    numbered = enumerate(choices, 1)
    return next((each for at, each in numbered if digit == (each.key or str(at))), None)


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


class ButtonRow(Clickable[int]):
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
            self.refresh()

    def draw(self, width: int, height: int, colors: Palette) -> list[Line]:
        """Return the buttons, the lit one in gold."""
        lines: list[Line] = [[] for _ in range(height)]
        ends = [0] * height
        for index, button in enumerate(self._buttons(width, height)):
            if button.row >= height:
                break
            key, label = colors.button_key, colors.button
            if index == self._lit:
                key, label = colors.lit, colors.lit + _BOLD
            hover = _UNDERLINED if index == self.hovered else Style()
            lines[button.row] += [
                Segment(" " * (button.start - ends[button.row])),
                Segment(button.key, key),
                Segment(button.label[:-1], label + hover),
                Segment(" ", label),
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
            label = _shortened(choice.label, most)
            button = _Button(row, start, f" {choice.key or number} ", f"{label} ")
            if start and button.end > width:
                row, start = row + 1, 0
                button = button._replace(row=row, start=start)
            yield button
            start = button.end + gap

    def target_at(self, x: int, y: int) -> int | None:
        """Return the index of the button at a column and row."""
        for index, button in enumerate(self._buttons(*self.content_size)):
            if button.row == y and button.start <= x < button.end:
                return index
        return None

    def clicked(self, target: int) -> Message:
        """Return the message about a button."""
        return self.Pressed(self, target)


def _shortened(label: str, width: int) -> str:
    """Return the first words of a label that fit, or the part of the first word that does."""
    while cell_len(label) > width and " " in label:
        label = label.rpartition(" ")[0]
    return label if cell_len(label) <= width else fit(label, width)
