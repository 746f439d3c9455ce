"""What a variant consists of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..rules import Phase


class Variant(NamedTuple):
    """A variant of the rules. Each module of a variant defines one as `VARIANT`.

    `text` explains its rules, a string for each paragraph. `phases` replace phases of a round, by
    name. `alone` says why it cannot be played alone, and `against` why it cannot be combined with
    another variant.
    """

    text: tuple[str, ...]
    phases: Mapping[str, tuple[type[Phase[Any]], ...]] = {}
    alone: str | None = None
    against: Mapping[str, str] = {}
