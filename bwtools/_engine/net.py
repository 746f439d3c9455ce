"""V, the leave value: a quadratic form and a small neural net in integers."""

from __future__ import annotations

from operator import mul
from typing import Any

from . import constants
from .packed_rows import pack, unpack

try:
    import cython

    if not cython.compiled:
        raise ImportError
except ImportError:
    from . import cython_stub as cython

if not cython.compiled:
    from .cython_stub import filled, zeros
else:
    from cython.cimports.bwtools._engine.net_kernels import (
        add_rows,
        replace_row,
        second_layer,
        third_layer,
    )

    from .buffers import filled, zeros

LETTERS = cython.declare(cython.int, constants.LETTERS)
MOST_TILES = cython.declare(cython.int, constants.MOST_TILES)
HEADS = cython.declare(cython.int, constants.HEADS)
SIZE_INPUTS = cython.declare(cython.int, constants.SIZE_INPUTS)
WILD_INPUTS = cython.declare(cython.int, constants.WILD_INPUTS)
PAIR_INPUTS = cython.declare(cython.int, constants.PAIR_INPUTS)
LEAVE_INPUTS = cython.declare(cython.int, constants.LEAVE_INPUTS)
HIDDEN = cython.declare(cython.int, constants.HIDDEN)
SECOND = cython.declare(cython.int, constants.SECOND)
BAG_INPUTS = cython.declare(cython.int, constants.BAG_INPUTS)
SMALL_BAGS = cython.declare(cython.int, constants.SMALL_BAGS)
RICH = cython.declare(cython.int, 200)  # dollars from which money makes no difference
CHEAP_PIPS = cython.declare(cython.int, constants.CHEAP_PIPS)
SCARCE_MONEY = cython.declare(cython.int, constants.SCARCE_MONEY)
STEEP = cython.declare(cython.int, 56)  # dollars: 7 * 8, below which V is interpolated
FULL_BAG = cython.declare(cython.int, constants.FULL_BAG)
WITHIN = cython.declare(cython.int, 128)  # dollars: the nets never fall by as much
ABOVE_RICH = cython.declare(cython.int, 48)  # dollars: what V may be above V with plenty of money
REMEMBERED = cython.declare(cython.int, 1024)  # values of leaves with the present bag
GOLDEN = cython.declare(cython.ulonglong, constants.GOLDEN)
ALL_ONES = cython.declare(cython.ulonglong, constants.ALL_ONES)
ONE = cython.declare(cython.int, 4096)  # 1.0 in fixed point, for the inputs about bag and money


@cython.final
@cython.cclass
class Net:
    """V: the expected future income from a leave, in 1/256 dollar, for each size of the next draw.

    Each of the four heads is the sum of a level by bag size, a quadratic form of the leave, and a
    net with layers of 256 and 32 units over letters, pairs of letters, bag and money. The inputs
    about bag and money are linear, so the first-layer rows for every count of a letter, bag size
    and amount of money are computed in advance. Interpreted, a row is one integer with 256 lanes.

    With less than $128 a second net of the same form is added, in proportion to the money missing.
    Players who can neither buy nor sell again expect nothing. Games hardly ever come to that: the
    first net is trained without such states, whose values vary so much that they would disturb it.
    """

    def __init__(self, weights: Any, counts: Any, faces: Any, choice: Any) -> None:
        """Take the arrays of a weights file, the tiles A to Z in the full bag, and the die.

        `faces` counts the faces 2 to 5 of the die, `choice` its faces *choice*.
        """
        self.weights = weights
        self.players = weights["players"]
        self.trained = len(weights["level"]) // HEADS - 1
        self.total = max(1, sum(counts))
        self.counts = filled("i", counts)
        self.faces = filled("i", faces)
        self.choice = choice
        self.die = sum(faces) + choice
        self.second = filled("h", weights["second"])
        self.second_bias = filled("i", weights["second_bias"])
        self.third = filled("h", weights["third"])
        self.third_bias = filled("i", weights["third_bias"])
        self.level = filled("i", weights["level"])
        self.quad = filled("i", weights["quad"])
        self.quad_late = filled("i", weights["quad_late"])
        self.rank = filled("i", weights["rank"])
        self.rank_late = filled("i", weights["rank_late"])
        self.mix = filled("i", weights["mix"])
        self.pair = zeros("i", LETTERS * LETTERS)
        at = PAIR_INPUTS
        for i in range(LETTERS):
            for j in range(i + 1, LETTERS):
                self.pair[i * LETTERS + j] = self.pair[j * LETTERS + i] = at
                at += 1
        self.leave = zeros("i", MOST_TILES)
        self.active = zeros("i", 64)
        self.heads = zeros("i", HEADS)
        self.rich_heads = zeros("i", HEADS)
        self.ruin_lift = filled("i", constants.RUIN_LIFT)
        self.bag = zeros("i", LETTERS)
        self.drawn_from = zeros("i", LETTERS)
        self.known_key = zeros("Q", REMEMBERED)
        self.known_bag = zeros("i", REMEMBERED)
        self.known_heads = zeros("i", REMEMBERED * HEADS)
        self.bags = self.poor_is_set = 0
        self.context = zeros("h", HIDDEN)
        self.full_context = zeros("h", HIDDEN)
        self.first = zeros("h", HIDDEN)
        self.bag_size = self.bag_part = self.leave_size = self.cheapest_set = 0
        self.fullness = -1  # of the bag, for which these terms of the quadratic forms are
        self.quad_term = zeros("i", LEAVE_INPUTS)
        self.rank_term = zeros("i", LEAVE_INPUTS)
        self.leave_rows = self.bag_rows = self.size_rows = self.money_rows = zeros("h", 1)
        self.bag_offset = zeros("i", LETTERS)
        self._sum_shares()
        self.has_poor = "poor_sparse" in weights
        if self.has_poor:
            parts = {**weights, "quad": [0] * LEAVE_INPUTS, "level": [0] * len(weights["level"])}
            parts["quad_late"] = parts["quad"]
            for name in list(weights):
                if name.startswith("poor_"):
                    parts[name[5:]] = parts.pop(name)
            self.poor = Net(parts, counts, faces, choice)
        if cython.compiled:
            self._build_rows()
        else:
            self._pack_layers()

    @cython.locals(c=cython.Py_ssize_t, j=cython.Py_ssize_t, weights=cython.short[::1])
    def _sum_shares(self) -> None:
        """Set `shares` to the sums of the share rows of all letters."""
        weights = self.weights["share"]
        self.shares = zeros("i", HIDDEN)
        for c in range(LETTERS):
            if self.counts[c]:
                for j in range(HIDDEN):
                    self.shares[j] += weights[c * HIDDEN + j]

    @cython.locals(at=cython.Py_ssize_t, letter=cython.int, left=cython.int)
    @cython.locals(j=cython.Py_ssize_t, share=cython.int)
    @cython.locals(weights=cython.short[::1], row=cython.short[::1])
    def _set_bag_row(self, row: Any, at: Any, letter: Any, left: Any) -> None:
        """Set the first-layer row for `left` tiles of a letter in the bag, from the index `at`."""
        weights = self.weights["share"]
        share = left * ONE // max(1, self.counts[letter])
        for j in range(HIDDEN):
            row[at + j] = (weights[letter * HIDDEN + j] * share + 2048) >> 12

    @cython.locals(at=cython.Py_ssize_t, left=cython.int, whole=cython.int, late=cython.int)
    @cython.locals(last=cython.int, j=cython.Py_ssize_t, total=cython.longlong)
    @cython.locals(size=cython.short[::1], bias=cython.short[::1], row=cython.short[::1])
    def _set_size_row(self, row: Any, at: Any, left: Any) -> None:
        """Set the first-layer row for `left` tiles in the bag, with the biases."""
        size = self.weights["size"]
        bias = self.weights["bias"]
        whole = left * ONE // self.total
        late = min(ONE, left * ONE // (40 * self.players))
        last = min(ONE, left * ONE // (12 * self.players))
        for j in range(HIDDEN):
            total = cython.cast(cython.longlong, bias[j]) * ONE
            total -= cython.cast(cython.longlong, whole) * self.shares[j]
            total += whole * size[j] + late * size[HIDDEN + j] + last * size[2 * HIDDEN + j]
            if left < SMALL_BAGS:
                total += ONE * size[(BAG_INPUTS + left) * HIDDEN + j]
            row[at + j] = cython.cast(cython.short, (total + 2048) >> 12)

    @cython.locals(at=cython.Py_ssize_t, money=cython.int, near=cython.int, far=cython.int)
    @cython.locals(j=cython.Py_ssize_t, pips=cython.int, total=cython.longlong)
    @cython.locals(weights=cython.short[::1], row=cython.short[::1])
    def _set_money_row(self, row: Any, at: Any, money: Any) -> None:
        """Set the first-layer row for an amount of money below $200."""
        weights = self.weights["money"]
        near = max(0, 80 - money) * ONE // 80
        far = (RICH - money) * ONE // RICH
        for j in range(HIDDEN):
            total = near * weights[j] + far * weights[HIDDEN + j]
            for pips in range(2, CHEAP_PIPS + 1):
                if money < pips * pips:
                    total += ONE * weights[pips * HIDDEN + j]
            row[at + j] = cython.cast(cython.short, (total + 2048) >> 12)

    def _build_rows(self) -> None:
        """Compiled: compute all rows of the first layer."""
        counts = list(self.counts)
        bag_rows = zeros("h", HIDDEN * (sum(counts) + LETTERS))
        at = 0
        for letter in range(LETTERS):
            self.bag_offset[letter] = at
            for left in range(counts[letter] + 1):
                self._set_bag_row(bag_rows, at, letter, left)
                at += HIDDEN
        self.bag_rows = bag_rows
        size_rows = zeros("h", HIDDEN * (self.total + 1))
        for left in range(self.total + 1):
            self._set_size_row(size_rows, HIDDEN * left, left)
        self.size_rows = size_rows
        money_rows = zeros("h", HIDDEN * RICH)
        for money in range(RICH):
            self._set_money_row(money_rows, HIDDEN * money, money)
        self.money_rows = money_rows
        self.leave_rows = filled("h", self.weights["sparse"]) + zeros("h", HIDDEN)

    def _pack_layers(self) -> None:
        """Interpreted: pack the second layer, one row of all outputs for each input."""
        packed: dict = {}
        self.packed = packed
        self.packed_second = [
            pack([self.second[o * HIDDEN + j] for o in range(SECOND)], 32) for j in range(HIDDEN)
        ]
        self.packed_bias = pack(self.second_bias, 32)

    def _packed_row(self, kind: str, at: Any, count: Any = 0) -> Any:
        """Interpreted: return a row of the first layer as one integer."""
        key = kind, at, count
        row = self.packed.get(key)
        if row is None:
            if kind == "leave":
                values = self.weights["sparse"][at * HIDDEN : at * HIDDEN + HIDDEN]
            else:
                values = [0] * HIDDEN
                if kind == "bag":
                    self._set_bag_row(values, 0, at, count)
                elif kind == "size":
                    self._set_size_row(values, 0, at)
                else:
                    self._set_money_row(values, 0, at)
            row = self.packed[key] = pack(values, 16)
        return row

    def _pack_context(self, bag: Any) -> None:
        row = self._packed_row("size", self.bag_size)
        for letter in range(LETTERS):
            if self.counts[letter]:
                row += self._packed_row("bag", letter, bag[letter])
        self.packed_context = row

    @cython.locals(c=cython.int)
    def set_bag(self, bag: cython.int[::1]) -> cython.int:
        """Set the contents of the bag, as counts of A to Z. Return the number of tiles."""
        for c in range(LETTERS):
            self.drawn_from[c] = bag[c]
        self.count_bag(bag)
        if cython.compiled:
            self.add_bag()
        else:
            self._pack_context(bag)
        return self.bag_size

    @cython.locals(c=cython.int, fullness=cython.int)
    def count_bag(self, bag: cython.int[::1]) -> cython.int:
        self.bag_size = 0
        for c in range(LETTERS):
            self.bag[c] = bag[c]
            self.bag_size += bag[c]
        self.bag_part = self.bag_size if self.bag_size < FULL_BAG else FULL_BAG
        fullness = self.bag_size * 256 // (40 * self.players)
        if fullness > 256:
            fullness = 256
        if fullness != self.fullness:
            self.fullness = fullness
            for c in range(LEAVE_INPUTS):
                self.quad_term[c] = self.quad[c] + (self.quad_late[c] * fullness >> 8)
                self.rank_term[c] = self.rank[c] + (self.rank_late[c] * fullness >> 8)
        self.bags += 1
        self.poor_is_set = 0
        return 0

    @cython.locals(c=cython.int, j=cython.int)
    def add_bag(self) -> cython.int:
        """Add the first-layer rows of the bag."""
        for j in range(HIDDEN):
            self.full_context[j] = self.size_rows[self.bag_size * HIDDEN + j]
        for c in range(LETTERS):
            if self.counts[c]:
                j = self.bag_offset[c] // HIDDEN + self.bag[c]
                add_rows(
                    cython.address(self.full_context[0]),
                    cython.address(self.bag_rows[0]),
                    cython.address(j),
                    1,
                )
        self.full_size = self.bag_size
        for j in range(HIDDEN):
            self.context[j] = self.full_context[j]
        return 0

    @cython.locals(c=cython.int, j=cython.int, at=cython.Py_ssize_t)
    def draw_from_bag(self, bag: cython.int[::1]) -> cython.int:
        """Set the contents after a draw from the bag last set: faster than to set them."""
        if not cython.compiled:
            return self.set_bag(bag)
        self.count_bag(bag)
        for j in range(HIDDEN):
            self.context[j] = self.full_context[j]
        replace_row(
            cython.address(self.context[0]),
            cython.address(self.size_rows[self.full_size * HIDDEN]),
            cython.address(self.size_rows[self.bag_size * HIDDEN]),
        )
        for c in range(LETTERS):
            if bag[c] != self.drawn_from[c]:
                at = self.bag_offset[c]
                replace_row(
                    cython.address(self.context[0]),
                    cython.address(self.bag_rows[at + self.drawn_from[c] * HIDDEN]),
                    cython.address(self.bag_rows[at + bag[c] * HIDDEN]),
                )
        return self.bag_size

    @cython.locals(i=cython.int, key=cython.ulonglong, at=cython.Py_ssize_t)
    def evaluate(self, wilds: cython.int, money: cython.int) -> cython.int:
        """Set `heads` for the `leave_size` letters of `leave`, which are in order."""
        if money < self.cheapest_set and (
            self.leave_size == 0 or (self.leave_size == 1 and wilds == 0)
        ):
            for i in range(HEADS):  # the player can never buy or sell again
                self.heads[i] = 0
            return 0
        key = 0
        for i in range(self.leave_size):
            key = key << 5 | (self.leave[i] + 1)
        # After the letters, whose number varies, so that these have a place of their own.
        key = key << 8 | (money if money < RICH else RICH)
        key = key << 4 | (wilds if wilds < 9 else 9)
        at = (key * GOLDEN & ALL_ONES) >> 54
        if self.known_key[at] != key or self.known_bag[at] != self.bags:
            self.compute(wilds, money)
            self.known_key[at] = key
            self.known_bag[at] = self.bags
            for i in range(HEADS):
                self.known_heads[HEADS * at + i] = self.heads[i]
        for i in range(HEADS):
            self.heads[i] = self.known_heads[HEADS * at + i]
        return 0

    @cython.locals(i=cython.Py_ssize_t, j=cython.Py_ssize_t, c=cython.Py_ssize_t, copies=cython.int)
    @cython.locals(last=cython.int, distinct=cython.int, active=cython.int, quad=cython.int)
    def compute(self, wilds: cython.int, money: cython.int) -> cython.int:
        """Set `heads` by the nets."""
        letters = cython.declare(cython.int[8])
        self.active[0] = SIZE_INPUTS + self.leave_size
        self.active[1] = WILD_INPUTS + (wilds if wilds < 9 else 9)
        active = 2
        copies = distinct = 0
        last = -1
        for i in range(self.leave_size):
            c = self.leave[i]
            copies = copies + 1 if c == last else 1
            if copies <= 3:
                self.active[active] = 3 * c + copies - 1
                active += 1
            if copies == 1:
                for j in range(distinct):
                    self.active[active] = self.pair[letters[j] * LETTERS + c]
                    active += 1
                letters[distinct] = c
                distinct += 1
            last = c
        quad = 0
        for i in range(active):
            quad += self.quad_term[self.active[i]]
        self.add_leave(active)
        if self.has_poor and money < RICH:
            if not self.poor_is_set:
                self.poor.set_bag(self.bag)
                self.poor_is_set = 1
            for i in range(active):
                self.poor.active[i] = self.active[i]
            self.poor.add_leave(active)
            self.evaluate_scarce(money, quad)
        else:
            self.forward(money, quad)
        return 0

    @cython.locals(i=cython.int, pips=cython.int, low=cython.int, high=cython.int)
    def evaluate_scarce(self, money: cython.int, quad: cython.int) -> cython.int:
        """Set `heads` for money below RICH.

        Near ruin both nets make too much of a set that just becomes affordable. There the value is
        interpolated between amounts halfway from a price to the next: 2, 6, 12, 20... dollars.
        """
        below = cython.declare(cython.int[4])
        self.forward(RICH, quad)
        for i in range(HEADS):
            self.rich_heads[i] = self.heads[i]
        if money >= STEEP:
            self.evaluate_bounded(money, quad)
            return 0
        pips = 0
        while (pips + 1) * (pips + 2) <= money:
            pips += 1
        low, high = pips * (pips + 1), (pips + 1) * (pips + 2)
        self.evaluate_bounded(low, quad)
        if low == money:
            return 0
        for i in range(HEADS):
            below[i] = self.heads[i]
        self.evaluate_bounded(high, quad)
        for i in range(HEADS):
            self.heads[i] = (below[i] * (high - money) + self.heads[i] * (money - low)) // (
                high - low
            )
        return 0

    @cython.locals(pips=cython.int, less=cython.int, i=cython.int, total=cython.int)
    @cython.locals(within=cython.int)
    def evaluate_bounded(self, money: cython.int, quad: cython.int) -> cython.int:
        """Set `heads` so that more money is never worth less.

        Money plus the value by the nets increases with the money, except where a set becomes
        affordable (by up to $63) and where the second net ends. The total just below such an amount
        is a lower bound for those from there on, and the total with plenty of money an upper one.
        """
        best = cython.declare(cython.int[4])
        within = 0  # how far below the money a total may be higher
        self.forward_with_poor(money, quad)
        for i in range(HEADS):
            best[i] = self.heads[i]
            if within < self.bound(i) - best[i]:
                within = self.bound(i) - best[i]
        within = within >> 8 if within < 256 * WITHIN else WITHIN
        for pips in range(2, CHEAP_PIPS + 2):
            less = pips * pips - 1 if pips <= CHEAP_PIPS else SCARCE_MONEY - 1
            if less < money and less >= money - within:
                self.forward_with_poor(less, quad)
                for i in range(HEADS):
                    total = self.heads[i] - 256 * (money - less)
                    if total > best[i]:
                        best[i] = total
        for i in range(HEADS):
            total = self.rich_heads[i] + 256 * (RICH - money)
            self.heads[i] = best[i] if best[i] < total else total
        return 0

    def bound(self, head: cython.int) -> cython.int:
        """Return an upper bound of a head, by its value with plenty of money."""
        return max(0, self.rich_heads[head] + 256 * ABOVE_RICH)

    @cython.locals(i=cython.int)
    def forward_with_poor(self, money: cython.int, quad: cython.int) -> cython.int:
        """Set `heads` by both nets, and at most to `bound`."""
        self.forward(money, quad)
        if money < SCARCE_MONEY:
            self.poor.forward(money, 0)
            for i in range(HEADS):
                self.heads[i] += self.poor.heads[i] * (SCARCE_MONEY - money) >> 7
                if self.heads[i] < 0:
                    self.heads[i] = 0
            self.lift()
        for i in range(HEADS):
            self.heads[i] = min(self.heads[i], self.bound(i))
        return 0

    @cython.locals(i=cython.int, at=cython.int, rich=cython.int, rest=cython.int)
    @cython.locals(part=cython.longlong)
    def lift(self) -> cython.int:
        """Correct `heads` near ruin, where both nets together are too low.

        What is added depends on the share that a head is of what it would be with plenty of money,
        and falls by less than the head rises.
        """
        for i in range(HEADS):
            rich = self.rich_heads[i]
            if 0 < self.heads[i] < rich:
                at = 8 * self.heads[i] // rich
                rest = 8 * self.heads[i] - at * rich
                part = cython.cast(cython.longlong, self.ruin_lift[at]) * (rich - rest)
                part += cython.cast(cython.longlong, self.ruin_lift[at + 1]) * rest
                self.heads[i] += cython.cast(cython.int, part * self.bag_part >> 16)
        return 0

    @cython.locals(i=cython.int, j=cython.Py_ssize_t)
    def add_leave(self, active: cython.int) -> cython.int:
        """Add the first-layer rows of the first `active` inputs to those of the bag."""
        if not cython.compiled:
            self._add_leave(active)
            return 0
        for j in range(256):
            self.first[j] = self.context[j]
        add_rows(
            cython.address(self.first[0]),
            cython.address(self.leave_rows[0]),
            cython.address(self.active[0]),
            active,
        )
        return 0

    def _add_leave(self, active: Any) -> None:
        """Interpreted: add packed rows."""
        row = self.packed_context
        for i in range(active):
            row += self._packed_row("leave", self.active[i])
        self.packed_first = row

    @cython.locals(k=cython.Py_ssize_t, left=cython.int)
    def forward(self, money: cython.int, quad: cython.int) -> cython.int:
        """Set `heads` by this net, after `add_leave`."""
        if not cython.compiled:
            self._forward(money, quad)
            return 0
        left = self.bag_size if self.bag_size < self.trained else self.trained
        second = cython.declare(cython.int[32])
        second_layer(
            second,
            cython.address(self.first[0]),
            cython.address(self.money_rows[money * HIDDEN]) if money < RICH else cython.NULL,
            cython.address(self.second[0]),
            cython.address(self.second_bias[0]),
        )
        third = cython.declare(cython.int[4])
        third_layer(
            third,
            second,
            cython.address(self.third[0]),
            cython.address(self.third_bias[0]),
        )
        for k in range(HEADS):
            self.heads[k] = self.level[k * (self.trained + 1) + left] + quad + third[k]
        return 0

    def _forward(self, money: Any, quad: Any) -> None:
        """Interpreted: set `heads` with packed rows."""
        row = self.packed_first
        if money < RICH:
            row += self._packed_row("money", money)
        first = [x if x > 0 else x >> 3 for x in unpack(row, 16, HIDDEN)]
        row = sum(map(mul, first, self.packed_second), self.packed_bias)
        second = [x >> 13 for x in unpack(row, 32, SECOND)]
        second = [x if x > 0 else x >> 3 for x in second]
        left = min(self.bag_size, self.trained)
        for k in range(HEADS):
            total = self.third_bias[k] + sum(map(mul, second, self.third[k * SECOND :]))
            level = self.level[k * (self.trained + 1) + left]
            self.heads[k] = level + quad + (total >> 7)

    @cython.locals(k=cython.int, total=cython.longlong, best=cython.longlong, mixed=cython.longlong)
    def leave_value(self, leads: cython.int) -> cython.longlong:
        """Return the mean of `heads` over the die, in 1/256 dollar times the number of faces.

        On *choice* the leader of the next round gets the best head; other players get what leaders
        name on average.
        """
        total = mixed = 0
        best = self.heads[0]
        for k in range(HEADS):
            total += cython.cast(cython.longlong, self.heads[k]) * self.faces[k]
            mixed += cython.cast(cython.longlong, self.heads[k]) * self.mix[k]
            if self.heads[k] > best:
                best = self.heads[k]
        if not leads:
            best = mixed >> 8
        return total + best * self.choice
