"""Branch and bound over combinations of alphagrams."""

from __future__ import annotations

import heapq
from functools import lru_cache

from ..tiles.hand import Hand
from .alphagrams import DOLLAR, Alphagrams

_STEPS = 10_000, 20  # of branch and bound before it gives up, and more for each outcome wanted


class _Search:
    """Branch and bound over combinations of items, chosen by falling pips."""

    def __init__(self, items: Alphagrams, hand: Hand, top: int, most_words: int):
        self.items = items
        self.wild_pips = items.tiles.wild_pips
        self.most_words = most_words
        self.hand = hand
        self.top = top
        self.steps = _STEPS[0] + _STEPS[1] * top
        self.best = [-DOLLAR]  # a heap of the best keys so far; the first gives way to the last
        self.found: list[tuple[int, tuple[int, ...]]] = []

    def run(self) -> list[tuple[int, ...]] | None:
        """The items of the best outcomes, and of what ties with the last; None: it takes long."""
        fields = self.items.fields
        held = sum(field.held * field.unit for field in fields)
        pips = sum(field.held * self.items.tiles.pips[field.letter] for field in fields)
        if self.items.codes:
            self._extend((), 0, held, pips, self.hand.wilds)
        if self.steps < 0:
            return None
        return [chosen for key, chosen in self.found if key >= self.best[0]]

    def _extend(self, chosen: tuple[int, ...], key: int, code: int, pips: int, wilds: int) -> None:
        """Add to the items chosen, none of more pips than the last, from the tiles of `code`."""
        items, best = self.items, self.best
        words = self.most_words - len(chosen)
        last = chosen[-1] if chosen else 0
        candidates = items.fitting(code, wilds) >> last << last
        while candidates and self.steps >= 0:
            self.steps -= 1
            lowest = candidates & -candidates
            candidates ^= lowest
            item = lowest.bit_length() - 1
            worth = items.pips[item]
            if key + _most_dollars(pips, wilds, worth, words, self.wild_pips) * DOLLAR < best[0]:
                break
            wild = items.wild[item]
            longer = (*chosen, item)
            reached = key + items.key(item)
            if reached >= best[0]:
                if len(best) < self.top:
                    heapq.heappush(best, reached)
                else:
                    heapq.heappushpop(best, reached)
                self.found.append((reached, longer))
            left = pips - worth + wild * self.wild_pips
            rest = _most_dollars(left, wilds - wild, worth, words - 1, self.wild_pips)
            unspent = code - items.codes[item]
            if words > 1 and unspent and reached + rest * DOLLAR >= best[0]:
                self._extend(longer, reached, unspent, left, wilds - wild)


@lru_cache(maxsize=1 << 16)
def _most_dollars(pips: int, wilds: int, cap: int, words: int, wild_pips: int) -> int:
    """No words of at most `cap` pips bring more dollars than this.

    From `pips` of letters and some wilds, one a word. Squares grow fastest together, so the most
    is: full words with a wild while there are wilds, then full words without, and the rest as one.
    """
    if not cap:
        return 0
    with_wild = min(wilds, words, pips // (cap - wild_pips) if cap > wild_pips else words)
    pips -= with_wild * (cap - wild_pips)
    without = min(words - with_wild, pips // cap)
    pips -= without * cap
    total = (with_wild + without) * cap * cap
    if with_wild + without < words and pips:
        total += min(cap, pips + (wild_pips if wilds > with_wild else 0)) ** 2
    return total
