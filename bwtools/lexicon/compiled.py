"""Compiled dictionaries: a word list ready for use, and how the cache keeps it.

Behind its header come the words in the order of the index, the rows of the index and the bytes of
the trie.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

from ..tiles.tile_set import ALPHABET
from .cache import CacheFormat, from_list
from .letter_index import Cell, LetterIndex, build_index


class Compiled(NamedTuple):
    """A word list ready for use."""

    letters: LetterIndex
    trie: bytes  # of a marisa_trie.Trie over the words in capitals
    words: int
    sha256: str  # of the words in lower case, A to Z, each ended by a line feed
    skipped: int  # lines that are no words of this game
    examples: tuple[str, ...]  # a few of those


def compile_words(words: list[str], pips: Mapping[str, int]) -> Compiled:
    """Compile words: capitals, each once, A to Z."""
    from hashlib import sha256

    import marisa_trie

    digest = sha256("".join(f"{word}\n" for word in words).lower().encode()).hexdigest()
    trie = marisa_trie.Trie(words).tobytes()
    return Compiled(build_index(words, pips), trie, len(words), digest, 0, ())


def compile_file(path: str, pips: Mapping[str, int]) -> Compiled:
    """The compiled form of a word list, from the cache if it is there and right.

    Where the cache cannot be written the list is compiled in memory. Raises InvalidError: the
    list cannot be read, or is none.
    """
    kind = CacheFormat(
        magic=b"bwtools dictionary, compiled\n",
        version=2,
        ending=".bwd",
        made_with={"pips": [pips[letter] for letter in ALPHABET]},
        make=partial(_compile, path, pips),
        pack=_pack,
        unpack=_unpack,
    )
    return from_list(path, kind)


def _compile(path: str, pips: Mapping[str, int], data: bytes) -> Compiled:
    from .word_list import read_words

    listed = read_words(data, path)
    compiled = compile_words(listed.words, pips)
    return compiled._replace(skipped=listed.skipped, examples=listed.examples)


def _pack(compiled: Compiled) -> tuple[dict[str, Any], list[bytes | memoryview]]:
    index = compiled.letters
    header = {
        "words": compiled.words,
        "sha256": compiled.sha256,
        "skipped": compiled.skipped,
        "examples": compiled.examples,
        "cells": index.cells,
        "rows": list(index.packed_rows),
        "text": len(index.text),
        "size": index.size,
    }
    return header, [index.text, *index.packed_rows.values(), compiled.trie]


def _unpack(header: dict[str, Any], body: memoryview) -> Compiled:
    cells = [Cell(*cell) for cell in header["cells"]]
    text, size = header["text"], header["size"]
    start = text
    rows = {}
    for letter, k in header["rows"]:
        rows[letter, k] = body[start : start + size]
        start += size
    index = LetterIndex(cells, body[:text], rows)
    trie = bytes(body[start:])
    examples = tuple(header["examples"])
    return Compiled(index, trie, header["words"], header["sha256"], header["skipped"], examples)
