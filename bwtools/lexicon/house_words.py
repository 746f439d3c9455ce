"""House words: the words that players add to a dictionary or remove from it.

A house list is a text file with one change a line: `+WORD` is added, `-WORD` is removed. A list
that bwtools writes ends in a checksum, so that a lost or changed line is noticed; a list written by
hand needs neither the checksum nor the heading.
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

_HEADING = "# House words of bwtools: bw dict add and bw dict remove change them.\n"
_CHECKSUM = "# sum "
_LOCK_TIMEOUT = 30  # seconds, while another process writes the list


class House(NamedTuple):
    """The words added to a dictionary and removed from it, in capitals."""

    added: frozenset[str] = frozenset()
    removed: frozenset[str] = frozenset()


def read_house(path: str) -> House:
    """Read a house list; without a file it is empty. Raise InvalidError if it is damaged."""
    try:
        lines = read_own_file(path).decode("utf-8-sig").splitlines(keepends=True) or [""]
    except OSError as error:
        if isinstance(error, FileNotFoundError | NotADirectoryError) and not islink(path):
            return House()
        raise InvalidError(f"cannot read the house words {path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise _damaged(path, error.object.count(b"\n", 0, error.start) + 1) from None
    changes: dict[str, set[str]] = {"+": set(), "-": set()}
    for number, line in enumerate(lines, 1):
        if not line.strip() or (line.startswith("#") and line.rstrip().isprintable()):
            continue
        sign, word = line[0], line[1:].strip()
        if sign not in changes or not is_word(word):
            raise _damaged(path, number)
        changes[sign].add(word.upper())
    house = House(frozenset(changes["+"]), frozenset(changes["-"]))
    checksums = [line.strip() for line in lines if line.startswith(_CHECKSUM)]
    if (checksums or _HEADING.startswith(lines[0])) and checksums != [_checksum(house)]:
        raise InvalidError(
            f"the house words {path} were changed after bwtools wrote them, and some may be lost "
            "or wrong: check them and delete all lines with #, or move the file away"
        )
    return house


def _changes(house: House) -> str:
    return "".join(
        f"{sign}{word}\n" for sign, words in zip("+-", house, strict=True) for word in sorted(words)
    )


def _checksum(house: House) -> str:
    """Return the last line of a list that bwtools writes, without its line feed."""
    return f"{_CHECKSUM}{zlib.crc32(_changes(house).encode()):08x}"


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
    saved. Raise InvalidError if the file is damaged or cannot be written.
    """
    from filelock import FileLock

    try:
        make_folder(os.path.dirname(path))
        with FileLock(f"{path}.lock", timeout=_LOCK_TIMEOUT, mode=0o600):
            added, removed = map(set, read_house(path))
            for word in add:
                removed.discard(word)
                if word not in base:
                    added.add(word)
            for word in remove:
                added.discard(word)
                if word in base:
                    removed.add(word)
            house = House(frozenset(added), frozenset(removed))
            write_atomically(path, f"{_HEADING}{_changes(house)}{_checksum(house)}\n".encode())
    except OSError as error:
        raise InvalidError(
            f"cannot write the house words {path}: {own_file_message(error)}"
        ) from None
    return house
