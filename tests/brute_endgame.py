"""Exact values of the ending of a small solo game, by brute force.

Every sale, discard, draw and purchase is tried. It is independent of bwtools.advice: it uses only
words, pips and rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from statistics import mean

from bwtools.lexicon.lexicon import Lexicon

Sold = tuple[str, bool]  # the letters that a word spends, A to Z, and whether it spends a wild


class Ending:
    """Values what a player alone can expect, in dollars of final money, by trying everything."""

    def __init__(self, lexicon: Lexicon, longest: int = 11) -> None:
        self.tiles = lexicon.tiles
        self.alphagrams = {"".join(sorted(word)) for word in lexicon if len(word) <= longest}
        self.draws = cache(self._draws)
        self.next_round = cache(self._next_round)
        self.sell = cache(self._sell)
        self.leaves = cache(self._leaves)

    def words(self, letters: str, wilds: int) -> Iterator[Sold]:
        """Yield the tiles of every word that the hand can sell."""
        for size in range(1, len(letters) + 1):
            for spent in sorted({"".join(some) for some in combinations(letters, size)}):
                if size > 1 and spent in self.alphagrams:
                    yield spent, False
                if wilds and any(
                    "".join(sorted(spent + letter)) in self.alphagrams
                    for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                ):
                    yield spent, True

    def outcomes(self, letters: str, wilds: int) -> list[tuple[int, tuple[Sold, ...], str, int]]:
        """List every combination of words: revenue, words, and the letters and wilds left."""
        found = []
        words = list(self.words(letters, wilds))

        def extend(first: int, sold: tuple[Sold, ...], revenue: int, left: str, wild: int) -> None:
            found.append((revenue, sold, left, wild))
            for at in range(first, len(words)):
                spent, has_wild = words[at]
                if (has_wild and not wild) or Counter(spent) - Counter(left):
                    continue
                pips = sum(self.tiles.pips[c] for c in spent) + has_wild * self.tiles.wild_pips
                rest = "".join(sorted((Counter(left) - Counter(spent)).elements()))
                extend(at, (*sold, words[at]), revenue + pips * pips, rest, wild - has_wild)

        extend(0, (), 0, letters, wilds)
        return found

    def _leaves(self, letters: str, wilds: int) -> list[tuple[str, int, int]]:
        best: dict[tuple[str, int], int] = {}
        for revenue, _, left, wild in self.outcomes(letters, wilds):
            best[left, wild] = max(revenue, best.get((left, wild), 0))
        return [(left, wild, revenue) for (left, wild), revenue in best.items()]

    def _draws(self, bag: str, number: int) -> list[tuple[str, str]]:
        """List the equally likely draws, each with the bag that it leaves."""
        found = []
        for places in combinations(range(len(bag)), number):
            drawn = "".join(bag[at] for at in places)
            found.append((drawn, "".join(c for at, c in enumerate(bag) if at not in places)))
        return found

    def _sell(self, letters: str, wilds: int, money: int, bag: str) -> float:
        """Value the start of a sale."""
        return max(
            self.discard(left, wild, money + revenue, bag)
            for left, wild, revenue in self.leaves(letters, wilds)
        )

    def discard(self, letters: str, wilds: int, money: int, bag: str) -> float:
        """Value the end of a sale, when the hand has to be brought down to the limit."""
        size = min(len(letters), self.tiles.hand_limit)
        kept = {"".join(some) for some in combinations(letters, size)}
        return max(self.next_round(some, wilds, money, bag) for some in kept)

    def _next_round(self, letters: str, wilds: int, money: int, bag: str) -> float:
        """Value a hand before the die is rolled."""
        values = {n: self.number(n, letters, wilds, money, bag) for n in range(2, 6)}
        chosen = max(values[n] for n in self.tiles.choice)
        return mean(chosen if face is None else values[face] for face in self.tiles.die)

    def number(self, number: int, letters: str, wilds: int, money: int, bag: str) -> float:
        """Value a hand when `number` tiles are to be drawn."""
        if number > len(bag):
            return money + max(revenue for _, _, revenue in self.leaves(letters, wilds))
        return mean(
            self.buy(drawn, letters, wilds, money, left) for drawn, left in self.draws(bag, number)
        )

    def buy(self, drawn: str, letters: str, wilds: int, money: int, bag: str) -> float:
        """Value a drawn set, bought or not."""
        value = self.sell(letters, wilds, money, bag)
        cost = sum(self.tiles.pips[c] for c in drawn) ** 2
        if cost <= money:
            both = "".join(sorted(letters + drawn))
            value = max(value, self.sell(both, wilds, money - cost, bag))
        return value
