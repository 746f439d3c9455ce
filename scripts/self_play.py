"""Training data for V: games with exploration, and labels for states.

train_value.py compiles this module, which extends the compiled classes of `bwtools._engine`.
"""

from __future__ import annotations

from typing import Any

from bwtools._engine import constants

try:
    import cython

    if not cython.compiled:
        raise ImportError
except ImportError:
    from bwtools._engine import cython_stub as cython

if not cython.compiled:
    from bwtools._engine.cython_stub import zeros
    from bwtools._engine.net import Net
    from bwtools._engine.policy import Policy
    from bwtools._engine.solver import Solver
else:
    from cython.cimports.bwtools._engine.net import Net
    from cython.cimports.bwtools._engine.policy import Policy
    from cython.cimports.bwtools._engine.solver import Solver

    from bwtools._engine.buffers import zeros

LETTERS = cython.declare(cython.int, constants.LETTERS)
HEADS = cython.declare(cython.int, constants.HEADS)
MOST_KEPT = cython.declare(cython.int, constants.MOST_KEPT)
ALL_ONES = cython.declare(cython.ulonglong, constants.ALL_ONES)
NEVER = cython.declare(cython.longlong, -(1 << 60))
STATE_BYTES = cython.declare(cython.int, 56)  # of a training state: hand, bag, wilds
STEP = cython.declare(cython.ulonglong, 6364136223846793005)
DRIFT = cython.declare(cython.ulonglong, 1442695040888963407)


@cython.cclass
class SelfPlay(Policy):
    """A policy that shuffles and rolls by itself, and can explore with random actions."""

    def __init__(
        self,
        solver: Solver,
        net: Net,
        hand_limit: Any,
        start_money: Any,
        start_wilds: Any,
        word_limit: Any = 100,
        outcome_limit: Any = 24,
        buy_margin: Any = 10,
    ) -> None:
        # The ranking form is not reliable before it has learned: no margin.
        super().__init__(
            solver, net, hand_limit, word_limit, outcome_limit, buy_margin, constants.ANY_MARGIN
        )
        self.start_money = start_money
        self.start_wilds = start_wilds
        self.side = zeros("i", LETTERS)
        self.explores = self.chance = 0

    def numbers_named(self) -> Any:
        """Return how often 2, 3, 4 and 5 were named on *choice* in all games so far."""
        return [self.named[k] for k in range(HEADS)]

    def random(self, below: cython.int) -> cython.int:
        """Return a random number from 0 to `below` - 1."""
        self.chance = self.chance * STEP + DRIFT & ALL_ONES
        return cython.cast(
            cython.int, (self.chance >> 33) * cython.cast(cython.ulonglong, below) >> 31
        )

    @cython.locals(i=cython.int, at=cython.int, found=cython.int)
    def explore(self, wilds: cython.int, money: cython.int) -> cython.int:
        """Record a candidate as the side state and sometimes choose it, if exploring.

        Candidates that the form ranks high are recorded more often, because games are decided among
        them. For poor states all are recorded alike: nearly ruined players hold any tiles.
        """
        if not self.explores:
            return 0
        at = self.ranks if self.explores > 1 else self.random(self.ranks) + 1
        at = self.ranked[self.random(at)]
        found = self.candidate_alphagram[at]
        for i in range(LETTERS):
            self.side[i] = 0
        for i in range(self.solver.tiles):
            if self.candidate_leave[at] >> i & 1:
                self.side[self.tile_letter[i]] += 1
        self.side_wilds = wilds - (self.solver.alphagram_wild[found] if found >= 0 else 0)
        self.side_money = money + self.candidate_revenue[at]
        if self.random(40) == 0:
            self.choose(at)
        return 0

    def prefers_to_buy(self, bought: cython.longlong, passed: cython.longlong) -> cython.bint:
        """Compare as in play; if exploring, wrongly once in 60 times, if the set is affordable."""
        if self.explores and self.random(60) == 0 and bought != NEVER:
            return bought <= passed
        return bought >= passed

    @cython.locals(c=cython.int, i=cython.int, size=cython.int, other=cython.int)
    def shuffle(self) -> cython.int:
        """Put the tiles of the bag into `order` at random. Return their number."""
        size = 0
        for c in range(LETTERS):
            for i in range(self.bag[c]):
                other = self.random(size + 1)
                self.order[size] = self.order[other]
                self.order[other] = c
                size += 1
        return size

    @cython.locals(c=cython.int, at=cython.int)
    def write_state(
        self,
        states: cython.uchar[::1],
        dollars: cython.int[::1],
        row: cython.int,
        hand: cython.int[::1],
        first: cython.int,
        wilds: cython.int,
        money: cython.int,
        final: cython.int,
    ) -> cython.int:
        """Write a state at the end of a turn. Return the next row."""
        at = row * STATE_BYTES
        for c in range(LETTERS):
            states[at + c] = hand[first + c]
            states[at + LETTERS + c] = self.bag[c]
        states[at + 52] = wilds
        dollars[2 * row] = money
        dollars[2 * row + 1] = final
        return row + 1

    @cython.locals(c=cython.int, i=cython.int, kept=cython.int, wilds=cython.int, room=cython.int)
    @cython.locals(more=cython.int, at=cython.int)
    def write_poor_state(
        self, states: cython.uchar[::1], dollars: cython.int[::1], row: cython.int
    ) -> cython.int:
        """Write the side state with most of the hand removed, which hardly ever occurs in games.

        Half the time, random tiles of the bag are added to it. Return the next row.
        """
        kept = self.random(5)
        wilds = self.random((self.side_wilds if self.random(4) == 0 else 2) + 1)
        room = self.net.bag_size if self.net.bag_size < MOST_KEPT else MOST_KEPT
        more = 0
        for c in range(LETTERS):
            for i in range(self.side[c]):
                if self.random(4) >= kept:
                    self.side[c] -= 1
            room -= self.side[c]
            self.drawn[c] = 0
        if room > 0 and self.random(2):
            more = self.random((room if room < 6 else 6) + 1)
        for i in range(more):
            at = self.random(self.net.bag_size - i)
            c = 0
            while at >= self.bag[c]:
                at -= self.bag[c]
                c += 1
            self.bag[c] -= 1
            self.side[c] += 1
            self.drawn[c] += 1
        row = self.write_state(
            states,
            dollars,
            row,
            self.side,
            0,
            wilds if wilds < self.side_wilds else self.side_wilds,
            self.random(self.random(120) + 1),
            -2,
        )
        for c in range(LETTERS):
            self.bag[c] += self.drawn[c]
        return row

    @cython.locals(row=cython.int, start=cython.int, i=cython.int, gone=cython.int)
    @cython.locals(leader=cython.int, seat=cython.int, buy_margin=cython.longlong)
    def gather(
        self,
        seed: cython.ulonglong,
        games: cython.int,
        explores: cython.int,
        states: cython.uchar[::1],
        dollars: cython.int[::1],
    ) -> Any:
        """Play games and write the states at the ends of turns. Return the number of states.

        A state is the hand, the bag and the wilds, in 56 bytes. `dollars` are the money in the
        state and at the end of the game; instead of the latter, -1 marks a state from exploration,
        -2 a poor state. `explores` is 0 for no exploration, 1 for some, 2 to add poor states.
        """
        row = 0
        buy_margin = self.buy_margin
        self.chance = seed
        self.order = zeros("B", self.net.total + 1)
        self.explores = explores
        if explores:
            self.buy_margin = -NEVER  # always try passing too
        with cython.nogil:
            for i in range(games):
                start = row
                for gone in range(LETTERS):
                    self.bag[gone] = self.net.counts[gone]
                self.shuffle()
                self.new_game()
                gone = 0
                leader = 0
                while gone >= 0:
                    gone = self.play_round(gone, leader, self.roll())
                    leader = (leader + 1) % self.players
                    if gone >= 0:
                        seat = self.random(self.players)
                        row = self.write_state(
                            states,
                            dollars,
                            row,
                            self.hands,
                            seat * LETTERS,
                            self.wilds[seat],
                            self.money[seat],
                            seat,
                        )
                    if gone >= 0 and explores:
                        row = self.write_state(
                            states, dollars, row, self.side, 0, self.side_wilds, self.side_money, -1
                        )
                    if gone >= 0 and explores > 1:
                        row = self.write_poor_state(states, dollars, row)
                for gone in range(start, row):
                    if dollars[2 * gone + 1] >= 0:
                        dollars[2 * gone + 1] = self.money[dollars[2 * gone + 1]]
        self.explores = 0
        self.buy_margin = buy_margin
        return row

    @cython.locals(k=cython.int, face=cython.int)
    def roll(self) -> cython.int:
        """Return a random face of the die: a number, or 0 for *choice*."""
        face = self.random(self.net.die)
        for k in range(HEADS):
            face -= self.net.faces[k]
            if face < 0:
                return k + 2
        return 0

    @cython.locals(seat=cython.int, i=cython.int)
    def new_game(self) -> cython.int:
        """Seat the players. When exploring, one in five has less money, one in five fewer wilds."""
        for i in range(self.players * LETTERS):
            self.hands[i] = 0
        for seat in range(self.players):
            self.money[seat] = self.start_money
            self.wilds[seat] = self.start_wilds
            if self.explores and self.random(5) == 0:
                self.money[seat] = self.random(self.start_money + 1)
            if self.explores and self.random(5) == 0:
                self.wilds[seat] = self.random(self.start_wilds + 1)
        return 0

    @cython.locals(row=cython.int)
    def label(
        self,
        seed: cython.ulonglong,
        states: cython.uchar[::1],
        dollars: cython.int[::1],
        labels: cython.longlong[::1],
        draws: cython.uchar[::1],
        first: cython.int,
        end: cython.int,
        samples: cython.int,
    ) -> None:
        """Set the labels of states: the sum of totals over samples, for draws of 2 to 5 tiles.

        A sample is a random draw and the best turn that follows under the present net. `draws`
        receives the drawn letters, summed over samples, as counts of A to Z.
        """
        self.chance = seed
        self.order = zeros("B", self.net.total + 1)
        with cython.nogil:
            for row in range(first, end):
                self.label_one(states, dollars, labels, draws, row, samples)

    @cython.locals(c=cython.int, k=cython.int, i=cython.int, sample=cython.int, left=cython.int)
    @cython.locals(used=cython.int, need=cython.int, sum_=cython.longlong)
    def label_one(
        self,
        states: cython.uchar[::1],
        dollars: cython.int[::1],
        labels: cython.longlong[::1],
        draws: cython.uchar[::1],
        row: cython.int,
        samples: cython.int,
    ) -> cython.int:
        left = 0
        used = 0
        for c in range(LETTERS):
            self.hands[c] = states[row * STATE_BYTES + c]
        self.wilds[0] = states[row * STATE_BYTES + 52]
        for k in range(HEADS):
            sum_ = 0
            need = (k + 2) * self.players
            for sample in range(samples):
                for c in range(LETTERS):
                    self.bag[c] = states[row * STATE_BYTES + LETTERS + c]
                    self.drawn[c] = 0
                if left - used < need:
                    left = self.shuffle()
                    used = 0
                if left < need:
                    sum_ = self.unit * samples * self.last_sale(0, self.wilds[0])
                    break
                for i in range(need):
                    c = self.order[used + i]
                    self.bag[c] -= 1
                    if i < k + 2:
                        self.drawn[c] += 1
                        draws[(row * HEADS + k) * LETTERS + c] += 1
                used += need
                self.money[0] = dollars[2 * row]
                self.net.set_bag(self.bag)
                sum_ += self.play_turn(0, self.random(self.players) == 0)
            labels[row * HEADS + k] = sum_
        return 0

    @cython.locals(row=cython.int, k=cython.int, gone=cython.int, leader=cython.int)
    def label_by_games(
        self,
        seed: cython.ulonglong,
        states: cython.uchar[::1],
        dollars: cython.int[::1],
        labels: cython.longlong[::1],
        first: cython.int,
        end: cython.int,
    ) -> None:
        """Set the labels of states to the money gained in a game played to the end from each.

        The other seats start without letters.
        """
        self.chance = seed
        self.order = zeros("B", self.net.total + 1)
        with cython.nogil:
            for row in range(first, end):
                for k in range(HEADS):
                    self.new_game()
                    for gone in range(LETTERS):
                        self.hands[gone] = states[row * STATE_BYTES + gone]
                        self.bag[gone] = states[row * STATE_BYTES + LETTERS + gone]
                    self.wilds[0] = states[row * STATE_BYTES + 52]
                    self.money[0] = dollars[2 * row]
                    self.shuffle()
                    leader = self.random(self.players)
                    gone = self.play_round(0, leader, k + 2)
                    while gone >= 0:
                        leader = (leader + 1) % self.players
                        gone = self.play_round(gone, leader, self.roll())
                    labels[row * HEADS + k] = self.unit * (self.money[0] - dollars[2 * row])
