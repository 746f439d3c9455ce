"""Branch and bound over combinations of alphagrams: the usual solver.

Alphagrams are combined in the order of falling pips. The pips of the tiles left bound the revenue
that they can still bring: because (a + b)² is at least a² + b², one long word is never worse than
two short ones, and no word has more pips than the one chosen before it.

This is fast unless there are only short words, when millions of combinations are as good as the
best: `best_first` is for those.
"""

from __future__ import annotations

import heapq
from functools import lru_cache

from .alphagrams import DOLLAR, Alphagrams, lowest_bit

STEPS = 10_000  # before giving up
STEPS_PER_OUTCOME = 20  # more for each outcome wanted


class BranchAndBound:
    """A search for the `top` best outcomes with at most `most_words` words."""

    def __init__(self, alphagrams: Alphagrams, top: int, most_words: int):
        self.alphagrams = alphagrams
        self.top, self.most_words = top, most_words
        self.wild_pips = alphagrams.tiles.wild_pips
        self.steps = STEPS + STEPS_PER_OUTCOME * top
        self.best = [-DOLLAR]  # a heap of the best keys so far
        self.found: list[tuple[int, tuple[int, ...]]] = []

    def run(self) -> list[tuple[int, ...]] | None:
        """Return the best outcomes and all that tie with the last, or None if it takes too long.

        An outcome is a tuple of indices of alphagrams.
        """
        alphagrams = self.alphagrams
        if alphagrams.codes:
            pips, wilds = alphagrams.hand_pips, alphagrams.hand.wilds
            self._extend((), 0, alphagrams.hand_code, pips, wilds)
        if self.steps < 0:
            return None
        return [chosen for key, chosen in self.found if key >= self.best[0]]

    def _extend(self, chosen: tuple[int, ...], key: int, code: int, pips: int, wilds: int) -> None:
        """Add one more alphagram to those chosen, with at most the pips of the last of them.

        `code`, `pips` and `wilds` describe the tiles left.
        """
        alphagrams, best = self.alphagrams, self.best
        words = self.most_words - len(chosen)
        last = chosen[-1] if chosen else 0
        candidates = alphagrams.fitting(code, wilds) >> last << last
        while candidates and self.steps >= 0:
            self.steps -= 1
            index, candidates = lowest_bit(candidates)
            cap = alphagrams.pips[index]
            if key + revenue_bound(pips, wilds, cap, words, self.wild_pips) * DOLLAR < best[0]:
                break
            wild = alphagrams.wild[index]
            longer = (*chosen, index)
            reached = key + alphagrams.key(index)
            if reached >= best[0]:
                if len(best) < self.top:
                    heapq.heappush(best, reached)
                else:
                    heapq.heappushpop(best, reached)
                self.found.append((reached, longer))
            left = pips - cap + wild * self.wild_pips
            more = revenue_bound(left, wilds - wild, cap, words - 1, self.wild_pips)
            unspent = code - alphagrams.codes[index]
            if words > 1 and unspent and reached + more * DOLLAR >= best[0]:
                self._extend(longer, reached, unspent, left, wilds - wild)


@lru_cache(maxsize=1 << 16)
def revenue_bound(pips: int, wilds: int, cap: int, words: int, wild_pips: int) -> int:
    """Return an upper bound of the revenue from letters of `pips` pips and some wilds.

    Words have at most `cap` pips and one wild each. Squares grow fastest together, so the most is:
    words of `cap` pips with a wild while there are wilds, then words of `cap` pips without, and one
    word of the rest.
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
