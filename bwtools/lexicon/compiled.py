"""Compiled word lists, and their form in the cache.

After the header come numbers (the cells of the index, the lengths of its rows), the words in the
order of the index, its rows, and the bytes of the trie.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain, islice
from struct import pack, unpack_from
from typing import Any, NamedTuple

from ..tiles.tile_set import ALPHABET
from .cache import CacheFormat, cached
from .letter_index import Cell, LetterIndex, build_index

_PART = 10_000  # words hashed at a time


class Compiled(NamedTuple):
    """A word list ready for use."""

    letters: LetterIndex
    trie: bytes | memoryview  # of a marisa_trie.Trie over the words in capitals
    words: int
    sha256: str  # of the words in lower case, A to Z, each ended by a line feed
    skipped: int  # lines that do not start with a word
    examples: tuple[str, ...]  # a few of those

    def __reduce__(self) -> tuple[Callable[..., Compiled], tuple[object, ...]]:
        """Pickle the form in the cache: parts of it can be views, which do not support pickling."""
        header, parts = _pack(self)
        return _unpack, (header, b"".join(parts))


def compile_words(words: list[str], pips: Mapping[str, int]) -> Compiled:
    """Compile distinct words in capitals, sorted A to Z.

    The list is emptied, since millions of words take much memory.
    """
    import marisa_trie

    count, digest = len(words), sha256_of(words)
    index = build_index(_emptied(words), pips)
    return Compiled(index, marisa_trie.Trie(index.words()).tobytes(), count, digest, 0, ())


def _emptied(words: list[str]) -> Iterator[str]:
    """Yield the words of a list, and remove them from it."""
    words.reverse()
    while words:
        yield words.pop()


def sha256_of(words: Iterable[str]) -> str:
    """Return the SHA-256 of words: in lower case, each ended by a line feed."""
    from hashlib import sha256

    digest, rest = sha256(), iter(words)
    while part := list(islice(rest, _PART)):
        digest.update(("\n".join(part) + "\n").lower().encode())
    return digest.hexdigest()


def compile_file(path: str, pips: Mapping[str, int]) -> Compiled:
    """Return the compiled form of a word list, from the cache if it is up to date.

    If the cache cannot be written, compile in memory. Raise InvalidError if the file cannot be
    read, or is not a word list.
    """
    compiled_format = CacheFormat(
        magic=b"bwtools dictionary, compiled, version 5\n",
        ending=".bwd",
        key={"pips": [pips[letter] for letter in ALPHABET]},
        make=partial(_compile, path, pips),
        pack=_pack,
        unpack=_unpack,
    )
    return cached(path, compiled_format)


def _compile(path: str, pips: Mapping[str, int], data: list[bytes]) -> Compiled:
    from .word_list import read_words

    listed = read_words(data.pop(), path)
    compiled = compile_words(listed.words, pips)
    return compiled._replace(skipped=listed.skipped, examples=listed.examples)


def _pack(compiled: Compiled) -> tuple[dict[str, Any], list[bytes | memoryview]]:
    index = compiled.letters
    rows = index.packed_rows.values()
    letters = "".join(letter for letter, _ in index.packed_rows)
    header = {
        "words": compiled.words,
        "sha256": compiled.sha256,
        "skipped": compiled.skipped,
        "examples": compiled.examples,
        "cells": len(index.cells),
        "text": len(index.text),
        "rows": [letters.count(letter) for letter in ALPHABET],
    }
    numbers = [*chain.from_iterable(index.cells), *map(len, rows)]
    return header, [pack(f"<{len(numbers)}Q", *numbers), index.text, *rows, compiled.trie]


def _unpack(header: dict[str, Any], body: bytes | memoryview) -> Compiled:
    fields = len(Cell._fields)
    count = fields * header["cells"] + sum(header["rows"])
    numbers = iter(unpack_from(f"<{count}Q", body))
    cells = [Cell._make(islice(numbers, fields)) for _ in range(header["cells"])]
    start = 8 * count
    text = body[start : start + header["text"]]
    start += len(text)
    rows = {}
    for letter, most in zip(ALPHABET, header["rows"], strict=True):
        for k in range(1, most + 1):
            end = start + next(numbers)
            rows[letter, k] = body[start:end]
            start = end
    index = LetterIndex(cells, text, rows)
    examples = tuple(header["examples"])
    return Compiled(
        index, body[start:], header["words"], header["sha256"], header["skipped"], examples
    )
