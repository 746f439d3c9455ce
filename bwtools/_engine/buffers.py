"""Working arrays of the compiled engine."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Any


def zeros(code: str, size: int) -> Any:
    """Return an array of zeros."""
    return array(code, [0]) * size


def filled(code: str, values: Iterable[int]) -> Any:
    """Return an array of these values."""
    return array(code, values)
