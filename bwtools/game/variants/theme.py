"""The variant theme: every word sold must be on a list of words about one subject.

The rules of the game do not check words, so no phase changes: the words that may be sold are those
of the dictionary that are on the list too.
"""

from __future__ import annotations

from .variant import Variant

VARIANT = Variant(
    (
        "Theme: before the game the players agree on a theme, such as animals, and on a list of "
        "its words. Every word sold must be on the list and in the dictionary.",
        "The players may agree to accept a word that is missing from the list for this game.",
    )
)
