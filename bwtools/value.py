"""V: the further money that what a player keeps is worth, with the weights that ship.

The weights are one file for each number of players in the folder of data, made by
scripts/train_value.py: a line of magic, version, checksum and a JSON header that tells what they
were trained on, then arrays of whole numbers. A damaged file is refused.
"""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from functools import cache
from os.path import join
from typing import Any, NamedTuple

from . import _engine
from .errors import InvalidError
from .paths import TILE_SETS

_MAGIC = b"bwtools value\n"
_VERSION = 1
_PREFIX = len(_MAGIC) + 12  # the magic, then version, checksum and header length, 4 bytes each
_HIDDEN, _SECOND, _HEADS = 256, 32, 4
SIZES = {  # of the arrays: type, and how many numbers (level: any)
    "sparse": ("h", 422 * _HIDDEN),
    "share": ("h", 26 * _HIDDEN),
    "size": ("h", 27 * _HIDDEN),
    "money": ("h", 2 * _HIDDEN),
    "bias": ("h", _HIDDEN),
    "second": ("h", _SECOND * _HIDDEN),
    "second_bias": ("i", _SECOND),
    "third": ("h", _HEADS * _SECOND),
    "third_bias": ("i", _HEADS),
    "level": ("i", 0),
    "quad": ("i", 422),
    "quad_late": ("i", 422),
    "mix": ("i", _HEADS),
}


class Weights(NamedTuple):
    """What a weights file holds."""

    players: int
    provenance: dict[str, Any]
    arrays: dict[str, array[int]]


def is_compiled() -> bool:
    """Whether the engine runs compiled, not interpreted."""
    return bool(_engine.COMPILED)


def weights_path(players: int) -> str:
    """Where the weights for so many players are."""
    return join(TILE_SETS, f"value{players}.bin")


def pack_weights(weights: Weights) -> bytes:
    """The bytes of a weights file."""
    layout = [[name, code, len(weights.arrays[name])] for name, (code, _) in SIZES.items()]
    header = {
        "players": weights.players,
        "provenance": weights.provenance,
        "arrays": layout,
    }
    head = json.dumps(header).encode()
    body = head + b"".join(_little(weights.arrays[name]).tobytes() for name in SIZES)
    numbers = (_VERSION, zlib.crc32(body), len(head))
    return _MAGIC + b"".join(number.to_bytes(4, "little") for number in numbers) + body


def read_weights(path: str) -> Weights:
    """Read a weights file. Raises InvalidError: it cannot be read, or is damaged."""
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        raise InvalidError(f"cannot read the weights {path}: {error.strerror}") from None
    version, checksum, head = (
        int.from_bytes(data[at : at + 4], "little") for at in range(len(_MAGIC), _PREFIX, 4)
    )
    body = data[_PREFIX:]
    if not data.startswith(_MAGIC) or zlib.crc32(body) != checksum:
        raise InvalidError(f"the weights {path} are damaged: install bwtools again")
    if version != _VERSION:
        raise InvalidError(f"the weights {path} are of version {version}, not {_VERSION}")
    header = json.loads(body[:head])
    arrays: dict[str, array[int]] = {}
    for name, code, size in header["arrays"]:
        values = array(code)
        values.frombytes(body[head : head + size * values.itemsize])
        head += size * values.itemsize
        arrays[name] = _little(values)
    if any(
        name not in arrays or size not in (0, len(arrays[name]))
        for name, (_, size) in SIZES.items()
    ):
        raise InvalidError(
            f"the weights {path} are not those of this engine: install bwtools again"
        )
    return Weights(header["players"], header["provenance"], arrays)


def _little(values: array[int]) -> array[int]:
    """The array with the bytes as they stand in the file, or back."""
    if sys.byteorder == "big":
        values = values[:]
        values.byteswap()
    return values


@cache
def shipped_weights(players: int) -> Weights:
    """The weights that ship, for so many players. Raises InvalidError."""
    return read_weights(weights_path(players))
