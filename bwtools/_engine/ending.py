"""Exact values near the end of the game: everything that can still come is enumerated."""

from __future__ import annotations

from typing import Any

from . import constants

try:
    import cython

    if not cython.compiled:
        raise ImportError
except ImportError:
    from . import cython_stub as cython

if not cython.compiled:
    from .cython_stub import filled, lowest_bit, zeros
    from .solver import Solver
else:
    from cython.cimports.bwtools._engine.ending_kernels import parts
    from cython.cimports.bwtools._engine.solver import Solver
    from cython.cimports.bwtools._engine.vectors import lowest_bit

    from .buffers import filled, zeros

LETTERS = cython.declare(cython.int, constants.LETTERS)
GOLDEN = cython.declare(cython.ulonglong, constants.GOLDEN)
ALL_ONES = cython.declare(cython.ulonglong, constants.ALL_ONES)
WILDS_AT = cython.declare(cython.int, 58)  # bit of a key: above the letters of MOST_IN_PLAY tiles
FIRST_BITS = cython.declare(cython.int, 12)  # of the size of a table that grows
CHUNK = cython.declare(cython.int, 64)  # alphagrams compared at once
LIST_BITS = cython.declare(cython.int, 9)
MOST_LISTS = cython.declare(cython.int, 300)
MOST_DRAWS = cython.declare(cython.int, 1 << 14)  # in all lists together
# The value of a sale: its revenue, less a little for the wilds and the letters that it spends.
DOLLAR = cython.declare(cython.longlong, 1 << 24)
WILD = cython.declare(cython.longlong, 1 << 12)
NONE = cython.declare(cython.ulonglong, constants.ALL_ONES)  # no part of a hand
PROMISING = cython.declare(cython.int, 2)  # parts tried first
# Of what values are remembered: a hand after the turn, the same if free, a hand before a sale.
AFTER = cython.declare(cython.int, 1)
FREE = cython.declare(cython.int, 2)
BEFORE = cython.declare(cython.int, 3)


@cython.final
@cython.cclass
class Ending:
    """Computes the expected final money of a player in dollars, assuming optimal play.

    All letters that the player can still hold, those *in play*, are known. A hand or a bag of them
    is a *code*: the count of each letter, packed into 64 bits with a guard bit above each count.
    Codes are added and subtracted as hands are.

    The best sale of any hand follows from the alphagrams of all letters in play: the first letter
    of the hand either is left, or is sold with one of the alphagrams that begin with it; what
    remains is a smaller hand. All values are remembered. The rarest letter comes first, so that few
    alphagrams begin with each.

    A player who is *free* has neither a limit of letters nor of money: an upper bound. Selling can
    wait until after the next draw, unless the hand is over the limit or the next set needs the
    money. With several players only the next round is enumerated, because later ones depend on
    what others do.

    `full` is set if there is too much to enumerate. What is returned then means nothing.
    """

    def __init__(self, solver: Solver, counts: Any, wilds: Any, rules: Any) -> None:
        """Take the counts of A to Z in play, and whether hands have wilds.

        `rules` are the hand limit, the faces of the die (0 is *choice*), the numbers that may be
        named, the number of players, whether this one names the next number, and whether this is
        the last round.
        """
        self.hand_limit, die, choice, self.players, self.leads, self.last = rules
        self.largest = max({*die, *choice})
        self.fewest = min({*die, *choice} - {0}) * self.players
        self.faces = filled("i", map(die.count, range(self.largest + 1)))
        self.named = filled("i", map(choice.count, range(self.largest + 1)))
        self.die_size = len(die)
        self.full = self.sales = self.values = self.draws = self.lists = 0
        self.wild_pips = solver.wild_pips
        self.steps = self.most_steps = 0
        self.sale_bits = self.value_bits = FIRST_BITS
        self.sale_key = zeros("Q", 1 << FIRST_BITS)
        self.sale_value = zeros("q", 1 << FIRST_BITS)
        self.value_key = zeros("Q", 3 << FIRST_BITS)
        self.value = zeros("d", 1 << FIRST_BITS)
        self.list_key = zeros("Q", 1 << LIST_BITS)
        self.list_start = zeros("i", 1 << LIST_BITS)
        self.list_end = zeros("i", 1 << LIST_BITS)
        self.draw_code = zeros("Q", MOST_DRAWS)
        self.draw_ways = zeros("i", MOST_DRAWS)
        self.draw_cost = zeros("i", MOST_DRAWS)
        self.sold = zeros("Q", constants.MOST_IN_PLAY)
        solver.list_alphagrams(counts, wilds)
        self._order_letters(solver, counts)
        self._take_alphagrams(solver)

    @cython.locals(solver=Solver)
    def _order_letters(self, solver: Any, counts: Any) -> None:
        """Describe the letters in play. A fixed order breaks ties alike whatever is in play."""
        self.order = "".join([c for c in constants.RAREST_FIRST if counts[ord(c) - 65]])
        self.letters = len(self.order)
        self.guards = solver.guards
        held = [ord(c) - 65 for c in self.order]
        self.unit = filled("Q", [solver.unit[c] for c in held])
        self.field = filled(
            "Q", [solver.unit[c] * ((1 << counts[c].bit_length()) - 1) for c in held]
        )
        self.shift = filled("i", [int(solver.unit[c]).bit_length() - 1 for c in held])
        self.pips = filled("i", [solver.pips[c] for c in held])
        self.by_pips = filled("i", sorted(range(self.letters), key=lambda d: -self.pips[d]))
        self.a_to_z = filled("i", sorted(range(self.letters), key=lambda d: self.order[d]))

    @cython.locals(solver=Solver, i=cython.int, kind=cython.int, size=cython.int, at=cython.int)
    @cython.locals(place=cython.int[::1])
    def _take_alphagrams(self, solver: Any) -> None:
        """Sort the alphagrams by their first letter, those without a wild first."""
        size = solver.alphagrams
        self.start = zeros("i", 2 * self.letters + 1)
        self.item_code = zeros("Q", size + CHUNK)
        self.item_value = zeros("q", size + 1)
        self.item_pips = zeros("i", size + 1)
        self.most_pips = 0
        for i in range(size):
            kind = 2 * self.first_letter(solver.alphagram_code[i], 0) + solver.alphagram_wild[i]
            self.start[kind + 1] += 1
        for kind in range(2 * self.letters):
            self.start[kind + 1] += self.start[kind]
        place = filled("i", self.start)
        for at in range(size):  # by falling pips
            i = solver.by_pips[at]
            kind = 2 * self.first_letter(solver.alphagram_code[i], 0) + solver.alphagram_wild[i]
            self.item_code[place[kind]] = solver.alphagram_code[i]
            self.item_value[place[kind]] = (
                solver.alphagram_pips[i] * solver.alphagram_pips[i] * DOLLAR
                - solver.alphagram_wild[i] * WILD
                - self.size_of(solver.alphagram_code[i])
            )
            self.item_pips[place[kind]] = (
                solver.alphagram_pips[i] - solver.alphagram_wild[i] * solver.wild_pips
            )
            self.most_pips = max(self.most_pips, solver.alphagram_pips[i])
            place[kind] += 1

    # Codes

    def first_letter(self, code: cython.ulonglong, d: cython.int) -> cython.int:
        """Return the first letter of a code from the letter `d` on, or the number of letters."""
        while d < self.letters and not code & self.field[d]:
            d += 1
        return d

    def count_of(self, code: cython.ulonglong, d: cython.int) -> cython.int:
        """Return the number of tiles of the letter `d`."""
        return cython.cast(cython.int, (code & self.field[d]) >> self.shift[d])

    @cython.locals(d=cython.int, size=cython.int)
    def size_of(self, code: cython.ulonglong) -> cython.int:
        """Return the number of tiles."""
        size = 0
        for d in range(self.letters):
            size += self.count_of(code, d)
        return size

    @cython.locals(d=cython.int, pips=cython.int)
    def pips_of(self, code: cython.ulonglong) -> cython.int:
        """Return the pips of the tiles."""
        pips = 0
        for d in range(self.letters):
            pips += self.count_of(code, d) * self.pips[d]
        return pips

    # Best sales

    @cython.locals(key=cython.ulonglong, at=cython.ulonglong, last=cython.ulonglong)
    @cython.locals(value=cython.longlong)
    def sale(self, code: cython.ulonglong, wilds: cython.int, d: cython.int) -> cython.longlong:
        """Return the value of the best sale from a hand without letters before `d`."""
        d = self.first_letter(code, d)
        if d == self.letters:
            return 0
        self.steps += 1
        key = cython.cast(cython.ulonglong, wilds) << WILDS_AT | code
        last = (cython.cast(cython.ulonglong, 1) << self.sale_bits) - 1
        at = (key * GOLDEN & ALL_ONES) >> (64 - self.sale_bits)
        while self.sale_key[at]:
            if self.sale_key[at] == key:
                return self.sale_value[at]
            at = (at + 1) & last
        if self.steps > self.most_steps:
            self.full = 1
        if self.full:
            return 0
        value = self.search_sale(code, wilds, d)
        if 2 * self.sales >> self.sale_bits:
            with cython.gil:
                self.grow_sales()
        self.add_sale(key, value)
        return value

    @cython.locals(i=cython.int, wild=cython.int, at=cython.int, end=cython.int)
    @cython.locals(pips=cython.int, found=cython.ulonglong, left=cython.longlong)
    @cython.locals(best=cython.longlong, rest=cython.longlong, value=cython.longlong)
    def search_sale(
        self, code: cython.ulonglong, wilds: cython.int, d: cython.int
    ) -> cython.longlong:
        """Return the same for a hand whose first letter is `d`."""
        best = rest = self.sale(code - self.unit[d], wilds, d)
        pips = self.pips_of(code)
        for wild in range(2 if wilds else 1):
            at = self.start[2 * d + wild]
            end = self.start[2 * d + wild + 1]
            # What an alphagram leaves brings at most `rest`: those that follow are too cheap.
            while at < end and self.item_value[at] + DOLLAR > best - rest:
                self.steps += 1
                found = self.sellable(at, end, code)
                while found:
                    i = at + lowest_bit(found)
                    found &= found - 1
                    left = pips - self.item_pips[i] + (wilds - wild) * self.wild_pips
                    if self.item_value[i] + left * min(left, self.most_pips) * DOLLAR <= best:
                        continue
                    value = self.item_value[i] + self.sale(
                        code - self.item_code[i], wilds - wild, d
                    )
                    if value > best:
                        best = value
                at += CHUNK
        return best

    @cython.locals(found=cython.ulonglong)
    def sellable(
        self, first: cython.int, end: cython.int, code: cython.ulonglong
    ) -> cython.ulonglong:
        """Return which of up to 64 alphagrams, from `first` to `end`, a hand has, as bits."""
        if not cython.compiled:
            return self._sellable(first, end, code)
        found = parts(cython.address(self.item_code[first]), code | self.guards, self.guards)
        if end - first < CHUNK:
            found &= (cython.cast(cython.ulonglong, 1) << (end - first)) - 1
        return found

    def _sellable(self, first: Any, end: Any, code: Any) -> int:
        """Interpreted: as `sellable`."""
        guards: Any = self.guards
        found = 0
        for i, item in enumerate(self.item_code[first : min(end, first + CHUNK)]):
            if ((code | guards) - item) & guards == guards:
                found |= 1 << i
        return found

    @cython.locals(at=cython.ulonglong)
    def add_sale(self, key: cython.ulonglong, value: cython.longlong) -> cython.int:
        """Put the value of a sale into its table."""
        at = (key * GOLDEN & ALL_ONES) >> (64 - self.sale_bits)
        while self.sale_key[at]:
            at = (at + 1) & ((cython.cast(cython.ulonglong, 1) << self.sale_bits) - 1)
        self.sale_key[at] = key
        self.sale_value[at] = value
        self.sales += 1
        return 0

    @cython.locals(i=cython.int, keys=cython.ulonglong[::1], values=cython.longlong[::1])
    def grow_sales(self) -> None:
        """Double the table of sales."""
        keys, values = self.sale_key, self.sale_value
        self.sale_bits += 1
        self.sales = 0
        self.sale_key = zeros("Q", 1 << self.sale_bits)
        self.sale_value = zeros("q", 1 << self.sale_bits)
        for i in range(1 << self.sale_bits - 1):
            if keys[i]:
                self.add_sale(keys[i], values[i])

    def revenue(self, code: cython.ulonglong, wilds: cython.int) -> cython.longlong:
        """Return the revenue of the best sale in dollars."""
        return (self.sale(code, wilds, 0) + DOLLAR - 1) // DOLLAR

    @cython.locals(i=cython.int, d=cython.int, left=cython.longlong, size=cython.int)
    def trace_sale(self, code: cython.ulonglong, wilds: cython.int) -> cython.int:
        """Set `sold` to the letters of each word of the best sale. Return how many there are."""
        size = d = 0
        left = self.sale(code, wilds, 0)
        while left > 0 and not self.full:
            d = self.first_letter(code, d)
            if self.sale(code - self.unit[d], wilds, d) == left:
                code -= self.unit[d]
                continue
            for i in range(self.start[2 * d], self.start[2 * d + (2 if wilds else 1)]):
                if ((code | self.guards) - self.item_code[i]) & self.guards == self.guards and (
                    self.item_value[i]
                    + self.sale(code - self.item_code[i], wilds - (i >= self.start[2 * d + 1]), d)
                    == left
                ):
                    code -= self.item_code[i]
                    wilds -= i >= self.start[2 * d + 1]
                    left -= self.item_value[i]
                    self.sold[size] = self.item_code[i]
                    size += 1
                    break
        return size

    # Draws

    @cython.locals(key=cython.ulonglong, at=cython.ulonglong)
    def list_draws(self, bag: cython.ulonglong, number: cython.int) -> cython.int:
        """Return where in `list_start` and `list_end` the draws of `number` tiles are."""
        key = cython.cast(cython.ulonglong, number + 1) << WILDS_AT | bag
        at = (key * GOLDEN & ALL_ONES) >> (64 - LIST_BITS)
        while self.list_key[at] and self.list_key[at] != key:
            at = (at + 1) & ((1 << LIST_BITS) - 1)
        if not self.list_key[at]:
            if self.lists == MOST_LISTS:
                self.full = 1
                return 0
            self.lists += 1
            self.list_key[at] = key
            self.list_start[at] = self.draws
            self.add_draws(bag, 0, number, 0, 1, 0)
            self.list_end[at] = self.draws
        return cython.cast(cython.int, at)

    @cython.locals(d=cython.int, count=cython.int, drawn=cython.int)
    def add_draws(
        self,
        bag: cython.ulonglong,
        at: cython.int,
        number: cython.int,
        code: cython.ulonglong,
        ways: cython.longlong,
        pips: cython.int,
    ) -> cython.int:
        """Add each way to draw `number` more tiles, of the letters from `at` on, A to Z."""
        if not number:
            if self.draws == MOST_DRAWS:
                self.full = 1
                return 0
            self.draw_code[self.draws] = code
            self.draw_ways[self.draws] = ways
            self.draw_cost[self.draws] = pips * pips
            self.draws += 1
        elif at < self.letters and not self.full:
            d = self.a_to_z[at]
            count = self.count_of(bag, d)
            for drawn in range(min(count, number), -1, -1):
                self.add_draws(
                    bag,
                    at + 1,
                    number - drawn,
                    code + drawn * self.unit[d],
                    ways * self.combinations(count, drawn),
                    pips + drawn * self.pips[d],
                )
        return 0

    @cython.locals(i=cython.int, ways=cython.longlong)
    def combinations(self, size: cython.int, number: cython.int) -> cython.longlong:
        """Return in how many ways `number` of `size` tiles can be drawn."""
        ways = 1
        for i in range(number):
            ways = ways * (size - i) // (i + 1)
        return ways

    # Values of hands

    @cython.locals(at=cython.ulonglong)
    def find(
        self, hand: cython.ulonglong, bag: cython.ulonglong, asked: cython.ulonglong
    ) -> cython.bint:
        """Set `place` to where a value is, or is to be put. Return whether it is there."""
        at = (((asked * GOLDEN ^ bag) & ALL_ONES) * GOLDEN ^ hand) & ALL_ONES
        at = (at * GOLDEN & ALL_ONES) >> (64 - self.value_bits)
        while self.value_key[3 * at + 2]:
            if (
                self.value_key[3 * at] == hand
                and self.value_key[3 * at + 1] == bag
                and self.value_key[3 * at + 2] == asked
            ):
                self.place = at
                return True
            at = (at + 1) & ((cython.cast(cython.ulonglong, 1) << self.value_bits) - 1)
        self.place = at
        return False

    def remember(
        self,
        hand: cython.ulonglong,
        bag: cython.ulonglong,
        asked: cython.ulonglong,
        value: cython.double,
    ) -> cython.double:
        """Remember a value, and return it."""
        if self.full:
            return 0
        if 2 * self.values >> self.value_bits:
            with cython.gil:
                self.grow_values()
        self.values += 1
        self.find(hand, bag, asked)
        self.value_key[3 * self.place] = hand
        self.value_key[3 * self.place + 1] = bag
        self.value_key[3 * self.place + 2] = asked
        self.value[self.place] = value
        return value

    @cython.locals(i=cython.int, keys=cython.ulonglong[::1], values=cython.double[::1])
    def grow_values(self) -> None:
        """Double the table of values."""
        keys, values = self.value_key, self.value
        self.value_bits += 1
        self.value_key = zeros("Q", 3 << self.value_bits)
        self.value = zeros("d", 1 << self.value_bits)
        self.values = 0
        for i in range(1 << self.value_bits - 1):
            if keys[3 * i + 2]:
                self.remember(keys[3 * i], keys[3 * i + 1], keys[3 * i + 2], values[i])

    def is_last(self, size: cython.int) -> cython.bint:
        """Return whether a round after which the bag has `size` tiles is the last."""
        return self.last or size < self.fewest

    @cython.locals(asked=cython.ulonglong, hand=cython.ulonglong, spendable=cython.longlong)
    @cython.locals(income=cython.double)
    def after_turn(
        self,
        code: cython.ulonglong,
        wilds: cython.int,
        money: cython.longlong,
        bag: cython.ulonglong,
        size: cython.int,
        free: cython.bint,
    ) -> cython.double:
        """Return the value of a hand after the sale and discard of the turn."""
        spendable = 0
        if not free:  # with more money than all sets can cost, more of it changes nothing
            spendable = min(money, self.highest_cost(bag, size))
        hand = cython.cast(cython.ulonglong, wilds) << WILDS_AT | code
        asked = (spendable << 8 | size) << 2 | (FREE if free else AFTER)
        if self.find(hand, bag, asked):
            return money + self.value[self.place]
        income = self.next_round(code, wilds, spendable, bag, size, free) - spendable
        return money + self.remember(hand, bag, asked, income)

    @cython.locals(number=cython.int, total=cython.double, value=cython.double)
    @cython.locals(highest=cython.double, lowest=cython.double)
    def next_round(
        self,
        code: cython.ulonglong,
        wilds: cython.int,
        money: cython.longlong,
        bag: cython.ulonglong,
        size: cython.int,
        free: cython.bint,
    ) -> cython.double:
        """Return the value before the die is rolled."""
        if self.last:
            return money
        total, highest, lowest = 0, -1, -1
        for number in range(1, self.largest + 1):
            if not self.faces[number] and not self.named[number]:
                continue
            value = self.after_number(number, code, wilds, money, bag, size, free)
            total += self.faces[number] * value
            if self.named[number]:
                if value > highest:
                    highest = value
                if lowest < 0 or value < lowest:
                    lowest = value
        if self.faces[0] and not self.leads and lowest != highest:
            self.full = 1  # another player names the number
        return (total + self.faces[0] * highest) / self.die_size

    @cython.locals(at=cython.Py_ssize_t, i=cython.int, need=cython.int, total=cython.double)
    @cython.locals(stay=cython.longlong, best=cython.longlong, bought=cython.longlong)
    def after_number(
        self,
        number: cython.int,
        code: cython.ulonglong,
        wilds: cython.int,
        money: cython.longlong,
        bag: cython.ulonglong,
        size: cython.int,
        free: cython.bint,
    ) -> cython.double:
        """Return the value if each player is to draw `number` tiles."""
        need = number * self.players
        stay = self.revenue(code, wilds)
        if need > size:
            return cython.cast(cython.double, money + stay)
        if self.players > 1 and size - need >= self.fewest:
            self.full = 1
        at = self.list_draws(bag, number)
        if self.full:
            return 0
        total = 0
        for i in range(self.list_start[at], self.list_end[at]):
            if not self.is_last(size - need):
                total += self.draw_ways[i] * self.after_draw(
                    i, code, wilds, money, bag - self.draw_code[i], size - need, free
                )
                continue
            best = stay
            if free or self.draw_cost[i] <= money:
                bought = self.revenue(code + self.draw_code[i], wilds) - self.draw_cost[i]
                if bought > best:
                    best = bought
            total += cython.cast(cython.double, self.draw_ways[i]) * (money + best)
        return total / self.combinations(self.size_of(bag), number)

    @cython.locals(value=cython.double, bought=cython.double, cost=cython.longlong)
    def after_draw(
        self,
        drawn: cython.int,
        code: cython.ulonglong,
        wilds: cython.int,
        money: cython.longlong,
        bag: cython.ulonglong,
        size: cython.int,
        free: cython.bint,
    ) -> cython.double:
        """Return the value if a set, given as the place of a draw, may be bought."""
        if self.full:
            return 0
        cost = self.draw_cost[drawn]
        value = self.before_sale(code, wilds, money, bag, size, free)
        if free or cost <= money:
            code += self.draw_code[drawn]
            bought = self.before_sale(code, wilds, money - cost, bag, size, free)
            if bought > value:
                value = bought
        return value

    @cython.locals(asked=cython.ulonglong, hand=cython.ulonglong, value=cython.double)
    def before_sale(
        self,
        code: cython.ulonglong,
        wilds: cython.int,
        money: cython.longlong,
        bag: cython.ulonglong,
        size: cython.int,
        free: cython.bint,
    ) -> cython.double:
        """Return the value of a hand before the sale of the turn."""
        if self.is_last(size):
            return money + self.revenue(code, wilds)
        if free or (
            self.size_of(code) <= self.hand_limit and money >= self.highest_cost(bag, self.largest)
        ):
            return self.after_turn(code, wilds, money, bag, size, free)
        hand = cython.cast(cython.ulonglong, wilds) << WILDS_AT | code
        asked = (money << 8 | size) << 2 | BEFORE
        if self.find(hand, bag, asked):
            return self.value[self.place]
        value = self.best_end(code, wilds, 0, 0, money, bag, size)
        return self.remember(hand, bag, asked, value)

    @cython.locals(i=cython.int, d=cython.int, count=cython.int)
    @cython.locals(pips=cython.longlong)
    def highest_cost(self, bag: cython.ulonglong, left: cython.int) -> cython.longlong:
        """Return the highest price of `left` tiles from the bag."""
        pips = 0
        for i in range(self.letters):
            d = self.by_pips[i]
            count = min(left, self.count_of(bag, d))
            pips += count * self.pips[d]
            left -= count
        return pips * pips

    # The end of a turn

    @cython.locals(part=cython.ulonglong, best_part=cython.ulonglong, sellable=cython.ulonglong)
    @cython.locals(best=cython.double, most=cython.double, value=cython.double)
    @cython.locals(kept=cython.int, wilds_left=cython.int, trial=cython.int)
    def best_end(
        self,
        code: cython.ulonglong,
        wilds: cython.int,
        reserved: cython.ulonglong,
        reserved_wilds: cython.int,
        money: cython.longlong,
        bag: cython.ulonglong,
        size: cython.int,
    ) -> cython.double:
        """Set `best_part` and `best_wilds` to the best part of a hand to keep; return its value.

        The others are sold for as much as possible. Every part with the reserved tiles counts.
        That is enough, because more money or tiles never lower the value.
        """
        most = self.after_turn(code, wilds, money, bag, size, True)
        sellable = code - reserved
        best_part, wilds_left, best = reserved, reserved_wilds, -1
        trial, part, kept = 0, sellable, wilds - reserved_wilds
        while part != NONE and best < most and not self.full:
            value = self.end_keeping(
                code, wilds, reserved + part, reserved_wilds + kept, money, bag, size, best
            )
            if value > best:
                best_part, wilds_left, best = reserved + part, reserved_wilds + kept, value
            if trial <= PROMISING:
                trial += 1
                part = self.promising(trial, sellable, kept, bag, size)
            elif kept:
                kept -= 1
            else:
                kept = wilds - reserved_wilds
                part = self.next_part(part, sellable)
        self.best_part, self.best_wilds = best_part, wilds_left
        return best

    @cython.locals(value=cython.longlong, dollars=cython.longlong, spent=cython.longlong)
    @cython.locals(size_kept=cython.int)
    def end_keeping(
        self,
        code: cython.ulonglong,
        wilds: cython.int,
        part: cython.ulonglong,
        kept: cython.int,
        money: cython.longlong,
        bag: cython.ulonglong,
        size: cython.int,
        least: cython.double,
    ) -> cython.double:
        """Return the value of keeping a part and selling the others.

        It is -1 if it is not over `least`, or if another part sells for as much and keeps more.
        """
        size_kept = self.size_of(part)
        if size_kept > self.hand_limit:
            return -1
        value = self.sale(code - part, wilds - kept, 0)
        dollars = (value + DOLLAR - 1) // DOLLAR
        spent = dollars * DOLLAR - value
        if spent // WILD < wilds - kept or (
            size_kept < self.hand_limit and spent % WILD < self.size_of(code - part)
        ):
            return -1
        if size >= 2 * self.fewest and (
            self.after_turn(part, kept, money + dollars, bag, size, True) <= least
        ):
            return -1
        return self.after_turn(part, kept, money + dollars, bag, size, False)

    @cython.locals(d=cython.int)
    def next_part(self, part: cython.ulonglong, code: cython.ulonglong) -> cython.ulonglong:
        """Return the part of a hand that follows another, or NONE; the first is the whole hand."""
        for d in range(self.letters):
            if part & self.field[d]:
                return part - self.unit[d]
            part += code & self.field[d]
        return NONE

    @cython.locals(part=cython.ulonglong, words=cython.int)
    def promising(
        self,
        trial: cython.int,
        code: cython.ulonglong,
        wilds: cython.int,
        bag: cython.ulonglong,
        size: cython.int,
    ) -> cython.ulonglong:
        """Return a part that is often the best to keep, with all wilds; after all, the hand."""
        if trial == 1:
            return self.fit(self.wanted(code, wilds, bag, size), code)
        if trial == PROMISING:
            part = code
            for words in range(self.trace_sale(code, wilds)):
                part -= self.sold[words]
            return self.fit(part, part)
        return code

    @cython.locals(d=cython.int, room=cython.int)
    def fit(self, part: cython.ulonglong, code: cython.ulonglong) -> cython.ulonglong:
        """Return a part of a hand with as many tiles as may be kept."""
        room = self.hand_limit - self.size_of(part)
        for d in range(self.letters):
            while room > 0 and (code - part) & self.field[d]:
                part += self.unit[d]
                room -= 1
            while room < 0 and part & self.field[d]:
                part -= self.unit[d]
                room += 1
        return part

    @cython.locals(wanted=cython.ulonglong, used=cython.ulonglong, at=cython.Py_ssize_t)
    @cython.locals(number=cython.int, i=cython.int, d=cython.int, word=cython.int, more=cython.int)
    def wanted(
        self, code: cython.ulonglong, wilds: cython.int, bag: cython.ulonglong, size: cython.int
    ) -> cython.ulonglong:
        """Return the letters of a hand that the best sale after some draw uses."""
        wanted = 0
        for number in range(self.largest + 1):
            if number * self.players > size or not (
                number == 0 or self.faces[number] or self.named[number]
            ):
                continue
            at = self.list_draws(bag, number)
            for i in range(self.list_start[at], self.list_end[at]):
                used = 0
                for word in range(self.trace_sale(code + self.draw_code[i], wilds)):
                    used += self.sold[word]
                for d in range(self.letters):
                    more = min(self.count_of(used, d), self.count_of(code, d))
                    more -= self.count_of(wanted, d)
                    if more > 0:
                        wanted += more * self.unit[d]
        return wanted

    @cython.locals(part=cython.ulonglong, best_part=cython.ulonglong)
    @cython.locals(best=cython.double, most=cython.double, value=cython.double)
    def best_discard(
        self,
        code: cython.ulonglong,
        wilds: cython.int,
        money: cython.longlong,
        bag: cython.ulonglong,
        size: cython.int,
    ) -> cython.double:
        """Set `best_part` to the best part to keep if nothing is sold; return its value."""
        most = self.after_turn(code, wilds, money, bag, size, True)
        part = self.fit(self.wanted(code, wilds, bag, size), code)
        best_part, best = part, self.after_turn(part, wilds, money, bag, size, False)
        part = code
        while part != NONE and best < most and not self.full:
            if self.size_of(part) == self.hand_limit:
                value = self.after_turn(part, wilds, money, bag, size, False)
                if value > best:
                    best_part, best = part, value
            part = self.next_part(part, code)
        self.best_part = best_part
        return best

    # Called from Python. Hands and bags are letters.

    def allow(self, steps: Any) -> None:
        """Set how often the best sale of a hand may be asked for from now on."""
        self.most_steps = self.steps + steps

    def code_of(self, letters: Any) -> int:
        """Return the code of letters that are in play."""
        return sum([self.unit[self.order.index(letter)] for letter in letters])

    def letters_of(self, code: Any) -> str:
        """Return the letters of a code, A to Z."""
        found = [letter * self.count_of(code, d) for d, letter in enumerate(self.order)]
        return "".join(sorted("".join(found)))

    def check(self) -> None:
        """Raise OverflowError if there was too much to enumerate."""
        if self.full:
            raise OverflowError("there is too much to enumerate")

    @cython.locals(code=cython.ulonglong, drawn=cython.ulonglong, found=cython.double)
    def value_before_sale(
        self,
        letters: Any,
        wilds: cython.int,
        money: cython.longlong,
        bag: Any,
        size: cython.int,
    ) -> float:
        """Return the value of a hand before the sale of the turn."""
        code, drawn = self.code_of(letters), self.code_of(bag)
        with cython.nogil:
            found = self.before_sale(code, wilds, money, drawn, size, False)
        self.check()
        return float(found)

    @cython.locals(code=cython.ulonglong, drawn=cython.ulonglong, found=cython.double)
    def value_after_turn(
        self,
        letters: Any,
        wilds: cython.int,
        money: cython.longlong,
        bag: Any,
        size: cython.int,
    ) -> float:
        """Return the value of a hand after the sale and discard of the turn."""
        code, drawn = self.code_of(letters), self.code_of(bag)
        with cython.nogil:
            found = self.after_turn(code, wilds, money, drawn, size, False)
        self.check()
        return float(found)

    @cython.locals(code=cython.ulonglong, drawn=cython.ulonglong, found=cython.double)
    def value_of_number(
        self,
        letters: Any,
        wilds: cython.int,
        money: cython.longlong,
        bag: Any,
        size: cython.int,
        number: cython.int,
    ) -> float:
        """Return the value if each player is to draw `number` tiles."""
        code, drawn = self.code_of(letters), self.code_of(bag)
        with cython.nogil:
            found = self.after_number(number, code, wilds, money, drawn, size, False)
        self.check()
        return float(found)

    @cython.locals(code=cython.ulonglong, drawn=cython.ulonglong, kept=cython.ulonglong)
    def part_to_keep(
        self,
        letters: Any,
        wilds: cython.int,
        money: cython.longlong,
        bag: Any,
        size: cython.int,
        reserved: Any,
        reserved_wilds: cython.int,
    ) -> tuple[str, int]:
        """Return the letters and the wilds of the best part to keep, reserved tiles included."""
        code, drawn = self.code_of(letters), self.code_of(bag)
        kept = self.code_of(reserved)
        with cython.nogil:
            self.best_end(code, wilds, kept, reserved_wilds, money, drawn, size)
        self.check()
        return self.letters_of(self.best_part), int(self.best_wilds)

    @cython.locals(code=cython.ulonglong, drawn=cython.ulonglong)
    def letters_to_keep(
        self,
        letters: Any,
        wilds: cython.int,
        money: cython.longlong,
        bag: Any,
        size: cython.int,
    ) -> str:
        """Return the best letters of a hand to keep if nothing is sold."""
        code, drawn = self.code_of(letters), self.code_of(bag)
        with cython.nogil:
            self.best_discard(code, wilds, money, drawn, size)
        self.check()
        return self.letters_of(self.best_part)
