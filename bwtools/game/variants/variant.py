"""What a variant is: its rules in words, and the phases that it puts into a round."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ...tiles.tile_set import TileSet
from ..rules import Phase

if TYPE_CHECKING:
    pass

Round = tuple[Phase, ...]


class Variant(NamedTuple):
    """A variant of the rules; every module of one has it as `VARIANT`."""

    text: Callable[[TileSet], list[str]]  # its rules for people, a paragraph each
    change: Callable[[Round], Round]  # a round of the game without it -> a round with it
    alone: str | None = None  # why nobody plays it alone
    against: Mapping[str, str] = {}


def replaced(phases: Round, name: str, *others: Phase) -> Round:
    """A round with others in place of a phase."""
    at = [phase.name for phase in phases].index(name)
    return (*phases[:at], *others, *phases[at + 1 :])
