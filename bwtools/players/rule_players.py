"""Computer players by rules of thumb: novice, casual and club.

Each knows a word list of its own and sells what is in the dictionary of the game too. Its limits
are in letters of average pips, so that it plays other tile sets in proportion; the dollars in the
docstrings are those of the classic set, which has 1.7 pips a letter. The means given are
those of `bw simulate --players club --games 200 --seed 0` and the like: alone, with ENABLE.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import ClassVar
from zlib import crc32

from ..advice.rules_of_thumb import discard_by_rule
from ..game.state import State
from ..lexicon.lexicon import Lexicon, open_lexicon
from ..lexicon.search import plays
from ..tiles.hand import Hand, Play
from ..tiles.tile_set import ALPHABET, price


class _ByThumb:
    """Buys what is cheap, sells what is dear: the limits make the player."""

    dictionary: ClassVar[str]
    number: ClassVar[int]  # what it names as leader on *choice*
    most_bought: ClassVar[float]  # the pips of the dearest set it buys, in average letters
    least_sold: ClassVar[float]  # the pips of the cheapest word it sells, in average letters

    def __init__(self, lexicon: Lexicon, seed: int = 0) -> None:
        self.lexicon = lexicon
        self.tiles = lexicon.tiles
        self.seed = seed
        self.known = open_lexicon(self.dictionary, lexicon.tiles)
        letters = "".join(letter * self.tiles.counts[letter] for letter in ALPHABET)
        self.average = self.tiles.set_pips(letters) / max(1, len(letters))

    def choose(self, state: State) -> int:  # noqa: ARG002
        numbers = self.tiles.choice
        return min(max(self.number, numbers[0]), numbers[-1])

    def buy(self, state: State) -> bool:
        money, _, drawn = state.player
        pips = self.tiles.set_pips(drawn)
        return pips <= self.most_bought * self.average and price(pips) <= money

    def sell(self, state: State) -> tuple[Play, ...]:
        """The dearest word, and again, while it brings enough; in the last round any word."""
        least = 0 if state.last else self.least_sold * self.average
        hand = state.player.hand
        sold: list[Play] = []
        # Where the hand as a whole has too few pips, no word is looked for.
        while self.tiles.set_pips(hand.letters, hand.wilds > 0) >= least:
            dearest = next(self.words(state, hand), None)
            if dearest is None:
                break
            play, pips = dearest
            if pips < least:
                break
            sold.append(play)
            hand = hand.after(play)
        return tuple(sold)

    def discard(self, state: State) -> str:
        return discard_by_rule(state.player.hand.letters, self.tiles)

    def words(self, state: State, hand: Hand) -> Iterator[tuple[Play, int]]:  # noqa: ARG002
        """The words that it sees in a hand, the dearest first, with their pips."""
        for play, pips in plays(self.known, hand):
            if play.word in self.lexicon:
                yield play, pips


class Novice(_ByThumb):
    """Knows everyday words, and overlooks every other one. About $530 alone.

    As leader it names 3. It buys sets up to $64 (8 pips), sells as soon as it sees a word for $36
    (6 pips), and throws the letters with the fewest pips away. What it overlooks changes with
    the state and the seed.
    """

    dictionary = "everyday"
    number = 3
    most_bought = 5
    least_sold = 3.5

    def words(self, state: State, hand: Hand) -> Iterator[tuple[Play, int]]:
        moment = crc32(f"{self.seed} {state.bag}".encode())
        for play, pips in super().words(state, hand):
            if crc32(play.word.encode(), moment) % 2:
                yield play, pips


class Casual(_ByThumb):
    """Knows common words. About $790 alone.

    As leader it names 3. It buys sets up to $81 (9 pips), waits for a word for $64 (8 pips), and
    throws the letters with the fewest pips away.
    """

    dictionary = "common"
    number = 3
    most_bought = 5.5
    least_sold = 4.5


class Club(_ByThumb):
    """Knows the wide list, and saves tiles for long words. About $1,200 alone.

    As leader it names 2: small sets are cheap. It buys sets up to $64 (8 pips) and waits for a word
    for $144 (12 pips). With too many letters it looks at the hundred dearest words that one more
    letter would make, and throws away those letters that are in the fewest of them.
    """

    dictionary = "wide"
    number = 2
    most_bought = 5
    least_sold = 7
    looks_at = 100

    def discard(self, state: State) -> str:
        letters = state.player.hand.letters
        over = max(0, len(letters) - self.tiles.hand_limit)
        if not over:
            return ""
        hoped_for = islice(self.words(state, Hand(letters, 1)), self.looks_at)
        uses = Counter(tile for play, _ in hoped_for for tile in _numbered(play.letters))
        tiles = sorted(
            _numbered(letters), key=lambda tile: (uses[tile], self.tiles.pips[tile[0]], tile)
        )
        return "".join(letter for letter, _ in tiles[:over])


def _numbered(letters: str) -> list[tuple[str, int]]:
    """Each letter with how many of it stand before: the second E is not the first."""
    return [(letter, letters[:at].count(letter)) for at, letter in enumerate(letters)]
