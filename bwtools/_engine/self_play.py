"""Games with random actions, and labels for states: what V is trained on."""

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
    from .cython_stub import zeros
    from .net import Net
    from .policy import Policy
    from .solver import Solver
else:
    from cython.cimports.bwtools._engine.net import Net
    from cython.cimports.bwtools._engine.policy import Policy
    from cython.cimports.bwtools._engine.solver import Solver

    from .buffers import zeros

LETTERS = cython.declare(cython.int, constants.LETTERS)
HEADS = cython.declare(cython.int, constants.HEADS)
KEPT = cython.declare(cython.int, constants.KEPT)
ALL_ONES = cython.declare(cython.ulonglong, constants.ALL_ONES)
NEVER = cython.declare(cython.longlong, -(1 << 60))
STATE = cython.declare(cython.int, constants.STATE)
STEP = cython.declare(cython.ulonglong, 6364136223846793005)
DRIFT = cython.declare(cython.ulonglong, 1442695040888963407)


@cython.cclass
class SelfPlay(Policy):
    """A master that plays to learn: by its own chance, and exploring, now and then at random."""

    def __init__(
        self,
        finder: Solver,
        net: Net,
        hand_limit: Any,
        start_money: Any,
        start_wilds: Any,
        limit: Any = 100,
        width: Any = 24,
        sure: Any = 10,
    ) -> None:
        # What the form says is not trusted before it has learned: no margin.
        super().__init__(finder, net, hand_limit, limit, width, sure, constants.ANY_MARGIN)
        self.start_money = start_money
        self.start_wilds = start_wilds
        self.side = zeros("i", LETTERS)
        self.explores = self.chance = 0

    def random(self, below: cython.int) -> cython.int:
        """A random number from 0 up to, not including, `below`."""
        self.chance = self.chance * STEP + DRIFT & ALL_ONES
        return cython.cast(
            cython.int, (self.chance >> 33) * cython.cast(cython.ulonglong, below) >> 31
        )

    def stray(self, wilds: cython.int, money: cython.int) -> cython.int:
        """Exploring, note an outcome not taken as the side state, and sometimes take it.

        One that the form ranks high is noted more often: those decide. For poor states any will
        do: who is nearly ruined holds what nobody would have kept.
        """
        i: cython.int
        at: cython.int
        item: cython.int
        if not self.explores:
            return 0
        at = self.ranks if self.explores > 1 else self.random(self.ranks) + 1
        at = self.ranked[self.random(at)]
        item = self.outcome_item[at]
        for i in range(LETTERS):
            self.side[i] = 0
        for i in range(self.finder.tiles):
            if self.outcome_kept[at] >> i & 1:
                self.side[self.letter[i]] += 1
        self.side_wilds = wilds - (self.finder.item_wild[item] if item >= 0 else 0)
        self.side_money = money + self.outcome_revenue[at]
        if self.random(40) == 0:
            self.take(at)
        return 0

    def prefers_to_buy(self, bought: cython.longlong, stay: cython.longlong) -> cython.bint:
        """Exploring, once in 60 times the wrong way round, if the set can be bought."""
        if self.explores and self.random(60) == 0 and bought != NEVER:
            return bought <= stay
        return bought >= stay

    def shuffle(self) -> cython.int:
        """Put the tiles of the bag into `order` at random. Returns how many there are."""
        c: cython.int
        i: cython.int
        size: cython.int = 0
        other: cython.int
        for c in range(LETTERS):
            for i in range(self.bag[c]):
                other = self.random(size + 1)
                self.order[size] = self.order[other]
                self.order[other] = c
                size += 1
        return size

    def write(
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
        """Record a state at the end of a turn."""
        c: cython.int
        at: cython.int = row * STATE
        for c in range(LETTERS):
            states[at + c] = hand[first + c]
            states[at + LETTERS + c] = self.bag[c]
        states[at + 52] = wilds
        dollars[2 * row] = money
        dollars[2 * row + 1] = final
        return row + 1

    def write_poor(
        self, states: cython.uchar[::1], dollars: cython.int[::1], row: cython.int
    ) -> cython.int:
        """Record the side state as if most of it were lost: games hardly ever come to that.

        Half the time some tiles of the bag are held instead, which nobody would have kept.
        """
        c: cython.int
        i: cython.int
        kept: cython.int = self.random(5)
        wilds: cython.int = self.random((self.side_wilds if self.random(4) == 0 else 2) + 1)
        room: cython.int = self.net.left if self.net.left < KEPT else KEPT
        more: cython.int = 0
        at: cython.int
        for c in range(LETTERS):
            for i in range(self.side[c]):
                if self.random(4) >= kept:
                    self.side[c] -= 1
            room -= self.side[c]
            self.drawn[c] = 0
        if room > 0 and self.random(2):
            more = self.random((room if room < 6 else 6) + 1)
        for i in range(more):
            at = self.random(self.net.left - i)
            c = 0
            while at >= self.bag[c]:
                at -= self.bag[c]
                c += 1
            self.bag[c] -= 1
            self.side[c] += 1
            self.drawn[c] += 1
        row = self.write(
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

    def gather(
        self,
        seed: cython.ulonglong,
        games: cython.int,
        explores: cython.int,
        states: cython.uchar[::1],
        dollars: cython.int[::1],
    ) -> Any:
        """Play games, with some random actions or not, and record the states at the ends of turns.

        A state is the hand, the bag and the wilds, in 56 bytes; dollars are the money then and at
        the end, or -1 for a state that was an alternative, -2 for a poor one, which exploring by 2
        adds. Returns the number of states.
        """
        row: cython.int = 0
        start: cython.int
        i: cython.int
        gone: cython.int
        leader: cython.int
        seat: cython.int
        sure: cython.longlong = self.sure
        self.chance = seed
        self.order = zeros("B", self.net.total + 1)
        self.explores = explores
        if explores:
            self.sure = -NEVER  # passing is tried too, however far buying leads
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
                    gone = self.round(gone, leader, self.roll())
                    leader = (leader + 1) % self.players
                    if gone >= 0:
                        seat = self.random(self.players)
                        row = self.write(
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
                        row = self.write(
                            states, dollars, row, self.side, 0, self.side_wilds, self.side_money, -1
                        )
                    if gone >= 0 and explores > 1:
                        row = self.write_poor(states, dollars, row)
                for gone in range(start, row):
                    if dollars[2 * gone + 1] >= 0:
                        dollars[2 * gone + 1] = self.money[dollars[2 * gone + 1]]
        self.explores = 0
        self.sure = sure
        return row

    def roll(self) -> cython.int:
        """A random face of the die: a number, or 0 for *choice*."""
        k: cython.int
        face: cython.int = self.random(self.net.die)
        for k in range(HEADS):
            face -= self.net.faces[k]
            if face < 0:
                return k + 2
        return 0

    def new_game(self) -> cython.int:
        """Seat the players; exploring, one in five has other money, one in five other wilds."""
        seat: cython.int
        i: cython.int
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
        """Set the labels of states: for draws of 2 to 5 the sum, over samples, of the totals.

        A sample is a draw from the bag and the best that can be made of it under the present net.
        What was drawn is set too, summed over samples: counts of A to Z.
        """
        row: cython.int
        self.chance = seed
        self.order = zeros("B", self.net.total + 1)
        with cython.nogil:
            for row in range(first, end):
                self.label_one(states, dollars, labels, draws, row, samples)

    def label_one(
        self,
        states: cython.uchar[::1],
        dollars: cython.int[::1],
        labels: cython.longlong[::1],
        draws: cython.uchar[::1],
        row: cython.int,
        samples: cython.int,
    ) -> cython.int:
        c: cython.int
        k: cython.int
        i: cython.int
        sample: cython.int
        left: cython.int = 0
        used: cython.int = 0
        need: cython.int
        sum_: cython.longlong
        for c in range(LETTERS):
            self.hands[c] = states[row * STATE + c]
        self.wilds[0] = states[row * STATE + 52]
        for k in range(HEADS):
            sum_ = 0
            need = (k + 2) * self.players
            for sample in range(samples):
                for c in range(LETTERS):
                    self.bag[c] = states[row * STATE + LETTERS + c]
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
                self.net.see(self.bag)
                sum_ += self.turn(0, self.random(self.players) == 0)
            labels[row * HEADS + k] = sum_
        return 0

    def label_by_games(
        self,
        seed: cython.ulonglong,
        states: cython.uchar[::1],
        dollars: cython.int[::1],
        labels: cython.longlong[::1],
        first: cython.int,
        end: cython.int,
    ) -> None:
        """Set the labels of states to what a game that is played on from each brings.

        The other seats begin with nothing but wilds and money.
        """
        row: cython.int
        k: cython.int
        gone: cython.int
        leader: cython.int
        self.chance = seed
        self.order = zeros("B", self.net.total + 1)
        with cython.nogil:
            for row in range(first, end):
                for k in range(HEADS):
                    self.new_game()
                    for gone in range(LETTERS):
                        self.hands[gone] = states[row * STATE + gone]
                        self.bag[gone] = states[row * STATE + LETTERS + gone]
                    self.wilds[0] = states[row * STATE + 52]
                    self.money[0] = dollars[2 * row]
                    self.shuffle()
                    leader = self.random(self.players)
                    gone = self.round(0, leader, k + 2)
                    while gone >= 0:
                        leader = (leader + 1) % self.players
                        gone = self.round(gone, leader, self.roll())
                    labels[row * HEADS + k] = self.unit * (self.money[0] - dollars[2 * row])
