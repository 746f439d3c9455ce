"""The best combinations of words where millions are equally good, as with short words.

Combinations grow word by word, the dearest first. The next to grow is always the one of which the
best can become, among equals the first from A to Z: so the outcomes come in their order, and no
step is for one that is not wanted. The most that tiles can bring is exact, and remembered: it is
found by trying each way to spend one letter, the one that fewest items use. It is asked for only
where it may matter: where they could bring enough if all letters of equal pips were alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from ..tiles.hand import Play
from .alphagrams import Alphagrams

MOST_WORK = 400_000  # some seconds: a bound remembered counts 1, an exact value `cost`
_GROUPS = 4  # of letters with equal pips; the dearest letters share the last


class _Part(NamedTuple):
    """Items chosen, with their key, and what is left: tiles, and words that may be sold."""

    items: tuple[int, ...]
    key: int
    code: int
    wilds: int
    words: int


_State = tuple[int, int, int, int]
_Siblings = Iterator[tuple[int, _Part]]
_Entry = tuple[int, list[str], bool, list[int], tuple[int, ...], _Part, _Siblings | None]


class BestFirst:
    """The items of a hand, in the order of sales, combined; `plays` are what is laid for them."""

    def __init__(self, items: Alphagrams, plays: Sequence[Play], max_words: int | None):
        self.items = items
        self.plays = plays
        self.words = max_words or 1
        self.step = 0 if max_words is None else 1  # words are counted only if they are limited
        self.keys = [items.key(item) for item in range(len(items.codes))]
        pips = items.tiles.pips
        levels = sorted({pips[field.letter] for field in items.fields})
        most = sum(field.held * pips[field.letter] for field in items.fields)
        bits = most.bit_length() + 1  # for the pips of a group, with a guard bit above them
        self.fields = []
        for field, unit, mask in items.units:
            group = min(levels.index(pips[field.letter]), _GROUPS - 1)
            uses = items.over[field, 0] if field.held else 0
            self.fields.append((unit, mask, pips[field.letter] << bits * group, uses))
        self.guards = sum(1 << bits * (group + 1) - 1 for group in range(_GROUPS))
        self.amounts = [self._amount(code) for code in items.codes]
        self._classify()
        self.cost = 3 + len(items.codes) // 400
        self.bounds: dict[_State, int] = {}
        self.known: dict[_State, int] = {}

    def _amount(self, code: int) -> int:
        """The pips of the letters that a code counts, by groups."""
        return sum((code // unit & mask) * pips for unit, mask, pips, _ in self.fields)

    def _classify(self) -> None:
        """Set the kinds of items: what they spend if letters of equal pips are alike."""
        kinds: dict[tuple[int, bool, int], int] = {}
        first: dict[int, int] = {}
        for pips, wild, amount, key in zip(
            self.items.pips, self.items.wild, self.amounts, self.keys, strict=True
        ):
            first.setdefault(pips, len(kinds))
            kind = pips, wild, amount
            kinds[kind] = max(kinds.get(kind, key), key)
        # One that brings nothing adds nothing to a key.
        self.kinds = [(amount, wild, key) for (_, wild, amount), key in kinds.items() if key > 0]
        self.first_kind = [first[pips] for pips in self.items.pips]

    def run(self, wilds: int) -> Iterator[tuple[int, ...]]:
        """The items of the outcomes, best first. Raises OverflowError: it is too much work."""
        queue: list[_Entry] = []
        tiles = sum(field.held * field.unit for field in self.items.fields)
        heappush(queue, self._entry(0, _Part((), 0, tiles, wilds, self.words)))
        while queue:
            _, _, is_whole, _, items, part, siblings = heappop(queue)
            if is_whole:
                yield items
            elif siblings:
                self._queue_next(queue, siblings)
                best = part.key + self.best(part.code, part.wilds, part.words, items[-1])
                heappush(queue, self._entry(-best, part))
            else:
                if items:
                    heappush(queue, self._entry(-part.key, part, is_whole=True))
                self._queue_next(queue, self._longer(part))

    def _entry(
        self, bound: int, part: _Part, siblings: _Siblings | None = None, is_whole: bool = False
    ) -> _Entry:
        """What stands in the queue for a part; the bound is minus the most it can bring."""
        plays = [self.plays[item] for item in part.items]
        words, orders = [play.word for play in plays], [play.wild_order for play in plays]
        return bound, words, is_whole, orders, part.items, part, siblings

    def _queue_next(self, queue: list[_Entry], siblings: _Siblings) -> None:
        if following := next(siblings, None):
            heappush(queue, self._entry(*following, siblings))

    def _longer(self, part: _Part) -> _Siblings:
        """A part with each item that can come next, in the order of the queue."""
        first = part.items[-1] if part.items else 0
        fitting = self.items.fitting(part.code, part.wilds) >> first << first
        amount = self._amount(part.code)
        words = part.words - self.step
        found = []
        while fitting and part.words:
            item, fitting = _lowest(fitting)
            wilds = part.wilds - self.items.wild[item]
            most = self.bound(amount - self.amounts[item], wilds, words, self.first_kind[item])
            play = self.plays[item]
            found.append((-part.key - self.keys[item] - most, play.word, play.wild_order, item))
        for bound, _, _, item in sorted(found):
            wilds = part.wilds - self.items.wild[item]
            code = part.code - self.items.codes[item]
            key = part.key + self.keys[item]
            yield bound, _Part((*part.items, item), key, code, wilds, words)

    def bound(self, amount: int, wilds: int, words: int, first: int) -> int:
        """The most that kinds of items from `first` on add to a key."""
        if not (amount and words):
            return 0
        state = amount, wilds, words, first
        best = self.bounds.get(state)
        if best is None:
            best = 0
            guarded = amount | self.guards
            for kind in range(first, len(self.kinds)):
                spent, wild, key = self.kinds[kind]
                if wild <= wilds and (guarded - spent) & self.guards == self.guards:
                    rest = self.bound(amount - spent, wilds - wild, words - self.step, kind)
                    best = max(best, key + rest)
            self._remember(self.bounds, state, best)
        return best

    def best(self, code: int, wilds: int, words: int, first: int) -> int:
        """The most that items from `first` on add to a key."""
        fitting = self.items.fitting(code, wilds) >> first << first
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
        first, _ = _lowest(fitting)
        state = code, wilds, words, first
        best = self.known.get(state)
        if best is None:
            best = self._best(state, amount, *scarce)
            self._remember(self.known, state, best)
        return best

    def _best(self, state: _State, amount: int, using: int, units: int, pips: int) -> int:
        """The same by a letter: one of the items that use it comes next, or it is not spent."""
        code, wilds, words, first = state
        kind = self.first_kind[first]
        most = self.bound(amount, wilds, words, kind)
        best = 0
        while using and best < most:
            item, using = _lowest(using)
            key, wild = self.keys[item], self.items.wild[item]
            left = words - self.step
            rest = self.bound(amount - self.amounts[item], wilds - wild, left, kind)
            if key + rest > best:
                rest = self.best(code - self.items.codes[item], wilds - wild, left, first)
                best = max(best, key + rest)
        if best < most and self.bound(amount - pips, wilds, words, kind) > best:
            best = max(best, self.best(code - units, wilds, words, first))
        return best

    def _remember(self, where: dict[_State, int], state: _State, best: int) -> None:
        where[state] = best
        if self.cost * len(self.known) + len(self.bounds) > MOST_WORK:
            raise OverflowError("too many combinations")


def _lowest(bits: int) -> tuple[int, int]:
    """The place of the lowest bit, and the others."""
    lowest = bits & -bits
    return lowest.bit_length() - 1, bits ^ lowest
