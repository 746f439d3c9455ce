"""Working space of the compiled engine."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Any


def zeros(code: str, size: int) -> Any:
    return array(code, bytes(size * array(code).itemsize))


def filled(code: str, values: Iterable[int]) -> Any:
    return array(code, values)
