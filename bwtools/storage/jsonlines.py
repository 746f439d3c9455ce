"""JSON Lines files: lines are appended whole and synced, and end in a checksum.

A crash, a full disk or a power cut can leave an incomplete last line. Reading skips it, and the
next line appended replaces it. Lines without a checksum, such as handwritten ones, are accepted,
and so are blank lines at the end, which an editor may leave.
"""

from __future__ import annotations

import json
import os
import zlib
from contextlib import suppress
from io import FileIO
from os.path import dirname
from typing import Any

from ..errors import InvalidError, quote
from .files import make_folder, own_file_message, read_own_file
from .locks import locked

LOCK_TIMEOUT = 30  # seconds to wait while another process appends a line
_CHECKSUM = "sum"


def line_of(fields: dict[str, Any]) -> bytes:
    """Return an object as a line with a checksum."""
    return _checked(json.dumps(fields, separators=(",", ":")).encode()[:-1]) + b"\n"


def _checked(content: bytes) -> bytes:
    """Return an object with a checksum, given its JSON without the closing brace."""
    return content + f',"{_CHECKSUM}":"{zlib.crc32(content):08x}"}}'.encode()


def append_line(path: str, what: str, fields: dict[str, Any]) -> None:
    """Append an object to a file of the user, which is made if it is missing.

    Another process may do the same. Raise InvalidError, naming `what` is in the file, if it cannot
    be written.
    """
    try:
        make_folder(dirname(path))
        with (
            locked(path, LOCK_TIMEOUT),
            FileIO(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+") as file,
        ):
            data = read_own_file(path)
            whole = whole_lines(data)
            kept = min(len(data), len(whole))
            append(file, kept, whole[kept:] + line_of(fields))
    except OSError as error:
        raise InvalidError(f"cannot write {what} {path}: {own_file_message(error)}") from None


def parse_line(line: bytes) -> dict[str, Any]:
    """Return the object in a line. Raise InvalidError if there is none or its checksum is wrong."""
    try:
        fields = json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        fields = None
    if not isinstance(fields, dict):
        raise InvalidError(f"{quote(line.decode(errors='replace'))} is not a JSON object")
    if fields.pop(_CHECKSUM, None) is not None:
        written = line.removeprefix(b"\xef\xbb\xbf").strip()
        if written != _checked(written.rpartition(f',"{_CHECKSUM}":'.encode())[0]):
            raise InvalidError(
                f"it was changed after it was written; to accept the change, delete its {_CHECKSUM}"
            )
    return fields


def whole_lines(data: bytes) -> bytes:
    """Return the complete lines, without blank lines at the end.

    A complete object without its line feed gets one.
    """
    end = data.rfind(b"\n") + 1
    for line in (data[end:], data[end:-1]):
        with suppress(InvalidError):
            parse_line(line)
            return data + b"\n"  # one wrong last byte is kept too: it is damage, not a crash
    content = len(data[:end].rstrip())
    return data[: data.find(b"\n", content) + 1 if content else 0]


def append(file: FileIO, size: int, data: bytes) -> None:
    """Write data at offset `size`, replacing an incomplete line, and sync. Raise OSError."""
    try:
        file.truncate(size)
        file.seek(size)
        while data:
            data = data[file.write(data) :]
        os.fsync(file.fileno())
    except OSError:
        with suppress(OSError):  # if this fails too, the next append removes the incomplete line
            file.truncate(size)
        raise
