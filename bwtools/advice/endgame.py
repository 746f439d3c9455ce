"""Exact values near the end of the game, where all possible draws can be enumerated.

Selling can wait until after the next draw, unless the hand is over the letter limit or the next set
needs the money. So nothing is sold from a hand within the limit. Without these two limits the value
is an upper bound, and selling everything now gives a lower bound.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, combinations, islice
from math import comb

from ..evaluation.evaluator import is_compiled
from ..lexicon.lexicon import Lexicon
from ..sales.best_sales import Outcome, best_sales, best_spent
from ..tiles.hand import Hand, remove_letters
from ..tiles.tile_set import price
from .situation import Situation

MOST_TILES = 6  # in the bag for each player; more are not enumerated
# Best sales searched for one answer: half a second, or some seconds interpreted.
MOST_SALES = 6000 if is_compiled() else 300
MOST_VALUES = 10_000  # of hands after a turn
# If no word is longer than 4 letters, many sales tie and each search takes longer.
SHORT, MOST_SHORT_SALES = 4, 600


class TooManyError(Exception):
    """There is too much to enumerate."""


class Endgame:
    """Computes exact expected final money in dollars, assuming optimal play.

    The bag is given as letters and size: a random subset of the letters if the size is smaller.
    With several players only the next round is enumerated, because later ones depend on what
    others do. The constructor and the methods raise TooManyError if there is too much to enumerate.
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
        self.sales: dict[tuple[Hand, int | None], Outcome] = {}
        self.spent: dict[Hand, tuple[int, int, int]] = {}  # revenue, wilds and letters of the best
        self.draws: dict[tuple[str, int], list[tuple[str, int, str, int]]] = {}
        self.incomes: dict[tuple[Hand, int, str, int, bool], float] = {}
        self.searched: set[object] = set()  # of what a best sale was searched
        longest = max((cell.length for index in lexicon.indexes for cell in index.cells), default=0)
        self.most_sales = min(MOST_SALES, MOST_SHORT_SALES) if longest <= SHORT else MOST_SALES

    def sale(self, hand: Hand, max_words: int | None = None) -> Outcome:
        """Return the best sale, which may be empty."""
        key = hand, max_words
        if key not in self.sales:
            self._count_search(hand if max_words is None else key)
            best = best_sales(self.lexicon, hand, 1, max_words)
            self.sales[key] = best[0] if best else Outcome(0, (), hand)
        return self.sales[key]

    def best_spent(self, hand: Hand) -> tuple[int, int, int]:
        """Return the revenue of the best sale, and the wilds and letters that it spends.

        This takes less time than to find the sale.
        """
        found = self.spent.get(hand)
        if found is None:
            self._count_search(hand)
            found = self.spent[hand] = best_spent(self.lexicon, hand)
        return found

    def revenue(self, hand: Hand) -> int:
        """Return the revenue of the best sale."""
        return self.best_spent(hand)[0]

    def _count_search(self, searched: object) -> None:
        """Count a search, but once if a sale and what it spends are asked for."""
        self.searched.add(searched)
        if len(self.searched) > self.most_sales:
            raise TooManyError

    def before_sale(self, hand: Hand, money: int, bag: str, size: int, free: bool = False) -> float:
        """Return the value of a hand before the sale of the turn.

        A `free` player has neither a limit of letters nor of money.
        """
        if self._is_last(size):
            return money + self.revenue(hand)
        if free or (
            len(hand.letters) <= self.tiles.hand_limit and money >= self._highest_cost(bag)
        ):
            return self.after_turn(hand, money, bag, size, free)
        best: float = money + self.revenue(hand)
        most = self.before_sale(hand, money, bag, size, free=True)
        limit = self.tiles.hand_limit
        promising = ((kept, hand.minus(*kept)) for kept in self._promising(hand, bag, size))
        for kept, others in chain(promising, _parts(hand, limit)):
            if best >= most:
                break
            revenue, wilds, letters = self.best_spent(others)
            if wilds < others.wilds or (
                len(kept.letters) < limit and letters < len(others.letters)
            ):
                continue  # another way sells as much and keeps more
            after = money + revenue
            if self.after_turn(kept, after, bag, size, free=True) > best:
                best = max(best, self.after_turn(kept, after, bag, size))
        return best

    def best_sale(
        self,
        sellable: Hand,
        reserved: Hand,
        money: int,
        bag: str,
        size: int,
        max_words: int | None = None,
    ) -> Outcome:
        """Return the sale with the highest value; the reserved tiles are held too, but not sold.

        Every part of the sellable tiles that could be kept is considered, with the best sale of the
        others. That is enough, because more money or tiles never lower the value.
        """
        held, limit = sellable.plus(*reserved), self.tiles.hand_limit
        most = self.before_sale(held, money, bag, size, free=True)
        best, highest = Outcome(0, (), sellable), -1.0
        extremes = [sellable, self.sale(sellable, max_words).left]  # sell nothing, or for the most
        promising = self._promising(sellable, bag, size)
        for kept in chain(extremes, promising, (kept for kept, _ in _parts(sellable, limit))):
            sale = self.sale(sellable.minus(*kept), max_words)
            room = limit - len(kept.letters) - len(reserved.letters)
            if sale.left.wilds or (room > 0 and sale.left.letters):
                continue  # another way sells as much and keeps more
            left, after = sale.left.plus(*kept), money + sale.revenue
            hand = left.plus(*reserved)
            if self.after_turn(hand, after, bag, size, free=True) <= highest:
                continue
            _, value = self.best_kept(hand, after, bag, size)
            if value > highest:
                best, highest = Outcome(sale.revenue, sale.sales, left), value
            if highest >= most:
                break
        return best

    def after_turn(self, hand: Hand, money: int, bag: str, size: int, free: bool = False) -> float:
        """Return the value of a hand after the sale and discard of the turn."""
        # With more money than all sets can cost, more of it changes nothing.
        spendable = 0 if free else min(money, price(self.tiles.set_pips(bag)))
        key = hand, spendable, bag, size, free
        if key not in self.incomes:
            if len(self.incomes) >= MOST_VALUES:
                raise TooManyError
            self.incomes[key] = self._after_turn(hand, spendable, bag, size, free) - spendable
        return money + self.incomes[key]

    def _after_turn(self, hand: Hand, money: int, bag: str, size: int, free: bool) -> float:
        if self.last:
            return money
        short = money + self.revenue(hand)  # with a number that the bag is too short for
        values = {
            number: short
            if number * self.players > size
            else self.after_number(number, hand, money, bag, size, free)
            for number in sorted(self.numbers)
        }
        if None in self.tiles.die:
            choices = [values[number] for number in self.tiles.choice]
            if not self.leads and min(choices) != max(choices):
                raise TooManyError  # another player chooses
            values[0] = max(choices)
        return sum(values[face or 0] for face in self.tiles.die) / len(self.tiles.die)

    def after_number(
        self, number: int, hand: Hand, money: int, bag: str, size: int, free: bool = False
    ) -> float:
        """Return the value if each player is to draw `number` tiles."""
        need = number * self.players
        if need > size:
            return money + self.revenue(hand)
        if self.players > 1 and size - need >= min(self.numbers) * self.players:
            raise TooManyError
        draws, total = self._draws(bag, number), 0.0
        if self._is_last(size - need):  # inlined, as most values are of the last round
            stay = self.revenue(hand)
            letters, wilds = hand
            for drawn, ways, _, cost in draws:
                best = stay
                if free or cost <= money:
                    both = Hand._make(("".join(sorted(letters + drawn)), wilds))
                    best = max(best, self.best_spent(both)[0] - cost)
                total += ways * (money + best)
        else:
            for drawn, ways, rest, cost in draws:
                total += ways * self._turn(hand, drawn, cost, money, rest, size - need, free)
        return total / comb(len(bag), number)

    def _draws(self, bag: str, number: int) -> list[tuple[str, int, str, int]]:
        """Return every draw, how many ways there are, the letters left in the bag, and the cost."""
        key = bag, number
        if key not in self.draws:
            self.draws[key] = [
                (drawn, ways, remove_letters(bag, drawn), price(self.tiles.set_pips(drawn)))
                for drawn, ways in choices(bag, number)
            ]
        return self.draws[key]

    def _is_last(self, size: int) -> bool:
        """Return whether a round after which the bag has `size` tiles is the last."""
        return self.last or size < min(self.numbers) * self.players

    def best_kept(self, hand: Hand, money: int, bag: str, size: int) -> tuple[Hand, float]:
        """Return the best hand to keep if nothing more is sold this turn, and its value."""
        letters, limit = hand.letters, self.tiles.hand_limit
        if len(letters) <= limit or self.last:
            kept = Hand(letters[:limit], hand.wilds)
            return kept, self.after_turn(kept, money, bag, size)
        most = self.after_turn(hand, money, bag, size, free=True)
        best: tuple[Hand, float] | None = None
        ways = (Hand._make((letters, hand.wilds)) for letters, _ in choices(letters, limit))
        for kept in chain(islice(self._promising(hand, bag, size), 1), ways):
            value = self.after_turn(kept, money, bag, size)
            if best is None or value > best[1]:
                best = kept, value
            if value >= most:
                break
        assert best is not None
        return best

    def _promising(self, hand: Hand, bag: str, size: int) -> Iterator[Hand]:
        """Yield hands to keep that are often as good as keeping everything."""
        limit = self.tiles.hand_limit
        wanted: Counter[str] = Counter()  # letters in the best sale after some draw
        for number in sorted({0, *(n for n in self.numbers if n * self.players <= size)}):
            for drawn, *_ in self._draws(bag, number):
                both = hand.plus(drawn)
                used = Counter(both.letters) - Counter(self.sale(both).left.letters)
                wanted |= used & Counter(hand.letters)
        first = "".join(wanted.elements())
        order = first + remove_letters(hand.letters, first)
        yield Hand("".join(sorted(order[:limit])), hand.wilds)
        for sale in self.sale(hand).sales:
            if len(hand.letters) - len(sale.play.letters) <= limit:
                yield hand.after(sale.play)

    def _turn(
        self, hand: Hand, drawn: str, cost: int, money: int, bag: str, size: int, free: bool
    ) -> float:
        """Return the value after these letters are drawn and may be bought."""
        value = self.before_sale(hand, money, bag, size, free)
        if free or cost <= money:
            both = hand.plus(drawn)
            value = max(value, self.before_sale(both, money - cost, bag, size, free))
        return value

    def _highest_cost(self, bag: str) -> int:
        """Return the highest cost of a set from the bag."""
        pips = sorted((self.tiles.pips[letter] for letter in bag), reverse=True)
        return price(sum(pips[: max(self.numbers)]))


def choices(letters: str, number: int) -> Iterable[tuple[str, int]]:
    """Return every multiset of `number` of the letters, and how many ways there are.

    Letters are A to Z, and so are the multisets.
    """
    return Counter(map("".join, combinations(letters, number))).items()


def _parts(hand: Hand, limit: int) -> Iterator[tuple[Hand, Hand]]:
    """Yield every part of a hand with at most `limit` letters, and the other tiles."""
    letters, wilds, size = *hand, len(hand.letters)
    for number in range(min(limit, size), -1, -1):
        parts = map("".join, combinations(letters, number))
        others = reversed([*map("".join, combinations(letters, size - number))])
        for part, rest in dict(zip(parts, others, strict=True)).items():
            for kept in range(wilds, -1, -1):
                yield Hand._make((part, kept)), Hand._make((rest, wilds - kept))
