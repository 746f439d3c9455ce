"""The weights of V and their files.

There is one file for each number of players, written by scripts/train_value.py: a line that
identifies the format, then version, checksum and header length, a JSON header with what the weights
were trained on, and arrays of integers.
"""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from functools import cache
from os.path import join
from typing import Any, NamedTuple

from .._engine.constants import (
    BAG_INPUTS,
    CHEAP_PIPS,
    HEADS,
    HIDDEN,
    LEAVE_INPUTS,
    LETTERS,
    MONEY_INPUTS,
    SECOND,
    SMALL_BAGS,
)
from ..errors import InvalidError
from ..storage.files import read_own_file
from ..storage.folders import SHIPPED_DATA

_MAGIC = b"bwtools value\n"
_VERSION = 1
_PREFIX = len(_MAGIC) + 12  # then version, checksum and header length, 4 bytes each

ARRAYS = {  # name: type code and size; 0 for any size
    "sparse": ("h", LEAVE_INPUTS * HIDDEN),
    "share": ("h", LETTERS * HIDDEN),
    "size": ("h", (BAG_INPUTS + SMALL_BAGS) * HIDDEN),
    "money": ("h", (MONEY_INPUTS + CHEAP_PIPS - 1) * HIDDEN),
    "bias": ("h", HIDDEN),
    "second": ("h", SECOND * HIDDEN),
    "second_bias": ("i", SECOND),
    "third": ("h", HEADS * SECOND),
    "third_bias": ("i", HEADS),
    "level": ("i", 0),
    "quad": ("i", LEAVE_INPUTS),
    "quad_late": ("i", LEAVE_INPUTS),
    "rank": ("i", LEAVE_INPUTS),
    "rank_late": ("i", LEAVE_INPUTS),
    "mix": ("i", HEADS),
}
NET = ("sparse", "share", "size", "money", "bias", "second", "second_bias", "third", "third_bias")
ARRAYS |= {f"poor_{name}": ARRAYS[name] for name in NET}


class Weights(NamedTuple):
    """The contents of a weights file."""

    players: int
    provenance: dict[str, Any]
    arrays: dict[str, array[int]]


def weights_path(players: int, dictionary: str = "enable") -> str:
    """Return the path of the weights for a number of players, trained on a dictionary."""
    end = "" if dictionary == "enable" else f"-{dictionary}"
    return join(SHIPPED_DATA, f"value{players}{end}.bin")


def pack_weights(weights: Weights) -> bytes:
    """Return the bytes of a weights file."""
    layout = [[name, code, len(weights.arrays[name])] for name, (code, _) in ARRAYS.items()]
    header = {"players": weights.players, "provenance": weights.provenance, "arrays": layout}
    head = json.dumps(header).encode()
    body = head + b"".join(_little(weights.arrays[name]).tobytes() for name in ARRAYS)
    numbers = (_VERSION, zlib.crc32(body), len(head))
    return _MAGIC + b"".join(number.to_bytes(4, "little") for number in numbers) + body


def read_weights(path: str) -> Weights:
    """Read a weights file. Raise InvalidError if it cannot be read or is damaged."""
    try:
        data = read_own_file(path)
    except OSError as error:
        raise InvalidError(f"cannot read the weights {path}: {error.strerror}") from None
    version, checksum, head = (
        int.from_bytes(data[at : at + 4], "little") for at in range(len(_MAGIC), _PREFIX, 4)
    )
    body = data[_PREFIX:]
    try:
        # The checksum does not cover the header length, but with a wrong one the JSON is invalid.
        if not data.startswith(_MAGIC) or zlib.crc32(body) != checksum:
            raise ValueError
        header = json.loads(body[:head])
    except ValueError:
        raise InvalidError(f"the weights {path} are damaged: install bwtools again") from None
    if version != _VERSION:
        raise InvalidError(
            f"the weights {path} are of version {version}, not {_VERSION}: install bwtools again"
        )
    arrays: dict[str, array[int]] = {}
    for name, code, size in header["arrays"]:
        values = array(code)
        values.frombytes(body[head : head + size * values.itemsize])
        head += size * values.itemsize
        arrays[name] = _little(values)
    if any(
        name not in arrays or size not in (0, len(arrays[name]))
        for name, (_, size) in ARRAYS.items()
    ):
        raise InvalidError(
            f"the weights {path} are not those of this engine: install bwtools again"
        )
    return Weights(header["players"], header["provenance"], arrays)


def _little(values: array[int]) -> array[int]:
    """Convert an array between the byte orders of this machine and of the file."""
    if sys.byteorder == "big":
        values = values[:]
        values.byteswap()
    return values


@cache
def weights_checksum(players: int) -> str:
    """Return the checksum in the shipped weights for a number of players; "" if there are none."""
    try:
        with open(weights_path(players), "rb") as file:
            return file.read(_PREFIX)[len(_MAGIC) :].hex()
    except OSError:
        return ""


@cache
def shipped_weights(players: int) -> Weights:
    """Return the shipped weights for a number of players. Raise InvalidError as `read_weights`."""
    path = weights_path(players)
    weights = read_weights(path)
    if weights.players != players:
        raise InvalidError(
            f"the weights {path} are for {weights.players} players: install bwtools again"
        )
    return weights
