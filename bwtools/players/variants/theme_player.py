"""How a computer player plays on a theme, whoever it is: by the words that it can still hope for.

Rules of thumb and V are made for whole dictionaries. With a few hundred words they buy letters that
never come to anything. So here a hand is worth what the words of the theme would bring, each times
the chance that the letters missing from it still come.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import islice
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from ...game.state import State
from ...lexicon.lexicon import Lexicon, lexicon_from_words
from ...lexicon.search import plays
from ...sales.best_sales import best_sale_or_greedy
from ...tiles.hand import Hand, Play, remove_letters
from ...tiles.tile_set import price

if TYPE_CHECKING:
    from ..strategy import Strategy

MOST_WORDS = 800  # of a theme that are hoped for: enough, and quick enough
MISSING = 3  # letters at most that are hoped for, beside the one of a wild
TO_COME = 25  # tiles that one gets to see while a hand is kept
LOOKED_AT = 8  # of the dearest words in a hand, when one is to be sold
HOPES = 2  # words that are made from one hand


class _Word(NamedTuple):
    """A word and what it needs."""

    spelt: str
    letters: tuple[tuple[str, int], ...]  # each with its number
    length: int
    pips: int


class _Hope(NamedTuple):
    """The dollars to hope for of a word, with a wild or without, and the letters held for it."""

    dollars: float
    wild: bool
    letters: str


_NOTHING = _Hope(0.0, False, "")


class OnTheme:
    """Buys and keeps what the words that it knows of a theme need; names numbers as it always does.

    A player with a word list of its own knows the words on that, if there are any.
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
            _Word(word, tuple(Counter(word).items()), len(word), self.tiles.set_pips(word))
            for word in likely[:MOST_WORDS]
        ]
        self.wild = sum(prices.values()) / (4 * len(prices))  # dollars that a wild is kept for

    def choose(self, state: State) -> int:
        return self.strategy.choose(state)

    def buy(self, state: State) -> bool:
        money, hand, drawn = state.player
        cost = price(self.tiles.set_pips(drawn))
        gain = self.hope(hand.plus(drawn), state.bag) - self.hope(hand, state.bag)
        return cost <= money and gain > cost

    def sell(self, state: State) -> tuple[Play, ...]:
        """The words that bring most with what is left, one by one; in the last round the most."""
        hand = state.player.hand
        if state.last:
            return tuple(sale.play for sale in best_sale_or_greedy(self.known, hand).sales)
        sold: list[Play] = []
        worth = self.hope(hand, state.bag)
        while ways := [
            (price(pips) + self.hope(hand.after(play), state.bag), str(play), play)
            for play, pips in islice(plays(self.known, hand), LOOKED_AT)
        ]:
            total, _, play = max(ways)
            if total < worth:
                break
            sold.append(play)
            hand = hand.after(play)
            worth = self.hope(hand, state.bag)
        return tuple(sold)

    def discard(self, state: State) -> str:
        """One by one the letters without which most is left to hope for."""
        gone, hand = "", state.player.hand
        while len(hand.letters) > self.tiles.hand_limit:
            left = {letter: hand.minus(letter) for letter in hand.letters}
            letter = max(left, key=lambda each: (self.hope(left[each], state.bag), each))
            gone, hand = gone + letter, left[letter]
        return gone

    def worth(self, state: State) -> float:
        hand = state.player.hand
        if state.last:
            return best_sale_or_greedy(self.known, hand).revenue
        return self.hope(hand, state.bag)

    def kept(self, state: State) -> float:
        return 0.0 if state.last else self.hope(state.player.hand, state.bag)

    def hope(self, hand: Hand, bag: str) -> float:
        """The dollars to hope for: of the best word, of the best one from the rest, and so on."""
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
        """What to hope for of a word: nothing if too many letters are missing, or all."""
        missing = ""
        for letter, number in word.letters:
            if number > have[letter]:
                missing += letter * (number - max(0, have[letter]))
                if len(missing) > MISSING + (wilds > 0):
                    return _NOTHING
        if len(missing) == word.length:
            return _NOTHING
        spent = remove_letters(word.spelt, missing)
        chances = [chance[letter] for letter in missing]
        plain = price(word.pips) * prod(chances) if len(missing) <= MISSING else 0.0
        if not wilds or not missing:
            return _Hope(plain, False, spent)
        rare = min(missing, key=lambda letter: (chance[letter], letter))
        pips = word.pips + self.tiles.wild_pips - self.tiles.pips[rare]
        eased = price(pips) * prod(chance[c] for c in remove_letters(missing, rare)) - self.wild
        return max(_Hope(plain, False, spent), _Hope(eased, True, spent))
