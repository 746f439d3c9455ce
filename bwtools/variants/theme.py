"""The variant theme: every word sold must be on a list of words about one thing.

Whether a word is valid is nothing to the rules of the game, so no phase changes: the words that
may be sold are those of the dictionary that are on the list too.
"""

from __future__ import annotations

from os.path import basename, splitext
from typing import TYPE_CHECKING, NamedTuple

from ..errors import InvalidError
from ..lexicon import Lexicon, lexicon_of
from ..tiles import TileSet
from .variant import Round, Variant

if TYPE_CHECKING:
    from ..players import Strategy

# With more words computer players play as with a dictionary. Alone, with all of ENABLE as the
# theme, hoping for words made $541 for master and $630 for club where their own ways made $1,536
# and $1,200; with 3,000 words at random it cost master and helped club (four deals each). Where
# between the two the limit is best has not been measured.
SMALL = 10_000


class Theme(NamedTuple):
    """A list of words: capitals, each once, A to Z."""

    name: str
    words: tuple[str, ...]


def read_theme(path: str) -> Theme:
    """Read a theme from a word list, as dictionaries are read. Raises InvalidError: it is none."""
    from ..cache import read_file
    from ..wordlist import read_words

    name = splitext(basename(path))[0]
    return Theme(name, tuple(read_words(read_file(path), path).words))


def themed(lexicon: Lexicon, theme: Theme | None) -> Lexicon:
    """The words of a dictionary that are on the theme; all of them without one.

    Raises InvalidError: there are none.
    """
    if theme is None:
        return lexicon
    words = [word for word in theme.words if word in lexicon]
    if not words:
        raise InvalidError(
            f"no word of the theme {theme.name} is in the dictionary {lexicon.name}: "
            "take another list, or another dictionary"
        )
    name = f"{lexicon.name} (theme {theme.name})"
    return lexicon_of(words, lexicon.tiles, name, lexicon.source)


def _text(tiles: TileSet) -> list[str]:  # noqa: ARG001
    return [
        "Theme: before the game the players agree on a theme, such as animals, and on a list of "
        "its words. Every word sold must be on the list, and in the dictionary.",
        "A word that is missing there can be accepted by all for this game.",
    ]


def _unchanged(phases: Round) -> Round:
    return phases


def _adapted(strategy: Strategy, lexicon: Lexicon) -> Strategy:
    if len(lexicon) > SMALL:
        return strategy
    from .on_theme import OnTheme

    return OnTheme(strategy, lexicon)


VARIANT = Variant(_text, _unchanged, _adapted)
