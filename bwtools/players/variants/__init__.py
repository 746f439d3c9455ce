"""How computer players play variants: a function for each of their phases, and adaptations.

A strategy with a method named like a phase decides there itself. For other strategies the functions
of this package decide, using the values that the strategy gives to hands and leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...game.rules import Rules
    from ...game.state import Event, State
    from ...lexicon.lexicon import Lexicon
    from ..strategy import Strategy

    Decision = Callable[[Strategy, Rules, Lexicon, State], Event]

_DECISIONS = {"bid": "auction", "pick": "draft", "trade": "trade", "lay": "laying"}  # modules
_ADAPTATIONS = {"theme": "theme_player"}  # modules, by variant


def decision(phase: str) -> Decision | None:
    """Return the function that decides in a phase of a variant, or None for other phases."""
    if phase not in _DECISIONS:
        return None
    found: Decision = import_module(f".{_DECISIONS[phase]}", __name__).decide
    return found


def adapted(strategy: Strategy, names: Iterable[str], lexicon: Lexicon) -> Strategy:
    """Return a computer player as it plays with these variants. `lexicon` has the words allowed."""
    for name in names:
        if name in _ADAPTATIONS:
            strategy = import_module(f".{_ADAPTATIONS[name]}", __name__).adapted(strategy, lexicon)
    return strategy
