"""Tile sets: the tiles of a game, their pips, and the numbers in the rules."""

from __future__ import annotations

import os
import reprlib
import zlib
from collections import Counter
from collections.abc import Mapping
from os.path import exists, join
from typing import Any, NamedTuple

from ..errors import IllegalError, InvalidError, printable, quote, shortened
from ..storage.files import read_user_file
from ..storage.folders import SHIPPED_DATA

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def price(pips: int) -> int:
    """Return the dollars that a set costs and a word brings: its pips squared (W, R).

    >>> import bwtools
    >>> bwtools.price(13)
    169
    """
    return pips * pips


class TileSet(NamedTuple):
    """The tiles of a game and the numbers in its rules, as in a tile-set file.

    >>> import bwtools
    >>> tiles = bwtools.load_tiles()
    >>> tiles.counts["E"], tiles.pips["Q"], tiles.set_pips("GIN"), tiles.hand_limit
    (11, 4, 4, 8)
    """

    name: str
    counts: Mapping[str, int]  # of each letter A to Z, 0 included
    pips: Mapping[str, int]  # of each letter A to Z
    wild_count: int
    wild_pips: int
    wilds_dealt: tuple[int, ...]  # to each player, by the number of players, from 1
    money: int  # dollars
    die: tuple[int | None, ...]  # None is the face "choice"
    choice: range  # the numbers that a leader may choose
    hand_limit: int  # letter tiles
    results: Mapping[str, int]  # dollars of a solo game, by name: fair, good, outstanding

    def __repr__(self) -> str:
        letters = sum(self.counts.values())
        return f"<TileSet {self.name}: {letters} letter tiles, {self.wild_count} wilds>"

    def set_pips(self, letters: str, wilds: int = 0) -> int:
        """Return the total pips of letter tiles (capitals) and wilds."""
        return sum(map(self.pips.__getitem__, letters)) + wilds * self.wild_pips

    @property
    def most_drawn(self) -> int:
        """The maximum number of tiles that a player can draw in a round."""
        return max(self.choice[-1], *(face or 0 for face in self.die))

    def bag_without(self, *seen: str) -> dict[str, int]:
        """Return the count of each letter in the bag, without letters that were seen.

        Raise IllegalError naming a letter that was seen more often than there are tiles.
        """
        left = dict(self.counts)
        for letter, count in Counter("".join(seen)).items():
            if count > left[letter]:
                raise IllegalError(
                    f"{count} {letter} tile{'s are' if count > 1 else ' is'} named, but the tile "
                    f"set {self.name} has {f'only {left[letter]}' if left[letter] else 'none'}: "
                    "take some out"
                )
            left[letter] -= count
        return left

    def layout(self) -> dict[str, Any]:
        """Return the tile set as data in the layout of data/classic.toml, for `build_tiles`."""
        return {
            "name": self.name,
            "letters": {letter: [self.counts[letter], self.pips[letter]] for letter in ALPHABET},
            "wild": {
                "count": self.wild_count,
                "pips": self.wild_pips,
                "dealt": list(self.wilds_dealt),
            },
            "rules": {
                "money": self.money,
                "die": ["choice" if face is None else face for face in self.die],
                "choice": [self.choice[0], self.choice[-1]],
                "hand_limit": self.hand_limit,
            },
            "solo": dict(self.results),
        }


_LIMIT = 100_000  # bytes
_LONGEST_LINE = 1_000  # bytes: the memory for a key grows with the square of its length


def load_tiles(name: str = "classic") -> TileSet:
    """Load a tile set by name, or from a TOML file like data/classic.toml.

    Raise InvalidError if there is no such tile set, or its file is not valid or too large.

    >>> import bwtools
    >>> bwtools.load_tiles("classic")
    <TileSet classic: 108 letter tiles, 9 wilds>
    """
    known = tile_set_names()
    if name in known:
        path = join(SHIPPED_DATA, f"{name}.toml")
    elif os.sep in name or name.endswith(".toml") or exists(name):
        path = name
    else:
        raise InvalidError(
            f"there is no tile set {quote(name)}: use {' or '.join(known)}, or a .toml file"
        )
    try:
        data = read_user_file(path, _LIMIT)
        if name == "classic" and (ready := _classic(data)):
            return ready
        import tomllib

        if any(len(line) > _LONGEST_LINE for line in data.splitlines()):
            raise ValueError(f"a line has more than {_LONGEST_LINE:,} bytes")
        layout = tomllib.loads(data.decode("utf-8-sig"))
    except OSError as error:
        raise InvalidError(f"cannot read the tile set {path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        byte = error.start - error.object.rfind(b"\n", 0, error.start)
        raise InvalidError(
            f"the tile set {path}, line {line}, byte {byte}: this is not UTF-8 text "
            f"(0x{error.object[error.start]:02X}): use a .toml file"
        ) from None
    except (ValueError, RecursionError) as error:
        reason = shortened(str(error), 200)
        raise InvalidError(f"the tile set {path} is not a TOML file: {reason}") from None
    return build_tiles(layout, f"the tile set {path}")


def _classic(data: bytes) -> TileSet | None:
    """Return the classic tile set, made from these bytes in advance; None if they are others."""
    from . import classic

    return TileSet(**classic.ENTRIES) if zlib.crc32(data) == classic.CHECKSUM else None


def tile_set_names() -> list[str]:
    """Return the names of the tile sets that ship with bwtools, A to Z."""
    return [file[:-5] for file in sorted(os.listdir(SHIPPED_DATA)) if file.endswith(".toml")]


def build_tiles(data: dict[str, Any], name: str) -> TileSet:
    """Build a tile set from data in the layout of data/classic.toml; `name` it in errors.

    Raise InvalidError if an entry is missing or wrong.
    """
    try:
        return _tile_set(data)
    except InvalidError as error:
        raise InvalidError(f"{name}: {error}") from None


def _shown(value: object) -> str:
    """Return a value as text for a message, shortened if it is long or deep."""
    try:
        return reprlib.repr(value)
    except ValueError:  # Python limits the digits of an integer that it prints
        return "a number of thousands of digits"


def _name(value: object, entry: str) -> str:
    if not isinstance(value, str) or not value.isprintable():
        raise InvalidError(f"{entry} must be printable text, not {_shown(value)}")
    return value


def _entry(data: Any, entry: str) -> Any:
    for name in entry.split("."):
        if not isinstance(data, dict) or name not in data:
            raise InvalidError(f"{entry} is missing: see classic.toml")
        data = data[name]
    return data


def _table(data: Any, entry: str) -> dict[str, Any]:
    table = _entry(data, entry)
    if not isinstance(table, dict):
        raise InvalidError(f"{entry} must be a table, not {_shown(table)}: see classic.toml")
    return table


def _number(value: Any, entry: str, low: int = 0, high: int = 1_000_000) -> int:
    if type(value) is not int or not low <= value <= high:
        raise InvalidError(
            f"{entry} must be a whole number from {low} to {high}, not {_shown(value)}"
        )
    return value


def _numbers(values: Any, entry: str, low: int = 0, high: int = 1_000_000) -> tuple[int, ...]:
    if not isinstance(values, list) or not values:
        raise InvalidError(f"{entry} must be a list of numbers, not {_shown(values)}")
    return tuple(_number(value, entry, low, high) for value in values)


def _tile_set(data: dict[str, Any]) -> TileSet:
    letters = dict.fromkeys(ALPHABET, (0, 1))
    for letter, values in _table(data, "letters").items():
        if letter not in letters:
            raise InvalidError(f"letters.{printable(shortened(letter))} is not a letter A to Z")
        count, *pips = _numbers(values, f"letters.{letter}", 0, 10_000)
        if len(pips) != 1:
            raise InvalidError(f"letters.{letter} must be [count, pips]")
        letters[letter] = count, _number(pips[0], f"the pips of letters.{letter}", 0, 100)
    wild_pips = _number(_entry(data, "wild.pips"), "wild.pips", 0, 100)
    cheapest = min(pips for count, pips in letters.values())
    if wild_pips > cheapest:
        raise InvalidError(
            f"wild.pips is {wild_pips}, but the cheapest letter has {cheapest}: "
            "a wild may not have more pips than the letter it stands for"
        )
    choice = _numbers(_entry(data, "rules.choice"), "rules.choice", 1, 100)
    if len(choice) != 2 or choice[0] > choice[1]:
        raise InvalidError(f"rules.choice must be [minimum, maximum], not {list(choice)}")
    faces = _entry(data, "rules.die")
    if not isinstance(faces, list) or not faces:
        raise InvalidError(f"rules.die must be a list of faces, not {_shown(faces)}")
    return TileSet(
        name=_name(_entry(data, "name"), "name"),
        counts={letter: count for letter, (count, _) in letters.items()},
        pips={letter: pips for letter, (_, pips) in letters.items()},
        wild_count=_number(_entry(data, "wild.count"), "wild.count"),
        wild_pips=wild_pips,
        wilds_dealt=_numbers(_entry(data, "wild.dealt"), "wild.dealt", 0, 10_000),
        money=_number(_entry(data, "rules.money"), "rules.money"),
        die=tuple(None if f == "choice" else _number(f, "rules.die", 1, 100) for f in faces),
        choice=range(choice[0], choice[1] + 1),
        hand_limit=_number(_entry(data, "rules.hand_limit"), "rules.hand_limit"),
        results={
            _name(name, "a name in solo"): _number(value, f"solo.{shortened(name)}")
            for name, value in _table(data, "solo").items()
        },
    )
