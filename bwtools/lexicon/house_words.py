"""House words: what a table adds to a dictionary and removes from it, kept beside it.

A house list is a text file, a ruling a line: `+WORD` added, `-WORD` removed. Behind what bwtools
writes stands the sum of the rulings, so that none is lost or changed without being noticed; a list
made by hand needs neither that nor the heading.
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
_SUM = "# sum "
_PATIENCE = 30  # seconds for others who are writing the list


class House(NamedTuple):
    """The rulings on a dictionary, words in capitals."""

    added: frozenset[str] = frozenset()
    removed: frozenset[str] = frozenset()


def read_house(path: str) -> House:
    """The rulings in a file; none where there is no file. Raises InvalidError: it is damaged."""
    try:
        lines = read_own_file(path).decode("utf-8-sig").splitlines(keepends=True) or [""]
    except OSError as error:
        if isinstance(error, FileNotFoundError | NotADirectoryError) and not islink(path):
            return House()
        raise InvalidError(f"cannot read the house words {path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise _damaged(path, error.object.count(b"\n", 0, error.start) + 1) from None
    rulings: dict[str, set[str]] = {"+": set(), "-": set()}
    for number, line in enumerate(lines, 1):
        if not line.strip() or (line.startswith("#") and line.rstrip().isprintable()):
            continue
        sign, word = line[0], line[1:].strip()
        if sign not in rulings or not is_word(word):
            raise _damaged(path, number)
        rulings[sign].add(word.upper())
    house = House(frozenset(rulings["+"]), frozenset(rulings["-"]))
    sums = [line.strip() for line in lines if line.startswith(_SUM)]
    if (sums or _HEADING.startswith(lines[0])) and sums != [_sum(house)]:
        raise InvalidError(
            f"the house words {path} are not as bwtools left them, some may be lost or wrong: look "
            "them over and delete all lines with #, or move the file away"
        )
    return house


def _rulings(house: House) -> str:
    return "".join(
        f"{sign}{word}\n" for sign, words in zip("+-", house, strict=True) for word in sorted(words)
    )


def _sum(house: House) -> str:
    """The last line of a list that bwtools wrote, without its end."""
    return f"{_SUM}{zlib.crc32(_rulings(house).encode()):08x}"


def _damaged(path: str, line: int) -> InvalidError:
    return InvalidError(
        f"line {line} of the house words {path} is damaged: mend the line (+WORD or -WORD), "
        "or move the file away"
    )


def change_house(
    path: str, base: Container[str], add: Iterable[str] = (), remove: Iterable[str] = ()
) -> House:
    """Rule words (capitals) in or out of the dictionary `base`, and keep it.

    Adding and removing the same word cancel out: what the dictionary says itself is never kept.
    Raises InvalidError: the file is damaged or cannot be written.
    """
    from filelock import FileLock

    try:
        make_folder(os.path.dirname(path))
        with FileLock(f"{path}.lock", timeout=_PATIENCE, mode=0o600):
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
            write_atomically(path, f"{_HEADING}{_rulings(house)}{_sum(house)}\n".encode())
    except OSError as error:
        raise InvalidError(
            f"cannot write the house words {path}: {own_file_message(error)}"
        ) from None
    return house
