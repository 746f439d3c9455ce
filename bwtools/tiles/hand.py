"""Hands and plays: how they are read, written, and laid on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import prod
from typing import NamedTuple, Self

from ..errors import IllegalError, InvalidError, counted, quote, shortened
from .tile_set import ALPHABET, TileSet, price

WILDS = "?._*"
_DROPPED = str.maketrans("", "", WILDS + " ,-")
_UPPER = str.maketrans(ALPHABET.lower(), ALPHABET)
_MAX_PLACEMENTS = 100_000  # of wilds in words that are tried; hands of the game have hundreds


def upper(text: str) -> str:
    """Return the text with a to z as capitals. Unlike str.upper, it keeps the length."""
    return text.translate(_UPPER)


def run_lengths(letters: str) -> list[str]:
    """Return sorted letters as runs, each with its count if that is 2 or more: A7, B, E10."""
    counts = Counter(letters)
    return [letter + (str(count) if count > 1 else "") for letter, count in counts.items()]


class _Hand(NamedTuple):
    letters: str
    wilds: int


class Hand(_Hand):
    """Tiles held: the letters in capitals from A to Z, and the number of wilds.

    Raise InvalidError if a letter is not one of A to Z, or `wilds` is negative.
    `Hand._make((letters, wilds))` skips the checks and the sorting: use it in hot loops, for
    letters known to be sorted capitals.

    >>> from bwtools import Hand
    >>> hand = Hand("tea", 2)
    >>> hand, str(hand), hand.plus("S").minus("A", 1)
    (Hand('AET', 2), 'AET??', Hand('EST', 1))
    """

    __slots__ = ()

    def __new__(cls, letters: str, wilds: int = 0) -> Self:
        if wilds < 0:
            raise InvalidError(f"the number of wilds must be 0 or more, not {wilds}")
        return cls._make(("".join(sorted(_capitals(letters))), wilds))

    def __repr__(self) -> str:
        return f"Hand({self.letters!r}{f', {self.wilds}' if self.wilds else ''})"

    def __str__(self) -> str:
        return self.letters + "?" * self.wilds

    def plus(self, letters: str, wilds: int = 0) -> Hand:
        """Return the hand with more tiles (capitals, in any order)."""
        return Hand._make(("".join(sorted(self.letters + letters)), self.wilds + wilds))

    def minus(self, letters: str, wilds: int = 0) -> Hand:
        """Return the hand without some of its tiles (capitals)."""
        return Hand._make((remove_letters(self.letters, letters), self.wilds - wilds))

    def after(self, *plays: Play) -> Hand:
        """Return the hand after selling plays that it holds the tiles for."""
        letters, wilds = self
        for word, wild in plays:
            spent = word if wild is None else word[:wild] + word[wild + 1 :]
            letters = remove_letters(letters, spent)
            wilds -= wild is not None
        return Hand._make((letters, wilds))


class _Play(NamedTuple):
    word: str
    wild: int | None


class Play(_Play):
    """A word as laid on the table, in capitals; `wild` is the index of the wild, or None.

    Raise InvalidError if the word is not capitals A to Z, or `wild` is not an index of it.
    `Play._make((word, wild))` skips the checks, for hot loops.

    >>> from bwtools import Play
    >>> play = Play("RETINAS", 3)
    >>> str(play), play.letters, play.wild_letter
    ('RETiNAS', 'AENRST', 'I')
    """

    __slots__ = ()

    def __new__(cls, word: str, wild: int | None = None) -> Self:
        if not word or _capitals(word) != word:
            raise InvalidError(f"{quote(word)} is not a word in capitals: parse_play reads others")
        if wild is not None and not 0 <= wild < len(word):
            raise InvalidError(
                f"the wild cannot be at index {wild} of {shortened(word)}: use 0 to {len(word) - 1}"
            )
        return cls._make((word, wild))

    def __repr__(self) -> str:
        return f"Play({self.word!r}{'' if self.wild is None else f', {self.wild}'})"

    def __str__(self) -> str:
        if self.wild is None:
            return self.word
        index = self.wild
        return self.word[:index] + self.word[index].lower() + self.word[index + 1 :]

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
        """A sort key of the plays of one word, in the order of their notation."""
        return 0 if self.wild is None else len(self.word) - self.wild

    def pips(self, tiles: TileSet) -> int:
        """Return the pips of the tiles, including the wild's."""
        return tiles.set_pips(self.letters, self.wild is not None)


def revenue_of(plays: Iterable[Play], tiles: TileSet) -> int:
    """Return the total price of plays in dollars."""
    return sum(price(play.pips(tiles)) for play in plays)


def shortage(held: str, wanted: str) -> str:
    """Return what is held of the letters that do not suffice, as in "only 1 A tile and no Q tile".

    It is empty if nothing is missing.
    """
    have, short = Counter(held), sorted(Counter(wanted) - Counter(held))
    some = " and ".join(counted(have[letter], f"{letter} tile") for letter in short if have[letter])
    none = " or ".join(letter for letter in short if not have[letter])
    parts = [*([f"only {some}"] if some else []), *([f"no {none} tile"] if none else [])]
    return shortened(" and ".join(parts), 100)


def remove_letters(letters: str, removed: str) -> str:
    """Return letters without some of them, in order. Raise ValueError if one is not there."""
    left = list(letters)
    for letter in removed:
        left.remove(letter)
    return "".join(left)


def parse_hand(text: str, wilds: int = 0) -> Hand:
    """Read a hand.

    text: letters in any case and order; `?`, `.`, `_` or `*` is a wild. Spaces, commas and hyphens
        are skipped.
    wilds: wilds besides those in the text.

    Raise InvalidError naming a character that is not a tile, and its place counted from 1.

    >>> import bwtools
    >>> bwtools.parse_hand("retina..")
    Hand('AEINRT', 2)
    """
    letters, written = _tiles(text)
    return Hand(letters, wilds if wilds < 0 else wilds + written)


def as_hand(hand: Hand | str) -> Hand:
    """Return a hand given as a `Hand` or as text, such as `aeinrst.`. Raise InvalidError."""
    return hand if isinstance(hand, Hand) else parse_hand(hand)


def parse_set(text: str) -> str:
    """Read letter tiles, in the order given. Raise InvalidError, also for a wild."""
    letters, wilds = _tiles(text)
    if wilds:
        raise InvalidError(f"{quote(text)} has a wild in it: give letters only")
    return letters


def parse_letters(text: str) -> str:
    """Read letter tiles and sort them. Raise InvalidError, also for a wild."""
    return "".join(sorted(parse_set(text)))


def _tiles(text: str) -> tuple[str, int]:
    """Return the letters in a text, in order, and the number of wilds in it."""
    wilds = sum(map(text.count, WILDS))
    letters = upper(text).translate(_DROPPED)
    return _checked(letters, text, "tile: use letters A to Z, and . for a wild"), wilds


def _capitals(text: str) -> str:
    """Return the text in capitals. Raise InvalidError naming a character not in A to Z."""
    return _checked(upper(text), text, "letter: use the letters A to Z only")


def _checked(letters: str, text: str, expected: str) -> str:
    """Return the letters. Raise InvalidError if one is not in A to Z, with its place in `text`."""
    if letters and not (letters.isascii() and letters.isalpha()):
        bad = next(char for char in letters if char not in ALPHABET)
        place = f"character {text.index(bad) + 1} of {quote(text)}"
        raise InvalidError(f"{bad!r} ({place}) is not a {expected}")
    return letters


def parse_word(text: str) -> str:
    """Read a word in any case as capitals. Raise InvalidError, naming a wrong character."""
    word = _capitals(text.strip())
    if not word:
        raise InvalidError("a word is missing: it has no letters")
    return word


def parse_play(text: str) -> Play:
    """Read a play: `RETiNAS` has a wild for I. Any other mix of case is a word without a wild.

    Raise InvalidError if the text is not a word.

    >>> import bwtools
    >>> bwtools.parse_play("RETiNAS"), bwtools.parse_play("retinas")
    (Play('RETINAS', 3), Play('RETINAS'))
    """
    word = parse_word(text)
    small = [i for i, char in enumerate(text.strip()) if char.islower()]
    return Play(word, small[0] if len(small) == 1 < len(word) else None)


def lay_best(word: str, hand: Hand) -> Play:
    """Return the best play of a word (capitals) from a hand: without a wild if possible.

    The wild stands for the last of equal letters. Raise IllegalError if the tiles are not held.

    >>> import bwtools
    >>> str(bwtools.lay_best("TEETH", bwtools.parse_hand("teht.")))
    'TEeTH'
    """
    missing = sorted((Counter(word) - Counter(hand.letters)).elements())
    if not missing:
        return Play(word)
    if hand.wilds and len(missing) == 1:
        return Play(word, word.rindex(missing[0]))
    if hand.wilds:
        raise too_many_wilds(word, missing)
    raise IllegalError(f"for {shortened(word)} you hold {shortage(hand.letters, word)}")


def too_many_wilds(play: object, missing: Sequence[str]) -> IllegalError:
    """Return the error that a word needs wilds for several missing letters."""
    count, names = "two" if len(missing) == 2 else len(missing), shortened(", ".join(missing))
    return IllegalError(
        f"for {shortened(str(play))} {count} wilds needed (for {names}), one allowed"
    )


def lay(text: str, hand: Hand) -> Play:
    """Read a play and lay it from a hand: as written if it shows a wild, else the best way.

    Raise InvalidError if the text is not a word, IllegalError if the tiles are not held.
    """
    play = parse_play(text)
    if play.wild is None:
        return lay_best(play.word, hand)
    missing = shortage(hand.letters, play.letters)
    if missing or not hand.wilds:
        raise IllegalError(f"for {shortened(str(play))} you hold {missing or 'no wild'}")
    return play


def lay_words(texts: Sequence[str], hand: Hand, tiles: TileSet) -> tuple[Play, ...]:
    """Read plays and lay them from one hand: wilds as written, or else for the highest revenue.

    Of equal ways, wilds go to the last words. If there are too many ways to try, each word in turn
    is laid for its highest price. Raise errors as `lay` does.
    """
    plays = tuple(map(parse_play, texts))
    missing = Counter("".join(play.letters for play in plays)) - Counter(hand.letters)
    free = hand.wilds - sum(play.wild is not None for play in plays)
    # Using more wilds than letters are missing never increases the revenue.
    if missing.total() <= free and _most_placements(plays, missing) <= _MAX_PLACEMENTS:
        ways = _placements(plays, sorted(missing.elements()), len(plays))
        best = max(ways, key=lambda way: revenue_of(way, tiles), default=None)
        if best is not None:
            return best
    laid = list[Play]()
    for text in texts:
        try:
            laid.append(lay(text, hand))
        except IllegalError as error:
            raise (IllegalError(f"after {laid[-1]}, {error}") if laid else error) from None
        hand = hand.after(laid[-1])
    return tuple(laid)


def _most_placements(plays: tuple[Play, ...], missing: Counter[str]) -> int:
    """Return an upper bound of the number of ways to place wilds for the missing letters."""
    words = [play.word for play in plays if play.wild is None]
    return prod(sum(letter in word for word in words) for letter in missing.elements())


def _placements(
    plays: tuple[Play, ...], missing: list[str], end: int
) -> Iterator[tuple[Play, ...]]:
    """Yield the ways to place wilds for the missing letters, the first of them before `end`."""
    if not missing:
        yield plays
        return
    letter, *others = missing
    for index in range(end - 1, -1, -1):
        word, wild = plays[index]
        if wild is None and letter in word:
            with_wild = (*plays[:index], Play(word, word.rindex(letter)), *plays[index + 1 :])
            same = bool(others) and others[0] == letter  # equal letters go in one order only
            yield from _placements(with_wild, others, index if same else len(plays))
