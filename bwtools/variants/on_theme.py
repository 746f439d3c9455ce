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
from typing import TYPE_CHECKING

from ..game import State
from ..lexicon import Lexicon, lexicon_of
from ..sales import FEW_WORDS, MOST_LETTERS, best_revenue, best_sales
from ..search import plays
from ..tiles import Hand, Play, price, without

if TYPE_CHECKING:
    from ..players import Strategy

MOST_WORDS = 1500  # of a theme that are hoped for: enough, and quick enough
MISSING = 3  # letters at most that are hoped for, beside the one of a wild
TO_COME = 25  # tiles that one gets to see while a hand is kept
LOOKED_AT = 8  # of the dearest words in a hand, when one is to be sold
HOPES = 2  # words that are made from one hand


class OnTheme:
    """Buys and keeps what the words that it knows of a theme need; names numbers as it always does.

    A player with a word list of its own knows the words on that, if there are any.
    """

    def __init__(self, strategy: Strategy, lexicon: Lexicon) -> None:
        known = getattr(strategy, "known", lexicon)
        words = [word for word in lexicon if word in known] or list(lexicon)
        self.strategy = strategy
        self.tiles = lexicon.tiles
        self.known = lexicon_of(words, self.tiles)
        prices = {word: price(self.tiles.set_pips(word)) for word in words}
        likely = sorted(words, key=lambda word: (-prices[word] * 0.6 ** len(word), word))
        self.hopes = [(Counter(word), self.tiles.set_pips(word)) for word in likely[:MOST_WORDS]]
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
            few = None if len(hand.letters) <= MOST_LETTERS else FEW_WORDS
            best = best_sales(self.known, hand, top=1, max_words=few)
            return tuple(sale.play for sale in best[0].sales) if best else ()
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
            left = {
                letter: Hand(without(hand.letters, letter), hand.wilds) for letter in hand.letters
            }
            letter = max(left, key=lambda each: (self.hope(left[each], state.bag), each))
            gone, hand = gone + letter, left[letter]
        return gone

    def worth(self, state: State) -> float:
        hand = state.player.hand
        return best_revenue(self.known, hand) if state.last else self.hope(hand, state.bag)

    def kept(self, state: State) -> float:
        return 0.0 if state.last else self.hope(state.player.hand, state.bag)

    def hope(self, hand: Hand, bag: str) -> float:
        """The dollars to hope for: of the best word, of the best one from the rest, and so on."""
        letters, size = Counter(bag), max(1, len(bag))
        chance = {c: 1 - (1 - letters[c] / size) ** TO_COME for c in self.tiles.pips}
        have, wilds, total = Counter(hand.letters), hand.wilds, 0.0
        for _ in range(HOPES):
            hoped = (self._hope(word, pips, have, wilds, chance) for word, pips in self.hopes)
            dollars, with_wild, word = max(hoped, key=lambda hope: hope[0])
            if dollars <= 0:
                break
            total += dollars
            wilds -= with_wild
            have = have - word
        return total + wilds * self.wild

    def _hope(
        self,
        word: Counter[str],
        pips: int,
        have: Counter[str],
        wilds: int,
        chance: Mapping[str, float],
    ) -> tuple[float, bool, Counter[str]]:
        """The dollars to hope for from a word, whether a wild is spent on it, and its letters."""
        missing = "".join((word - have).elements())
        if len(missing) > MISSING + (wilds > 0) or len(missing) == word.total():
            return 0.0, False, word
        chances = [chance[letter] for letter in missing]
        plain = price(pips) * prod(chances) if len(missing) <= MISSING else 0.0
        if not wilds or not missing:
            return plain, False, word
        rare = min(missing, key=lambda letter: (chance[letter], letter))
        pips += self.tiles.wild_pips - self.tiles.pips[rare]
        eased = price(pips) * prod(chance[c] for c in without(missing, rare)) - self.wild
        return max((plain, False, word), (eased, True, word), key=lambda hope: hope[0])
