"""Computer players that follow rules of thumb: novice, casual and club.

Each knows a word list of its own, and sells its words that are in the lexicon of the game. Limits
are in letters of average pips, so that they fit other tile sets; the dollars in the docstrings are
those of the classic set, with 1.7 pips a letter. The stated means come from
`bw simulate --players club --games 200 --seed 0` and the like: alone, with ENABLE.
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


class RulePlayer:
    """A player that buys cheap sets and sells expensive words. Subclasses set the limits."""

    dictionary: ClassVar[str]
    number: ClassVar[int]  # chosen as leader on *choice*
    most_bought: ClassVar[float]  # pips of the most expensive set it buys, in average letters
    least_sold: ClassVar[float]  # pips of the cheapest word it sells, in average letters

    def __init__(self, lexicon: Lexicon, seed: int = 0) -> None:
        self.lexicon = lexicon
        self.tiles = lexicon.tiles
        self.seed = seed
        self.known = open_lexicon(self.dictionary, lexicon.tiles)
        letters = "".join(letter * self.tiles.counts[letter] for letter in ALPHABET)
        self.average = self.tiles.set_pips(letters) / max(1, len(letters))

    def choose(self, _state: State) -> int:
        numbers = self.tiles.choice
        return min(max(self.number, numbers[0]), numbers[-1])

    def buy(self, state: State) -> bool:
        pips = self.tiles.set_pips(state.player.drawn)
        return pips <= self.most_bought * self.average and price(pips) <= state.player.money

    def sell(self, state: State) -> tuple[Play, ...]:
        """Sell the most expensive words above the limit; in the last round, all words."""
        least = 0 if state.last else self.least_sold * self.average
        hand = state.player.hand
        sold: list[Play] = []
        # No word is searched for where the whole hand has too few pips.
        while self.tiles.set_pips(hand.letters, hand.wilds > 0) >= least:
            best = next(self.words(state, hand), None)
            if best is None or best[1] < least:
                break
            sold.append(best[0])
            hand = hand.after(best[0])
        return tuple(sold)

    def discard(self, state: State) -> str:
        return discard_by_rule(state.player.hand.letters, self.tiles)

    def words(self, _state: State, hand: Hand) -> Iterator[tuple[Play, int]]:
        """Yield the words that it sees in a hand and their pips, highest price first."""
        for play, pips in plays(self.known, hand):
            if play.word in self.lexicon:
                yield play, pips


class Novice(RulePlayer):
    """Knows everyday words, and overlooks half of them. About $530 alone.

    As leader it chooses 3. It buys sets up to $64 (8 pips), sells as soon as it sees a word for $36
    (6 pips), and discards the letters with the fewest pips. Which words it overlooks depends on the
    state and the seed.
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


class Casual(RulePlayer):
    """Knows common words. About $790 alone.

    As leader it chooses 3. It buys sets up to $81 (9 pips), waits for a word for $64 (8 pips), and
    discards the letters with the fewest pips.
    """

    dictionary = "common"
    number = 3
    most_bought = 5.5
    least_sold = 4.5


class Club(RulePlayer):
    """Knows the wide list, and saves tiles for long words. About $1,200 alone.

    As leader it chooses 2, since small sets are cheap. It buys sets up to $64 (8 pips) and waits
    for a word for $144 (12 pips). Of too many letters it discards those used by the fewest of the
    hundred most expensive words that one more letter would make.
    """

    dictionary = "wide"
    number = 2
    most_bought = 5
    least_sold = 7
    hopes = 100  # words

    def discard(self, state: State) -> str:
        letters = state.player.hand.letters
        over = max(0, len(letters) - self.tiles.hand_limit)
        if not over:
            return ""
        hopes = islice(self.words(state, Hand(letters, 1)), self.hopes)
        uses = Counter(tile for play, _ in hopes for tile in _numbered(play.letters))
        tiles = sorted(
            _numbered(letters), key=lambda tile: (uses[tile], self.tiles.pips[tile[0]], tile)
        )
        return "".join(letter for letter, _ in tiles[:over])


def _numbered(letters: str) -> list[tuple[str, int]]:
    """Return each letter with the number of equal letters before it, which makes them distinct."""
    return [(letter, letters[:at].count(letter)) for at, letter in enumerate(letters)]
