"""The list of graded decisions in a review, one of which is selected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.message import Message

from .drawing import Clickable, Line, fit
from .theme import Palette, Tone

_UNDERLINED = Style(underline=True)
_GRADE = 10  # columns of the longest grade
GRADE_TONES: dict[str, Tone] = {
    "best": "good",
    "good": "good",
    "inaccuracy": "gold",
    "mistake": "bad",
    "blunder": "bad",
}


class DecisionRow(NamedTuple):
    """A decision: its round, the player's name, what was done, the dollars lost and the grade."""

    round: int
    who: str
    text: str
    lost: int
    grade: str


class DecisionList(Clickable[int]):
    """Rows of decisions, those around the selected one."""

    _rows: tuple[DecisionRow, ...] = ()
    _selected: int = 0

    class Selected(Message):
        """A click on a decision, or a turn of the wheel."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def show(self, rows: Sequence[DecisionRow], selected: int) -> None:
        """Show these decisions; `selected` is an index."""
        new = tuple(rows), selected
        if new != (self._rows, self._selected):
            self._rows, self._selected = new
            self.refresh()

    def _first(self, height: int) -> int:
        """Return the index of the row at the top."""
        return max(0, min(self._selected - height // 2, len(self._rows) - height))

    def draw(self, width: int, height: int, colors: Palette) -> list[Line]:
        """Return a line for each decision that there is space for."""
        first = self._first(height)
        names = max((cell_len(row.who) for row in self._rows), default=0)
        return [
            self._line(index, row, names, width, colors)
            for index, row in enumerate(self._rows[first : first + height], first)
        ]

    def _line(self, index: int, row: DecisionRow, names: int, width: int, colors: Palette) -> Line:
        is_selected = index == self._selected
        pointer = "▸" if is_selected else " "
        before = f"{pointer}{row.round:>3}  " + (f"{fit(row.who, names)}  " if names else "")
        lost = f"{-row.lost:+}" if row.lost else ""
        after = f"{lost:>6}  "
        text = fit(row.text, max(0, width - cell_len(before) - len(after) - _GRADE))
        ink = colors.tone("gold" if is_selected else "ink", bold=is_selected)
        hover = _UNDERLINED if index == self.hovered else Style()
        grade = colors.tone(GRADE_TONES[row.grade], bold=is_selected)
        return [
            Segment(before, colors.gold if is_selected else colors.dim),
            Segment(text, ink + hover),
            Segment(after, grade),
            Segment(row.grade.ljust(_GRADE), grade),
        ]

    def on_mouse_scroll_down(self) -> None:
        """Select the next decision."""
        self.post_message(self.Selected(self._selected + 1))

    def on_mouse_scroll_up(self) -> None:
        """Select the decision before."""
        self.post_message(self.Selected(self._selected - 1))

    def target_at(self, x: int, y: int) -> int | None:
        """Return the index of the decision on a row."""
        index = self._first(self.content_size.height) + y
        return index if index < len(self._rows) else None

    def clicked(self, target: int) -> Message:
        """Return the message about a decision."""
        return self.Selected(target)
