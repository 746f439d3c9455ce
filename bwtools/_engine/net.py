"""V: the worth of what is kept."""

from __future__ import annotations

from array import array
from operator import mul
from typing import Any

from . import constants
from .packed_rows import lanes_of, values_of

try:
    import cython

    if not cython.compiled:
        raise ImportError
except ImportError:
    from . import cython_stub as cython

if not cython.compiled:
    from .cython_stub import filled, zeros
else:
    from .buffers import filled, zeros

LETTERS = cython.declare(cython.int, constants.LETTERS)
MOST_TILES = cython.declare(cython.int, constants.MOST_TILES)
HEADS = cython.declare(cython.int, constants.HEADS)
NUMBER = cython.declare(cython.int, constants.NUMBER)
WILDS = cython.declare(cython.int, constants.WILDS)
PAIRS = cython.declare(cython.int, constants.PAIRS)
SPARSE = cython.declare(cython.int, constants.SPARSE)
HIDDEN = cython.declare(cython.int, constants.HIDDEN)
SECOND = cython.declare(cython.int, constants.SECOND)
STEPS = cython.declare(cython.int, constants.STEPS)
RICH = cython.declare(cython.int, 200)  # dollars from which money makes no difference
POOR = cython.declare(cython.int, constants.POOR)
SCARCE = cython.declare(cython.int, constants.SCARCE)
ONE = cython.declare(cython.int, 4096)  # the whole of a share


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_row(total: cython.p_short, row: cython.p_short) -> cython.int:
    j: cython.Py_ssize_t
    for j in range(256):
        total[j] += row[j]
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_rows(
    total: cython.p_short,
    one: cython.p_short,
    two: cython.p_short,
    three: cython.p_short,
    four: cython.p_short,
) -> cython.int:
    j: cython.Py_ssize_t
    for j in range(256):
        total[j] += one[j] + two[j] + three[j] + four[j]
    return 0


@cython.cclass
class Net:
    """The worth of what is kept at the end of a turn: further money expected, in 1/256 dollar.

    Four numbers, one for each size of the next draw: a level by tiles left in the bag, a quadratic
    form of the letters kept, and a net of 256 and 32 units over letters, pairs, bag and money. The
    inputs of the bag and of money are linear, so that the rows of the first layer for each count of
    a letter and each bag size are made beforehand. Interpreted, a row is one integer of 256 lanes.

    Below $128 a second net, of the same form, is added by how much is lacking, and who can neither
    buy nor sell any more has nothing to expect. Games hardly ever come to that: the first net is
    trained without such states, which vary so much that they would disturb it.
    """

    def __init__(self, weights: Any, counts: Any, faces: Any, choice: Any) -> None:
        """Of the arrays of a weights file, the tiles A to Z in the bag at first, and the die.

        `faces` counts those with 2 to 5, `choice` those where the leader chooses.
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
        at = PAIRS
        for i in range(LETTERS):
            for j in range(i + 1, LETTERS):
                self.pair[i * LETTERS + j] = self.pair[j * LETTERS + i] = at
                at += 1
        self.kept = zeros("i", MOST_TILES)
        self.active = zeros("i", 64)
        self.heads = zeros("i", HEADS)
        self.context = zeros("h", HIDDEN)
        self.left = self.late = self.size = self.least = 0
        self.sparse = self.bag_row = self.size_row = self.money_row = zeros("h", 1)
        self.bag_at = zeros("i", LETTERS)
        letters = [c for c in range(LETTERS) if self.counts[c]]
        share = weights["share"]
        self.shares = [sum([share[c * HIDDEN + j] for c in letters]) for j in range(HIDDEN)]
        self.has_poor = "poor_sparse" in weights
        if self.has_poor:
            parts = {**weights, "quad": [0] * SPARSE, "level": [0] * len(weights["level"])}
            parts["quad_late"] = parts["quad"]
            for name in list(weights):
                if name.startswith("poor_"):
                    parts[name[5:]] = parts.pop(name)
            self.poor = Net(parts, counts, faces, choice)
        if cython.compiled:
            self._build_rows()
        else:
            self._build_lanes()

    def _share_row(self, letter: Any, left: Any) -> Any:
        """What the first layer gets from so many of a letter in the bag."""
        share = left * ONE // max(1, self.counts[letter])
        row = self.weights["share"][letter * HIDDEN : letter * HIDDEN + HIDDEN]
        return [(w * share + 2048) >> 12 for w in row]

    def _size_row(self, left: Any) -> Any:
        """What the first layer gets from so many tiles in the bag, with the constants."""
        size, bias = self.weights["size"], self.weights["bias"]
        part = left * ONE // self.total
        inputs = [
            part,
            min(ONE, left * ONE // (40 * self.players)),
            min(ONE, left * ONE // (12 * self.players)),
        ]
        row = []
        for j in range(HIDDEN):
            total = bias[j] * ONE - part * self.shares[j]
            for i, value in enumerate(inputs):
                total += value * size[i * HIDDEN + j]
            if left < STEPS:
                total += ONE * size[(len(inputs) + left) * HIDDEN + j]
            row.append((total + 2048) >> 12)
        return row

    def _money_row(self, money: Any) -> Any:
        """What the first layer gets from so many dollars, below $200: sets cost squares."""
        near, far = max(0, 80 - money) * ONE // 80, (RICH - money) * ONE // RICH
        weights = self.weights["money"]
        rows = [weights[i * HIDDEN : i * HIDDEN + HIDDEN] for i in range(POOR + 1)]
        steps = [rows[pips] for pips in range(2, POOR + 1) if money < pips * pips]
        fixed = [ONE * sum(step) for step in zip(*steps, strict=True)] if steps else [0] * HIDDEN
        return [
            (near * rows[0][j] + far * rows[1][j] + fixed[j] + 2048) >> 12 for j in range(HIDDEN)
        ]

    def _build_rows(self) -> None:
        rows = array("h")
        for letter in range(LETTERS):
            self.bag_at[letter] = len(rows)
            for left in range(self.counts[letter] + 1):
                rows.extend(self._share_row(letter, left))
        self.bag_row = rows
        self.size_row = array("h", [v for r in range(self.total + 1) for v in self._size_row(r)])
        self.money_row = array("h", [v for money in range(RICH) for v in self._money_row(money)])
        self.sparse = array("h", self.weights["sparse"]) + array("h", bytes(2 * HIDDEN))

    def _build_lanes(self) -> None:
        """The second and the third layer as an integer of all outputs for each input."""
        lanes: dict = {}
        self.lanes = lanes
        self.second_lanes = [
            lanes_of([self.second[o * HIDDEN + j] for o in range(SECOND)], 32)
            for j in range(HIDDEN)
        ]
        self.bias_lanes = lanes_of(self.second_bias, 32)

    def _lane(self, kind: str, at: Any, money: Any = 0) -> Any:
        """Interpreted: a row of the first layer as one integer."""
        key = kind, at, money
        row = self.lanes.get(key)
        if row is None:
            if kind == "sparse":
                values = self.weights["sparse"][at * HIDDEN : at * HIDDEN + HIDDEN]
            elif kind == "share":
                values = self._share_row(at, money)
            else:
                values = self._size_row(at) if kind == "size" else self._money_row(money)
            row = self.lanes[key] = lanes_of(values, 16)
        return row

    def _sum_context(self, bag: Any) -> None:
        row = self._lane("size", self.left)
        for letter in range(LETTERS):
            if self.counts[letter]:
                row += self._lane("share", letter, bag[letter])
        self.context_lanes = row

    def see(self, bag: cython.int[::1]) -> cython.int:
        """Take what is left in the bag: how many of A to Z."""
        c: cython.Py_ssize_t
        j: cython.Py_ssize_t
        at: cython.Py_ssize_t
        left: cython.int = 0
        for c in range(LETTERS):
            left += bag[c]
        self.left = left
        if self.has_poor:
            self.poor.see(bag)
        self.late = left * 256 // (40 * self.players)
        if self.late > 256:
            self.late = 256
        if not cython.compiled:
            self._sum_context(bag)
            return left
        for j in range(HIDDEN):
            self.context[j] = self.size_row[left * HIDDEN + j]
        for c in range(LETTERS):
            if self.counts[c]:
                at = self.bag_at[c] + bag[c] * HIDDEN
                _add_row(cython.address(self.context[0]), cython.address(self.bag_row[at]))
        return left

    def term(self, feature: cython.int) -> cython.int:
        """A term of the quadratic form, in 1/256 dollar."""
        return self.quad[feature] + (self.quad_late[feature] * self.late >> 8)

    def hint(self, feature: cython.int) -> cython.int:
        """A term of the form by which outcomes are ranked before the net values the best."""
        return self.rank[feature] + (self.rank_late[feature] * self.late >> 8)

    def look(self, wilds: cython.int, money: cython.int) -> cython.int:
        """Set `heads` for the letters `kept`, of which there are `size`, in order."""
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        c: cython.Py_ssize_t
        copies: cython.int = 0
        last: cython.int = -1
        distinct: cython.int = 0
        active: cython.int = 2
        quad: cython.int
        letters = cython.declare(cython.int[8])
        if money < self.least and (self.size == 0 or (self.size == 1 and wilds == 0)):
            for i in range(HEADS):  # nothing can be bought or sold ever again
                self.heads[i] = 0
            return 0
        self.active[0] = NUMBER + self.size
        self.active[1] = WILDS + (wilds if wilds < 9 else 9)
        for i in range(self.size):
            c = self.kept[i]
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
            quad += self.term(self.active[i])
        if cython.compiled:
            self.forward(active, money, quad)
        else:
            self._forward(active, money, quad)
        if self.has_poor and money < SCARCE:
            self.look_poor(wilds, money)
        return 0

    def look_poor(self, wilds: cython.int, money: cython.int) -> cython.int:
        """Correct `heads` by the second net."""
        i: cython.int
        for i in range(self.size):
            self.poor.kept[i] = self.kept[i]
        self.poor.size = self.size
        self.poor.look(wilds, money)
        for i in range(HEADS):
            self.heads[i] += self.poor.heads[i] * (SCARCE - money) >> 7
            if self.heads[i] < 0:
                self.heads[i] = 0
        return 0

    def forward(self, active: cython.int, money: cython.int, quad: cython.int) -> cython.int:
        i: cython.int
        j: cython.Py_ssize_t
        k: cython.Py_ssize_t
        at: cython.Py_ssize_t
        left: cython.int = self.left if self.left < self.trained else self.trained
        x: cython.int
        total: cython.longlong
        first = cython.declare(cython.short[256])
        second = cython.declare(cython.int[32])
        for j in range(256):
            first[j] = self.context[j]
        while active & 3:  # rows by fours: the row of zeros fills up
            self.active[active] = SPARSE
            active += 1
        for i in range(0, active, 4):
            _add_rows(
                first,
                cython.address(self.sparse[self.active[i] * 256]),
                cython.address(self.sparse[self.active[i + 1] * 256]),
                cython.address(self.sparse[self.active[i + 2] * 256]),
                cython.address(self.sparse[self.active[i + 3] * 256]),
            )
        if money < RICH:
            _add_row(first, cython.address(self.money_row[money * 256]))
        for j in range(256):
            first[j] = first[j] if first[j] > first[j] >> 3 else first[j] >> 3
        for k in range(32):
            x = self.second_bias[k]
            at = k * 256
            for j in range(256):
                x += first[j] * self.second[at + j]
            x >>= 13
            second[k] = x if x > 0 else x >> 3
        for k in range(HEADS):
            total = self.third_bias[k]
            for j in range(32):
                total += cython.cast(cython.longlong, second[j]) * self.third[k * 32 + j]
            self.heads[k] = (
                self.level[k * (self.trained + 1) + left]
                + quad
                + cython.cast(cython.int, total >> 7)
            )
        return 0

    def _forward(self, active: Any, money: Any, quad: Any) -> None:
        """The same with integers of many lanes."""
        row = self.context_lanes
        for i in range(active):
            row += self._lane("sparse", self.active[i])
        if money < RICH:
            row += self._lane("money", 0, money)
        first = [x if x > 0 else x >> 3 for x in values_of(row, 16, HIDDEN)]
        row = sum(map(mul, first, self.second_lanes), self.bias_lanes)
        second = [x >> 13 for x in values_of(row, 32, SECOND)]
        second = [x if x > 0 else x >> 3 for x in second]
        left = min(self.left, self.trained)
        for k in range(HEADS):
            total = self.third_bias[k] + sum(map(mul, second, self.third[k * SECOND :]))
            level = self.level[k * (self.trained + 1) + left]
            self.heads[k] = level + quad + (total >> 7)

    def worth(self, leads: cython.int) -> cython.longlong:
        """The heads as one number, in 1/256 dollar times the faces of the die.

        Who leads the next round takes the best number on *choice*; others take what they take.
        """
        k: cython.int
        total: cython.longlong = 0
        best: cython.longlong = self.heads[0]
        mixed: cython.longlong = 0
        for k in range(HEADS):
            total += cython.cast(cython.longlong, self.heads[k]) * self.faces[k]
            mixed += cython.cast(cython.longlong, self.heads[k]) * self.mix[k]
            if self.heads[k] > best:
                best = self.heads[k]
        if not leads:
            best = mixed >> 8
        return total + best * self.choice
