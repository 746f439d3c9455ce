"""Parameters of tests that only the slow tests use."""

from __future__ import annotations

from typing import Any

import pytest


def slow(*values: Any) -> list[Any]:
    """Return values of one parameter, marked slow. Give the quick tests some other values."""
    return [pytest.param(value, marks=pytest.mark.slow) for value in values]
