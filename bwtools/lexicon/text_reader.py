"""Reading text piece by piece: any common encoding and line ending, gzip or plain."""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Protocol, cast

from ..errors import InvalidError, in_bytes
from ..storage.files import LONGEST_LINE

BLOCK = 1 << 16  # bytes read at a time, and from which the kind of file is detected
HINT = "name a text file with one word a line"
UNDECODED = re.compile("[\udc80-\udcff]")  # each is a byte that is not UTF-8 in UTF-8 text
_DECODED = re.compile("[\x80-\ud7ff\ue000-\U0010ffff]")
_CONTROLS = [chr(code) for code in (*range(1, 9), *range(14, 32), 127)]  # not TAB, LF, VT, FF, CR
_BOMS = {b"\xef\xbb\xbf": "utf-8", b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}


class Stream(Protocol):
    """A binary file: a BufferedReader, or bytes in a BytesIO."""

    def read1(self, size: int, /) -> bytes: ...


def read_text(
    stream: Stream,
    name: str,
    on_error: Callable[[str], object],
    *,
    limit: int | None = None,
    keep_endings: bool = False,
) -> Iterator[str]:
    """Yield the text of a stream in pieces as they arrive; at least one, unless it is empty.

    The encoding is decided once. A byte that is not UTF-8 in UTF-8 text becomes a character that
    `UNDECODED` matches, and `on_error` gets a message with the position of the first in each line.
    Line endings become LF, unless `keep_endings`. `name` names the stream in errors.

    Raise InvalidError for damaged UTF-16 and gzip data. With a `limit` in bytes, the text
    is to be held in memory: raise it also for more text, and for binary data.
    """
    in_memory = limit is not None
    newlines = io.IncrementalNewlineDecoder(None, translate=not keep_endings)
    position = _Position(on_error)
    first = True
    for piece in _decoded(_blocks(stream, name, limit), name, in_memory):
        text = newlines.decode(piece)
        if in_memory and ("\0" in text or (first and _has_controls(text))):
            raise binary(name)
        position.advance(text)
        yield text
        first = False
    if rest := newlines.decode("", final=True):
        yield rest


def binary(name: str) -> InvalidError:
    """Return the error of data that is not text."""
    return InvalidError(f"{name} is binary, not text: {HINT}, plain or compressed with gzip")


def whole_lines(pieces: Iterable[str]) -> Iterator[str]:
    """Yield text with LF line endings in blocks of whole lines, without the last LF.

    Of a line longer than `LONGEST_LINE`, only the start is whole.
    """
    rest = ""
    for piece in pieces:
        lines, end, rest = (rest + piece).rpartition("\n")
        rest = rest[:LONGEST_LINE]
        if end:
            yield lines
    yield rest


class _Position:
    """The place in a text that is read in pieces, to report bytes that are not UTF-8."""

    def __init__(self, on_error: Callable[[str], object]):
        self.on_error = on_error
        self.line = 1
        self.byte = 0  # of the line, before the next piece
        self.reported = 0  # the last line reported

    def advance(self, text: str) -> None:
        """Go to the end of a piece. A CR at its end is not followed by an LF."""
        if not text.isascii():
            done = 0
            for found in UNDECODED.finditer(text):
                self._move(text[done : found.start()])
                done = found.start()
                if self.line > self.reported:
                    self.reported = self.line
                    self.on_error(
                        f"line {self.line}, byte {self.byte + 1}: this is not UTF-8 text "
                        f"(0x{ord(found[0]) - 0xDC00:02X}): save it as UTF-8"
                    )
            text = text[done:]
        self._move(text)

    def _move(self, text: str) -> None:
        endings = text.count("\n") + text.count("\r") - text.count("\r\n")
        if endings:
            self.line += endings
            self.byte = 0
            text = text[max(text.rfind("\n"), text.rfind("\r")) + 1 :]
        self.byte += len(text.encode("utf-8", "surrogateescape"))


def _has_controls(text: str) -> bool:
    """Return whether more than a fiftieth of the text is control characters."""
    return sum(map(text.count, _CONTROLS)) * 50 > len(text)


def _blocks(stream: Stream, name: str, limit: int | None) -> Iterator[bytes]:
    """Yield the bytes of a stream, unpacked: two or more at first, unless it has only one."""
    data = stream.read1(BLOCK)
    if len(data) == 1:  # from a slow pipe
        data += stream.read1(BLOCK)
    if data.startswith(b"\x1f\x8b"):
        yield from _unpacked(_Rewound(data, stream), name, limit)
        return
    total = 0
    while data:
        total += len(data)
        if limit is not None and total > limit:
            raise InvalidError(f"{name} is larger than {in_bytes(limit)}: give less text")
        yield data
        data = stream.read1(BLOCK)


class _Rewound:
    """A stream whose first bytes, already read, are read again."""

    def __init__(self, first: bytes, stream: Stream):
        self.first = first
        self.stream = stream

    def read(self, size: int) -> bytes:
        if not self.first:
            return self.stream.read1(size)
        data, self.first = self.first[:size], self.first[size:]
        return data


def _unpacked(packed: _Rewound, name: str, limit: int | None) -> Iterator[bytes]:
    import gzip
    import zlib

    total = 0
    with gzip.GzipFile(mode="rb", fileobj=cast("io.BufferedReader", packed)) as file:
        while True:
            try:
                data = file.read1(BLOCK)
            except (EOFError, gzip.BadGzipFile, zlib.error):
                raise InvalidError(
                    f"{name} is damaged or cut short: its gzip data cannot be unpacked; fetch it "
                    "again"
                ) from None
            if not data:
                return
            total += len(data)
            if limit is not None and total > limit:
                raise InvalidError(f"{name} unpacks to more than {in_bytes(limit)}: give less text")
            yield data


def _decoded(blocks: Iterator[bytes], name: str, in_memory: bool) -> Iterator[str]:
    """Yield the text of each block. Raise InvalidError for damaged UTF-16."""
    data = next(blocks, b"")
    if not data:
        return
    bom = next((bom for bom in _BOMS if data.startswith(bom)), b"")
    data = data[len(bom) :]
    encoding = _BOMS.get(bom) or _utf16_without_bom(data) or "utf-8"
    if encoding == "utf-8":
        yield from _utf8_or_latin1(chain((data,), blocks), in_memory)
        return
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        yield decoder.decode(data)
        yield from map(decoder.decode, blocks)
        yield decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        raise InvalidError(
            f"{name} is damaged or cut short: it is not valid UTF-16; save it again as UTF-8"
        ) from None


def _utf8_or_latin1(blocks: Iterator[bytes], in_memory: bool) -> Iterator[str]:
    """Yield the text in pieces: as UTF-8 from the first block that looks like it, or else Latin-1.

    The first block that is not ASCII decides, or if the text is held in memory, any block.
    """
    utf8 = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    undecided: list[str] = []
    for data in blocks:
        text = utf8.decode(data)
        if _looks_like_utf8(text):
            yield from (*undecided, text)
            yield from map(utf8.decode, blocks)
            yield utf8.decode(b"", final=True)
            return
        if text.isascii() and not undecided:
            yield text
            continue
        undecided.append(text)
        if not in_memory:
            break
    for text in (*undecided, utf8.decode(b"", final=True)):
        yield text.encode("utf-8", "surrogateescape").decode("latin-1")
    yield from (data.decode("latin-1") for data in blocks)


def _looks_like_utf8(text: str) -> bool:
    """Return whether decoded text has other characters than ASCII, and few undecoded bytes."""
    if text.isascii():
        return False
    return len(UNDECODED.findall(text)) <= 10 * len(_DECODED.findall(text))


def _utf16_without_bom(data: bytes) -> str | None:
    """Detect UTF-16 without a mark: most characters have a NUL on the same side."""
    sample = data[:BLOCK]
    most, few = (len(sample) + 1) // 4, len(sample) // 200
    first, second = sample[::2].count(0), sample[1::2].count(0)
    if second > most and first <= few:
        return "utf-16-le"
    if first > most and second <= few:
        return "utf-16-be"
    return None
