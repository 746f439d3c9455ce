"""The variants that the printed rules suggest, one module each.

Their official wording is not public: each is our reading, and its text says so. A variant replaces
phases of a round and leaves the rest unchanged, so several can be combined.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from itertools import combinations

from ...errors import IllegalError, InvalidError, quote
from ...tiles.tile_set import TileSet
from ..rules import PRINTED, Rules
from .variant import Variant

# In the order in which they change a round.
NAMES = ("draft", "auction", "trade", "theme", "crossword")


def variant(name: str) -> Variant:
    """Return the variant with this name. Raise InvalidError if there is none."""
    if name not in NAMES:
        raise InvalidError(f"there is no variant {quote(name)}: choose from {', '.join(NAMES)}")
    found: Variant = import_module(f".{name}", __name__).VARIANT
    return found


def combined(names: Iterable[str], players: int) -> tuple[str, ...]:
    """Return the names of variants to be played together, each once and in order.

    Raise InvalidError for an unknown name, and IllegalError if the variants cannot be combined or
    cannot be played alone.
    """
    chosen = {name: variant(name) for name in names}
    for one, other in combinations(chosen, 2):
        reason = chosen[one].against.get(other) or chosen[other].against.get(one)
        if reason:
            raise IllegalError(f"the variants {one} and {other} cannot be combined: {reason}")
    for name, each in chosen.items():
        if players == 1 and each.alone:
            raise IllegalError(
                f"the variant {name} is for two players or more: {each.alone}; "
                "--players you,club adds another one"
            )
    return tuple(name for name in NAMES if name in chosen)


def make_rules(tiles: TileSet, names: Iterable[str], players: int) -> Rules:
    """Return the rules with these variants: the printed rules if there are none.

    Raises the errors of `combined`.
    """
    phases = PRINTED
    for name in combined(names, players):
        changed = variant(name).phases
        phases = tuple(new for old in phases for new in changed.get(old.name, (old,)))
    return Rules(tiles, phases)
