"""How computer players play variants: a function for each of their phases.

A strategy with a method named like a phase decides there itself. For other strategies the functions
of this package decide, using the values that the strategy gives to hands and leaves.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from ...game.rules import Rules
from ...game.state import Event, State
from ...lexicon.lexicon import Lexicon
from ..strategy import Strategy

Decision = Callable[[Strategy, Rules, Lexicon, State], Event]

_DECISIONS = {"bid": "auction", "pick": "draft", "trade": "trade", "lay": "laying"}  # modules


def decision(phase: str) -> Decision | None:
    """Return the function that decides in a phase of a variant, or None for other phases."""
    if phase not in _DECISIONS:
        return None
    found: Decision = import_module(f".{_DECISIONS[phase]}", __name__).decide
    return found
