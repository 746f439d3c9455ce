"""A chart of money after each round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from rich.segment import Segment

from .drawing import Drawing, Line
from .money_bar import scale_top
from .theme import Palette

_EIGHTHS = " ▁▂▃▄▅▆▇"
_ROUNDS = 30  # for which there is space, so that the columns keep their width
_WIDEST = 3  # columns of a bar


class MoneyChart(Drawing):
    """Bars, one for each round, with lines at the marks. It fills the widget."""

    DEFAULT_CSS = "MoneyChart { height: 8; }"
    _money: tuple[int, ...] = ()
    _marks: Mapping[str, int] = MappingProxyType({})

    def show(self, money: Sequence[int], marks: Mapping[str, int]) -> None:
        """Show the dollars after each round, and the marks by name."""
        new = tuple(money), dict(marks)
        if new != (self._money, self._marks):
            self._money, self._marks = new
            self.refresh()

    def draw(self, width: int, height: int, colors: Palette) -> list[Line]:
        """Return the lines of the chart from the top."""
        top = scale_top(max(self._money, default=0), self._marks.values())
        labels = _labels(self._marks, top, height)
        margin = max(map(len, labels.values()), default=-1) + 1
        space = max(0, width - margin)
        bars = self._money[-space:] if space else ()
        columns = min(_WIDEST, max(1, space // max(_ROUNDS, len(bars))))
        lines = []
        for row in range(height):
            label = labels.get(row, "")
            rule = " " if not label else "┈"
            line = [Segment(label.rjust(margin - 1) + " " if margin else "", colors.dim)]
            for money in bars:
                eighths = round(height * 8 * max(0, money) / top) - 8 * (height - 1 - row)
                line.append(self._square(eighths, columns, rule, colors))
            line.append(Segment(rule * (space - columns * len(bars)), colors.faint))
            lines.append(line)
        return lines

    def _square(self, eighths: int, columns: int, rule: str, colors: Palette) -> Segment:
        """Return a row of a bar, with `eighths` of its height filled, or else the rule."""
        if eighths >= 8:  # a coloured space: unlike full blocks, it shows no seams
            return Segment(("#" if self.ascii else " ") * columns, colors.bar)
        if eighths <= 0 or self.ascii:
            return Segment(rule * columns, colors.faint)
        return Segment(_EIGHTHS[eighths] * columns, colors.bar_top)


def _labels(marks: Mapping[str, int], top: float, height: int) -> dict[int, str]:
    """Return the label of each row that has a mark; the highest mark wins a row."""
    return {
        height - 1 - min(height - 1, int(height * mark / top)): f"{mark:,}"
        for mark in sorted(marks.values())
    }
