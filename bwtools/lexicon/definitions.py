"""Definitions of words, from a word list that carries them, or else from WordNet.

They are read when they are first asked for and cached in a file of their own, so that opening a
list costs nothing more.
"""

from __future__ import annotations

from functools import partial
from os.path import exists, isfile, join

import marisa_trie

from ..errors import InvalidError
from ..storage import folders
from .cache import CacheFormat, cached
from .letter_index import is_word


class Definitions:
    """Definitions by word; false if there are none."""

    def __init__(self, trie: marisa_trie.BytesTrie | None = None) -> None:
        self._trie = trie or marisa_trie.BytesTrie()

    def __bool__(self) -> bool:
        return len(self._trie) > 0

    def get(self, word: str) -> str | None:
        """Return the definition of a word (in any case) on one line; None if there is none."""
        found = self._trie.get(word.upper()) if is_word(word) else None  # NUL would confuse it
        return found[0].decode() if found else None


class WordNet(Definitions):
    """Definitions in WordNet; those of an inflected form are those of its base forms."""

    def get(self, word: str) -> str | None:
        """Return the definition of a word (in any case) on one line; None if there is none."""
        found = super().get(word)
        if found is None or not found.startswith("="):
            return found
        bases = found[1:].upper().split(",")
        return "; ".join(f"{base}: {super(WordNet, self).get(base)}" for base in bases)


def read_wordnet() -> WordNet:
    """Return the definitions in WordNet that are shipped; scripts/make_definitions.py makes them.

    Raise InvalidError if they cannot be read.
    """
    return WordNet(_read_trie(join(folders.SHIPPED_DICTIONARIES, "wordnet.tsv.gz")))


def read_definitions_of(path: str) -> Definitions:
    """Return the definitions in a word list.

    Raise InvalidError if it cannot be read, or is a pipe, which was read for its words.
    """
    if exists(path) and not isfile(path):
        raise InvalidError(
            f"{path} is a pipe, which can be read only once: definitions need a regular file"
        )
    return Definitions(_read_trie(path))


def _read_trie(path: str) -> marisa_trie.BytesTrie:
    definitions_format = CacheFormat(
        magic=b"bwtools definitions, version 4\n",
        ending=".bwm",
        key={},
        make=partial(_make, path),
        pack=lambda trie: ({}, [trie.tobytes()]),
        unpack=lambda _, body: marisa_trie.BytesTrie().frombytes(bytes(body)),
    )
    trie: marisa_trie.BytesTrie = cached(path, definitions_format)
    return trie


def _make(path: str, data: list[bytes]) -> marisa_trie.BytesTrie:
    from .word_list import read_definitions

    definitions = read_definitions(data.pop(), path)
    return marisa_trie.BytesTrie((word, text.encode()) for word, text in definitions.items())
