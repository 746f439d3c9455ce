"""Your money, and how far it is to the next mark of a solo game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from types import MappingProxyType

from rich.cells import cell_len
from rich.segment import Segment
from textual.geometry import Size
from textual.reactive import reactive

from .digits import ROWS, large_lines
from .drawing import Drawing, Line, length
from .theme import Palette

_DIGITS = 4  # of the money for which there is space, so that the line does not move
_ROOM = 1.1  # the end of the line, as a multiple of the highest mark


class MoneyBar(Drawing):
    """Money in gold beside a line with the marks, in two rows or, if `tall`, in three.

    A game with other players has no marks: it shows the money and a note.
    """

    DEFAULT_CSS = "MoneyBar { height: auto; }"
    tall: reactive[bool] = reactive(False, repaint=False)
    _money: int = 0
    _marks: Mapping[str, int] = MappingProxyType({})
    _note: str = ""

    def show(self, money: int, marks: Mapping[str, int], note: str = "") -> None:
        """Show the dollars, the marks by name, and a note instead of the distance to a mark."""
        new = money, dict(marks), note
        if new != (self._money, self._marks, self._note):
            layout = bool(marks) != bool(self._marks)
            self._money, self._marks, self._note = new
            self.refresh(layout=layout)

    def watch_tall(self, tall: bool) -> None:
        """Take the height of the large or the small digits."""
        self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows of the money with the labels."""
        return ROWS if self.tall else 2 if self._marks else 1

    def draw(self, width: int, height: int, colors: Palette) -> list[Line]:
        """Return the money beside the line and its marks."""
        gold = colors.tone("gold", bold=True)
        digits = max(_DIGITS, len(str(self._money)))
        if self.tall:
            start = 2 + 3 * digits + 2
            money = large_lines(f"${self._money}", gold, self.ascii)
        else:
            start = 1 + digits + 2
            money = [[Segment(f"${self._money}", gold)], []]
        right: list[Line] = [[Segment(self._note, colors.dim)], []]
        if self._marks and width > start:
            right = [self._bar(width - start, colors), self._labels(width - start, colors)]
        return [
            [*left, Segment(" " * (start - length(left))), *rest]
            for left, rest in zip(money, [[]] * (len(money) - 2) + right, strict=True)
        ]

    def _bar(self, width: int, colors: Palette) -> Line:
        """Return the line, with a cross at each mark."""
        top = scale_top(self._money, self._marks.values())
        filled = round(width * max(0, self._money) / top)
        ticks = {_column(mark, top, width): mark for mark in self._marks.values()}
        reached, ahead = colors.gold, colors.faint
        line: Line = []
        for first, last in pairwise(sorted({0, width, filled, *ticks, *(t + 1 for t in ticks)})):
            passed = first < filled
            if first in ticks:
                passed = self._money >= ticks[first]
                line.append(Segment("┃", reached if passed else colors.dim))
            else:
                part = "━" if passed else "─"
                line.append(Segment(part * (last - first), reached if passed else ahead))
        return line

    def _labels(self, width: int, colors: Palette) -> Line:
        """Return the distance to the next mark, then the marks below their crosses."""
        text = self._note or distance_text(self._money, self._marks)
        top = scale_top(self._money, self._marks.values())
        line = [Segment(text, colors.dim)]
        end = cell_len(text)
        for start, label in _labels(self._marks, top, width, end + 2):
            line += [Segment(" " * (start - end)), Segment(label, colors.dim)]
            end = start + cell_len(label)
        return line


def scale_top(money: int, marks: Iterable[int]) -> float:
    """Return the dollars at the end of a scale: a little above the marks, more if they are passed.

    It grows in steps, so that the marks hardly ever move.
    """
    top = max((*marks, 100)) * _ROOM
    while money > top:
        top *= 1.25
    return top


def distance_text(money: int, marks: Mapping[str, int]) -> str:
    """Return the best mark that the money reaches, and the dollars to the next."""
    ordered = sorted(marks.items(), key=lambda item: item[1])
    reached = [name for name, mark in ordered if money >= mark][-1:]
    ahead = [f"${mark - money} to {name}" for name, mark in ordered if money < mark][:1]
    return ", ".join(reached + ahead)


def _column(mark: int, top: float, width: int) -> int:
    return min(width - 1, int(width * mark / top))


def _labels(
    marks: Mapping[str, int], top: float, width: int, first: int
) -> Iterator[tuple[int, str]]:
    """Yield the start and the text of each label: with names, in full, short, or only some."""
    ordered = sorted(marks.items(), key=lambda item: item[1])
    forms = (
        [f"{mark:,} {name}" for name, mark in ordered],
        [f"{mark:,}" for _, mark in ordered],
        [f"{mark / 1000:g}k" if mark >= 1000 else str(mark) for _, mark in ordered],
    )
    for labels in forms:
        placed = [
            (_label_start(_column(mark, top, width), len(label), width), label)
            for (_, mark), label in zip(ordered, labels, strict=True)
        ]
        ends = [first - 2, *(start + len(label) for start, label in placed)]
        if all(start >= end + 1 for (start, _), end in zip(placed, ends, strict=False)):
            yield from placed
            return
    for start, label in placed:  # of the short labels
        if start > first:
            yield start, label
            first = start + len(label)


def _label_start(column: int, length: int, width: int) -> int:
    return max(0, min(column - (length - 1) // 2, width - length))
