"""Themes: lists of words about one subject."""

from __future__ import annotations

from os.path import basename, splitext
from typing import NamedTuple

from ..errors import InvalidError
from .lexicon import Lexicon, lexicon_from_words


class Theme(NamedTuple):
    """A list of distinct words in capitals, sorted."""

    name: str
    words: tuple[str, ...]


def read_theme(path: str) -> Theme:
    """Read a theme from a word list. Raise InvalidError if the file is not one."""
    from .cache import read_file
    from .word_list import read_words

    name = splitext(basename(path))[0]
    return Theme(name, tuple(read_words(read_file(path), path).words))


def themed(lexicon: Lexicon, theme: Theme | None) -> Lexicon:
    """Return a lexicon limited to the words of a theme; without a theme, the lexicon itself.

    Raise InvalidError if the lexicon has none of the words.
    """
    if theme is None:
        return lexicon
    words = [word for word in theme.words if word in lexicon]
    if not words:
        raise InvalidError(
            f"no word of the theme {theme.name} is in the dictionary {lexicon.name}: "
            "use another list, or another dictionary"
        )
    name = f"{lexicon.name} (theme {theme.name})"
    return lexicon_from_words(words, lexicon.tiles, name, lexicon.source)
