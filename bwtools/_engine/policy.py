"""Turns and whole games, decided by V."""

from __future__ import annotations

from array import array
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
    from .net import Net
    from .solver import Solver
else:
    from cython.cimports.bwtools._engine.bits import lowest_bit
    from cython.cimports.bwtools._engine.net import Net
    from cython.cimports.bwtools._engine.solver import Solver

    from .buffers import filled, zeros

LETTERS = cython.declare(cython.int, constants.LETTERS)
MOST_TILES = cython.declare(cython.int, constants.MOST_TILES)
MOST_SOLD = cython.declare(cython.int, constants.MOST_SOLD)
HEADS = cython.declare(cython.int, constants.HEADS)
NUMBER = cython.declare(cython.int, constants.NUMBER)
WILDS = cython.declare(cython.int, constants.WILDS)
GOLDEN = cython.declare(cython.ulonglong, constants.GOLDEN)
ALL_ONES = cython.declare(cython.ulonglong, constants.ALL_ONES)
KEPT = cython.declare(cython.int, constants.KEPT)
SCARCE = cython.declare(cython.int, constants.SCARCE)
CANDIDATES = cython.declare(cython.int, 1 << 14)
MOST_WIDTH = cython.declare(cython.int, 64)
SEATS = cython.declare(cython.int, 4)
NEVER = cython.declare(cython.longlong, -(1 << 60))
ANY_MARGIN = cython.declare(cython.int, constants.ANY_MARGIN)


@cython.cclass
class Policy:
    """Decides by the worth of what is kept, without looking ahead, and plays whole games.

    A sale is chosen word by word. All items of the best `limit` prices are ranked by price and a
    quadratic form; the net values the first `width` that are within `margin` dollars. Letters over
    the limit of 8 are thrown away by the form, and for the best outcome exchanged as long as the
    net prefers it. The form knows nothing of ruin: the margin does not count for who is short.

    Totals are in 1/256 dollar times the faces of the die.
    """

    def __init__(
        self,
        finder: Solver,
        net: Net,
        hand_limit: Any,
        limit: Any = 400,
        width: Any = 48,
        sure: Any = 10,
        margin: Any = 32,
    ) -> None:
        self.finder = finder
        self.net = net
        self.hand_limit = hand_limit
        self.limit = limit
        self.width = width
        self.unit = 256 * self.net.die
        self.sure = sure * self.unit
        self.margin = margin * 256
        self.players = self.net.players
        if net.has_poor:
            held = [self.finder.pips[c] for c in range(LETTERS) if net.counts[c]]
            self.net.least = (2 * min(held or [1])) ** 2
        for_tiles = MOST_TILES + 1
        self.letter = zeros("i", for_tiles)
        self.alone = zeros("i", for_tiles)
        self.joint = zeros("i", for_tiles * 16)
        self.by_number = zeros("i", 9)
        self.rest = zeros("i", for_tiles)
        self.outcome_item = zeros("i", CANDIDATES + 1)
        self.outcome_kept = zeros("i", CANDIDATES + 1)
        self.outcome_revenue = zeros("i", CANDIDATES + 1)
        self.outcome_score = zeros("i", CANDIDATES + 1)
        self.seen = zeros("i", CANDIDATES)
        self.seen_time = zeros("i", CANDIDATES)
        self.time = 0
        self.ranked = zeros("i", MOST_WIDTH + 1)
        self.value = zeros("q", MOST_WIDTH + 1)
        self.work = zeros("i", LETTERS)
        self.end = zeros("i", LETTERS)
        self.other = zeros("i", LETTERS)
        self.sold = zeros("i", MOST_TILES)
        self.other_sold = zeros("i", MOST_TILES)
        self.named = zeros("i", HEADS)
        self.sales = self.buys = self.end_wilds = self.end_money = 0
        self.hands = zeros("i", SEATS * LETTERS)
        self.wilds = zeros("i", SEATS)
        self.money = zeros("i", SEATS)
        self.bag = zeros("i", LETTERS)
        self.drawn = zeros("i", SEATS * LETTERS)
        self.order = self.die = zeros("B", 1)
        self.trace = 0

    def lay_out(self) -> cython.int:
        """Number the tiles of the finder's hand, with their terms of the quadratic form."""
        c: cython.int
        d: cython.int
        i: cython.int
        j: cython.int
        at: cython.int
        for c in range(LETTERS):
            for i in range(self.finder.have[c]):
                at = self.finder.place[c] + i
                self.letter[at] = c
                self.alone[at] = self.net.hint(3 * c + i) if i < 3 else 0
        for i in range(self.finder.tiles):
            c = self.letter[i]
            for j in range(i):
                d = self.letter[j]
                at = 0
                if self.finder.place[c] == i and self.finder.place[d] == j:
                    at = self.net.hint(self.net.pair[c * LETTERS + d])
                self.joint[i * 16 + j] = at
                self.joint[j * 16 + i] = at
        for i in range(KEPT + 1):
            self.by_number[i] = self.net.hint(NUMBER + i)
        return 0

    def consider(
        self,
        item: cython.int,
        spent: cython.int,
        wild: cython.int,
        wilds: cython.int,
        revenue: cython.int,
    ) -> cython.int:
        """Add the outcome that leaves all but the tiles spent, and so many wilds."""
        mask: cython.int = ((1 << self.finder.tiles) - 1) ^ spent
        size: cython.int = 0
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        at: cython.Py_ssize_t
        score: cython.int
        key: cython.int
        while mask:
            self.rest[size] = lowest_bit(mask)
            mask &= mask - 1
            size += 1
        while size > self.hand_limit:
            size = self.drop(size)
        score = self.by_number[size] + self.net.hint(WILDS + (wilds if wilds < 9 else 9))
        for i in range(size):
            at = self.rest[i]
            mask |= 1 << at
            score += self.alone[at]
            for j in range(i):
                score += self.joint[at * 16 + self.rest[j]]
        score += revenue * 256
        key = mask << 1 | wild
        if self.seen_time[key] == self.time:
            at = self.seen[key]
            if revenue <= self.outcome_revenue[at]:
                return 0
        else:
            at = self.count
            self.count += 1
            self.seen_time[key] = self.time
            self.seen[key] = at
        self.outcome_item[at] = item
        self.outcome_kept[at] = mask
        self.outcome_revenue[at] = revenue
        self.outcome_score[at] = score
        return 0

    def drop(self, size: cython.int) -> cython.int:
        """Take the tile that the form misses least out of `rest`. Returns the size left."""
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        at: cython.Py_ssize_t
        loss: cython.int
        least: cython.int = 0
        worst: cython.int = -1
        for i in range(size):
            at = self.rest[i]
            if i + 1 < size and self.letter[self.rest[i + 1]] == self.letter[at]:
                continue  # of equal tiles the last goes first
            loss = self.alone[at]
            for j in range(size):
                if j != i:
                    loss += self.joint[at * 16 + self.rest[j]]
            if worst < 0 or loss < least:
                least = loss
                worst = i
        for i in range(worst, size - 1):
            self.rest[i] = self.rest[i + 1]
        return size - 1

    def rank(self) -> cython.int:
        """Put the outcomes of the best scores into `ranked`; of equal ones the first."""
        i: cython.int
        at: cython.int
        ranks: cython.int = 0
        for i in range(self.count):
            if ranks == self.width:
                if self.outcome_score[i] <= self.outcome_score[self.ranked[ranks - 1]]:
                    continue
                at = ranks - 1
            else:
                at = ranks
                ranks += 1
            while at > 0 and self.outcome_score[self.ranked[at - 1]] < self.outcome_score[i]:
                self.ranked[at] = self.ranked[at - 1]
                at -= 1
            self.ranked[at] = i
        self.ranks = ranks
        return 0

    def evaluate(
        self,
        mask: cython.int,
        wilds: cython.int,
        money: cython.int,
        revenue: cython.int,
        leads: cython.int,
    ) -> cython.longlong:
        """The total of an outcome: what it brings, and the worth of the tiles of the mask."""
        size: cython.int = 0
        while mask:
            self.net.kept[size] = self.letter[lowest_bit(mask)]
            mask &= mask - 1
            size += 1
        self.net.size = size
        self.net.look(wilds, money + revenue)
        return self.unit * revenue + self.net.worth(leads)

    def decide(self, wilds: cython.int, money: cython.int, leads: cython.int) -> cython.longlong:
        """Choose what to sell next from the finder's hand, or nothing (item -1), and what to keep.

        Returns the total.
        """
        i: cython.int
        at: cython.int
        item: cython.int
        worth: cython.int
        best: cython.longlong = NEVER
        items: cython.int = self.finder.dearest(wilds > 0, self.limit)
        stuck: cython.bint = items == 0 and money < self.net.least
        self.lay_out()
        self.time += 1
        self.count = 0
        self.consider(-1, 0, 0, wilds, 0)
        for item in range(items):
            worth = self.finder.item_pips[item]
            self.consider(
                item,
                self.finder.item_mask[item],
                self.finder.item_wild[item],
                wilds - self.finder.item_wild[item],
                worth * worth,
            )
        self.rank()
        for i in range(self.ranks):
            at = self.ranked[i]
            if (
                money >= SCARCE
                and self.outcome_score[at] < self.outcome_score[self.ranked[0]] - self.margin
            ):
                self.ranks = i
                break
            item = self.outcome_item[at]
            self.value[i] = self.evaluate(
                self.outcome_kept[at],
                wilds - self.finder.item_wild[item] if item >= 0 else wilds,
                money,
                self.outcome_revenue[at],
                leads,
            )
            if self.value[i] > best:
                best = self.value[i]
                self.take(at)
        best = self.exchange(wilds, money, leads, best)
        return 0 if stuck else best

    def take(self, at: cython.int) -> cython.int:
        self.best_item = self.outcome_item[at]
        self.best_kept = self.outcome_kept[at]
        self.best_revenue = self.outcome_revenue[at]
        return 0

    def exchange(
        self, wilds: cython.int, money: cython.int, leads: cython.int, best: cython.longlong
    ) -> cython.longlong:
        """Exchange tiles kept for tiles thrown away while the worth grows. Returns the total."""
        spent: cython.int = 0
        gone: cython.int
        kept: cython.int
        i: cython.int
        j: cython.int
        mask: cython.int
        better: cython.int = -1
        tiles: cython.int = self.finder.tiles
        value: cython.longlong
        if self.best_item >= 0:
            spent = self.finder.item_mask[self.best_item]
            wilds -= self.finder.item_wild[self.best_item]
        while better:
            better = 0
            kept = self.best_kept
            gone = ((1 << tiles) - 1) ^ spent ^ kept
            if not gone:
                break
            for i in range(tiles):
                if not kept >> i & 1 or (
                    i + 1 < tiles and self.letter[i + 1] == self.letter[i] and kept >> (i + 1) & 1
                ):
                    continue
                for j in range(tiles):
                    if not gone >> j & 1 or self.letter[j] == self.letter[i]:
                        continue
                    if j and gone >> (j - 1) & 1 and self.letter[j - 1] == self.letter[j]:
                        continue  # of equal tiles the first is kept
                    mask = kept ^ (1 << i) ^ (1 << j)
                    value = self.evaluate(mask, wilds, money, self.best_revenue, leads)
                    if value > best:
                        best = value
                        better = 1
                        self.best_kept = mask
        return best

    def sell_out(self, wilds: cython.int, money: cython.int, leads: cython.int) -> cython.longlong:
        """Sell from the hand at `work` and throw away, as set in `end`. Returns the total."""
        c: cython.int
        i: cython.int
        scrap: cython.int
        first: cython.int = 1
        before: cython.int = money
        total: cython.longlong
        self.sales = 0
        while True:
            for c in range(LETTERS):
                self.finder.have[c] = self.work[c]
            total = self.decide(wilds, money, leads)
            if first:
                self.stray(wilds, money)
            first = 0
            if self.best_item < 0:
                for c in range(LETTERS):
                    self.end[c] = 0
                for i in range(self.finder.tiles):
                    if self.best_kept >> i & 1:
                        self.end[self.letter[i]] += 1
                scrap = self.sell_scrap()
                if not scrap:
                    break
                money += scrap * scrap
                continue
            for i in range(self.finder.tiles):
                if self.finder.item_mask[self.best_item] >> i & 1:
                    self.work[self.letter[i]] -= 1
            wilds -= self.finder.item_wild[self.best_item]
            money += self.best_revenue
            self.record(self.finder.item_word[self.best_item])
        self.note(self.best_kept)
        self.end_wilds = wilds
        self.end_money = money
        return total + self.unit * (money - before)

    def stray(self, _wilds: cython.int, _money: cython.int) -> cython.int:
        """Where a trainee may take another outcome than the one decided for."""
        return 0

    def sell_scrap(self) -> cython.int:
        """Sell the dearest word of the tiles that would be thrown away. Returns its pips, or 0."""
        c: cython.int
        i: cython.int
        item: cython.int
        items: cython.int
        tiles: cython.int = 0
        best: cython.int = 0
        for c in range(LETTERS):
            self.finder.have[c] = self.work[c] - self.end[c]
            tiles += self.finder.have[c]
        if tiles < 2:
            return 0
        items = self.finder.dearest(0, 1)
        if not items:
            return 0
        for item in range(items):
            if self.finder.item_pips[item] > self.finder.item_pips[best]:
                best = item
        for c in range(LETTERS):
            for i in range(self.finder.have[c]):
                if self.finder.item_mask[best] >> (self.finder.place[c] + i) & 1:
                    self.work[c] -= 1
        self.record(self.finder.item_word[best])
        return self.finder.item_pips[best]

    def record(self, word: cython.int) -> cython.int:
        self.sold[self.sales] = word
        self.sales += 1
        self.note(word)
        return 0

    def note(self, number: cython.int) -> cython.int:
        """Add a decision to the trace, by which two runs are compared."""
        self.trace = (
            self.trace ^ cython.cast(cython.ulonglong, number & 0xFFFFFFF)
        ) * GOLDEN & ALL_ONES
        self.trace ^= self.trace >> 29
        return 0

    def keep_all(
        self, at: cython.int, wilds: cython.int, money: cython.int, leads: cython.int
    ) -> cython.longlong:
        """The total of keeping the hand of a seat as it is: no more letters than may be kept.

        It is nothing where nothing can be bought or sold ever again.
        """
        c: cython.int
        i: cython.int
        size: cython.int = 0
        for c in range(LETTERS):
            for i in range(self.hands[at + c]):
                self.net.kept[size] = c
                size += 1
        self.net.size = size
        self.net.look(wilds, money)
        if money < self.net.least:
            for c in range(LETTERS):
                self.finder.have[c] = self.hands[at + c]
            if self.finder.dearest(wilds > 0, 1) == 0:
                for i in range(HEADS):
                    self.net.heads[i] = 0
        return self.net.worth(leads)

    def turn(self, seat: cython.int, leads: cython.int) -> cython.longlong:
        """Buy or pass, sell and discard for a seat: `end` says how. Returns the total."""
        c: cython.int
        at: cython.int = seat * LETTERS
        wilds: cython.int = self.wilds[seat]
        money: cython.int = self.money[seat]
        other_wilds: cython.int
        other_money: cython.int
        other_sales: cython.int
        cost: cython.int = 0
        stay: cython.longlong
        bought: cython.longlong = NEVER
        self.buys = 0
        for c in range(LETTERS):
            cost += self.drawn[at + c] * self.finder.pips[c]
            self.work[c] = self.hands[at + c] + self.drawn[at + c]
        cost *= cost
        if cost <= money:
            stay = self.keep_all(at, wilds, money, leads)
            bought = self.sell_out(wilds, money - cost, leads) - self.unit * cost
            if bought - stay > self.sure:
                self.note(1)
                self.buys = 1
                return bought
            for c in range(LETTERS):
                self.other[c] = self.end[c]
            for c in range(self.sales):
                self.other_sold[c] = self.sold[c]
        other_sales = self.sales
        other_wilds = self.end_wilds
        other_money = self.end_money
        for c in range(LETTERS):
            self.work[c] = self.hands[at + c]
        stay = self.sell_out(wilds, money, leads)
        if not self.prefers_to_buy(bought, stay):
            self.note(0)
            return stay
        self.note(1)
        self.buys = 1
        for c in range(LETTERS):
            self.end[c] = self.other[c]
        for c in range(other_sales):
            self.sold[c] = self.other_sold[c]
        self.sales = other_sales
        self.end_wilds = other_wilds
        self.end_money = other_money
        return bought

    def prefers_to_buy(self, bought: cython.longlong, stay: cython.longlong) -> cython.bint:
        """By the totals of buying and of passing."""
        return bought >= stay

    def last_sale(self, at: cython.int, wilds: cython.int) -> cython.int:
        """The dollars of the best sale of a hand at a seat."""
        c: cython.int
        for c in range(LETTERS):
            self.finder.have[c] = self.hands[at + c]
        return self.finder.sell(wilds, 1, MOST_SOLD)

    def choose(self, seat: cython.int) -> cython.int:
        """The best number to draw, for the leader, before the draw; ends the game with the last."""
        k: cython.int
        best: cython.int = 2
        most: cython.longlong = NEVER
        value: cython.longlong
        self.keep_all(seat * LETTERS, self.wilds[seat], self.money[seat], 0)
        for k in range(2, 6):
            if k * self.players > self.net.left:
                value = cython.cast(cython.longlong, 256) * self.last_sale(
                    seat * LETTERS, self.wilds[seat]
                )
            else:
                value = self.net.heads[k - 2]
            if value > most:
                most = value
                best = k
            if k * self.players > self.net.left:
                break
        self.named[best - 2] += 1
        self.note(best)
        return best

    def finish(self) -> cython.int:
        """The last round: every seat sells what sells best."""
        seat: cython.int
        for seat in range(self.players):
            self.money[seat] += self.last_sale(seat * LETTERS, self.wilds[seat])
        return 0

    def round(self, gone: cython.int, leader: cython.int, number: cython.int) -> cython.int:
        """Play a round, drawing from the order behind what is gone; 0 for a number is *choice*.

        Returns how many tiles are gone then, or -1: it was the last round.
        """
        c: cython.int
        i: cython.int
        seat: cython.int
        turn: cython.int
        left: cython.int = self.net.see(self.bag)
        if number == 0:
            number = self.choose(leader)
        if number * self.players > left:
            self.finish()
            return -1
        for i in range(self.players * LETTERS):
            self.drawn[i] = 0
        for turn in range(self.players):
            seat = (leader + turn) % self.players
            for i in range(number):
                c = self.order[gone]
                gone += 1
                self.drawn[seat * LETTERS + c] += 1
                self.bag[c] -= 1
        self.net.see(self.bag)
        for turn in range(self.players):
            seat = (leader + turn) % self.players
            self.turn(seat, turn == 1 or self.players == 1)
            for c in range(LETTERS):
                self.hands[seat * LETTERS + c] = self.end[c]
            self.wilds[seat] = self.end_wilds
            self.money[seat] = self.end_money
        return gone

    def play(self, leader: cython.int) -> cython.int:
        """Play the table to the end. Returns the number of rounds."""
        gone: cython.int = 0
        rounds: cython.int = 0
        while gone >= 0:
            gone = self.round(gone, leader, self.die[rounds])
            leader = (leader + 1) % self.players
            rounds += 1
        return rounds

    # For Python

    def deal(self, hands: Any, wilds: Any, money: Any, bag: Any, order: Any, die: bytes) -> None:
        """Set the table: a hand (counts of A to Z), wilds and dollars a seat, and the bag.

        `order` and `die` are bytes: letters from 0, and the faces of the rounds to come, 0 for
        *choice*.
        """
        for seat, hand in enumerate(hands):
            for letter in range(LETTERS):
                self.hands[seat * LETTERS + letter] = hand[letter]
            self.wilds[seat] = wilds[seat]
            self.money[seat] = money[seat]
        for letter in range(LETTERS):
            self.bag[letter] = bag[letter]
        self.order = filled("B", bytes(order) + b"\0")
        self.die = filled("B", die)
        self.trace = 0

    def _sit(self, hand: Any, wilds: Any, money: Any, bag: Any) -> None:
        """Give the first seat a hand (counts of A to Z), and see the bag."""
        for letter in range(LETTERS):
            self.hands[letter] = hand[letter]
            self.bag[letter] = bag[letter]
            self.work[letter] = hand[letter]
        self.wilds[0] = wilds
        self.money[0] = money
        self.net.see(self.bag)

    def heads(self, hand: Any, wilds: cython.int, money: cython.int, bag: Any) -> Any:
        """What a hand of at most 8 letters is worth before draws of 2 to 5, in 1/256 dollar."""
        self._sit(hand, wilds, money, bag)
        self.keep_all(0, wilds, money, 0)
        return [self.net.heads[k] for k in range(HEADS)]

    def worth(
        self, hand: Any, wilds: cython.int, money: cython.int, bag: Any, leads: cython.int
    ) -> Any:
        """The total of keeping a hand of at most 8 letters at the end of a turn."""
        self._sit(hand, wilds, money, bag)
        return self.keep_all(0, wilds, money, leads)

    def sell(
        self, hand: Any, wilds: cython.int, money: cython.int, bag: Any, leads: cython.int
    ) -> Any:
        """Sell and discard. Returns the total, the words, and what is left: hand, wilds, money."""
        total: cython.longlong
        self._sit(hand, wilds, money, bag)
        with cython.nogil:
            total = self.sell_out(wilds, money, leads)
        return self._ended(total)

    def _ended(self, total: Any) -> Any:
        words = [self.sold[i] for i in range(self.sales)]
        end = [self.end[letter] for letter in range(LETTERS)]
        return total, words, end, self.end_wilds, self.end_money

    def discard(
        self, hand: Any, wilds: cython.int, money: cython.int, bag: Any, leads: cython.int
    ) -> Any:
        """What is kept of a hand, nothing being sold: counts of A to Z."""
        limit = self.limit
        self._sit(hand, wilds, money, bag)
        self.finder.hold(hand)
        self.limit = 0
        self.decide(wilds, money, leads)
        self.limit = limit
        kept = [0] * LETTERS
        for i in range(self.finder.tiles):
            kept[self.letter[i]] += self.best_kept >> i & 1
        return kept

    def outcomes(
        self, hand: Any, wilds: cython.int, money: cython.int, bag: Any, leads: cython.int
    ) -> Any:
        """The outcomes of selling a word or nothing that the net valued, in no order.

        An outcome is (total, word or -1, mask of the tiles spent, whether a wild is, mask of the
        tiles kept); masks are over the letters of the hand from A to Z. The margin, which makes
        play quick, does not count here: now and then the best is beyond it.
        """
        margin = self.margin
        self._sit(hand, wilds, money, bag)
        self.finder.hold(hand)
        self.margin = ANY_MARGIN * 256
        total: cython.longlong = self.decide(wilds, money, leads)
        self.margin = margin
        found = []
        for i in range(self.ranks):
            at = self.ranked[i]
            item = self.outcome_item[at]
            best = item == self.best_item
            value = total if best else self.value[i]
            kept = self.best_kept if best else self.outcome_kept[at]
            if item < 0:
                found.append((value, -1, 0, False, kept))
                continue
            word, spent = self.finder.item_word[item], self.finder.item_mask[item]
            found.append((value, word, spent, bool(self.finder.item_wild[item]), kept))
        return found

    def number(self, hand: Any, wilds: Any, money: Any, bag: Any) -> Any:
        """The number that a leader with a hand of at most 8 letters names."""
        self._sit(hand, wilds, money, bag)
        return self.choose(0)

    def take_turn(
        self,
        hand: Any,
        wilds: Any,
        money: Any,
        bag: Any,
        drawn: Any,
        leads: cython.int,
    ) -> Any:
        """Whether to buy a set (counts of A to Z), not in the bag any more, and then as `sell`."""
        total: cython.longlong
        self._sit(hand, wilds, money, bag)
        for letter in range(LETTERS):
            self.drawn[letter] = drawn[letter]
        with cython.nogil:
            total = self.turn(0, leads)
        return bool(self.buys), self._ended(total)

    def after_draws(
        self,
        hand: Any,
        wilds: cython.int,
        money: cython.int,
        bag: Any,
        draws: cython.uchar[::1],
        number: cython.int,
        leads: cython.int,
    ) -> Any:
        """The totals of the best turn after each draw: bought or passed, sold, thrown away.

        A draw is `number` letters for each player, those of this one first. The bag is the one
        before the draw.
        """
        i: cython.int
        j: cython.int
        c: cython.int
        need: cython.int = number * self.players
        count: cython.int = len(draws) // need
        totals: cython.longlong[::1]
        self._sit(hand, wilds, money, bag)
        out = array("q", bytes(8 * count))
        totals = out
        with cython.nogil:
            for i in range(count):
                for c in range(LETTERS):
                    self.drawn[c] = 0
                for j in range(need):
                    c = draws[i * need + j]
                    self.bag[c] -= 1
                    if j < number:
                        self.drawn[c] += 1
                self.net.see(self.bag)
                totals[i] = self.turn(0, leads)
                for j in range(need):
                    self.bag[draws[i * need + j]] += 1
        return out

    def last_revenue(self, hand: Any, wilds: cython.int) -> Any:
        """The dollars of the best sale of a hand of at most 13 letters."""
        for letter in range(LETTERS):
            self.hands[letter] = hand[letter]
        return self.last_sale(0, wilds)

    def numbers_named(self) -> Any:
        """How often 2, 3, 4 and 5 were named on *choice* in the games so far."""
        return [self.named[k] for k in range(HEADS)]

    def decisions(self) -> Any:
        """A sum over the decisions since the last deal, by which two runs are compared."""
        return self.trace

    def play_out(self, leader: cython.int = 0) -> Any:
        """Play the table from the start of a round to the end. Returns the money of the seats."""
        with cython.nogil:
            self.play(leader)
        return [self.money[seat] for seat in range(self.players)]
