"""JSON Lines on the disk: whole lines, appended and synced, and what a crash leaves of one.

Bytes after the last line that are no whole line are what a crash, a full disk or a power cut left
of one being written: reading skips them, and what is appended next takes their place. A line ends
in the sum of what stands before it; one without a sum, as people write them, is taken as it is.
"""

from __future__ import annotations

import json
import os
import zlib
from contextlib import suppress
from io import FileIO
from typing import Any

from ..errors import InvalidError, quote

_SUM = "sum"


def line_of(fields: dict[str, Any]) -> bytes:
    """An object as a line."""
    return _summed(json.dumps(fields, separators=(",", ":")).encode()[:-1]) + b"\n"


def _summed(content: bytes) -> bytes:
    """A line with its sum; without its end, as the content is without its last brace."""
    return content + f',"{_SUM}":"{zlib.crc32(content):08x}"}}'.encode()


def parse_line(line: bytes) -> dict[str, Any]:
    """The object of a line. Raises InvalidError: it is none, or not as it was written."""
    try:
        fields = json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        fields = None
    if not isinstance(fields, dict):
        raise InvalidError(f"{quote(line.decode(errors='replace'))} is no JSON object")
    if fields.pop(_SUM, None) is not None:
        written = line.removeprefix(b"\xef\xbb\xbf").strip()
        if written != _summed(written.rpartition(f',"{_SUM}":'.encode())[0]):
            raise InvalidError(
                f"it was changed since it was written; if that is meant, take its {_SUM} out"
            )
    return fields


def whole_lines(data: bytes) -> bytes:
    """The lines written whole. A last line that lacks nothing but its end gets it."""
    end = data.rfind(b"\n") + 1
    for line in (data[end:], data[end:-1]):
        with suppress(InvalidError):
            parse_line(line)
            return data + b"\n"  # with a wrong end it is kept too: that is damage, and no crash
    return data[:end]


def append(file: FileIO, size: int, data: bytes) -> None:
    """Put data on the disk behind `size` bytes, in place of anything torn. Raises OSError."""
    try:
        file.truncate(size)
        file.seek(size)
        while data:
            data = data[file.write(data) :]
        os.fsync(file.fileno())
    except OSError:
        with suppress(OSError):  # if this fails too, the torn line is cut off the next time
            file.truncate(size)
        raise
