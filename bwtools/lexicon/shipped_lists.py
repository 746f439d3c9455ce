"""Finding a word that is not valid in the other shipped word lists, for messages."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from os import SEEK_END
from os.path import basename, realpath, splitext
from typing import BinaryIO

from .lexicon import Lexicon, shipped_lists

_MOST = 5  # words looked up for a message


def list_with(word: str) -> str | None:
    """Return the name of the largest shipped list with a word (in any case); None without one.

    Nothing has to be compiled: the search is in the files, which are sorted.
    """
    line = f"{word.lower()}\n".encode()
    sizes = []
    for name, path in shipped_lists().items():
        with suppress(OSError), open(path, "rb") as file:
            if has_line(file, line):
                sizes.append((file.seek(0, SEEK_END), name))
    return max(sizes)[1] if sizes else None


def has_line(file: BinaryIO, line: bytes) -> bool:
    """Return whether a file of sorted lines has a line, by binary search."""
    low, high = 0, file.seek(0, SEEK_END)  # the line, if there is one, starts here; low is a start
    while low < high:
        middle = (low + high) // 2
        file.seek(max(middle - 1, 0))
        if middle:
            file.readline()  # to the first start at or after the middle
        if file.tell() < high and file.readline() < line:
            low = file.tell()
        else:
            high = middle
    file.seek(low)
    return file.readline() == line


def describe_without(lexicon: Lexicon, words: Iterable[str]) -> str:
    """Return what to call a dictionary in a message that some words (capitals) are not in it.

    It is "the dictionary enable" or, if another shipped list contains a word, "enable (it is in
    wordnik)". Words that house words or a theme exclude are not looked up.
    """
    looked_up = list(words)[:_MOST]
    found = {word: name for word in looked_up if (name := _other_list(lexicon, word))}
    if not found:
        return f"the dictionary {lexicon.name}"
    if len(looked_up) == 1:
        return f"{lexicon.name} (it is in {found[looked_up[0]]})"
    return f"{lexicon.name} ({', '.join(f'{word} is in {name}' for word, name in found.items())})"


def _other_list(lexicon: Lexicon, word: str) -> str | None:
    file = basename(realpath(lexicon.source))
    is_limited = lexicon.name not in (file, splitext(file)[0])  # by a theme
    return None if is_limited or word in lexicon.house.removed else list_with(word)
