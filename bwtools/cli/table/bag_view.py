"""The tiles in the bag, in groups by pips."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size

from .drawing import Drawing, Line
from .theme import Palette

_LABEL = 5  # columns of the tile that heads a group, with the gap after it
_PITCH, _GAP = 6, 2  # columns of a letter with its count, and of the gap that they end with
_BOLD = Style(bold=True)


class BagView(Drawing):
    """How many tiles of each letter are in the bag, then their number and mean pips."""

    DEFAULT_CSS = "BagView { height: auto; }"
    _counts: Mapping[str, int] = MappingProxyType({})
    _pips: Mapping[str, int] = MappingProxyType({})

    def show(self, counts: Mapping[str, int], pips: Mapping[str, int]) -> None:
        """Show the count of each letter; `pips` has all letters of the tile set."""
        new = dict(counts), dict(pips)
        if new != (self._counts, self._pips):
            letters = new[1] != self._pips
            self._counts, self._pips = new
            self.refresh(layout=letters)  # the height depends on the letters only

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows of all groups, a blank and the total."""
        return len(list(self._groups(width))) + 2

    def _groups(self, width: int) -> Iterator[tuple[int, str]]:
        """Yield the pips and the letters of each row."""
        each = max(1, (width - _LABEL + _GAP) // _PITCH)
        for pips in sorted(set(self._pips.values())):
            letters = "".join(sorted(one for one, its in self._pips.items() if its == pips))
            for start in range(0, len(letters), each):
                yield pips, letters[start : start + each]

    def draw(self, width: int, height: int, colors: Palette) -> list[Line]:
        """Return the groups and the total."""
        lines: list[Line] = []
        last = None
        for pips, letters in self._groups(width):
            if pips == last:
                line = [Segment(" " * _LABEL)]
            else:
                label = f"{pips:^3}"
                line = [
                    Segment(label, colors.tile(pips) + _BOLD),
                    Segment(" " * (_LABEL - len(label))),
                ]
            last = pips
            lines.append([*line, *self._letters(letters, colors)])
        total = sum(self._counts.values())
        all_pips = sum(count * self._pips.get(one, 0) for one, count in self._counts.items())
        text = f"{total} tile{'' if total == 1 else 's'}" if total else "The bag is empty"
        mean = f", {all_pips / total:.1f} pips each" if total else ""
        return [*lines, [], [Segment(text + mean, colors.dim)]]

    def _letters(self, letters: str, colors: Palette) -> Iterator[Segment]:
        """Yield the letters of a row with their counts."""
        for letter in letters:
            count = self._counts.get(letter, 0)
            yield Segment(letter, colors.ink + _BOLD if count else colors.faint)
            yield Segment(
                f"{count or '·':>3}".ljust(_PITCH - 1), colors.dim if count else colors.faint
            )
