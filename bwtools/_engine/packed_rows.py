"""Rows of numbers packed into one integer, so that Python adds whole rows of the net at once."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cache
from sys import byteorder


def pack(values: Sequence[int], bits: int) -> int:
    """Return signed numbers as one integer with a lane of 16 or 32 bits each.

    The sum of packed rows is the packed row of the sums.
    """
    half = 1 << (bits - 1)
    code = "H" if bits == 16 else "I"
    raised = array(code, [value + half for value in values])
    if byteorder == "big":
        raised.byteswap()
    return int.from_bytes(raised.tobytes(), "little") - _halves(bits, len(raised))


def unpack(row: int, bits: int, size: int) -> list[int]:
    """Return the `size` numbers of a packed row."""
    half = 1 << (bits - 1)
    lanes = array("H" if bits == 16 else "I")
    lanes.frombytes((row + _halves(bits, size)).to_bytes(size * bits // 8, "little"))
    if byteorder == "big":
        lanes.byteswap()
    return [lane - half for lane in lanes]


@cache
def _halves(bits: int, size: int) -> int:
    return int.from_bytes((1 << (bits - 1)).to_bytes(bits // 8, "little") * size, "little")
