"""What drawings have in common: text as XML can hold it, and the numbers along an axis."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import count


def escaped(text: str) -> str:
    """Text as XML can hold it: no control characters, nor half of a pair."""
    return escape("".join(char if char.isprintable() else "?" for char in text))


def round_numbers(least: int) -> Iterator[int]:
    """From the least on, a power of ten: 1, 2, 5, 10, 20, 50..."""
    return (least * digit * 10**zeros for zeros in count() for digit in (1, 2, 5))
