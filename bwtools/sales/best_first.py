"""Best-first search over combinations of alphagrams: the solver for millions of ties.

It is for dictionaries of short words, where millions of combinations are equally good. Partial
sales grow alphagram by alphagram, in the order of their sales. The next to grow is always the one
with the highest bound, and the first from A to Z among equals: so the outcomes come in their final
order, and no work is done for outcomes that are not wanted.

There are two bounds, both memoised. The relaxed bound treats letters of equal pips as alike. The
exact bound tries each way to spend one letter, the one that the fewest alphagrams use; it is
computed only if the relaxed bound does not settle the matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from .alphagrams import Alphagrams, Sale, lowest_bit

MOST_WORK = 400_000  # some seconds: a relaxed bound counts 1, an exact one `cost`
_GROUPS = 4  # of letters with equal pips; the letters of the most pips share the last


class PartialSale(NamedTuple):
    """Chosen alphagrams with their key, the tiles left, and how many words may still be sold."""

    chosen: tuple[int, ...]
    key: int
    code: int
    wilds: int
    words: int


_State = tuple[int, int, int, int]
_Siblings = Iterator[tuple[int, PartialSale]]
_Entry = tuple[int, list[str], bool, list[int], tuple[int, ...], PartialSale, _Siblings | None]


class BestFirst:
    """A search over alphagrams that are in the order of their `sales`."""

    def __init__(self, alphagrams: Alphagrams, sales: Sequence[Sale], max_words: int | None):
        self.alphagrams, self.plays = alphagrams, [sale.play for sale in sales]
        self.words = max_words or 1
        self.step = 0 if max_words is None else 1  # words are counted only if they are limited
        self.keys = [alphagrams.key(index) for index in range(len(alphagrams.codes))]
        pips = alphagrams.tiles.pips
        levels = sorted({pips[field.letter] for field in alphagrams.fields})
        bits = alphagrams.hand_pips.bit_length() + 1  # for the pips of a group, and a guard bit
        self.fields = []
        for field, unit, mask in alphagrams.units:
            group = min(levels.index(pips[field.letter]), _GROUPS - 1)
            uses = alphagrams.over[field, 0] if field.held else 0
            self.fields.append((unit, mask, pips[field.letter] << bits * group, uses))
        self.guards = sum(1 << bits * (group + 1) - 1 for group in range(_GROUPS))
        self.amounts = [self._amount(code) for code in alphagrams.codes]
        self._classify()
        self.cost = 3 + len(alphagrams.codes) // 400
        self.relaxed: dict[_State, int] = {}
        self.exact: dict[_State, int] = {}

    def _amount(self, code: int) -> int:
        """Return the pips of the letters of a code, packed by group."""
        return sum((code // unit & mask) * pips for unit, mask, pips, _ in self.fields)

    def _classify(self) -> None:
        """Set `kinds`: the alphagrams, those being one that differ in letters of equal pips."""
        kinds: dict[tuple[int, bool, int], int] = {}
        first: dict[int, int] = {}
        for pips, wild, amount, key in zip(
            self.alphagrams.pips, self.alphagrams.wild, self.amounts, self.keys, strict=True
        ):
            first.setdefault(pips, len(kinds))
            kind = pips, wild, amount
            kinds[kind] = max(kinds.get(kind, key), key)
        # Alphagrams without a price add nothing to a key.
        self.kinds = [(amount, wild, key) for (_, wild, amount), key in kinds.items() if key > 0]
        self.first_kind = [first[pips] for pips in self.alphagrams.pips]

    def run(self) -> Iterator[tuple[int, ...]]:
        """Yield outcomes as tuples of indices, best first. Raise OverflowError after MOST_WORK."""
        queue: list[_Entry] = []
        code, wilds = self.alphagrams.hand_code, self.alphagrams.hand.wilds
        heappush(queue, self._entry(0, PartialSale((), 0, code, wilds, self.words)))
        while queue:
            _, _, is_whole, _, chosen, part, siblings = heappop(queue)
            if is_whole:
                yield chosen
            elif siblings:
                self._queue_next(queue, siblings)
                most = self.exact_bound(part.code, part.wilds, part.words, chosen[-1])
                heappush(queue, self._entry(-part.key - most, part))
            else:
                if chosen:
                    heappush(queue, self._entry(-part.key, part, is_whole=True))
                self._queue_next(queue, self._extensions(part))

    def _entry(
        self,
        bound: int,
        part: PartialSale,
        siblings: _Siblings | None = None,
        is_whole: bool = False,
    ) -> _Entry:
        """Return the queue entry of a partial sale; `bound` is minus the highest possible key."""
        plays = [self.plays[index] for index in part.chosen]
        words, orders = [play.word for play in plays], [play.wild_order for play in plays]
        return bound, words, is_whole, orders, part.chosen, part, siblings

    def _queue_next(self, queue: list[_Entry], siblings: _Siblings) -> None:
        if following := next(siblings, None):
            heappush(queue, self._entry(*following, siblings))

    def _extensions(self, part: PartialSale) -> _Siblings:
        """Yield the sale extended by each alphagram that can come next, in queue order."""
        first = part.chosen[-1] if part.chosen else 0
        fitting = self.alphagrams.fitting(part.code, part.wilds) >> first << first
        amount = self._amount(part.code)
        words = part.words - self.step
        found = []
        while fitting and part.words:
            index, fitting = lowest_bit(fitting)
            wilds = part.wilds - self.alphagrams.wild[index]
            left = amount - self.amounts[index]
            most = self.relaxed_bound(left, wilds, words, self.first_kind[index])
            play = self.plays[index]
            found.append((-part.key - self.keys[index] - most, play.word, play.wild_order, index))
        for bound, _, _, index in sorted(found):
            wilds = part.wilds - self.alphagrams.wild[index]
            code = part.code - self.alphagrams.codes[index]
            key = part.key + self.keys[index]
            yield bound, PartialSale((*part.chosen, index), key, code, wilds, words)

    def relaxed_bound(self, amount: int, wilds: int, words: int, first: int) -> int:
        """Return the most that kinds from `first` on can add to a key."""
        if not (amount and words):
            return 0
        state = amount, wilds, words, first
        best = self.relaxed.get(state)
        if best is None:
            best = 0
            guarded = amount | self.guards
            for kind in range(first, len(self.kinds)):
                spent, wild, key = self.kinds[kind]
                if wild <= wilds and (guarded - spent) & self.guards == self.guards:
                    left = words - self.step
                    more = self.relaxed_bound(amount - spent, wilds - wild, left, kind)
                    best = max(best, key + more)
            self._memoise(self.relaxed, state, best)
        return best

    def exact_bound(self, code: int, wilds: int, words: int, first: int) -> int:
        """Return the most that alphagrams from `first` on can add to a key."""
        fitting = self.alphagrams.fitting(code, wilds) >> first << first
        if not (fitting and words):
            return 0
        amount = letters = 0
        fewest, scarce = fitting.bit_count() + 1, (0, 0, 0)
        for unit, mask, pips, uses in self.fields:
            count = code // unit & mask
            using = fitting & uses
            if not count:
                continue
            if not using:
                code -= count * unit
                continue
            letters += count
            amount += count * pips
            if using.bit_count() < fewest:
                fewest, scarce = using.bit_count(), (using, count * unit, count * pips)
        wilds = min(wilds, letters)
        first, _ = lowest_bit(fitting)
        state = code, wilds, words, first
        best = self.exact.get(state)
        if best is None:
            best = self._branch(state, amount, *scarce)
            self._memoise(self.exact, state, best)
        return best

    def _branch(self, state: _State, amount: int, using: int, units: int, pips: int) -> int:
        """Return the exact bound by one letter: an alphagram that uses it is next, or none is.

        `using` are the alphagrams that use the letter; `units` and `pips` are all of it.
        """
        code, wilds, words, first = state
        kind = self.first_kind[first]
        most = self.relaxed_bound(amount, wilds, words, kind)
        best = 0
        while using and best < most:
            index, using = lowest_bit(using)
            key, wild = self.keys[index], self.alphagrams.wild[index]
            left = words - self.step
            more = self.relaxed_bound(amount - self.amounts[index], wilds - wild, left, kind)
            if key + more > best:
                unspent = code - self.alphagrams.codes[index]
                best = max(best, key + self.exact_bound(unspent, wilds - wild, left, first))
        if best < most and self.relaxed_bound(amount - pips, wilds, words, kind) > best:
            best = max(best, self.exact_bound(code - units, wilds, words, first))
        return best

    def _memoise(self, bounds: dict[_State, int], state: _State, bound: int) -> None:
        bounds[state] = bound
        if self.cost * len(self.exact) + len(self.relaxed) > MOST_WORK:
            raise OverflowError("too many combinations")
