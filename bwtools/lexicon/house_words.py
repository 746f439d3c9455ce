"""House words: the words that players add to a dictionary or remove from it.

A house list is a text file with one change a line: `+WORD` is added, `-WORD` is removed. Text after
# is a comment. A list that bwtools writes has a heading and a checksum, so that a lost or changed
line is noticed; a list written by hand needs neither.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Container, Iterable
from os.path import islink
from typing import NamedTuple

from ..errors import InvalidError
from ..storage.files import make_folder, own_file_message, read_own_file, write_atomically
from .letter_index import is_word

_TITLE = "# House words of bwtools"
_HEADING = f"{_TITLE}: bw dict add and bw dict remove change them."
_CHECKSUM = "# sum "
_LOCK_TIMEOUT = 30  # seconds, while another process writes the list


class House(NamedTuple):
    """The words added to a dictionary and removed from it, in capitals."""

    added: frozenset[str] = frozenset()
    removed: frozenset[str] = frozenset()


def read_house(path: str) -> House:
    """Read a house list; without a file it is empty. Raise InvalidError if it is damaged."""
    return _read(path)[0]


def _read(path: str) -> tuple[House, list[str]]:
    """Return the house words in a file, and its lines. Raise as `read_house`."""
    try:
        text = read_own_file(path).decode("utf-8-sig")
    except OSError as error:
        if isinstance(error, FileNotFoundError | NotADirectoryError) and not islink(path):
            return House(), []
        raise InvalidError(f"cannot read the house words {path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise _damaged(path, error.object.count(b"\n", 0, error.start) + 1) from None
    # Not splitlines, which splits a comment at rare characters too.
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    changes: dict[str, set[str]] = {"+": set(), "-": set()}
    for number, line in enumerate(lines, 1):
        change = _change(line)
        sign, word = change[:1], change[1:]
        if any(char < " " and char != "\t" for char in line) or (
            change and not (sign in changes and is_word(word))
        ):
            raise _damaged(path, number)
        if change:
            changes[sign].add(word)
    house = House(frozenset(changes["+"]), frozenset(changes["-"]))
    checksums = [line.strip() for line in lines if _is_checksum(line)]
    is_own = checksums or _HEADING in lines or _HEADING.startswith(text)  # perhaps cut short
    if is_own and checksums != [_checksum(house)]:
        raise InvalidError(
            f"the house words {path} were changed after bwtools wrote them, and some may be lost "
            f'or wrong: check them and delete the lines "{_TITLE}..." and "{_CHECKSUM}...", or '
            "move the file away"
        )
    return house, lines


def _change(line: str) -> str:
    """Return the change in a line, such as +WORD; without one, an empty text."""
    change = line.partition("#")[0].strip()
    change = change[:1] + change[1:].strip()
    return change.upper() if change.isascii() else change  # upper makes SS of a sharp s


def _is_checksum(line: str) -> bool:
    digits = line.strip().removeprefix(_CHECKSUM)
    return (
        line.startswith(_CHECKSUM) and len(digits) == 8 and set(digits) <= set("0123456789abcdef")
    )


def _changes(house: House) -> list[str]:
    return [sign + word for sign, words in zip("+-", house, strict=True) for word in sorted(words)]


def _checksum(house: House) -> str:
    """Return the last line of a list that bwtools writes."""
    data = "".join(f"{change}\n" for change in _changes(house)).encode()
    return f"{_CHECKSUM}{zlib.crc32(data):08x}"


def _damaged(path: str, line: int) -> InvalidError:
    return InvalidError(
        f"line {line} of the house words {path} is damaged: correct it to +WORD or -WORD, "
        "or move the file away"
    )


def change_house(
    path: str, base: Container[str], add: Iterable[str] = (), remove: Iterable[str] = ()
) -> House:
    """Add words (capitals) to the dictionary `base` or remove them, and save the house list.

    Adding and removing the same word cancel out. A change that `base` makes redundant is not
    saved. Lines that stay in effect, comments and blank lines remain as they are. Raise
    InvalidError if the file is damaged or cannot be written.
    """
    from ..storage.locks import locked

    try:
        make_folder(os.path.dirname(path))
        with locked(path, _LOCK_TIMEOUT):
            before, lines = _read(path)
            added, removed = map(set, before)
            for word in add:
                removed.discard(word)
                if word not in base:
                    added.add(word)
            for word in remove:
                added.discard(word)
                if word in base:
                    removed.add(word)
            house = House(frozenset(added), frozenset(removed))
            changes = _changes(house)
            kept = [
                line
                for line in lines
                if _change(line) in ("", *changes)
                and not (line.startswith(_TITLE) or _is_checksum(line))
            ]
            new = set(changes).difference(map(_change, kept))
            while kept and not kept[-1].strip():
                del kept[-1]
            text = [_HEADING, *kept, *filter(new.__contains__, changes), _checksum(house)]
            write_atomically(path, "".join(f"{line}\n" for line in text).encode())
    except OSError as error:
        raise InvalidError(
            f"cannot write the house words {path}: {own_file_message(error)}"
        ) from None
    return house
