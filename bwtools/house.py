"""House words: what a table adds to a dictionary and removes from it, kept beside it.

A house list is a text file, a ruling a line: `+WORD` added, `-WORD` removed.
"""

from __future__ import annotations

import os
from collections.abc import Container, Iterable
from typing import NamedTuple

from .errors import InvalidError
from .index import is_word
from .paths import make_folder, read_kept, write_aside

_HEADING = "# House words of bwtools: +WORD is added, -WORD is removed.\n"


class House(NamedTuple):
    """The rulings on a dictionary, words in capitals."""

    added: frozenset[str] = frozenset()
    removed: frozenset[str] = frozenset()


def read_house(path: str) -> House:
    """The rulings in a file; none where there is no file. Raises InvalidError: it is damaged."""
    try:
        text = read_kept(path).decode()
    except (FileNotFoundError, NotADirectoryError):
        return House()
    except OSError as error:
        raise InvalidError(f"cannot read the house words {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise _damaged(path, 1) from None
    rulings: dict[str, set[str]] = {"+": set(), "-": set()}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        sign, word = line[0], line[1:].strip()
        if sign not in rulings or not is_word(word):
            raise _damaged(path, number)
        rulings[sign].add(word.upper())
    return House(frozenset(rulings["+"]), frozenset(rulings["-"]))


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
        with FileLock(f"{path}.lock", mode=0o600):
            added, removed = map(set, read_house(path))
            for word in add:
                removed.discard(word)
                if word not in base:
                    added.add(word)
            for word in remove:
                added.discard(word)
                if word in base:
                    removed.add(word)
            lines = [f"+{word}\n" for word in sorted(added)]
            lines += [f"-{word}\n" for word in sorted(removed)]
            write_aside(path, "".join([_HEADING, *lines]).encode())
    except OSError as error:
        raise InvalidError(f"cannot write the house words {path}: {error.strerror}") from None
    return House(frozenset(added), frozenset(removed))
