"""How the table fills a screen: the size of the tiles, and the blank rows between its zones."""

from __future__ import annotations

from typing import NamedTuple

from .tiles_view import DIMENSIONS, TileSize, fitting_size

LEAST = (60, 20)  # columns and rows of the smallest table
SIDE_FROM = 128  # columns
SIDE = 38  # columns of the side panel
TALL_FROM = (100, 32)  # columns and rows for the money in large digits
CHART_FROM = 40  # rows
BOARD = 26  # rows of a whole board with the letters above it
BOARD_FROM = 46  # rows for a whole board with large tiles
ZONES = ("set", "word", "hand", "last", "keys")  # that may have blank rows above them
_FIRST = ("hand", "word", "set", "last", "keys")  # in the order in which they get a blank row
_LOG_FROM = 11  # spare rows for the last three events on a narrow screen: two above each zone
_FIXED = 8  # rows of the header, three labels, the verdict, the last event, buttons and keys


class Layout(NamedTuple):
    """The arrangement of a screen: sizes, zones, and the blank rows above each zone."""

    tile_size: TileSize
    tall: bool  # the money in large digits
    log: bool  # the last three events, not one
    side: bool  # the panel at the side
    chart: bool  # the chart and the bag in it
    small: bool  # only the prompt line fits
    blanks: dict[str, int]

    @property
    def classes(self) -> str:
        """The names of the style classes that apply."""
        return " ".join(name for name in self._fields[1:6] if getattr(self, name))


def layout_for(width: int, height: int, others: int, board: bool = False) -> Layout:
    """Return the layout of a screen with these columns and rows, in a game with other players.

    A `board` takes the place of the word, and all rows that are free.
    """
    side = width >= SIDE_FROM
    tall = width >= TALL_FROM[0] and height >= TALL_FROM[1]
    size = fitting_size(width - 2 - (SIDE if side else 0), height)
    if board and height < BOARD_FROM:
        size, tall = "S", False
    if size == "L" and not tall:
        size = "M"
    money = 3 if tall else 1 if others else 2
    used = _FIXED + money + others + 3 * DIMENSIONS[size][1]
    spare = height - used - (BOARD - DIMENSIONS[size][1] if board else 0)
    log = not side and (tall or spare >= _LOG_FROM)
    blanks = _blanks(spare - 2 if log else spare, centred=side)
    small = width < LEAST[0] or height < LEAST[1]
    return Layout(size, tall, log, side, side and height >= CHART_FROM, small, blanks)


def _blanks(rows: int, centred: bool) -> dict[str, int]:
    """Distribute spare rows: one for each zone, then two; then three, or around the middle.

    The rest stays below the keys, where a phone shows its keyboard: a gap in the middle would
    separate the hand from its buttons.
    """
    blanks = dict.fromkeys(ZONES, 0)
    for most in (1, 2) if centred else (1, 2, 3):
        for zone in _FIRST if most < 3 else _FIRST[::-1]:
            if rows > 0 and (most == 1 or zone != "keys"):
                blanks[zone] += 1
                rows -= 1
    if centred and rows > 0:
        blanks["set"] += rows // 2
        blanks["last"] += rows - rows // 2
    return blanks
