"""The engine's finder of words, for a lexicon with its house words."""

from __future__ import annotations

from functools import lru_cache

from ._engine.finder import COMPILED as COMPILED
from ._engine.finder import Finder
from .index import build_index
from .lexicon import Lexicon
from .tiles import ALPHABET


def build_finder(lexicon: Lexicon) -> Finder:
    """A finder of one's own: two threads cannot share one."""
    index = lexicon.indexes[0]
    if any(lexicon.house):
        index = build_index(lexicon, lexicon.tiles.pips)
    pips = [lexicon.tiles.pips[letter] for letter in ALPHABET]
    return Finder(index, pips, lexicon.tiles.wild_pips)


@lru_cache(maxsize=4)
def finder(lexicon: Lexicon) -> Finder:
    """The finder of the main thread."""
    return build_finder(lexicon)
