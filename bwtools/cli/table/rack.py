"""The tiles in front of a player: their order, and the words that are being built from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ...errors import counted
from ...lexicon.lexicon import Lexicon
from ...tiles.hand import Hand, Play
from ...tiles.tile_set import TileSet, price


class Laid(NamedTuple):
    """A letter in a word: the slot from which its tile was lifted, or None for a wild."""

    letter: str
    slot: int | None


class Judged(NamedTuple):
    """A word that is being built: the play, its price in dollars, and whether it can be sold."""

    play: Play
    dollars: int
    valid: bool


class Judgement(NamedTuple):
    """The words that are being built, their total price in dollars, and the tiles left."""

    words: tuple[Judged, ...]
    total: int
    leave: Hand

    @property
    def valid(self) -> bool:
        """Whether there are words, all of which can be sold."""
        return bool(self.words) and all(word.valid for word in self.words)


@dataclass
class Rack:
    """The tiles on the table in the order in which they are shown, and the words built from them.

    A slot is the index of a tile: first those of the hand, then those of the set that may be
    bought. Lifting a tile leaves its slot empty, so that nothing moves.
    """

    hand: list[str] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)
    wilds: int = 0
    words: list[list[Laid]] = field(default_factory=lambda: [[]])
    forced: bool = False  # whether the next letter is a wild although its tile is held

    @property
    def slots(self) -> list[str]:
        """The letters of all slots."""
        return self.hand + self.drawn

    @property
    def lifted(self) -> set[int]:
        """The slots whose tiles are in words."""
        return {laid.slot for word in self.words for laid in word if laid.slot is not None}

    @property
    def wilds_left(self) -> int:
        """The number of wilds that are not in words."""
        return self.wilds - sum(laid.slot is None for word in self.words for laid in word)

    @property
    def is_empty(self) -> bool:
        """Whether no tile is lifted."""
        return self.words == [[]]

    def hold(self, hand: Hand, drawn: str = "") -> None:
        """Show what a player holds now. Tiles that were there keep their order; take words back."""
        self.clear()
        left, order = list(hand.letters), []
        for letter in self.slots:
            if letter in left:
                left.remove(letter)
                order.append(letter)
        self.hand, self.drawn, self.wilds = order + left, list(drawn), hand.wilds

    def arrange(self, key: Callable[[str], object]) -> None:
        """Sort the tiles of the hand by a key, and take the words back."""
        self.clear()
        self.hand.sort(key=key)  # type: ignore[arg-type]

    def lay(self, letter: str) -> str:
        """Lay a letter (a capital), with the wild if its tile is missing; return a complaint."""
        lifted, word = self.lifted, self.words[-1]
        slots = [at for at, held in enumerate(self.slots) if held == letter and at not in lifted]
        if slots and not self.forced:
            word.append(Laid(letter, slots[0]))
            return ""
        has_wild = any(laid.slot is None for laid in word)
        missing = f"no {letter} left" if letter in self.slots else f"no {letter} here"
        if has_wild:
            return f"{'' if self.forced else f'{missing}, and '}a word may contain only one wild"
        if not self.wilds_left:
            return f"{'' if self.forced else f'{missing}, and '}no wild left"
        word.append(Laid(letter, None))
        self.forced = False
        return ""

    def force_wild(self) -> str:
        """Make the next letter a wild, or not any more; return a complaint."""
        if self.forced:
            self.forced = False
        elif any(laid.slot is None for laid in self.words[-1]):
            return "a word may contain only one wild"
        elif not self.wilds_left:
            return "no wild left"
        else:
            self.forced = True
        return ""

    def lift(self, slot: int) -> None:
        """Move the tile of a slot to the end of the last word, or put it back."""
        for word in self.words:
            for laid in word:
                if laid.slot == slot:
                    word.remove(laid)
                    self._drop_empty()
                    return
        self.words[-1].append(Laid(self.slots[slot], slot))

    def in_row(self) -> list[Laid | None]:
        """Return the letters of the words in order, with None between two words."""
        row: list[Laid | None] = []
        for number, word in enumerate(self.words):
            row += [*([None] if number else []), *word]
        return row

    def put_back(self, index: int) -> None:
        """Put back the letter at an index of `in_row`."""
        at = index
        for word in self.words:
            if 0 <= at < len(word):
                del word[at]
                self._drop_empty()
                return
            at -= len(word) + 1

    def begin_word(self) -> str:
        """Begin another word; return a complaint."""
        if not self.words[-1]:
            return "type a word first"
        self.words.append([])
        self.forced = False
        return ""

    def back(self) -> None:
        """Put the last tile back."""
        if self.forced:
            self.forced = False
        elif not self.words[-1] and len(self.words) > 1:
            self.words.pop()
        elif self.words[-1]:
            self.words[-1].pop()

    def clear(self) -> None:
        """Put all tiles back."""
        self.words, self.forced = [[]], False

    def lay_words(self, words: Sequence[Play]) -> None:
        """Lay whole words, whose tiles are there, in place of those that are being built."""
        self.clear()
        for play in words:
            if self.words[-1]:
                self.words.append([])
            for index, letter in enumerate(play.word):
                self.forced = index == play.wild
                self.lay(letter)

    def lay_again(self, words: Sequence[Play]) -> None:
        """Lay words that were laid before, if all their tiles are still there."""
        if words:
            self.lay_words(words)
            if self.plays() != list(words):
                self.clear()

    def letters(self) -> str:
        """Return the letters that are lifted, in the order in which they were lifted."""
        return "".join(laid.letter for word in self.words for laid in word)

    def plays(self) -> list[Play]:
        """Return the words as plays."""
        return [
            Play("".join(laid.letter for laid in word), _wild(word)) for word in self.words if word
        ]

    def judge(self, lexicon: Lexicon) -> Judgement:
        """Return what the words are worth, and what they leave."""
        tiles, plays = lexicon.tiles, self.plays()
        words = tuple(
            Judged(play, price(play.pips(tiles)), len(play.word) > 1 and play.word in lexicon)
            for play in plays
        )
        lifted = self.lifted
        held = [letter for at, letter in enumerate(self.slots) if at not in lifted]
        total = sum(word.dollars for word in words if word.valid)
        return Judgement(words, total, Hand("".join(held), self.wilds_left))

    def _drop_empty(self) -> None:
        self.words = [word for word in self.words if word] or [[]]


def _wild(word: list[Laid]) -> int | None:
    return next((at for at, laid in enumerate(word) if laid.slot is None), None)


def leave_text(leave: Hand) -> str:
    """Return tiles as they are named beside a word, as in "AR + 2 wilds"."""
    wilds = counted(leave.wilds, "wild") if leave.wilds else ""
    return " + ".join(part for part in (leave.letters, wilds) if part) or "nothing"


def by_pips(tiles: TileSet) -> Callable[[str], object]:
    """Return a key that sorts letters by pips, highest first, then A to Z."""
    return lambda letter: (-tiles.pips[letter], letter)
