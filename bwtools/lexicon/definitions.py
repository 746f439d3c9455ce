"""What a word list says that its words mean; the cache keeps it in a file of its own.

That is made when it is first asked for: a list costs nothing more until then.
"""

from __future__ import annotations

from functools import partial
from os.path import exists, isfile

from ..errors import InvalidError
from ..tiles.hand import upper
from .cache import CacheFormat, from_list


class Definitions:
    """Definitions by word: looked up by halves in the lines that `read_definitions` makes."""

    def __init__(self, lines: bytes) -> None:
        self._lines = lines

    def __bool__(self) -> bool:
        return bool(self._lines)

    def get(self, word: str) -> str | None:
        """The definition of a word, in any case, on one line; None if there is none."""
        sought = upper(word).encode(errors="surrogatepass")
        lines = self._lines
        low, high = 0, len(lines)
        while low < high:
            start = lines.rfind(b"\n", low, (low + high) // 2) + 1 or low
            tab, end = lines.index(b"\t", start), lines.index(b"\n", start)
            found = lines[start:tab]
            if found == sought:
                return lines[tab + 1 : end].decode()
            if found < sought:
                low = end + 1
            else:
                high = start
        return None


def read_definitions_of(path: str) -> Definitions:
    """The definitions in a word list. Raises InvalidError: it cannot be read, or not again."""
    if exists(path) and not isfile(path):
        raise InvalidError(
            f"{path} is a pipe, which is read once: definitions need a file that stays"
        )
    from .word_list import read_definitions

    kind = CacheFormat(
        magic=b"bwtools definitions\n",
        version=1,
        ending=".bwm",
        made_with={},
        make=partial(read_definitions, what=path),
        pack=lambda lines: ({}, [lines]),
        unpack=lambda _, body: bytes(body),
    )
    return Definitions(from_list(path, kind))
