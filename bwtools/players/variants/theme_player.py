"""How any computer player plays with a small theme: by the words that can still be completed.

Rules of thumb and V are made for whole dictionaries. With a few hundred words they buy letters that
are never sold. So here the value of a hand is the price of theme words, each times the probability
that its missing letters can still be drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import islice
from math import prod
from typing import NamedTuple

from ...game.state import State
from ...lexicon.lexicon import Lexicon, lexicon_from_words
from ...lexicon.search import plays
from ...sales.best_sales import best_sale_or_greedy
from ...tiles.hand import Hand, Play, remove_letters
from ...tiles.tile_set import price
from ..strategy import Strategy

# With more words computer players play as with a dictionary. Alone, with all of ENABLE as the
# theme, the adaptation made $541 with master and $630 with club, which make $1,536 and $1,200
# without it; with 3,000 random words it cost master and helped club (four deals each). The best
# limit between these has not been measured.
SMALL_THEME = 10_000
MOST_WORDS = 800  # of a theme that are considered: enough, and fast enough
MISSING = 3  # letters at most that may be missing, besides that of a wild
TO_COME = 25  # tiles drawn while a hand is held
EXAMINED = 8  # most expensive words in a hand, when selling
HOPES = 2  # words made from one hand


class _Word(NamedTuple):
    """A word and the letters it needs."""

    word: str
    letters: tuple[tuple[str, int], ...]  # each with its count
    pips: int


class _Hope(NamedTuple):
    """The expected dollars of a word, whether it takes a wild, and the letters held for it."""

    dollars: float
    wild: bool
    letters: str


_NOTHING = _Hope(0.0, False, "")


def adapted(strategy: Strategy, lexicon: Lexicon) -> Strategy:
    """Return the player as it plays with a theme: adapted if the theme has few words."""
    return strategy if len(lexicon) > SMALL_THEME else ThemePlayer(strategy, lexicon)


class ThemePlayer:
    """A player adapted to a theme: it buys and keeps what the theme words it knows need.

    A player with a word list of its own knows the theme words on that list, if there are any. It
    chooses numbers as always.
    """

    def __init__(self, strategy: Strategy, lexicon: Lexicon) -> None:
        known = getattr(strategy, "known", lexicon)
        words = [word for word in lexicon if word in known] or list(lexicon)
        self.strategy = strategy
        self.tiles = lexicon.tiles
        self.known = lexicon_from_words(words, self.tiles)
        prices = {word: price(self.tiles.set_pips(word)) for word in words}
        likely = sorted(words, key=lambda word: (-prices[word] * 0.6 ** len(word), word))
        self.hopes = [
            _Word(word, tuple(Counter(word).items()), self.tiles.set_pips(word))
            for word in likely[:MOST_WORDS]
        ]
        self.wild = sum(prices.values()) / (4 * len(prices))  # value of a wild in dollars

    def choose(self, state: State) -> int:
        return self.strategy.choose(state)

    def buy(self, state: State) -> bool:
        hand, drawn = state.player.hand, state.player.drawn
        cost = price(self.tiles.set_pips(drawn))
        gain = self.hope(hand.plus(drawn), state.bag) - self.hope(hand, state.bag)
        return cost <= state.player.money and gain > cost

    def sell(self, state: State) -> tuple[Play, ...]:
        """Sell the words with the highest price plus hope; in the last round, the best sale."""
        hand = state.player.hand
        if state.last:
            return tuple(sale.play for sale in best_sale_or_greedy(self.known, hand).sales)
        sold: list[Play] = []
        while sales := [
            (price(pips) + self.hope(hand.after(play), state.bag), str(play), play)
            for play, pips in islice(plays(self.known, hand), EXAMINED)
        ]:
            total, _, play = max(sales)
            if total < self.hope(hand, state.bag):
                break
            sold.append(play)
            hand = hand.after(play)
        return tuple(sold)

    def discard(self, state: State) -> str:
        """Discard one by one the letters without which the hope is highest."""
        discarded, hand = "", state.player.hand
        while len(hand.letters) > self.tiles.hand_limit:
            left = {letter: hand.minus(letter) for letter in hand.letters}
            letter = max(left, key=lambda each: (self.hope(left[each], state.bag), each))
            discarded, hand = discarded + letter, left[letter]
        return discarded

    def hand_value(self, state: State) -> float:
        hand = state.player.hand
        if state.last:
            return best_sale_or_greedy(self.known, hand).revenue
        return self.hope(hand, state.bag)

    def leave_value(self, state: State) -> float:
        return 0.0 if state.last else self.hope(state.player.hand, state.bag)

    def hope(self, hand: Hand, bag: str) -> float:
        """Return the expected dollars of the best word, then of the best word from the rest."""
        size = max(1, len(bag))
        chance = {c: 1 - (1 - bag.count(c) / size) ** TO_COME for c in self.tiles.pips}
        have, wilds, total = Counter(hand.letters), hand.wilds, 0.0
        for _ in range(HOPES):
            best = max((self._hope(word, have, wilds, chance) for word in self.hopes), default=None)
            if best is None or best.dollars <= 0:
                break
            total += best.dollars
            wilds -= best.wild
            have.subtract(best.letters)
        return total + wilds * self.wild

    def _hope(
        self, word: _Word, have: Mapping[str, int], wilds: int, chance: Mapping[str, float]
    ) -> _Hope:
        """Return the hope for a word: none if too many letters are missing, or all."""
        missing = ""
        for letter, number in word.letters:
            if number > have[letter]:
                missing += letter * (number - max(0, have[letter]))
                if len(missing) > MISSING + (wilds > 0):
                    return _NOTHING
        if len(missing) == len(word.word):
            return _NOTHING
        held = remove_letters(word.word, missing)
        chances = [chance[letter] for letter in missing]
        plain = price(word.pips) * prod(chances) if len(missing) <= MISSING else 0.0
        if not wilds or not missing:
            return _Hope(plain, False, held)
        rare = min(missing, key=lambda letter: (chance[letter], letter))
        pips = word.pips + self.tiles.wild_pips - self.tiles.pips[rare]
        others = prod(chance[c] for c in remove_letters(missing, rare))
        with_wild = price(pips) * others - self.wild
        return max(_Hope(plain, False, held), _Hope(with_wild, True, held))
