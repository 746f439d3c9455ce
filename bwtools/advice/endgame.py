"""Exact values near the end of the game, where everything that can still come is enumerated.

Selling can wait: what is sold now could be sold after the next draw as well, unless the limit of
letters kept or the money for the next set stands against it. So a hand within the limit is kept
whole, and ignoring both gives a bound from above, as selling everything now gives one from below.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice
from math import comb

from ..evaluation.evaluator import is_compiled
from ..lexicon.lexicon import Lexicon
from ..sales.best_sales import Outcome, best_sales
from ..tiles.hand import Hand, remove_letters
from ..tiles.tile_set import price
from .situation import Situation

MOST_TILES = 6  # in the bag for each player: with more there is too much to enumerate
# Best sales that are worked out for an answer: a fifth of a second, and interpreted some seconds.
MOST_SALES = 2500 if is_compiled() else 150
SHORT = 4, 600  # letters of the longest word, and sales then: so many tie that each takes longer


class TooManyError(Exception):
    """There is too much to enumerate."""


class Endgame:
    """Values hands in dollars of final money, for who plays the rest as well as it can be.

    The bag is given as letters and size: a random subset of the letters if it is smaller. With
    several players only the next round is looked through, since later ones depend on what others
    show. Raises TooManyError where there is too much to enumerate.
    """

    def __init__(self, lexicon: Lexicon, situation: Situation) -> None:
        tiles = lexicon.tiles
        if situation.size > MOST_TILES * situation.players:
            raise TooManyError
        self.lexicon, self.tiles = lexicon, tiles
        self.players, self.last = situation.players, situation.last
        self.leads = situation.ahead == 0
        self.numbers = {face for face in tiles.die if face is not None}
        if None in tiles.die:
            self.numbers.update(tiles.choice)
        self.sales: dict[Hand, Outcome] = {}
        longest = max((cell.length for index in lexicon.indexes for cell in index.cells), default=0)
        self.most_sales = min(MOST_SALES, SHORT[1]) if longest <= SHORT[0] else MOST_SALES

    def sale(self, hand: Hand) -> Outcome:
        """The best sale."""
        if hand not in self.sales:
            if len(self.sales) == self.most_sales:
                raise TooManyError
            best = best_sales(self.lexicon, hand, top=1)
            self.sales[hand] = best[0] if best else Outcome(0, (), hand)
        return self.sales[hand]

    def revenue(self, hand: Hand) -> int:
        """The dollars of the best sale."""
        return self.sale(hand).revenue

    def finish(self, hand: Hand, money: int, bag: str, size: int, free: bool = False) -> float:
        """The value of a hand that is to be sold from, within the turn.

        A `free` player has neither a limit of letters nor of money.
        """
        if self.last or size < min(self.numbers) * self.players:
            return money + self.revenue(hand)
        if free or (len(hand.letters) <= self.tiles.hand_limit and money >= self._dearest(bag)):
            return self.worth(hand, money, bag, size, free)
        best: float = money + self.revenue(hand)
        most = self.finish(hand, money, bag, size, free=True)
        for kept in chain(self._promising(hand, bag, size), _kept(hand, self.tiles.hand_limit)):
            if best >= most:
                break
            sale = self.sale(hand.minus(*kept))
            room = self.tiles.hand_limit - len(kept.letters)
            if sale.left.wilds or (room and sale.left.letters):
                continue  # as well as what it sells, another way keeps more
            best = max(best, self.worth(kept, money + sale.revenue, bag, size))
        return best

    def worth(self, hand: Hand, money: int, bag: str, size: int, free: bool = False) -> float:
        """The value of what is kept at the end of a turn."""
        if self.last:
            return money
        values = {
            number: self.after_number(number, hand, money, bag, size, free)
            for number in sorted(self.numbers)
        }
        if None in self.tiles.die:
            choices = [values[number] for number in self.tiles.choice]
            if not self.leads and min(choices) != max(choices):
                raise TooManyError  # what others choose cannot be known
            values[0] = max(choices)
        return sum(values[face or 0] for face in self.tiles.die) / len(self.tiles.die)

    def after_number(
        self, number: int, hand: Hand, money: int, bag: str, size: int, free: bool = False
    ) -> float:
        """The value when each player is to draw so many tiles."""
        need = number * self.players
        if need > size:
            return money + self.revenue(hand)
        if self.players > 1 and size - need >= min(self.numbers) * self.players:
            raise TooManyError
        total = sum(
            ways * self._turn(hand, drawn, money, remove_letters(bag, drawn), size - need, free)
            for drawn, ways in choices(bag, number)
        )
        return total / comb(len(bag), number)

    def best_kept(self, hand: Hand, money: int, bag: str, size: int) -> tuple[Hand, float]:
        """What to keep of a hand from which nothing more is sold, and its value."""
        letters, limit = hand.letters, self.tiles.hand_limit
        if len(letters) <= limit or self.last:
            kept = Hand(letters[:limit], hand.wilds)
            return kept, self.worth(kept, money, bag, size)
        most = self.worth(hand, money, bag, size, free=True)
        best: tuple[Hand, float] | None = None
        ways = (Hand(letters, hand.wilds) for letters, _ in choices(letters, limit))
        for kept in chain(islice(self._promising(hand, bag, size), 1), ways):
            value = self.worth(kept, money, bag, size)
            if best is None or value > best[1]:
                best = kept, value
            if value >= most:
                break
        assert best is not None
        return best

    def _promising(self, hand: Hand, bag: str, size: int) -> Iterator[Hand]:
        """What to keep that often serves as well as if all could be kept."""
        limit = self.tiles.hand_limit
        wanted: Counter[str] = Counter()  # by the best sale with one draw or another
        for number in sorted({0, *(n for n in self.numbers if n * self.players <= size)}):
            for drawn, _ in choices(bag, number):
                both = hand.plus(drawn)
                used = Counter(both.letters) - Counter(self.sale(both).left.letters)
                wanted |= used & Counter(hand.letters)
        first = "".join(wanted.elements())
        order = first + remove_letters(hand.letters, first)
        yield Hand("".join(sorted(order[:limit])), hand.wilds)
        for sale in self.sale(hand).sales:
            letters = remove_letters(hand.letters, sale.play.letters)
            if len(letters) <= limit:
                yield Hand(letters, hand.wilds - (sale.play.wild is not None))

    def _turn(self, hand: Hand, drawn: str, money: int, bag: str, size: int, free: bool) -> float:
        """The value when these letters have been drawn and may be bought."""
        value = self.finish(hand, money, bag, size, free)
        cost = price(self.tiles.set_pips(drawn))
        if free or cost <= money:
            both = hand.plus(drawn)
            value = max(value, self.finish(both, money - cost, bag, size, free))
        return value

    def _dearest(self, bag: str) -> int:
        """The most that a set from the bag can cost."""
        pips = sorted((self.tiles.pips[letter] for letter in bag), reverse=True)
        return price(sum(pips[: max(self.numbers)]))


def choices(letters: str, number: int) -> Iterator[tuple[str, int]]:
    """Every different choice of so many of the letters, A to Z, and in how many ways it comes."""
    counts = sorted(Counter(letters).items())

    def chosen(at: int, need: int) -> Iterator[tuple[str, int]]:
        if not need:
            yield "", 1
        elif at < len(counts):
            letter, held = counts[at]
            for taken in range(min(held, need), -1, -1):
                for rest, ways in chosen(at + 1, need - taken):
                    yield letter * taken + rest, ways * comb(held, taken)

    return chosen(0, number)


def _kept(hand: Hand, limit: int) -> Iterator[Hand]:
    """Every way to keep some tiles, at most so many letters."""
    for number in range(min(limit, len(hand.letters)), -1, -1):
        for letters, _ in choices(hand.letters, number):
            for wilds in range(hand.wilds, -1, -1):
                yield Hand(letters, wilds)
