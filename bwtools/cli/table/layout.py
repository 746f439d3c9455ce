"""How the table fills a screen: the size of the tiles, and which zones there is room for."""

from __future__ import annotations

from typing import NamedTuple

from .tiles_view import TileSize, fitting_size

LEAST = (60, 20)  # columns and rows of the smallest table
SIDE_FROM = 128  # columns
SIDE = 38  # columns of the side panel
TALL_FROM = (100, 32)  # columns and rows for the money in big digits
CHART_FROM = 40  # rows


class Layout(NamedTuple):
    """What a screen has room for."""

    tile_size: TileSize
    tall: bool  # the money in big digits, blank lines between zones
    side: bool  # the panel at the side
    chart: bool  # the chart and the bag in it
    small: bool  # nothing but the prompt line fits
    tight: bool  # no blank line above the keys

    @property
    def classes(self) -> str:
        """The names of the style classes that apply."""
        names = {name for name in self._fields[1:] if getattr(self, name)}
        return " ".join(sorted(names | {f"tiles-{self.tile_size}"}))


def layout_for(width: int, height: int) -> Layout:
    """Return the layout of a screen with these columns and rows."""
    side = width >= SIDE_FROM
    main = width - 2 - (SIDE if side else 0)
    tall = width >= TALL_FROM[0] and height >= TALL_FROM[1]
    size = fitting_size(main, height)
    return Layout(
        "M" if size == "L" and not tall else size,
        tall,
        side,
        side and height >= CHART_FROM,
        width < LEAST[0] or height < LEAST[1],
        height < 24,
    )
