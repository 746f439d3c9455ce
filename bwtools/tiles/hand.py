"""Tile sets, hands and plays: what tiles there are, what they are worth, how they are written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import prod
from typing import NamedTuple

from ..errors import IllegalError, InvalidError, quote, shortened
from .tile_set import ALPHABET, TileSet, price

WILDS = "?._*"

_UPPER = str.maketrans(ALPHABET.lower(), ALPHABET)

_SKIPPED = " ,-"

_MOST_WAYS = 100_000  # of laying words that are tried; the hands of the game have hundreds


def upper(text: str) -> str:
    """A to Z for a to z and nothing else changed: unlike str.upper, it keeps every length."""
    return text.translate(_UPPER)


def run_lengths(letters: str) -> list[str]:
    """Letters from A to Z as runs, each with its count if that is 2 or more: A7, B, E10."""
    counts = Counter(letters)
    return [letter + (str(count) if count > 1 else "") for letter, count in counts.items()]


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
            letters = remove_letters(
                letters, word if wild is None else word[:wild] + word[wild + 1 :]
            )
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

    @property
    def wild_order(self) -> int:
        """Orders plays of one word as they are written: capitals stand before small letters."""
        return 0 if self.wild is None else len(self.word) - self.wild

    def pips(self, tiles: TileSet) -> int:
        """The pips showing, the wild's included."""
        return tiles.set_pips(self.letters, self.wild is not None)


def revenue_of(plays: Iterable[Play], tiles: TileSet) -> int:
    """The dollars that plays bring together."""
    return sum(price(play.pips(tiles)) for play in plays)


def remove_letters(letters: str, gone: str) -> str:
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


def as_hand(hand: Hand | str) -> Hand:
    """Return a hand given as a `Hand` or as text, such as `aeinrst.`. Raise InvalidError."""
    return hand if isinstance(hand, Hand) else parse_hand(hand)


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


def lay_best(word: str, hand: Hand) -> Play:
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
        return lay_best(play.word, hand)
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
