"""Dictionaries: by name or file, compiled, with the house words that a table rules in or out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from os.path import (
    abspath,
    basename,
    dirname,
    exists,
    isdir,
    isfile,
    join,
    lexists,
    realpath,
    splitext,
)
from typing import TYPE_CHECKING

from ..errors import InvalidError, quote
from ..storage import files, folders
from ..tiles.hand import parse_word, upper
from ..tiles.tile_set import TileSet, load_tiles
from .cache import read_file
from .compiled import Compiled, compile_file, compile_words
from .house_words import House, change_house, read_house
from .letter_index import LONGEST, LetterIndex, build_index, is_word

if TYPE_CHECKING:
    import marisa_trie

    from .definitions import Definitions

DEFAULT = "enable"
MEMORY = "memory"  # the source of a list that is in no file


class Lexicon:
    """The words that may be sold: those of a list, with house additions and removals.

    `"quiz" in lexicon`, `len(lexicon)` and iteration (capitals, A to Z) see the effective list.
    """

    def __init__(self, name: str, source: str, compiled: Compiled, tiles: TileSet, house: House):
        self.name = name
        self.source = source  # the path of the file, or where else the words come from
        self.compiled = compiled
        self.tiles = tiles
        if any(house):
            house = House(
                frozenset(word for word in house.added if word not in self.trie),
                frozenset(word for word in house.removed if word in self.trie),
            )
        self.house = house
        self.indexes: tuple[LetterIndex, ...] = (compiled.letters,)
        if house.added:
            self.indexes += (build_index(sorted(house.added), tiles.pips),)

    @cached_property
    def trie(self) -> marisa_trie.Trie:
        """The words of the list itself, in capitals, without the house rulings."""
        import marisa_trie

        return marisa_trie.Trie().frombytes(self.compiled.trie)

    @cached_property
    def definitions(self) -> Definitions:
        """What the list itself says of its words; empty if it says nothing.

        Raises InvalidError: the list cannot be read again.
        """
        from .definitions import Definitions, read_definitions_of

        return read_definitions_of(self.source) if self.source != MEMORY else Definitions(b"")

    def __contains__(self, word: str) -> bool:
        word = upper(word)
        if word in self.house.added:
            return True
        return word.isascii() and word in self.trie and word not in self.house.removed

    def __len__(self) -> int:
        return self.compiled.words + len(self.house.added) - len(self.house.removed)

    def __iter__(self) -> Iterator[str]:
        return iter(self.with_prefix(""))

    @property
    def reopen_name(self) -> str:
        """The name or path by which this list is opened again, wherever the process runs."""
        named = dictionaries().get(self.name) == self.source
        return self.name if named else abspath(self.source)

    def with_words(self, words: Iterable[str]) -> Lexicon:
        """This lexicon with words (capitals) ruled in, as a table does for one game."""
        added = frozenset(words)
        return self._ruled(House(self.house.added | added, self.house.removed - added))

    def without_house(self) -> Lexicon:
        """This lexicon as the list says, without the house rulings."""
        return self._ruled(House())

    @lru_cache(maxsize=8)  # noqa: B019 - what is worked out for one is kept by it: finders, V
    def _ruled(self, house: House) -> Lexicon:
        return Lexicon(self.name, self.source, self.compiled, self.tiles, house)

    def with_prefix(self, prefix: str) -> list[str]:
        """The words that begin with a prefix (capitals), A to Z."""
        words: list[str] = self.trie.keys(prefix)
        if self.house.removed:
            words = [word for word in words if word not in self.house.removed]
        words += [word for word in self.house.added if word.startswith(prefix)]
        words.sort()
        return words

    def sha256(self) -> str:
        """The sum of the effective list: lower case, A to Z, each word ended by a line feed."""
        if not any(self.house):
            return self.compiled.sha256
        from hashlib import sha256

        return sha256("".join(f"{word}\n" for word in self).lower().encode()).hexdigest()


def open_lexicon(name: str = DEFAULT, tiles: TileSet | None = None) -> Lexicon:
    """Open a dictionary by name or by the path of a word list, with its house words.

    Raises InvalidError: there is none, or it cannot be read.
    """
    path = find_dictionary(name)
    tiles = tiles or load_tiles()
    compiled = compile_file(path, tiles.pips)
    return Lexicon(_shown_name(path), path, compiled, tiles, read_house(_house_path(path)))


def lexicon_from_words(
    words: Iterable[str],
    tiles: TileSet | None = None,
    name: str = "words",
    source: str = MEMORY,
) -> Lexicon:
    """A lexicon of the words given, in memory; what is said of them stands in the source.

    Raises InvalidError: one cannot be a word.
    """
    tiles = tiles or load_tiles()
    compiled = compile_words(sorted({_listed(word) for word in words}), tiles.pips)
    return Lexicon(name, source, compiled, tiles, House())


def dictionaries() -> dict[str, str]:
    """The paths of the word lists known by name: those that ship and a user's own."""
    shipped = _lists(folders.SHIPPED_DICTIONARIES)
    own = _lists(_own_dictionaries())
    return own | {name: path for name, path in shipped.items() if name.islower()}


def _lists(folder: str) -> dict[str, str]:
    files = sorted(os.listdir(folder)) if isdir(folder) else []
    return {file[:-4]: join(folder, file) for file in files if file.endswith(".txt")}


def find_dictionary(name: str) -> str:
    """The path of a word list by its name or path. Raises InvalidError with the nearest names."""
    shipped = join(folders.SHIPPED_DICTIONARIES, f"{name}.txt")
    if name.isidentifier() and isfile(shipped):  # the common case needs no listing of folders
        return shipped
    known = dictionaries()
    if name in known:
        return known[name]
    if lexists(name):  # if it cannot be read, why is told where it is opened
        return name
    from difflib import get_close_matches

    near = get_close_matches(name.lower(), known) or list(known)
    raise InvalidError(
        f"there is no dictionary {quote(name)}, nor a file of that name: do you mean "
        f"{' or '.join(near)}?"
    )


def change_house_words(name: str, add: Iterable[str] = (), remove: Iterable[str] = ()) -> House:
    """Keep house rulings for a dictionary. Raises InvalidError."""
    path = find_dictionary(name)
    trie = open_lexicon(name).trie
    add, remove = [_listed(word) for word in add], [_listed(word) for word in remove]
    return change_house(_house_path(path), trie, add, remove)


def _listed(text: str) -> str:
    """A word of a dictionary, in capitals. Raises InvalidError: it cannot be one."""
    word = parse_word(text)
    if not is_word(word):
        raise InvalidError(f"{quote(word)} is no word: one has 2 to {LONGEST} letters")
    return word


def build_dictionary(file: str, name: str) -> Lexicon:
    """Keep a copy of a word list under a name of its own, and compile it. Raises InvalidError."""
    from .word_list import read_words

    if not (name.isascii() and name.replace("-", "").replace("_", "").isalnum()):
        raise InvalidError(f"{quote(name)} is no name: use letters, digits, - and _")
    if exists(join(folders.SHIPPED_DICTIONARIES, f"{name}.txt")):
        raise InvalidError(f"{name} is a dictionary of bwtools: take another name")
    data = read_file(file)
    read_words(data, file)
    path = join(_own_dictionaries(), f"{name}.txt")
    try:
        files.write_atomically(path, data)
    except OSError as error:
        raise InvalidError(
            f"cannot write the dictionary {path}: {files.own_file_message(error)}"
        ) from None
    return open_lexicon(name)


def _own_dictionaries() -> str:
    return join(folders.data_dir(), "dictionaries")


def _has_name(path: str) -> bool:
    named = (folders.SHIPPED_DICTIONARIES, _own_dictionaries())
    return abspath(dirname(path)) in map(abspath, named)


def _shown_name(path: str) -> str:
    return splitext(basename(path))[0] if _has_name(path) else basename(path)


def _house_path(path: str) -> str:
    """Where the rulings on a word list are kept: by its name, or by the path of a user's file."""
    stem = splitext(basename(path))[0]
    if not _has_name(path):
        from hashlib import sha256

        stem = stem[:40] + "-" + sha256(os.fsencode(realpath(path))).hexdigest()[:16]
    return join(folders.data_dir(), "house", f"{stem}.txt")
