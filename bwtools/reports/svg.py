"""Helpers for SVG: escaped text, and round numbers for axes."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import count


def escaped(text: str) -> str:
    """Return text escaped for XML, without control characters and halves of surrogate pairs."""
    return escape("".join(char if char.isprintable() else "?" for char in text))


def round_numbers(least: int) -> Iterator[int]:
    """Yield 1, 2, 5, 10, 20, 50... times `least`, a power of ten."""
    return (least * digit * 10**zeros for zeros in count() for digit in (1, 2, 5))
