"""The variants of the rules that the printed ones suggest, one module each.

Their wording is not public: each is our reading, and its rules say so. A variant changes the
phases of a round and leaves everything else as it is, so that several can be played together.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from itertools import combinations

from ...errors import IllegalError, InvalidError, quote
from ...tiles.tile_set import TileSet
from ..rules import PRINTED, Rules
from .variant import Round, Variant

NAMES = (
    "draft",
    "auction",
    "trade",
    "theme",
    "crossword",
)  # in the order in which they change a round


def variant(name: str) -> Variant:
    """The variant of a name. Raises InvalidError: there is none."""
    if name not in NAMES:
        raise InvalidError(f"this bwtools has no variant {quote(name)}: it has {', '.join(NAMES)}")
    found: Variant = import_module(f".{name}", __name__).VARIANT
    return found


def combined(names: Iterable[str], players: int) -> tuple[str, ...]:
    """Variants to be played together, each once and in order.

    Raises InvalidError: there is no such variant; IllegalError: some do not go together, or not
    with so few players, saying why.
    """
    chosen = {name: variant(name) for name in names}
    for one, other in combinations(chosen, 2):
        reason = chosen[one].against.get(other) or chosen[other].against.get(one)
        if reason:
            raise IllegalError(f"the variants {one} and {other} do not go together: {reason}")
    for name, each in chosen.items():
        if players == 1 and each.alone:
            raise IllegalError(
                f"the variant {name} is for two players or more: {each.alone}; --players you,club "
                "takes in another one"
            )
    return tuple(name for name in NAMES if name in chosen)


def make_rules(tiles: TileSet, names: Iterable[str], players: int) -> Rules:
    """The rules for so many players with these variants, or the printed ones without any.

    Raises as `combined`.
    """
    phases: Round = PRINTED
    for name in combined(names, players):
        phases = variant(name).change(phases)
    return Rules(tiles, phases)
