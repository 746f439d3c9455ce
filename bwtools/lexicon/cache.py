"""The cache folder: what is made from a word list, until the list changes.

A file is a line with its format and version, a checksum, a line with a Python literal as header
(which needs no import, unlike JSON), and the content.
A file that is damaged, of another version or made from another list is ignored and made again. The
checksum is verified before anything else is read, since a damaged trie could crash the process.
Files are read into memory, not mapped, since another process may truncate them.
"""

from __future__ import annotations

import os
import stat
import time
import zlib
from ast import literal_eval
from collections.abc import Callable, Iterable
from os.path import basename, join, realpath, splitext
from typing import Any, Generic, NamedTuple, TypeVar

from ..errors import InvalidError
from ..storage.files import LIST_LIMIT, read_own_file, read_user_file, write_atomically
from ..storage.folders import cache_dir

_CACHE_LIMIT = 1_000_000_000  # bytes, several times what the longest list takes
# A list changed this soon after it was read could carry the same time stamp as when it was read.
_MTIME_RESOLUTION = 2_000_000_000  # nanoseconds
_T = TypeVar("_T")
_Header = dict[str, Any]


class CacheFormat(NamedTuple, Generic[_T]):
    """A kind of file in the cache folder: how it is made, written and read."""

    magic: bytes  # the first line: format and version
    ending: str  # of the file's name
    key: _Header  # what the content depends on besides the list
    make: Callable[[list[bytes]], _T]  # from the bytes of the list, which it pops to free them
    pack: Callable[[_T], tuple[_Header, Iterable[bytes | memoryview]]]
    unpack: Callable[[_Header, memoryview], _T]


def cached(path: str, cache_format: CacheFormat[_T]) -> _T:
    """Return what `cache_format` makes of a word list, from the cache if it is up to date.

    If the cache cannot be written, make it in memory. Raise InvalidError if the list cannot be
    read, and the errors of `make`.
    """
    try:
        status = os.stat(path)
    except OSError as error:
        raise _unreadable(path, error) from None
    if not stat.S_ISREG(status.st_mode):
        return cache_format.make([read_file(path)])
    seen = [status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino]
    name = zlib.crc32(repr((realpath(path), *cache_format.key.values())).encode())
    file = f"{splitext(basename(path))[0][:40]}-{name:08x}{cache_format.ending}"
    file = join(cache_dir(), file)
    known = _read(file, cache_format)
    if known and known[0]["seen"] == seen and known[0]["mtime_trusted"]:
        return known[1]
    from hashlib import sha256

    now = time.time_ns()
    data = [read_file(path)]
    source = sha256(data[0]).hexdigest()
    content = known[1] if known and known[0]["source"] == source else cache_format.make(data)
    trusted = now - max(seen[1], seen[2]) > _MTIME_RESOLUTION
    header = {"seen": seen, "source": source, "mtime_trusted": trusted}
    try:
        write_atomically(file, _packed(cache_format, header, content))
    except OSError:
        pass  # without a cache everything works, more slowly
    return content


def read_file(path: str) -> bytes:
    """Return the bytes of a word list, which may be a pipe. Raise InvalidError."""
    try:
        return read_user_file(path, LIST_LIMIT)
    except OSError as error:
        raise _unreadable(path, error) from None


def _unreadable(path: str, error: OSError) -> InvalidError:
    return InvalidError(f"cannot read the word list {path}: {error.strerror}")


def _packed(cache_format: CacheFormat[_T], header: _Header, content: _T) -> bytes:
    more, parts = cache_format.pack(content)
    head = repr({**header, **cache_format.key, **more}).encode()
    body = [head, b"\n", *parts]
    checksum = 0
    for part in body:
        checksum = zlib.crc32(part, checksum)
    return b"".join([cache_format.magic, checksum.to_bytes(4, "little"), *body])


def _read(file: str, cache_format: CacheFormat[_T]) -> tuple[_Header, _T] | None:
    """Return the header and the content of a cache file; None if it cannot be trusted."""
    try:
        data = read_own_file(file, _CACHE_LIMIT)
    except OSError:
        return None
    magic, view = cache_format.magic, memoryview(data)
    start = len(magic) + 4
    checksum = int.from_bytes(view[len(magic) : start], "little")
    if not data.startswith(magic) or zlib.crc32(view[start:]) != checksum or len(data) <= start:
        return None
    end = data.index(b"\n", start)
    header = literal_eval(str(view[start:end], "utf-8"))
    if any(header[field] != value for field, value in cache_format.key.items()):
        return None
    return header, cache_format.unpack(header, view[end + 1 :])
