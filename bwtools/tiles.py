"""Tile sets, hands and plays: what tiles there are, what they are worth, how they are written."""

from __future__ import annotations

import os
import reprlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import prod
from os.path import exists, join
from typing import Any, NamedTuple

from .errors import IllegalError, InvalidError, printable
from .paths import SHIPPED_DATA, read_given

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
WILDS = "?._*"
_UPPER = str.maketrans(ALPHABET.lower(), ALPHABET)
_SKIPPED = " ,-"
_MOST_WAYS = 100_000  # of laying words that are tried; the hands of the game have hundreds


def shortened(text: str, most: int = 40) -> str:
    """The text for a message: at most so many characters of it."""
    return text if len(text) <= most else text[: most - 3] + "..."


def quote(text: str) -> str:
    """The text in quotes for a message: at most 40 characters of it."""
    return repr(shortened(text))


def upper(text: str) -> str:
    """A to Z for a to z and nothing else changed: unlike str.upper, it keeps every length."""
    return text.translate(_UPPER)


def counted(letters: str) -> list[str]:
    """Letters from A to Z as runs, each with its count if that is 2 or more: A7, B, E10."""
    counts = Counter(letters)
    return [letter + (str(count) if count > 1 else "") for letter, count in counts.items()]


def price(pips: int) -> int:
    """The dollars a set costs and a word brings: pips squared (W, R)."""
    return pips * pips


class TileSet(NamedTuple):
    """The tiles in the box and the numbers of the rules, as read from a tile-set file."""

    name: str
    counts: Mapping[str, int]  # of each letter A to Z, 0 included
    pips: Mapping[str, int]  # of each letter A to Z
    wild_count: int
    wild_pips: int
    wilds_dealt: tuple[int, ...]  # to each of 1, 2, 3... players
    money: int  # dollars
    die: tuple[int | None, ...]  # None is the face "choice"
    choice: range  # the numbers that a leader may name
    hand_limit: int  # letter tiles
    results: Mapping[str, int]  # dollars of a game alone that are fair, good, outstanding

    def set_pips(self, letters: str, wilds: int = 0) -> int:
        """The pips of letter tiles (capitals) and wilds together."""
        return sum(map(self.pips.__getitem__, letters)) + wilds * self.wild_pips

    @property
    def most_drawn(self) -> int:
        """The most tiles that a player can draw in a round."""
        return max(self.choice[-1], *(face or 0 for face in self.die))

    def bag_without(self, *seen: str) -> dict[str, int]:
        """How many of each letter are left when the letters seen are gone.

        Raises IllegalError naming the letter of which more were seen than there are.
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
        """The tile set as data laid out as in data/classic.toml, for `build_tiles`."""
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


class Hand(NamedTuple):
    """Tiles held: the letters in capitals from A to Z, and the number of wilds."""

    letters: str
    wilds: int = 0

    def __str__(self) -> str:
        return self.letters + "?" * self.wilds

    def plus(self, letters: str, wilds: int = 0) -> Hand:
        """The hand with more tiles."""
        return Hand("".join(sorted(self.letters + letters)), self.wilds + wilds)

    def after(self, *plays: Play) -> Hand:
        """What is left when plays that it holds the tiles for are sold."""
        letters, wilds = self
        for word, wild in plays:
            letters = without(letters, word if wild is None else word[:wild] + word[wild + 1 :])
            wilds -= wild is not None
        return Hand(letters, wilds)


class Play(NamedTuple):
    """A word as laid on the table; `wild` is the place of the letter a wild stands for, or None."""

    word: str
    wild: int | None = None

    def __str__(self) -> str:
        if self.wild is None:
            return self.word
        at = self.wild
        return self.word[:at] + self.word[at].lower() + self.word[at + 1 :]

    @property
    def wild_letter(self) -> str | None:
        """The letter that the wild stands for."""
        return None if self.wild is None else self.word[self.wild]

    @property
    def letters(self) -> str:
        """The letter tiles that the play spends, A to Z."""
        if self.wild is None:
            return "".join(sorted(self.word))
        return "".join(sorted(self.word[: self.wild] + self.word[self.wild + 1 :]))

    def pips(self, tiles: TileSet) -> int:
        """The pips showing, the wild's included."""
        return tiles.set_pips(self.letters, self.wild is not None)


def revenue_of(plays: Iterable[Play], tiles: TileSet) -> int:
    """The dollars that plays bring together."""
    return sum(price(play.pips(tiles)) for play in plays)


def without(letters: str, gone: str) -> str:
    """The letters that are left of some when others, which are among them, are gone."""
    left = list(letters)
    for letter in gone:
        left.remove(letter)
    return "".join(left)


def parse_hand(text: str, wilds: int = 0) -> Hand:
    """Read a hand: letters in any case and order, `?`, `.`, `_` or `*` for a wild.

    `wilds` are added to those written. Raises InvalidError naming the character that is no tile
    and its place, counted from 1.
    """
    if wilds < 0:
        raise InvalidError(f"the number of wilds must be 0 or more, not {wilds}")
    letters, written = _tiles(text)
    return Hand("".join(sorted(letters)), wilds + written)


def parse_set(text: str) -> str:
    """Read letter tiles, where no wild can be, in the order given. Raises InvalidError."""
    letters, wilds = _tiles(text)
    if wilds:
        raise InvalidError(f"{quote(text)} has a wild in it, where only letters can be")
    return letters


def parse_letters(text: str) -> str:
    """Read letter tiles, where no wild can be, as a hand has them: A to Z. Raises InvalidError."""
    return "".join(sorted(parse_set(text)))


def _tiles(text: str) -> tuple[str, int]:
    """The letters, as they stand in a text, and the number of wilds among them."""
    letters = []
    wilds = 0
    for place_, char in enumerate(text, 1):
        big = upper(char)
        if big in ALPHABET:
            letters.append(big)
        elif char in WILDS:
            wilds += 1
        elif char not in _SKIPPED:
            raise InvalidError(
                f"{char!r} (character {place_} of {quote(text)}) is no tile: "
                "use letters A to Z, and . for a wild"
            )
    return "".join(letters), wilds


def parse_word(text: str) -> str:
    """Read a word in any case as capitals. Raises InvalidError naming a character that can't be."""
    word = upper(text.strip())
    for place_, char in enumerate(word, 1):
        if char not in ALPHABET:
            raise InvalidError(
                f"{char!r} (character {place_} of {quote(text.strip())}) is no letter: "
                "a word has the letters A to Z only"
            )
    if not word:
        raise InvalidError("a word is missing: it has no letters")
    return word


def parse_play(text: str) -> Play:
    """Read a play: `RETiNAS` has a wild for I; otherwise the case says nothing and there is none.

    Raises InvalidError.
    """
    word = parse_word(text)
    small = [i for i, char in enumerate(text.strip()) if char.islower()]
    if len(small) == 1 < len(word):
        return Play(word, small[0])
    return Play(word)


def place(word: str, hand: Hand) -> Play:
    """The best way to lay a word (capitals) from a hand: without a wild if it can be.

    Of two equal letters the last is the wild. Raises IllegalError: the tiles are not held.
    """
    missing = sorted((Counter(word) - Counter(hand.letters)).elements())
    if not missing:
        return Play(word)
    if hand.wilds and len(missing) == 1:
        return Play(word, word.rindex(missing[0]))
    names, word = shortened(", ".join(missing)), shortened(word)
    if hand.wilds and len(missing) > 1:
        count = "two" if len(missing) == 2 else len(missing)
        raise IllegalError(f"for {word} {count} wilds needed (for {names}), one allowed")
    raise IllegalError(f"for {word} you do not hold the tiles {names}")


def lay(text: str, hand: Hand) -> Play:
    """Read a play and lay it from a hand: as written if a wild is written, else the best way.

    Raises InvalidError: no word; IllegalError: the tiles are not held.
    """
    play = parse_play(text)
    if play.wild is None:
        return place(play.word, hand)
    missing = sorted((Counter(play.letters) - Counter(hand.letters)).elements())
    if missing or not hand.wilds:
        tiles = f"the tiles {shortened(', '.join(missing))}" if missing else "a wild"
        raise IllegalError(f"for {shortened(str(play))} you do not hold {tiles}")
    return play


def lay_words(texts: Sequence[str], hand: Hand, tiles: TileSet) -> tuple[Play, ...]:
    """Read plays and lay them from one hand: as written if a wild is written, else for the most.

    Where it makes no difference the last words have the wilds. From a hand of dozens of tiles, with
    far too many ways to try, each word is laid for the most in turn. Raises as `lay`.
    """
    plays = tuple(map(parse_play, texts))
    missing = Counter("".join(play.letters for play in plays)) - Counter(hand.letters)
    free = hand.wilds - sum(play.wild is not None for play in plays)
    # More wilds than are missing never bring more.
    if missing.total() <= free and _most_ways(plays, missing) <= _MOST_WAYS:
        ways = _placements(plays, sorted(missing.elements()), len(plays))
        best = max(ways, key=lambda way: revenue_of(way, tiles), default=None)
        if best is not None:
            return best
    laid = []
    for text in texts:
        laid.append(lay(text, hand))
        hand = hand.after(laid[-1])
    return tuple(laid)


def _most_ways(plays: tuple[Play, ...], missing: Counter[str]) -> int:
    """The ways to have wilds stand for the letters missing, counted without what they exclude."""
    words = [play.word for play in plays if play.wild is None]
    return prod(sum(letter in word for word in words) for letter in missing.elements())


def _placements(
    plays: tuple[Play, ...], missing: list[str], end: int
) -> Iterator[tuple[Play, ...]]:
    """The ways to have wilds stand for the letters missing, the first of them before `end`."""
    if not missing:
        yield plays
        return
    letter, *others = missing
    for at in range(end - 1, -1, -1):
        word, wild = plays[at]
        if wild is None and letter in word:
            with_wild = (*plays[:at], Play(word, word.rindex(letter)), *plays[at + 1 :])
            same = bool(others) and others[0] == letter  # equal letters go in one order only
            yield from _placements(with_wild, others, at if same else len(plays))


def load_tiles(name: str = "classic") -> TileSet:
    """Load a tile set by name, or from a TOML file laid out as data/classic.toml.

    Raises InvalidError: there is none, or what stands in it cannot be.
    """
    known = [file[:-5] for file in sorted(os.listdir(SHIPPED_DATA)) if file.endswith(".toml")]
    if name in known:
        path = join(SHIPPED_DATA, f"{name}.toml")
    elif os.sep in name or name.endswith(".toml") or exists(name):
        path = name
    else:
        raise InvalidError(
            f"there is no tile set {quote(name)}: name {' or '.join(known)}, or a .toml file"
        )
    return _read_tiles(path)


def _read_tiles(path: str) -> TileSet:
    import tomllib

    try:
        data = tomllib.loads(_text(path))
    except OSError as error:
        raise InvalidError(f"cannot read the tile set {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InvalidError(f"the tile set {path} is no text in UTF-8: name a .toml file") from None
    except (ValueError, RecursionError) as error:
        said = shortened(str(error), 200)
        raise InvalidError(f"the tile set {path} is not a TOML file: {said}") from None
    return build_tiles(data, f"the tile set {path}")


def build_tiles(data: dict[str, Any], name: str) -> TileSet:
    """The tile set that data laid out as in data/classic.toml describe; `name` is for messages.

    Raises InvalidError: something is missing, or cannot be.
    """
    try:
        return _tile_set(data)
    except KeyError as error:
        raise InvalidError(f"{name} lacks {error}: see classic.toml") from None
    except InvalidError as error:
        raise InvalidError(f"{name}: {error}") from None


def _text(path: str) -> str:
    return read_given(path).removeprefix(b"\xef\xbb\xbf").decode()


def _shown(value: object) -> str:
    """A value in a message, shortened if it is long or deep."""
    try:
        return reprlib.repr(value)
    except ValueError:  # Python does not write out so many digits
        return "a number of thousands of digits"


def _name(value: object, what: str) -> str:
    if not isinstance(value, str) or not value.isprintable():
        raise InvalidError(f"{what} must be a text that can be printed, not {_shown(value)}")
    return value


def _entry(data: Any, what: str) -> Any:
    for name in what.split("."):
        if not isinstance(data, dict) or name not in data:
            raise KeyError(what)
        data = data[name]
    return data


def _table(data: Any, what: str) -> dict[str, Any]:
    table = _entry(data, what)
    if not isinstance(table, dict):
        raise InvalidError(f"{what} must be a table, not {_shown(table)}: see classic.toml")
    return table


def _number(value: Any, what: str, least: int = 0, most: int = 1_000_000) -> int:
    if type(value) is not int or not least <= value <= most:
        raise InvalidError(
            f"{what} must be a whole number of {least} to {most}, not {_shown(value)}"
        )
    return value


def _numbers(values: Any, what: str, least: int = 0, most: int = 1_000_000) -> tuple[int, ...]:
    if not isinstance(values, list) or not values:
        raise InvalidError(f"{what} must be a list of numbers, not {_shown(values)}")
    return tuple(_number(value, what, least, most) for value in values)


def _tile_set(data: dict[str, Any]) -> TileSet:
    letters = dict.fromkeys(ALPHABET, (0, 1))
    for letter, values in _table(data, "letters").items():
        if letter not in letters:
            raise InvalidError(f"letters.{printable(shortened(letter))} is none of A to Z")
        count, *pips = _numbers(values, f"letters.{letter}", 0, 10_000)
        if len(pips) != 1:
            raise InvalidError(f"letters.{letter} must be [how many, pips]")
        letters[letter] = count, _number(pips[0], f"the pips of letters.{letter}", 0, 100)
    wild_pips = _number(_entry(data, "wild.pips"), "wild.pips", 0, 100)
    cheapest = min(pips for count, pips in letters.values())
    if wild_pips > cheapest:
        raise InvalidError(
            f"wild.pips is {wild_pips}, more than the {cheapest} of the cheapest letter: "
            "a wild may not be worth more than the letter it stands for"
        )
    choice = _numbers(_entry(data, "rules.choice"), "rules.choice", 1, 100)
    if len(choice) != 2 or choice[0] > choice[1]:
        raise InvalidError(f"rules.choice must be [least, most], not {list(choice)}")
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
