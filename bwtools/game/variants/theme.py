"""The variant theme: every word sold must be on a list of words about one thing.

Whether a word is valid is nothing to the rules of the game, so no phase changes: the words that
may be sold are those of the dictionary that are on the list too.
"""

from __future__ import annotations

from ...tiles.tile_set import TileSet
from .variant import Round, Variant


def _text(tiles: TileSet) -> list[str]:  # noqa: ARG001
    return [
        "Theme: before the game the players agree on a theme, such as animals, and on a list of "
        "its words. Every word sold must be on the list, and in the dictionary.",
        "A word that is missing there can be accepted by all for this game.",
    ]


def _unchanged(phases: Round) -> Round:
    return phases


VARIANT = Variant(_text, _unchanged)
