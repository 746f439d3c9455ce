"""JSON Lines on the disk: whole lines, appended and synced, and what a crash leaves of one.

Bytes after the last line that are no whole line are what a crash, a full disk or a power cut left
of one being written: reading skips them, and what is appended next takes their place.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from io import FileIO
from typing import Any

from .errors import InvalidError
from .tiles import quote


def line_of(fields: dict[str, Any]) -> bytes:
    """An object as a line."""
    return json.dumps(fields, separators=(",", ":")).encode() + b"\n"


def parse_line(line: bytes) -> dict[str, Any]:
    """The object of a line. Raises InvalidError: it is none."""
    try:
        fields = json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        fields = None
    if not isinstance(fields, dict):
        raise InvalidError(f"{quote(line.decode(errors='replace'))} is no JSON object")
    return fields


def whole_lines(data: bytes) -> bytes:
    """The lines written whole. A last line that lacks nothing but its end gets it."""
    end = data.rfind(b"\n") + 1
    try:
        parse_line(data[end:])
    except InvalidError:
        return data[:end]
    return data + b"\n"


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
