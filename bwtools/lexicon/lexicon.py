"""Dictionaries: opened by name or file, with house words added and removed."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from os.path import abspath, basename, dirname, isdir, isfile, join, lexists, realpath, splitext
from typing import TYPE_CHECKING

from ..errors import InvalidError, quote
from ..storage import files, folders
from ..tiles.hand import parse_word, upper
from ..tiles.tile_set import TileSet, load_tiles
from .cache import read_file
from .compiled import Compiled, compile_file, compile_words, sha256_of
from .house_words import House, change_house, read_house
from .letter_index import LONGEST, LetterIndex, build_index, is_word

if TYPE_CHECKING:
    import marisa_trie

    from .definitions import Definitions

DEFAULT = "enable"
MEMORY = "memory"  # the source of a list without a file


class Lexicon:
    """The words that may be sold: a word list with house words added and removed.

    `"quiz" in lexicon` takes any case; `len(lexicon)` is the number of words; iteration yields them
    in capitals, A to Z. All three include the house words. `name` is the name of the dictionary,
    and `tiles` is the tile set that prices its words.

    >>> import bwtools
    >>> lexicon = bwtools.open_lexicon()
    >>> "quiz" in lexicon, len(lexicon), next(iter(lexicon))
    (True, 172823, 'AA')
    """

    def __init__(self, name: str, source: str, compiled: Compiled, tiles: TileSet, house: House):
        self.name = name
        self.source = source  # the path of the file, or MEMORY
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

    def __reduce__(self) -> tuple[type[Lexicon], tuple[object, ...]]:
        """Pickle what the lexicon was made of, for other processes."""
        return Lexicon, (self.name, self.source, self.compiled, self.tiles, self.house)

    @cached_property
    def trie(self) -> marisa_trie.Trie:
        """The words of the list itself, in capitals, without house words."""
        import marisa_trie

        return marisa_trie.Trie().frombytes(bytes(self.compiled.trie))

    @cached_property
    def definitions(self) -> Definitions:
        """The definitions in the list, or those of WordNet if it carries none.

        Raise InvalidError if the list cannot be read again.
        """
        from .definitions import read_definitions_of, read_wordnet

        own = self.source != MEMORY and read_definitions_of(self.source)
        return own or read_wordnet()

    def __repr__(self) -> str:
        return f"<Lexicon {self.name}: {len(self):,} words>"

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
        """A name or absolute path that opens this list again, from any working directory."""
        name = _name_of(self.source)
        known = dictionaries().get(name)
        named = known is not None and realpath(known) == realpath(self.source)
        return name if named else abspath(self.source)

    def with_words(self, words: Iterable[str]) -> Lexicon:
        """Return this lexicon with words (capitals) added, as players accept them in a game."""
        added = frozenset(words)
        return self._with_house(House(self.house.added | added, self.house.removed - added))

    def without_house(self) -> Lexicon:
        """Return this lexicon without house words."""
        return self._with_house(House())

    @lru_cache(maxsize=8)  # noqa: B019 - solvers and evaluators are cached by lexicon
    def _with_house(self, house: House) -> Lexicon:
        return Lexicon(self.name, self.source, self.compiled, self.tiles, house)

    def with_prefix(self, prefix: str) -> list[str]:
        """Return the words that start with a prefix (capitals), sorted."""
        words: list[str] = self.trie.keys(prefix)
        if self.house.removed:
            words = [word for word in words if word not in self.house.removed]
        words += [word for word in self.house.added if word.startswith(prefix)]
        words.sort()
        return words

    def sha256(self) -> str:
        """Return the SHA-256 of the words: lower case, A to Z, each ended by a line feed."""
        if not any(self.house):
            return self.compiled.sha256
        return sha256_of(self)


def open_lexicon(name: str = DEFAULT, tiles: TileSet | None = None) -> Lexicon:
    """Open a dictionary, with its house words.

    name: the name of a dictionary, or the path of a word list.
    tiles: the tile set that prices its words; classic if left out.

    Raise InvalidError if there is no such dictionary, or it cannot be read.

    >>> import bwtools
    >>> bwtools.open_lexicon("enable")
    <Lexicon enable: 172,823 words>
    """
    path = find_dictionary(name)
    tiles = tiles or load_tiles()
    compiled = compile_file(path, tiles.pips)
    shown = _name_of(path) or basename(path)
    return Lexicon(shown, path, compiled, tiles, read_house(_house_path(path)))


def lexicon_from_words(
    words: Iterable[str],
    tiles: TileSet | None = None,
    name: str = "words",
    source: str = MEMORY,
) -> Lexicon:
    """Return a lexicon of words in memory.

    words: the words, in any case and order.
    tiles: the tile set that prices them; classic if left out.
    name: the name of the lexicon.
    source: the path of a word list with their definitions, if there is one.

    Raise InvalidError if one is not a word of 2 to 63 letters.

    >>> import bwtools
    >>> lexicon = bwtools.lexicon_from_words(["gin", "quiz"])
    >>> bwtools.words(lexicon, "giniquz")
    ['QUIZ', 'GIN']
    """
    tiles = tiles or load_tiles()
    compiled = compile_words(sorted({_listed(word) for word in words}), tiles.pips)
    return Lexicon(name, source, compiled, tiles, House())


def dictionaries() -> dict[str, str]:
    """Return the paths of the dictionaries known by name: shipped ones and the user's own."""
    return _lists(_own_dictionaries()) | shipped_lists()


def shipped_lists() -> dict[str, str]:
    """Return the paths of the shipped word lists by name; other files there have capitals."""
    shipped = _lists(folders.SHIPPED_DICTIONARIES)
    return {name: path for name, path in shipped.items() if name.islower()}


def _lists(folder: str) -> dict[str, str]:
    files = sorted(os.listdir(folder)) if isdir(folder) else []
    return {file[:-4]: join(folder, file) for file in files if file.endswith(".txt")}


def find_dictionary(name: str) -> str:
    """Return the path of a word list by its name or path. Raise InvalidError with near names."""
    shipped = join(folders.SHIPPED_DICTIONARIES, f"{name}.txt")
    if name.islower() and name.isidentifier() and isfile(shipped):
        return shipped  # the common case, without listing folders; also if case does not matter
    known = dictionaries()
    if name in known:
        return known[name]
    if lexists(name):  # if it cannot be read, opening it reports why
        return name
    from difflib import get_close_matches

    near = get_close_matches(name.lower(), known) or list(known)
    raise InvalidError(
        f"there is no dictionary {quote(name)}, and no such file: do you mean {' or '.join(near)}?"
    )


def change_house_words(name: str, add: Iterable[str] = (), remove: Iterable[str] = ()) -> House:
    """Add words to a dictionary or remove them, as house words. Raise InvalidError."""
    path = find_dictionary(name)
    trie = open_lexicon(name).trie
    add, remove = [_listed(word) for word in add], [_listed(word) for word in remove]
    return change_house(_house_path(path), trie, add, remove)


def _listed(text: str) -> str:
    """Return a text as a word of a dictionary, in capitals. Raise InvalidError if it is not one."""
    word = parse_word(text)
    if not is_word(word):
        raise InvalidError(f"{quote(word)} is not a word of 2 to {LONGEST} letters")
    return word


def build_dictionary(file: str, name: str) -> Lexicon:
    """Save a copy of a word list under a name, and compile it. Raise InvalidError."""
    from .word_list import read_words

    if not (name.isascii() and name.replace("-", "").replace("_", "").isalnum()):
        raise InvalidError(f"{quote(name)} is not a valid name: use letters, digits, - and _")
    if name.lower() in shipped_lists():
        raise InvalidError(f"{name.lower()} is a dictionary of bwtools: choose another name")
    if re.fullmatch("aux|con|nul|prn|com[0-9]|lpt[0-9]", name.lower()):
        raise InvalidError(f"files cannot be called {name} on Windows: choose another name")
    for own in _lists(_own_dictionaries()):  # their files would be the same where case is ignored
        if own != name and own.lower() == name.lower():
            raise InvalidError(f"there is a dictionary {own}: use this name, or another one")
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


def _name_of(path: str) -> str:
    """Return the name of the dictionary at a path, which may lead there by links; else ""."""
    if dirname(path) == folders.SHIPPED_DICTIONARIES:  # the common case, without following links
        return splitext(basename(path))[0]
    named = [realpath(folders.SHIPPED_DICTIONARIES), realpath(_own_dictionaries())]
    for file in (path, realpath(path)):
        if realpath(dirname(file)) in named:
            return splitext(basename(file))[0]
    return ""


def _house_path(path: str) -> str:
    """Return the path of the house list of a word list, by its name or, without one, its file."""
    stem = _name_of(path)
    if not stem:
        from hashlib import sha256

        file = realpath(path)
        digest = sha256(os.fsencode(file)).hexdigest()[:16]
        stem = f"{splitext(basename(file))[0][:40]}-{digest}"
    return join(folders.data_dir(), "house", f"{stem}.txt")
