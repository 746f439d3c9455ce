"""The last rounds: what was done, and the money after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.segment import Segment

from .drawing import Drawing, Line, fit
from .theme import Palette, Part

_WIDEST = 66  # columns of a row: the money is not far from the text
_LONGEST_NAME = 10


class LogRow(NamedTuple):
    """An event of a game: its round, the player's name, what was done, and dollars."""

    round: int
    who: str
    text: str
    change: int | None
    money: int | None
    good: bool = False


class LogView(Drawing):
    """The last events that fit; if `from_bottom`, the last one is always in the bottom row."""

    DEFAULT_CSS = "LogView { height: 1fr; }"
    from_bottom: bool = False
    _rows: tuple[LogRow, ...] = ()
    _note: Part | None = None

    def show(self, rows: Sequence[LogRow], note: Part | None = None) -> None:
        """Show these events, the last one at the end, with a note in the last line if given."""
        if (new := (tuple(rows), note)) != (self._rows, self._note):
            self._rows, self._note = new
            self.refresh()

    def draw(self, width: int, height: int, colors: Palette) -> list[Line]:
        """Return a line for each event."""
        note = [[Segment(self._note[0], colors.tone(*self._note[1:]))]] if self._note else []
        height -= len(note)
        rows = self._rows[-height:] if height > 0 else ()
        names = min(_LONGEST_NAME, max((cell_len(row.who) for row in self._rows), default=0))
        width = min(width, _WIDEST)
        lines = [self._line(row, names, width, colors) for row in rows]
        blank: list[Line] = [[] for _ in range(height - len(lines))]
        return (blank + lines if self.from_bottom else lines) + note

    def _line(self, row: LogRow, names: int, width: int, colors: Palette) -> Line:
        """Return an event in columns."""
        change = "" if not row.change else f"{row.change:+}"
        money = "" if row.money is None else f"{row.money:,}"
        name = f"{fit(row.who, names)}  " if names else ""
        before = f"{row.round:>2}  "
        tail = f"{change:>6}{money:>7}"
        space = max(0, width - len(before) - cell_len(name) - len(tail))
        text = fit(row.text, space)
        gain = row.change is not None and row.change > 0
        return [
            Segment(before, colors.dim),
            Segment(name, colors.dim),
            Segment(text, colors.gold if row.good else colors.ink if row.change else colors.dim),
            Segment(f"{change:>6}", colors.good if gain else colors.dim),
            Segment(f"{money:>7}", colors.dim),
        ]
