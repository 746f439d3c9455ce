"""Compiled dictionaries: the file in the cache folder that holds a word list ready for use.

Behind a line of magic come version and checksum; then, all covered by it, a JSON header, the words
in the order of the index, the rows of the index and the bytes of the trie. A file that is not
exactly as it was written, or was made from other words or other pips, is passed over and made
again: a damaged trie could crash the process, so that the checksum is verified before anything
else looks at it. The file is read into memory, not mapped, since somebody may truncate it.
"""

from __future__ import annotations

import json
import os
import stat
import time
import zlib
from collections.abc import Mapping
from os.path import basename, join, realpath, splitext
from typing import Any, NamedTuple

from .errors import InvalidError
from .index import Cell, LetterIndex, build_index
from .paths import cache_dir, read_given, read_kept, write_aside
from .tiles import ALPHABET

_MAGIC = b"bwtools dictionary, compiled\n"
_VERSION = 2
_PREFIX = len(_MAGIC) + 12  # the magic, then version, checksum and header length, 4 bytes each
# A file changed this soon after it was last read could carry the time stamp of that reading.
_SETTLED = 2_000_000_000  # nanoseconds


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
    try:
        status = os.stat(path)
    except OSError as error:
        raise _unreadable(path, error) from None
    if not stat.S_ISREG(status.st_mode):
        return _compile(read_file(path), path, pips)
    seen = [status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino]
    worth = [pips[letter] for letter in ALPHABET]
    key = zlib.crc32(repr((realpath(path), worth)).encode())
    kept = join(cache_dir(), f"{splitext(basename(path))[0][:40]}-{key:08x}.bwd")
    header, compiled = _unpack(kept, worth)
    if compiled and header["seen"] == seen and header["settled"]:
        return compiled
    from hashlib import sha256

    now = time.time_ns()
    data = read_file(path)
    source = sha256(data).hexdigest()
    if not (compiled and header["source"] == source):
        compiled = _compile(data, path, pips)
    settled = now - max(seen[1], seen[2]) > _SETTLED
    header = {"seen": seen, "source": source, "settled": settled, "pips": worth}
    try:
        write_aside(kept, _pack(compiled, header))
    except OSError:
        pass  # a cache that cannot be written costs time, and nothing else
    return compiled


def read_file(path: str) -> bytes:
    """The bytes of a word list, or of what comes through a pipe. Raises InvalidError."""
    try:
        return read_given(path)
    except OSError as error:
        raise _unreadable(path, error) from None


def _unreadable(path: str, error: OSError) -> InvalidError:
    return InvalidError(f"cannot read the word list {path}: {error.strerror}")


def _compile(data: bytes, path: str, pips: Mapping[str, int]) -> Compiled:
    from .wordlist import read_words

    listed = read_words(data, path)
    compiled = compile_words(listed.words, pips)
    return compiled._replace(skipped=listed.skipped, examples=listed.examples)


def _pack(compiled: Compiled, header: dict[str, Any]) -> bytes:
    index = compiled.letters
    header |= {
        "words": compiled.words,
        "sha256": compiled.sha256,
        "skipped": compiled.skipped,
        "examples": compiled.examples,
        "cells": index.cells,
        "rows": list(index.packed_rows),
        "text": len(index.text),
        "size": index.size,
    }
    head = json.dumps(header).encode()
    length = len(head).to_bytes(4, "little")
    body = b"".join([length, head, index.text, *index.packed_rows.values(), compiled.trie])
    numbers = (_VERSION, zlib.crc32(body))
    return _MAGIC + b"".join(number.to_bytes(4, "little") for number in numbers) + body


def _unpack(kept: str, worth: list[int]) -> tuple[dict[str, Any], Compiled | None]:
    """The header and the content of a file in the cache; no content if it is not to be trusted."""
    try:
        data = read_kept(kept)
    except OSError:
        return {}, None
    if len(data) <= _PREFIX:
        return {}, None
    view = memoryview(data)
    version, checksum, head = (
        int.from_bytes(view[at : at + 4], "little") for at in range(len(_MAGIC), _PREFIX, 4)
    )
    if not data.startswith(_MAGIC) or version != _VERSION:
        return {}, None
    if zlib.crc32(view[_PREFIX - 4 :]) != checksum:
        return {}, None
    body = view[_PREFIX:]
    header = json.loads(bytes(body[:head]))
    if header["pips"] != worth:
        return {}, None
    cells = [Cell(*cell) for cell in header["cells"]]
    start = head + header["text"]
    size = header["size"]
    rows = {}
    for letter, k in header["rows"]:
        rows[letter, k] = body[start : start + size]
        start += size
    index = LetterIndex(cells, body[head : head + header["text"]], rows)
    trie = bytes(body[start:])
    examples = tuple(header["examples"])
    return header, Compiled(
        index, trie, header["words"], header["sha256"], header["skipped"], examples
    )
