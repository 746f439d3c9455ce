"""The compiled solver for a lexicon with its house words."""

from __future__ import annotations

from functools import lru_cache
from threading import get_ident

from .._engine.solver import COMPILED as COMPILED
from .._engine.solver import Solver
from ..lexicon.letter_index import build_index
from ..lexicon.lexicon import Lexicon
from ..tiles.tile_set import ALPHABET


def build_solver(lexicon: Lexicon) -> Solver:
    """Return a new solver for a policy. Threads cannot share one."""
    original = _original_solver(lexicon)
    original.build_letter_sets()
    return original.with_shared_tables()


def shared_solver(lexicon: Lexicon) -> Solver:
    """Return the solver of this thread."""
    return _solver_of(get_ident(), lexicon)


@lru_cache(maxsize=16)
def _solver_of(_thread: int, lexicon: Lexicon) -> Solver:
    return _original_solver(lexicon).with_shared_tables()


@lru_cache(maxsize=4)
def _original_solver(lexicon: Lexicon) -> Solver:
    """Return a solver whose tables others share."""
    index = lexicon.indexes[0]
    if any(lexicon.house):
        index = build_index(lexicon, lexicon.tiles.pips)
    pips = [lexicon.tiles.pips[letter] for letter in ALPHABET]
    return Solver(index, pips, lexicon.tiles.wild_pips)
