"""Themes: lists of words about one subject."""

from __future__ import annotations

from os.path import basename, splitext
from typing import NamedTuple

from ..errors import InvalidError
from .lexicon import Lexicon, lexicon_from_words


class Theme(NamedTuple):
    """A list of words: capitals, each once, A to Z."""

    name: str
    words: tuple[str, ...]


def read_theme(path: str) -> Theme:
    """Read a theme from a word list, as dictionaries are read. Raises InvalidError: it is none."""
    from .cache import read_file
    from .word_list import read_words

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
    return lexicon_from_words(words, lexicon.tiles, name, lexicon.source)
