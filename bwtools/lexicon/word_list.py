"""Reading word lists: any common encoding, line ending and case, gzip or plain."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, islice
from operator import lt
from typing import NamedTuple

from ..errors import InvalidError, quote
from .letter_index import LONGEST, is_word

LIMIT = 1 << 30  # bytes that a compressed list may unpack to
_PIECE = 1 << 20  # characters read at a time, to need little memory besides the words
_SAMPLE = 1 << 16  # bytes or characters from which the kind of file is detected
_CONTROLS = [chr(code) for code in (*range(1, 9), *range(14, 32), 127)]  # not TAB, LF, VT, FF, CR
_BOMS = {b"\xef\xbb\xbf": "utf-8", b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
_HINT = "name a text file with one word a line"


class WordList(NamedTuple):
    """The words of a list, and the lines skipped."""

    words: list[str]  # capitals, each once, A to Z
    skipped: int  # lines that do not start with a word of 2 to 63 letters A to Z
    examples: tuple[str, ...]  # the starts of at most 5 of those, distinct and printable


def read_words(data: bytes, name: str) -> WordList:
    """Read a word list from the bytes of a file, gzip or plain; `name` names it in errors.

    A line starts with a word, in any case; text after a space or tab is its definition. Blank lines
    and lines that start with # are ignored. Raise InvalidError if the list is empty, binary,
    damaged, too large when unpacked, or has no words.
    """
    words: list[str] = []
    skipped = 0
    examples: list[str] = []
    for piece in _pieces(_text(data, name)):
        found, others = _split(piece)
        words += _in_order(found)
        skipped += len(others)
        examples = list(dict.fromkeys(examples + others))[:5]
    shown = tuple(quote(example)[1:-1] for example in examples)
    if not words:
        such = f" (it has {', '.join(shown)})" if shown else ""
        raise InvalidError(f"{name} has no word of two or more letters A to Z{such}: {_HINT}")
    return WordList(_in_order(words), skipped, shown)


def read_definitions(data: bytes, name: str) -> dict[str, str]:
    """Read the definitions in a word list, by word (capitals).

    A definition is one line of printable characters; several of one word are joined by semicolons,
    in the order of the list. Text after # is a comment. Raise InvalidError if the list is empty,
    binary, damaged, or too large when unpacked.
    """
    import re

    defined = re.compile(rf"^[ \t]*([A-Za-z]{{2,{LONGEST}}})[ \t]+([^ \t\n#].*)", re.MULTILINE)
    definitions: dict[str, str] = {}
    for piece in _pieces(_text(data, name)):
        for word, text in defined.findall(piece):
            if shown := _on_one_line(text):
                known = definitions.get(word := word.upper())
                if known is None:
                    definitions[word] = shown
                elif shown not in known.split("; "):
                    definitions[word] = f"{known}; {shown}"
    return definitions


def _on_one_line(text: str) -> str:
    """Return text without unprintable characters, which could control a terminal."""
    if not text.isprintable():
        text = "".join(char if char.isprintable() else " " for char in text)
    return " ".join(text.split())


def _text(data: bytes, name: str) -> str:
    """Return the text of a list with LF line endings; CRLF makes blank lines, which are ignored."""
    if data.startswith(b"\x1f\x8b"):
        data = _unpack(data, name)
    if not data:
        raise InvalidError(f"{name} is empty: {_HINT}")
    return decode(data, name).replace("\r", "\n")


def decode(data: bytes, name: str) -> str:
    """Decode UTF-8 or UTF-16, with or without a byte order mark, or else Latin-1.

    Raise InvalidError, naming the file as `name`, for binary data and damaged UTF-16.
    """
    bom = next((bom for bom in _BOMS if data.startswith(bom)), b"")
    encoding = _BOMS.get(bom) or _utf16_without_bom(data) or "utf-8"
    data = data[len(bom) :]
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        if encoding != "utf-8":
            raise InvalidError(
                f"{name} is damaged or cut short: it is not valid UTF-16; save it again as UTF-8"
            ) from None
        text = data.decode("latin-1")
    sample = text[:_SAMPLE]
    if "\0" in text or sum(map(sample.count, _CONTROLS)) * 50 > len(sample):
        raise InvalidError(f"{name} is binary, not text: {_HINT}, plain or compressed with gzip")
    return text


def _utf16_without_bom(data: bytes) -> str | None:
    """Detect UTF-16 without a mark: most characters have a NUL on the same side."""
    sample = data[:_SAMPLE]
    most, few = (len(sample) + 1) // 4, len(sample) // 200
    first, second = sample[::2].count(0), sample[1::2].count(0)
    if second > most and first <= few:
        return "utf-16-le"
    if first > most and second <= few:
        return "utf-16-be"
    return None


def _unpack(data: bytes, name: str) -> bytes:
    import gzip
    import io
    import zlib

    unpacked = io.BytesIO()
    try:
        with gzip.open(io.BytesIO(data)) as file:
            while chunk := file.read(_PIECE):
                unpacked.write(chunk)
                if unpacked.tell() > LIMIT:
                    raise InvalidError(
                        f"{name} unpacks to more than {LIMIT >> 30} GiB: name a smaller word list"
                    )
    except (EOFError, OSError, zlib.error):
        raise InvalidError(
            f"{name} is damaged or cut short: its gzip data cannot be unpacked; fetch it again"
        ) from None
    return unpacked.getvalue()


def _pieces(text: str) -> Iterator[str]:
    """Yield the text in pieces of whole lines."""
    start = 0
    while start < len(text):
        end = text.find("\n", start + _PIECE)
        if end < 0:
            end = len(text)
        yield text[start:end]
        start = end + 1


def _split(text: str) -> tuple[list[str], list[str]]:
    """Return the words in capitals, and the other starts of lines.

    Words are checked before they are converted, since str.upper makes SS of a sharp s.
    """
    if " " in text or "\t" in text or "#" in text:
        import re

        entries = re.findall(r"^[ \t]*([^ \t\n#][^ \t\n]*)", text, re.MULTILINE)
    else:
        entries = text.split("\n")
    words = [e.upper() for e in entries if is_word(e)]
    if len(words) == len(entries):
        return words, []
    return words, [e for e in entries if e and not is_word(e)]


def _in_order(words: list[str]) -> list[str]:
    """Return the distinct words, sorted."""
    if all(map(lt, words, islice(words, 1, None))):
        return words
    words.sort()
    return [word for word, _ in groupby(words)]
