"""The other players, a line for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size

from .drawing import Drawing, Line, fit, length
from .theme import Palette

_BOLD = Style(bold=True)
_LONGEST_NAME = 12
_HAND = 13  # letters for which there is space in the column of hands


class PlayerRow(NamedTuple):
    """Another player: name, dollars, wilds, letters of the hand and of the drawn set."""

    name: str
    money: int
    wilds: int
    hand: str
    drawn: str = ""
    turn: bool = False  # it is this player's turn
    leader: bool = False


class PlayersView(Drawing):
    """A line for each player, with letters as small tiles."""

    DEFAULT_CSS = "PlayersView { height: auto; }"
    _players: tuple[PlayerRow, ...] = ()
    _pips: Mapping[str, int] = MappingProxyType({})

    def show(self, players: Sequence[PlayerRow], pips: Mapping[str, int]) -> None:
        """Show the players; `pips` are those of each letter."""
        new = tuple(players), dict(pips)
        if new != (self._players, self._pips):
            layout = len(players) != len(self._players)
            self._players, self._pips = new
            self.refresh(layout=layout)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return a row for each player."""
        return len(self._players)

    def draw(self, width: int, height: int, colors: Palette) -> list[Line]:
        """Return the lines in columns."""
        names = min(_LONGEST_NAME, max((cell_len(row.name) for row in self._players), default=0))
        return [self._line(row, names, width, colors) for row in self._players[:height]]

    def _line(self, row: PlayerRow, names: int, width: int, colors: Palette) -> Line:
        line = [
            Segment(f"{'▸' if row.turn else ' '} ", colors.tone("gold", bold=True)),
            Segment(fit(row.name, names), colors.ink + _BOLD if row.turn else colors.ink),
            Segment(f" {'◆' if row.leader else ' '}", colors.gold),
            Segment(f"{f'${row.money}':>7}  ", colors.ink),
            Segment(f"★{row.wilds}  " if row.wilds else "    ", colors.wild),
            *self._tiles(row.hand, colors),
            Segment(" " * max(0, _HAND - len(row.hand))),
        ]
        if row.drawn:
            drawn = [Segment("  draws ", colors.dim), *self._tiles(row.drawn, colors)]
            if length(line) + length(drawn) <= width:
                line += drawn
        return line

    def _tiles(self, letters: str, colors: Palette) -> Line:
        """Return letters as tiles of one column."""
        return [
            Segment(letter, colors.tile(self._pips.get(letter, 1)) + _BOLD) for letter in letters
        ]
