"""Stand-ins for what the engine uses of Cython and C when it runs interpreted."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable
from typing import Any

compiled = False


def _unchanged(function: Any) -> Any:
    return function


cclass = cfunc = final = _unchanged


class _NoGil:
    """A decorator and a context manager without effect."""

    def __call__(self, function: Any) -> Any:
        return function

    def __enter__(self) -> None:
        return None

    def __exit__(self, *error: object) -> None:
        return None


nogil = gil = _NoGil()


def exceptval(**_: Any) -> Callable[[Any], Any]:
    return _unchanged


def locals(**_: Any) -> Callable[[Any], Any]:  # noqa: A001
    return _unchanged


class _Type:
    """A C type. Indexed with a number it is an array type, whose values are lists."""

    def __init__(self, size: builtins.int = 0):
        self.size = size

    def __getitem__(self, size: builtins.int) -> _Type:
        return _Type(size)


def declare(kind: _Type, value: Any = None) -> Any:
    """Return the value, or a list of zeros for an array type."""
    return [0] * kind.size if value is None else value


def cast(_: _Type, value: Any) -> Any:
    """Return the value unchanged."""
    return value


Py_ssize_t = bint = int = short = uchar = uint = longlong = ulonglong = _Type()  # noqa: A001
double = p_ulonglong = _Type()


# In place of `buffers` and `bits`. Python is faster with lists than with arrays.


def zeros(code: str, size: builtins.int) -> Any:
    return [0] * size


def filled(code: str, values: Iterable[builtins.int]) -> Any:
    return list(values)


def lowest_bit(bits: builtins.int) -> builtins.int:
    """Return the index of the lowest bit."""
    return (bits & -bits).bit_length() - 1
