"""Turns and whole games, decided by V without looking ahead."""

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
    from cython.cimports.bwtools._engine.net import Net
    from cython.cimports.bwtools._engine.search_kernels import rank_leave
    from cython.cimports.bwtools._engine.solver import Solver
    from cython.cimports.bwtools._engine.vectors import lowest_bit

    from .buffers import filled, zeros

LETTERS = cython.declare(cython.int, constants.LETTERS)
MOST_TILES = cython.declare(cython.int, constants.MOST_TILES)
MOST_SOLD = cython.declare(cython.int, constants.MOST_SOLD)
HEADS = cython.declare(cython.int, constants.HEADS)
SIZE_INPUTS = cython.declare(cython.int, constants.SIZE_INPUTS)
WILD_INPUTS = cython.declare(cython.int, constants.WILD_INPUTS)
GOLDEN = cython.declare(cython.ulonglong, constants.GOLDEN)
ALL_ONES = cython.declare(cython.ulonglong, constants.ALL_ONES)
MOST_KEPT = cython.declare(cython.int, constants.MOST_KEPT)
SCARCE_MONEY = cython.declare(cython.int, constants.SCARCE_MONEY)
CANDIDATES = cython.declare(cython.int, 1 << 14)
MOST_RANKED = cython.declare(cython.int, 64)
SEATS = cython.declare(cython.int, 4)
BASES = cython.declare(cython.int, constants.BASES)
NEVER = cython.declare(cython.longlong, -(1 << 60))
ANY_MARGIN = cython.declare(cython.int, constants.ANY_MARGIN)


@cython.cclass
class Policy:
    """Decides turns by V, without looking ahead, and plays whole games.

    A sale is chosen word by word. The candidates are the alphagrams of the `word_limit` highest
    prices and selling nothing. They are ranked by price plus a quadratic form; the net values the
    first `outcome_limit` of them that are within `margin` dollars of the best. Letters over the
    hand limit are discarded by the form; for the best candidate, tiles kept and discarded are then
    swapped as long as the net prefers it. The form knows nothing of ruin: the margin is ignored
    when money is scarce. Passing is not tried if buying leads by more than `buy_margin` dollars.

    Totals are in 1/256 dollar times the number of faces of the die.
    """

    def __init__(
        self,
        solver: Solver,
        net: Net,
        hand_limit: Any,
        word_limit: Any = 400,
        outcome_limit: Any = 48,
        buy_margin: Any = 10,
        margin: Any = 32,
    ) -> None:
        self.solver = solver
        self.solver.build_letter_sets()
        self.net = net
        self.hand_limit = hand_limit
        self.word_limit = word_limit
        self.outcome_limit = outcome_limit
        self.unit = 256 * self.net.die
        self.buy_margin = buy_margin * self.unit
        self.margin = margin * 256
        self.players = self.net.players
        if net.has_poor:
            pips = [self.solver.pips[c] for c in range(LETTERS) if net.counts[c]]
            self.net.cheapest_set = (2 * min(pips or [1])) ** 2
        for_tiles = MOST_TILES + 1
        self.tile_letter = zeros("i", for_tiles)
        self.tile_term = zeros("i", for_tiles)
        self.pair_term = zeros("i", 16 * 16)
        self.size_term = zeros("i", 9)
        self.candidate_alphagram = zeros("i", CANDIDATES + 1)
        self.candidate_leave = zeros("i", CANDIDATES + 1)
        self.candidate_revenue = zeros("i", CANDIDATES + 1)
        self.candidate_score = zeros("i", CANDIDATES + 1)
        self.slots = zeros("i", CANDIDATES)
        self.slot_time = zeros("i", CANDIDATES)
        self.time = 0
        self.ranked = zeros("i", MOST_RANKED + 1)
        self.ranked_total = zeros("q", MOST_RANKED + 1)
        self.hand = zeros("i", LETTERS)
        self.leave = zeros("i", LETTERS)
        self.other_leave = zeros("i", LETTERS)
        self.sold = zeros("i", MOST_TILES)
        self.other_sold = zeros("i", MOST_TILES)
        self.named = zeros("i", HEADS)
        self.draws_compared = 0
        self.sales = self.buys = self.wilds_left = self.money_left = 0
        self.hands = zeros("i", SEATS * LETTERS)
        self.wilds = zeros("i", SEATS)
        self.money = zeros("i", SEATS)
        self.bag = zeros("i", LETTERS)
        self.drawn = zeros("i", SEATS * LETTERS)
        self.order = self.die = zeros("B", 1)
        self.trace = self.seated = 0

    # A sale

    @cython.locals(c=cython.int, d=cython.int, i=cython.int, j=cython.int, at=cython.int)
    def index_tiles(self) -> cython.int:
        """Number the tiles of the solver's hand, and set their terms of the ranking form."""
        for c in range(LETTERS):
            for i in range(self.solver.hand[c]):
                at = self.solver.first_tile[c] + i
                self.tile_letter[at] = c
                self.tile_term[at] = self.net.rank_term[3 * c + i] if i < 3 else 0
        for i in range(self.solver.tiles):
            c = self.tile_letter[i]
            for j in range(i):
                d = self.tile_letter[j]
                at = 0
                if self.solver.first_tile[c] == i and self.solver.first_tile[d] == j:
                    at = self.net.rank_term[self.net.pair[c * LETTERS + d]]
                self.pair_term[i * 16 + j] = at
                self.pair_term[j * 16 + i] = at
        for i in range(MOST_KEPT + 1):
            self.size_term[i] = self.net.rank_term[SIZE_INPUTS + i]
        return 0

    @cython.locals(mask=cython.int, score=cython.int, key=cython.int, at=cython.int)
    def add_candidate(
        self,
        alphagram: cython.int,
        spent: cython.int,
        wild: cython.int,
        wilds: cython.int,
        revenue: cython.int,
    ) -> cython.int:
        """Add the candidate that leaves all tiles but those of the mask `spent`, and `wilds` wilds.

        Of candidates with the same leave only the one with the highest revenue is kept.
        """
        mask = ((1 << self.solver.tiles) - 1) ^ spent
        if cython.compiled:
            score = rank_leave(
                cython.address(self.tile_letter[0]),
                cython.address(self.tile_term[0]),
                cython.address(self.pair_term[0]),
                cython.address(self.size_term[0]),
                self.hand_limit,
                cython.address(mask),
            )
        else:
            mask, score = self._rank_leave(mask)
        score += self.net.rank_term[WILD_INPUTS + (wilds if wilds < 9 else 9)] + revenue * 256
        key = mask << 1 | wild
        if self.slot_time[key] == self.time:
            at = self.slots[key]
            if revenue <= self.candidate_revenue[at]:
                return 0
        else:
            at = self.candidates
            self.candidates += 1
            self.slot_time[key] = self.time
            self.slots[key] = at
        self.candidate_alphagram[at] = alphagram
        self.candidate_leave[at] = mask
        self.candidate_revenue[at] = revenue
        self.candidate_score[at] = score
        return 0

    def _rank_leave(self, mask: Any) -> tuple[Any, Any]:
        """Interpreted: discard the worst tiles of a leave. Return the rest and its score."""
        kept: Any = [tile for tile in range(self.solver.tiles) if mask >> tile & 1]
        with_others: Any = {
            tile: self.tile_term[tile] + sum(self.pair_term[tile * 16 + other] for other in kept)
            for tile in kept
        }
        while len(kept) > self.hand_limit:
            # Of equal tiles the last is discarded first.
            last: Any = {self.tile_letter[tile]: tile for tile in kept}
            worst: Any = min(last.values(), key=with_others.__getitem__)
            kept.remove(worst)
            for tile in kept:
                with_others[tile] -= self.pair_term[worst * 16 + tile]
        score = sum(self.tile_term[tile] + with_others[tile] for tile in kept) // 2
        return sum(1 << tile for tile in kept), score + self.size_term[len(kept)]

    @cython.locals(i=cython.int, at=cython.int, ranks=cython.int)
    def rank(self) -> cython.int:
        """Set `ranked` to the candidates with the best scores; the first of equal ones first."""
        ranks = 0
        for i in range(self.candidates):
            if ranks == self.outcome_limit:
                if self.candidate_score[i] <= self.candidate_score[self.ranked[ranks - 1]]:
                    continue
                at = ranks - 1
            else:
                at = ranks
                ranks += 1
            while at > 0 and self.candidate_score[self.ranked[at - 1]] < self.candidate_score[i]:
                self.ranked[at] = self.ranked[at - 1]
                at -= 1
            self.ranked[at] = i
        self.ranks = ranks
        return 0

    @cython.locals(size=cython.int)
    def evaluate(
        self,
        mask: cython.int,
        wilds: cython.int,
        money: cython.int,
        revenue: cython.int,
        leads: cython.int,
    ) -> cython.longlong:
        """Return the total of an outcome: its revenue plus the value of the leave `mask`."""
        size = 0
        while mask:
            self.net.leave[size] = self.tile_letter[lowest_bit(mask)]
            mask &= mask - 1
            size += 1
        self.net.leave_size = size
        self.net.evaluate(wilds, money + revenue)
        return self.unit * revenue + self.net.leave_value(leads)

    @cython.locals(i=cython.int, at=cython.int, found=cython.int, count=cython.int)
    @cython.locals(pips=cython.int, wild=cython.int, best=cython.longlong, ruined=cython.bint)
    def decide(self, wilds: cython.int, money: cython.int, leads: cython.int) -> cython.longlong:
        """Choose what to sell next from the solver's hand, or nothing, and what to keep.

        The choice is `best_alphagram` (-1 for nothing), `best_leave` and `best_revenue`. Return its
        total.
        """
        best = NEVER
        count = self.solver.best_alphagrams(wilds > 0, self.word_limit)
        self.solver.base = -1
        ruined = count == 0 and money < self.net.cheapest_set
        self.index_tiles()
        self.time += 1
        self.candidates = 0
        self.add_candidate(-1, 0, 0, wilds, 0)
        for found in range(count):
            pips = self.solver.alphagram_pips[found]
            wild = self.solver.alphagram_wild[found]
            self.add_candidate(
                found, self.solver.alphagram_mask[found], wild, wilds - wild, pips * pips
            )
        self.rank()
        for i in range(self.ranks):
            at = self.ranked[i]
            if (
                money >= SCARCE_MONEY
                and self.candidate_score[at] < self.candidate_score[self.ranked[0]] - self.margin
            ):
                self.ranks = i
                break
            found = self.candidate_alphagram[at]
            self.ranked_total[i] = self.evaluate(
                self.candidate_leave[at],
                wilds - self.solver.alphagram_wild[found] if found >= 0 else wilds,
                money,
                self.candidate_revenue[at],
                leads,
            )
            if self.ranked_total[i] > best:
                best = self.ranked_total[i]
                self.choose(at)
        best = self.swap_tiles(wilds, money, leads, best)
        return 0 if ruined else best

    def choose(self, at: cython.int) -> cython.int:
        """Make a candidate the choice."""
        self.best_alphagram = self.candidate_alphagram[at]
        self.best_leave = self.candidate_leave[at]
        self.best_revenue = self.candidate_revenue[at]
        return 0

    @cython.locals(spent=cython.int, gone=cython.int, kept=cython.int, mask=cython.int)
    @cython.locals(i=cython.int, j=cython.int, better=cython.int, tiles=cython.int)
    @cython.locals(total=cython.longlong)
    def swap_tiles(
        self, wilds: cython.int, money: cython.int, leads: cython.int, best: cython.longlong
    ) -> cython.longlong:
        """Swap kept for discarded tiles while the total of the choice grows. Return the total."""
        spent = 0
        better = 1
        tiles = self.solver.tiles
        if self.best_alphagram >= 0:
            spent = self.solver.alphagram_mask[self.best_alphagram]
            wilds -= self.solver.alphagram_wild[self.best_alphagram]
        while better:
            better = 0
            kept = self.best_leave
            gone = ((1 << tiles) - 1) ^ spent ^ kept
            if not gone:
                break
            for i in range(tiles):
                if not kept >> i & 1 or (
                    i + 1 < tiles
                    and self.tile_letter[i + 1] == self.tile_letter[i]
                    and kept >> (i + 1) & 1
                ):
                    continue
                for j in range(tiles):
                    if not gone >> j & 1 or self.tile_letter[j] == self.tile_letter[i]:
                        continue
                    if j and gone >> (j - 1) & 1 and self.tile_letter[j - 1] == self.tile_letter[j]:
                        continue  # of equal tiles the first is kept
                    mask = kept ^ (1 << i) ^ (1 << j)
                    total = self.evaluate(mask, wilds, money, self.best_revenue, leads)
                    if total > best:
                        best = total
                        better = 1
                        self.best_leave = mask
        return best

    @cython.locals(c=cython.int, i=cython.int, pips=cython.int, first=cython.int)
    @cython.locals(before=cython.int, total=cython.longlong)
    def sell_out(self, wilds: cython.int, money: cython.int, leads: cython.int) -> cython.longlong:
        """Sell from `hand` and discard. Return the total.

        Sets `leave`, `wilds_left`, `money_left` and the words `sold`.
        """
        first = 1
        before = money
        self.sales = 0
        while True:
            self.solver.take_hand(self.hand, 0)
            total = self.decide(wilds, money, leads)
            if first:
                self.explore(wilds, money)
            first = 0
            if self.best_alphagram < 0:
                for c in range(LETTERS):
                    self.leave[c] = 0
                for i in range(self.solver.tiles):
                    if self.best_leave >> i & 1:
                        self.leave[self.tile_letter[i]] += 1
                pips = self.sell_leftovers()
                if not pips:
                    break
                money += pips * pips
                continue
            for i in range(self.solver.tiles):
                if self.solver.alphagram_mask[self.best_alphagram] >> i & 1:
                    self.hand[self.tile_letter[i]] -= 1
            wilds -= self.solver.alphagram_wild[self.best_alphagram]
            money += self.best_revenue
            self.record_sale(self.solver.alphagram_word[self.best_alphagram])
        self.trace_decision(self.best_leave)
        self.wilds_left = wilds
        self.money_left = money
        return total + self.unit * (money - before)

    def explore(self, _wilds: cython.int, _money: cython.int) -> cython.int:
        """Do nothing. In self-play, sometimes choose another candidate than the best."""
        return 0

    @cython.locals(c=cython.int, i=cython.int, found=cython.int, count=cython.int)
    @cython.locals(tiles=cython.int, best=cython.int)
    def sell_leftovers(self) -> cython.int:
        """Sell the highest-priced word of the tiles to be discarded. Return its pips, or 0."""
        tiles = best = 0
        for c in range(LETTERS):
            self.solver.hand[c] = self.hand[c] - self.leave[c]
            tiles += self.solver.hand[c]
        if tiles < 2:
            return 0
        count = self.solver.best_alphagrams(0, 1)
        if not count:
            return 0
        for found in range(count):
            if self.solver.alphagram_pips[found] > self.solver.alphagram_pips[best]:
                best = found
        for c in range(LETTERS):
            for i in range(self.solver.hand[c]):
                if self.solver.alphagram_mask[best] >> (self.solver.first_tile[c] + i) & 1:
                    self.hand[c] -= 1
        self.record_sale(self.solver.alphagram_word[best])
        return self.solver.alphagram_pips[best]

    def record_sale(self, word: cython.int) -> cython.int:
        """Add a word to those sold in this turn."""
        self.sold[self.sales] = word
        self.sales += 1
        self.trace_decision(word)
        return 0

    def trace_decision(self, number: cython.int) -> cython.int:
        """Add a decision to the hash by which two runs are compared."""
        self.trace = (
            self.trace ^ cython.cast(cython.ulonglong, number & 0xFFFFFFF)
        ) * GOLDEN & ALL_ONES
        self.trace ^= self.trace >> 29
        return 0

    # A turn

    @cython.locals(c=cython.int, i=cython.int, size=cython.int)
    def value_of_keeping(
        self, at: cython.int, wilds: cython.int, money: cython.int, leads: cython.int
    ) -> cython.longlong:
        """Return the total of keeping a whole hand, which is within the hand limit.

        It is 0 for a player who can never buy or sell again.
        """
        size = 0
        for c in range(LETTERS):
            for i in range(self.hands[at + c]):
                self.net.leave[size] = c
                size += 1
        self.net.leave_size = size
        self.net.evaluate(wilds, money)
        if money < self.net.cheapest_set:
            self.solver.take_hand(self.hands, at)
            if self.solver.best_alphagrams(wilds > 0, 1) == 0:
                for i in range(HEADS):
                    self.net.heads[i] = 0
        return self.net.leave_value(leads)

    @cython.locals(c=cython.int, at=cython.int, wilds=cython.int, money=cython.int, cost=cython.int)
    @cython.locals(other_wilds=cython.int, other_money=cython.int, other_sales=cython.int)
    @cython.locals(passed=cython.longlong, bought=cython.longlong)
    def play_turn(self, seat: cython.int, leads: cython.int) -> cython.longlong:
        """Buy or pass, sell and discard for a seat. Return the total.

        Sets `buys`, and the end of the turn as `sell_out` does.
        """
        at = seat * LETTERS
        wilds = self.wilds[seat]
        money = self.money[seat]
        cost = 0
        bought = NEVER
        self.buys = 0
        for c in range(LETTERS):
            cost += self.drawn[at + c] * self.solver.pips[c]
            self.hand[c] = self.hands[at + c] + self.drawn[at + c]
        cost *= cost
        if cost <= money:
            passed = self.value_of_keeping(at, wilds, money, leads)
            if self.draws_compared:
                self.solver.set_base(self.hands, at)
            bought = self.sell_out(wilds, money - cost, leads) - self.unit * cost
            if bought - passed > self.buy_margin:
                self.trace_decision(1)
                self.buys = 1
                return bought
            for c in range(LETTERS):
                self.other_leave[c] = self.leave[c]
            for c in range(self.sales):
                self.other_sold[c] = self.sold[c]
        other_sales = self.sales
        other_wilds = self.wilds_left
        other_money = self.money_left
        for c in range(LETTERS):
            self.hand[c] = self.hands[at + c]
        passed = self.sell_out(wilds, money, leads)
        if not self.prefers_to_buy(bought, passed):
            self.trace_decision(0)
            return passed
        self.trace_decision(1)
        self.buys = 1
        for c in range(LETTERS):
            self.leave[c] = self.other_leave[c]
        for c in range(other_sales):
            self.sold[c] = self.other_sold[c]
        self.sales = other_sales
        self.wilds_left = other_wilds
        self.money_left = other_money
        return bought

    def prefers_to_buy(self, bought: cython.longlong, passed: cython.longlong) -> cython.bint:
        """Compare the totals of buying and of passing."""
        return bought >= passed

    # A game

    def last_sale(self, at: cython.int, wilds: cython.int) -> cython.int:
        """Return the revenue of the best sale from the hand of a seat."""
        self.solver.take_hand(self.hands, at)
        return self.solver.sell(wilds, 1, MOST_SOLD)

    @cython.locals(k=cython.int, best=cython.int, most=cython.longlong, value=cython.longlong)
    def name_number(self, seat: cython.int) -> cython.int:
        """Return the best number for the leader to name. The last one may end the game."""
        best = 2
        most = NEVER
        self.value_of_keeping(seat * LETTERS, self.wilds[seat], self.money[seat], 0)
        for k in range(2, 6):
            if k * self.players > self.net.bag_size:
                value = cython.cast(cython.longlong, 256) * self.last_sale(
                    seat * LETTERS, self.wilds[seat]
                )
            else:
                value = self.net.heads[k - 2]
            if value > most:
                most = value
                best = k
            if k * self.players > self.net.bag_size:
                break
        self.named[best - 2] += 1
        self.trace_decision(best)
        return best

    @cython.locals(seat=cython.int)
    def play_last_round(self) -> cython.int:
        """Make the best sale of every seat."""
        for seat in range(self.players):
            self.money[seat] += self.last_sale(seat * LETTERS, self.wilds[seat])
        return 0

    @cython.locals(c=cython.int, i=cython.int, seat=cython.int, turn=cython.int, left=cython.int)
    def play_round(self, gone: cython.int, leader: cython.int, number: cython.int) -> cython.int:
        """Play a round after `gone` tiles of `order` are drawn. `number` is 0 on *choice*.

        Return how many tiles are drawn after the round, or -1 if it was the last.
        """
        left = self.net.set_bag(self.bag)
        if number == 0:
            number = self.name_number(leader)
        if number * self.players > left:
            self.play_last_round()
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
        self.net.draw_from_bag(self.bag)
        for turn in range(self.players):
            seat = (leader + turn) % self.players
            self.play_turn(seat, turn == 1 or self.players == 1)
            for c in range(LETTERS):
                self.hands[seat * LETTERS + c] = self.leave[c]
            self.wilds[seat] = self.wilds_left
            self.money[seat] = self.money_left
        return gone

    @cython.locals(gone=cython.int, rounds=cython.int)
    def play_game(self, leader: cython.int) -> cython.int:
        """Play the table to the end. Return the number of rounds."""
        gone = rounds = 0
        while gone >= 0:
            gone = self.play_round(gone, leader, self.die[rounds])
            leader = (leader + 1) % self.players
            rounds += 1
        return rounds

    # Called from Python

    def deal(self, hands: Any, wilds: Any, money: Any, bag: Any, order: Any, die: bytes) -> None:
        """Set the table: hand (counts of A to Z), wilds and dollars of each seat, and the bag.

        `order` and `die` are bytes: the letters in the order in which they will be drawn, and the
        faces of the coming rounds, 0 for *choice*.
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

    @cython.locals(letter=cython.int)
    def set_player(self, hand: Any, wilds: Any, money: Any, bag: Any) -> None:
        """Give the first seat a hand (counts of A to Z), wilds and dollars, and set the bag.

        The methods that follow answer one question for this player: set the player before each.
        `leads` says whether the player leads the next round.
        """
        self.set_players([(hand, wilds, money)], bag)
        for letter in range(LETTERS):
            self.hand[letter] = self.hands[letter]

    @cython.locals(seat=cython.int, letter=cython.int)
    def set_players(self, players: Any, bag: Any) -> None:
        """Do as `set_player` for several players, a seat each, for `after_draws` alone."""
        self.seated = len(players)
        if self.seated > len(self.wilds):
            self.hands = zeros("i", self.seated * LETTERS)
            self.drawn = zeros("i", self.seated * LETTERS)
            self.money = zeros("i", self.seated)
            self.wilds = zeros("i", self.seated)  # last: the others are at least as long
        for seat in range(self.seated):
            hand, wilds, money = players[seat]
            for letter in range(LETTERS):
                self.hands[seat * LETTERS + letter] = hand[letter]
            self.wilds[seat] = wilds
            self.money[seat] = money
        for letter in range(LETTERS):
            self.bag[letter] = bag[letter]
        self.net.set_bag(self.bag)

    def heads(self) -> Any:
        """Return the leave values before draws of 2 to 5 tiles, in 1/256 dollar."""
        self.value_of_keeping(0, self.wilds[0], self.money[0], 0)
        return [self.net.heads[k] for k in range(HEADS)]

    def leave_value(self, leads: cython.int) -> Any:
        """Return the total of keeping the hand, of at most 8 letters, at the end of a turn."""
        return self.value_of_keeping(0, self.wilds[0], self.money[0], leads)

    @cython.locals(total=cython.longlong)
    def sell(self, leads: cython.int) -> Any:
        """Sell and discard. Return the total, the words, the leave, and the wilds and money."""
        with cython.nogil:
            total = self.sell_out(self.wilds[0], self.money[0], leads)
        return self._turn_end(total)

    def _turn_end(self, total: Any) -> Any:
        words = [self.sold[i] for i in range(self.sales)]
        leave = [self.leave[letter] for letter in range(LETTERS)]
        return total, words, leave, self.wilds_left, self.money_left

    def discard(self, leads: cython.int) -> Any:
        """Return the best leave if nothing is sold, as counts of A to Z."""
        limit = self.word_limit
        self.solver.take_hand(self.hand, 0)
        self.word_limit = 0
        self.decide(self.wilds[0], self.money[0], leads)
        self.word_limit = limit
        kept = [0] * LETTERS
        for i in range(self.solver.tiles):
            kept[self.tile_letter[i]] += self.best_leave >> i & 1
        return kept

    @cython.locals(total=cython.longlong)
    def outcomes(self, leads: cython.int) -> Any:
        """Return the outcomes of selling one word or nothing that the net values, in no order.

        An outcome is (total, word or -1, whether a wild is spent, mask of the leave); masks are
        over the letters of the hand from A to Z. The margin, which makes play fast, is ignored:
        sometimes the best outcome is beyond it.
        """
        margin = self.margin
        self.solver.take_hand(self.hand, 0)
        self.margin = ANY_MARGIN * 256
        total = self.decide(self.wilds[0], self.money[0], leads)
        self.margin = margin
        outcomes = []
        for i in range(self.ranks):
            at = self.ranked[i]
            found = self.candidate_alphagram[at]
            best = found == self.best_alphagram
            value = total if best else self.ranked_total[i]
            kept = self.best_leave if best else self.candidate_leave[at]
            word = self.solver.alphagram_word[found] if found >= 0 else -1
            wild = found >= 0 and bool(self.solver.alphagram_wild[found])
            outcomes.append((value, word, wild, kept))
        return outcomes

    def number(self) -> Any:
        """Return the number that the player names as leader."""
        return self.name_number(0)

    @cython.locals(total=cython.longlong)
    def take_turn(self, drawn: Any, leads: cython.int) -> Any:
        """Return whether to buy a set (counts of A to Z, not in the bag), and as `sell`."""
        for letter in range(LETTERS):
            self.drawn[letter] = drawn[letter]
        with cython.nogil:
            total = self.play_turn(0, leads)
        return bool(self.buys), self._turn_end(total)

    @cython.locals(first=cython.int)
    def after_draws(self, draws: cython.uchar[::1], number: cython.int, leads: cython.int) -> Any:
        """Return the totals of the best turn after each draw: for all draws of a player, the next.

        A draw is `number` letters for each player of the game, those of the player who is valued
        first. The bag is the one before the draw. Raise ValueError if it does not hold a draw.
        """
        if not self._holds(draws, number * self.players):
            raise ValueError("a draw is not in the bag")
        out = array("q", bytes(8 * (len(draws) // (number * self.players)) * self.seated))
        self.solver.make_bases()
        self.draws_compared = 1
        first = 0
        while first < self.seated:
            self._draw_for(first, min(first + BASES, self.seated), draws, number, leads, out)
            first += BASES
        self.draws_compared = 0
        return out

    @cython.locals(first=cython.int, i=cython.int, c=cython.int, left=cython.int[::1])
    def _holds(self, draws: cython.uchar[::1], need: cython.int) -> bool:
        """Return whether the bag holds each draw of `need` letters."""
        left = zeros("i", LETTERS)
        for first in range(0, len(draws), need):
            for c in range(LETTERS):
                left[c] = self.bag[c]
            for i in range(first, first + need):
                c = draws[i]
                if c >= LETTERS or left[c] == 0:
                    return False
                left[c] -= 1
        return True

    @cython.locals(i=cython.int, j=cython.int, c=cython.int, seat=cython.int)
    @cython.locals(need=cython.int, count=cython.int)
    def _draw_for(
        self,
        first: cython.int,
        end: cython.int,
        draws: cython.uchar[::1],
        number: cython.int,
        leads: cython.int,
        totals: cython.longlong[::1],
    ) -> None:
        """Set the totals of the seats from `first` to `end` - 1.

        All try a draw before the next one: V of the leaves that they share is computed once.
        """
        need = number * self.players
        count = len(draws) // need
        with cython.nogil:
            for i in range(count):
                for c in range(first * LETTERS, end * LETTERS):
                    self.drawn[c] = 0
                for j in range(need):
                    c = draws[i * need + j]
                    self.bag[c] -= 1
                    if j < number:
                        for seat in range(first, end):
                            self.drawn[seat * LETTERS + c] += 1
                self.net.draw_from_bag(self.bag)
                for seat in range(first, end):
                    totals[seat * count + i] = self.play_turn(seat, leads)
                for j in range(need):
                    self.bag[draws[i * need + j]] += 1

    def last_revenue(self, hand: Any, wilds: cython.int) -> Any:
        """Return the revenue of the best sale from a hand of at most 13 letters."""
        for letter in range(LETTERS):
            self.hands[letter] = hand[letter]
        return self.last_sale(0, wilds)

    def decisions(self) -> Any:
        """Return the hash of the decisions since the last deal."""
        return self.trace

    def play_out(self, leader: cython.int = 0) -> Any:
        """Play the table from the start of a round to the end. Return the money of the seats."""
        with cython.nogil:
            self.play_game(leader)
        return [self.money[seat] for seat in range(self.players)]

    def play_next_round(self, gone: cython.int, leader: cython.int, face: cython.int) -> Any:
        """Play a round after `gone` tiles of the order are drawn. `face` is 0 on *choice*.

        Return how many tiles are drawn after the round, or -1 if it was the last.
        """
        return self.play_round(gone, leader, face)

    def seats(self) -> Any:
        """Return the hand (counts of A to Z), wilds and dollars of each seat."""
        return [
            (
                [self.hands[seat * LETTERS + letter] for letter in range(LETTERS)],
                self.wilds[seat],
                self.money[seat],
            )
            for seat in range(self.players)
        ]
