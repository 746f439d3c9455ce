"""The cache folder keeps what is made of a word list, until the list changes.

Behind a line of magic come version and checksum; then, covered by it, a JSON header and the
content. A file that is not exactly as it was written, or was made from another list, is passed
over and made again: what is in it could crash the process, so that the checksum is verified before
anything else looks at it. A file is read into memory, not mapped, since somebody may truncate it.
"""

from __future__ import annotations

import json
import os
import stat
import time
import zlib
from collections.abc import Callable, Iterable
from os.path import basename, join, realpath, splitext
from typing import Any, Generic, NamedTuple, TypeVar

from ..errors import InvalidError
from ..storage.files import read_own_file, read_user_file, write_atomically
from ..storage.folders import cache_dir

# A file changed this soon after it was last read could carry the time stamp of that reading.
_SETTLED = 2_000_000_000  # nanoseconds
_T = TypeVar("_T")
_Header = dict[str, Any]


class CacheFormat(NamedTuple, Generic[_T]):
    """A kind of file in the cache folder, and how it is made."""

    magic: bytes  # the first line
    version: int
    ending: str  # of the name
    made_with: _Header  # what else than the list decides what is made
    make: Callable[[bytes], _T]  # from the bytes of the list
    pack: Callable[[_T], tuple[_Header, Iterable[bytes | memoryview]]]
    unpack: Callable[[_Header, memoryview], _T]


def from_list(path: str, kind: CacheFormat[_T]) -> _T:
    """What is made of a word list, from the cache if it is there and right.

    Where the cache cannot be written it is made in memory. Raises InvalidError: the list cannot be
    read; and what making it raises.
    """
    try:
        status = os.stat(path)
    except OSError as error:
        raise _unreadable(path, error) from None
    if not stat.S_ISREG(status.st_mode):
        return kind.make(read_file(path))
    seen = [status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino]
    key = zlib.crc32(repr((realpath(path), *kind.made_with.values())).encode())
    kept = join(cache_dir(), f"{splitext(basename(path))[0][:40]}-{key:08x}{kind.ending}")
    known = _read(kept, kind)
    if known and known[0]["seen"] == seen and known[0]["settled"]:
        return known[1]
    from hashlib import sha256

    now = time.time_ns()
    data = read_file(path)
    source = sha256(data).hexdigest()
    content = known[1] if known and known[0]["source"] == source else kind.make(data)
    settled = now - max(seen[1], seen[2]) > _SETTLED
    header = {"seen": seen, "source": source, "settled": settled}
    try:
        write_atomically(kept, _framed(kind, header, content))
    except OSError:
        pass  # a cache that cannot be written costs time, and nothing else
    return content


def read_file(path: str) -> bytes:
    """The bytes of a word list, or of what comes through a pipe. Raises InvalidError."""
    try:
        return read_user_file(path)
    except OSError as error:
        raise _unreadable(path, error) from None


def _unreadable(path: str, error: OSError) -> InvalidError:
    return InvalidError(f"cannot read the word list {path}: {error.strerror}")


def _framed(kind: CacheFormat[_T], header: _Header, content: _T) -> bytes:
    more, parts = kind.pack(content)
    head = json.dumps({**header, **kind.made_with, **more}).encode()
    body = b"".join([len(head).to_bytes(4, "little"), head, *parts])
    numbers = (kind.version, zlib.crc32(body))
    return kind.magic + b"".join(number.to_bytes(4, "little") for number in numbers) + body


def _read(kept: str, kind: CacheFormat[_T]) -> tuple[_Header, _T] | None:
    """The header and the content of a file in the cache; None if it is not to be trusted."""
    try:
        data = read_own_file(kept)
    except OSError:
        return None
    prefix = len(kind.magic) + 12  # the magic, then version, checksum and length of the header
    if len(data) <= prefix:
        return None
    view = memoryview(data)
    version, checksum, head = (
        int.from_bytes(view[at : at + 4], "little") for at in range(len(kind.magic), prefix, 4)
    )
    if not data.startswith(kind.magic) or version != kind.version:
        return None
    if zlib.crc32(view[prefix - 4 :]) != checksum:
        return None
    header = json.loads(bytes(view[prefix : prefix + head]))
    if any(header[field] != value for field, value in kind.made_with.items()):
        return None
    return header, kind.unpack(header, view[prefix + head :])
