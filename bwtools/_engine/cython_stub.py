"""What the engine uses of Cython and C when it runs interpreted."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable
from typing import Any

compiled = False


def _same(function: Any) -> Any:
    return function


cclass = cfunc = _same


class _NoGil:
    """A decorator that changes nothing, and a context that does nothing."""

    def __call__(self, function: Any) -> Any:
        return function

    def __enter__(self) -> None:
        return None

    def __exit__(self, *error: object) -> None:
        return None


nogil = _NoGil()


def exceptval(**_: Any) -> Callable[[Any], Any]:
    return _same


class _Type:
    """A C type; with a number in brackets an array, which is declared as a list of zeros."""

    def __init__(self, size: builtins.int = 0):
        self.size = size

    def __getitem__(self, size: builtins.int) -> _Type:
        return _Type(size)


def declare(kind: _Type, value: Any = None) -> Any:
    """A value, or working space for an array."""
    return [0] * kind.size if value is None else value


def cast(_: _Type, value: Any) -> Any:
    """The value as it is."""
    return value


Py_ssize_t = int = short = uchar = ushort = uint = longlong = ulonglong = _Type()  # noqa: A001


# Lists are quicker to Python than arrays.


def zeros(code: str, size: builtins.int) -> Any:
    return [0] * size


def filled(code: str, values: Iterable[builtins.int]) -> Any:
    return list(values)


def lowest_bit(bits: builtins.int) -> builtins.int:
    return (bits & -bits).bit_length() - 1
