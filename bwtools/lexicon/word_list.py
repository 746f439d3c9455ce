"""Reading word lists: any common encoding, line ending and case, gzip or plain."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from itertools import chain, groupby, islice
from operator import lt
from typing import NamedTuple, NoReturn

from ..errors import InvalidError, quote, shortened
from ..storage.files import LIST_LIMIT
from .letter_index import LONGEST, is_word
from .text_reader import HINT, read_text, whole_lines

MOST_WORDS = 10_000_000  # of a list; they and their index take some 2 GB
_LONGEST_DEFINITION = 4_000  # characters
_ENTRIES = re.compile(r"^[ \t]*([^ \t\n#][^ \t\n]*)", re.MULTILINE)


class WordList(NamedTuple):
    """The words of a list, and the lines skipped."""

    words: list[str]  # capitals, each once, A to Z
    skipped: int  # lines that do not start with a word of 2 to 63 letters A to Z
    examples: tuple[str, ...]  # the starts of at most 5 of those, distinct and printable


def read_words(data: bytes, name: str) -> WordList:
    """Read a word list from the bytes of a file, gzip or plain; `name` names it in errors.

    A line starts with a word, in any case; text after a space or tab is its definition. Blank lines
    and lines that start with # are ignored. Raise InvalidError if the list is empty, binary,
    damaged, larger than `LIST_LIMIT`, has no words or more than `MOST_WORDS`, or has a byte that is
    not in its encoding.
    """
    words: list[str] = []
    skipped = 0
    examples: list[str] = []
    for piece in _blocks(data, name):
        found, others = _split(piece)
        words += _in_order(found)
        if len(words) > MOST_WORDS:
            raise InvalidError(f"{name} has more than {MOST_WORDS:,} words: name a smaller list")
        skipped += len(others)
        examples = list(dict.fromkeys(examples + others))[:5]
    shown = tuple(quote(example)[1:-1] for example in examples)
    if not words:
        such = f" (it has {', '.join(shown)})" if shown else ""
        raise InvalidError(f"{name} has no word of two or more letters A to Z{such}: {HINT}")
    return WordList(_in_order(words), skipped, shown)


def read_definitions(data: bytes, name: str) -> dict[str, str]:
    """Read the definitions in a word list, by word (capitals).

    A definition is one line of printable characters, shortened if it is very long; several of one
    word are joined by semicolons, in the order of the list. Text after # is a comment. Raise
    InvalidError as `read_words` does, but for any number of words.
    """
    defined = re.compile(rf"^[ \t]*([A-Za-z]{{2,{LONGEST}}})[ \t]+([^ \t\n#].*)", re.MULTILINE)
    definitions: dict[str, str] = {}
    for piece in _blocks(data, name):
        for word, text in defined.findall(piece):
            if shown := _on_one_line(text):
                known = definitions.get(word := word.upper())
                if known is None:
                    definitions[word] = shortened(shown, _LONGEST_DEFINITION)
                elif len(known) < _LONGEST_DEFINITION and shown not in known.split("; "):
                    definitions[word] = shortened(f"{known}; {shown}", _LONGEST_DEFINITION)
    return definitions


def _on_one_line(text: str) -> str:
    """Return text without unprintable characters, which could control a terminal."""
    if not text.isprintable():
        text = "".join(char if char.isprintable() else " " for char in text)
    return " ".join(text.split())


def _blocks(data: bytes, name: str) -> Iterator[str]:
    """Yield blocks of whole lines. Raise InvalidError as `read_words` does."""

    def refuse(message: str) -> NoReturn:
        raise InvalidError(f"{name}, {message}")

    pieces = read_text(io.BytesIO(data), name, refuse, limit=LIST_LIMIT)
    first = next(pieces, None)
    if first is None:
        raise InvalidError(f"{name} is empty: {HINT}")
    return whole_lines(chain((first,), pieces))


def entries(text: str) -> list[str]:
    """Return the start of each line that is not blank or a comment, up to a space or tab.

    Blank ones may be among them.
    """
    if " " in text or "\t" in text or "#" in text:
        return _ENTRIES.findall(text)
    return text.split("\n")


def _split(text: str) -> tuple[list[str], list[str]]:
    """Return the words in capitals, and the other starts of lines.

    Words are checked before they are converted, since str.upper makes SS of a sharp s.
    """
    starts = entries(text)
    words = [start.upper() for start in starts if is_word(start)]
    if len(words) == len(starts):
        return words, []
    return words, [start for start in starts if start and not is_word(start)]


def _in_order(words: list[str]) -> list[str]:
    """Return the distinct words, sorted."""
    if all(map(lt, words, islice(words, 1, None))):
        return words
    words.sort()
    return [word for word, _ in groupby(words)]
