"""Word lists as people have them: any common encoding, line ending and case, gzip or not."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, islice
from operator import itemgetter, lt
from typing import NamedTuple

from ..errors import InvalidError, quote
from .letter_index import LONGEST, is_word

LIMIT = 1 << 30  # bytes that a compressed list may unpack to
_PIECE = 1 << 20  # characters read at a time: what is held beside the words stays small
_SAMPLE = 1 << 16  # bytes or characters that tell what kind of file it is
_CONTROLS = [chr(code) for code in (*range(1, 9), *range(14, 32), 127)]  # not TAB, LF, VT, FF, CR
_BOMS = {b"\xef\xbb\xbf": "utf-8", b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
_HINT = "name a text file with one word a line"


class WordList(NamedTuple):
    """The words of a list, and what was left out of it."""

    words: list[str]  # capitals, each once, A to Z
    skipped: int  # lines that start with anything but a word of 2 to 63 letters A to Z
    examples: tuple[str, ...]  # at most 5 of those starts, different, as printable text


def read_words(data: bytes, what: str) -> WordList:
    """Read a word list from the bytes of a file, gzip or plain; `what` names it in errors.

    A word stands first on its line, in any case; what follows a space or tab is its definition.
    Blank lines and those that start with # do not count. Raises InvalidError: empty, binary,
    damaged, too large when unpacked, or without a single word.
    """
    words: list[str] = []
    skipped = 0
    examples: list[str] = []
    for piece in _pieces(_text(data, what)):
        found, others = _split(piece)
        words += _in_order(found)
        skipped += len(others)
        examples = list(dict.fromkeys(examples + others))[:5]
    shown = tuple(quote(example)[1:-1] for example in examples)
    if not words:
        such = f" (it has {', '.join(shown)})" if shown else ""
        raise InvalidError(f"{what} has no word of two or more letters A to Z{such}: {_HINT}")
    return WordList(_in_order(words), skipped, shown)


def read_definitions(data: bytes, what: str) -> bytes:
    """The definitions in a word list: lines of a word (capitals), a tab and its definition, UTF-8.

    The words stand from A to Z, each once: what several lines say of it is joined by semicolons. A
    definition is one line of printable characters; what begins with # is a comment and none.
    Raises InvalidError: empty, binary, damaged, or too large when unpacked.
    """
    import re

    defined = re.compile(rf"^[ \t]*([A-Za-z]{{2,{LONGEST}}})[ \t]+([^ \t\n#].*)", re.MULTILINE)
    parts = []
    last, in_order = "", True
    for piece in _pieces(_text(data, what)):
        lines = []
        for word, text in defined.findall(piece):
            if shown := _on_one_line(text):
                word = word.upper()
                lines.append(f"{word}\t{shown}\n")
                in_order = in_order and last < word
                last = word
        parts.append("".join(lines).encode())
    joined = b"".join(parts)
    return joined if in_order else _each_once(joined)


def _each_once(joined: bytes) -> bytes:
    """Lines of words and definitions from A to Z, those of one word put together."""
    lines = [line.partition(b"\t") for line in joined.splitlines()]
    lines.sort(key=itemgetter(0))  # of one word they stay as they stand in the list
    merged = []
    for word, alike in groupby(lines, itemgetter(0)):
        texts = dict.fromkeys(text for _, _, text in alike)
        merged.append(word + b"\t" + b"; ".join(texts) + b"\n")
    return b"".join(merged)


def _on_one_line(text: str) -> str:
    """The text without what does not print: that could play tricks on a terminal."""
    if not text.isprintable():
        text = "".join(char if char.isprintable() else " " for char in text)
    return " ".join(text.split())


def _text(data: bytes, what: str) -> str:
    """The text of a list, with only LF between lines: CRLF gives blank ones, which do not count."""
    if data.startswith(b"\x1f\x8b"):
        data = _unpack(data, what)
    if not data:
        raise InvalidError(f"{what} is empty: {_HINT}")
    return decode(data, what).replace("\r", "\n")


def decode(data: bytes, what: str) -> str:
    """The text in the bytes: UTF-8 or UTF-16 with or without a BOM, or else Latin-1.

    Raises InvalidError, naming the file as `what`: binary data, or UTF-16 that is damaged.
    """
    bom = next((bom for bom in _BOMS if data.startswith(bom)), b"")
    encoding = _BOMS.get(bom) or _utf16_without_bom(data) or "utf-8"
    data = data[len(bom) :]
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        if encoding != "utf-8":
            raise InvalidError(
                f"{what} is damaged or cut short: it is no valid UTF-16; save it again as UTF-8"
            ) from None
        text = data.decode("latin-1")
    sample = text[:_SAMPLE]
    if "\0" in text or sum(map(sample.count, _CONTROLS)) * 50 > len(sample):
        raise InvalidError(f"{what} is binary, not text: {_HINT}, plain or compressed with gzip")
    return text


def _utf16_without_bom(data: bytes) -> str | None:
    """Which UTF-16 it plainly is: most characters have a NUL on one and the same side."""
    sample = data[:_SAMPLE]
    most, few = (len(sample) + 1) // 4, len(sample) // 200
    first, second = sample[::2].count(0), sample[1::2].count(0)
    if second > most and first <= few:
        return "utf-16-le"
    if first > most and second <= few:
        return "utf-16-be"
    return None


def _unpack(data: bytes, what: str) -> bytes:
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
                        f"{what} unpacks to more than {LIMIT >> 30} GiB: name a smaller word list"
                    )
    except (EOFError, OSError, zlib.error):
        raise InvalidError(
            f"{what} is damaged or cut short: its gzip data cannot be unpacked; fetch it again"
        ) from None
    return unpacked.getvalue()


def _pieces(text: str) -> Iterator[str]:
    """The text in pieces of whole lines."""
    start = 0
    while start < len(text):
        end = text.find("\n", start + _PIECE)
        if end < 0:
            end = len(text)
        yield text[start:end]
        start = end + 1


def _split(text: str) -> tuple[list[str], list[str]]:
    """The words in capitals, and what else lines start with.

    Only A to Z count as letters: str.upper would make SS of a sharp s, so others go out first.
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
    """The words from A to Z, each once."""
    if all(map(lt, words, islice(words, 1, None))):
        return words
    words.sort()
    return [word for word, _ in groupby(words)]
