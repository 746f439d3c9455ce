"""Train V from scratch and write its weights to bwtools/data/value1.bin and so on.

The method is fitted value iteration. States come from games with exploration; half of them are
outcomes that were not chosen. The label of a state is the money of the next round's best turn under
the present V, for each size of the next draw, averaged over samples. The first stage fits a level
by bag size and a quadratic form, the second fits the net on top of them; the last makes many more
labels and lets the learning rate fall to 0. Two more passes learn again, on labels by the better V.
Finally a second net learns the errors of the first near ruin, from games played to the end.

The same seed gives the same weights for any number of threads, on machines whose floating-point
library adds in the same order.

    python scripts/train_value.py --players 1 2 3 4 --seed 1 --jobs 2

For another dictionary, the weights for one player can start from those for ENABLE, which takes a
quarter of the time and keeps the second net:

    python scripts/train_value.py --dictionary wordnik --from-enable
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from array import array
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import numpy as np

from bwtools._engine.constants import (
    BAG_INPUTS,
    CHEAP_PIPS,
    HEADS,
    HIDDEN,
    LEAVE_INPUTS,
    MONEY_INPUTS,
    SCARCE_MONEY,
    SECOND,
    SMALL_BAGS,
)
from bwtools._engine.net import Net
from bwtools._engine.solver import COMPILED, Solver
from bwtools.evaluation import weights
from bwtools.game.deal import Deal
from bwtools.lexicon import lexicon as lexicons
from bwtools.tiles.tile_set import ALPHABET, TileSet, load_tiles

if TYPE_CHECKING:
    from self_play import SelfPlay

ROOT = Path(__file__).resolve().parents[1]
Array = Any
SCALE = 20.0  # dollars of one unit of the net's output
LEAK = 0.125
STATE_BYTES = 56  # as in self_play.py
PAIRS = np.triu_indices(26, 1)
COSTS = np.arange(2, CHEAP_PIPS + 1) ** 2  # prices of the cheap sets
IS_POOR = -2  # marks a poor state: most of the hand is removed
POOR_WEIGHT = 0.05  # relative to states of usual games, which need no correction


class Plan(NamedTuple):
    """The amount of training: generations, and labels per generation."""

    linear: int = 3
    linear_labels: int = 8_000
    net: int = 12
    net_labels: int = 24_000
    replay: int = 6  # generations
    last: tuple[int, ...] = (300_000, 400_000, 600_000)
    part: int = 50_000
    poor: tuple[int, ...] = ()  # states for the second net
    games: int = 200  # to calibrate by


# After training from scratch, two more passes train on labels by the better V. The weights for more
# players start from those for one. Each plan starts from the weights that the previous one wrote.
SOLO = (
    Plan(),
    Plan(linear=0, net=0, last=(600_000, 600_000)),
    Plan(linear=0, net=0, last=(2_400_000,)),
    Plan(linear=0, net=0, last=(), poor=(4_000, 8_000, 16_000, 32_000, 32_000)),
)
TABLE = (
    Plan(linear=0, net=3, last=(100_000, 300_000)),
    Plan(linear=0, net=0, last=(), poor=(8_000, 16_000)),
)
FINE_TUNE = (  # from the weights for ENABLE
    Plan(linear=0, net=0, last=(300_000, 600_000)),
    Plan(linear=0, net=0, last=(600_000,)),
)


class Labels(NamedTuple):
    """States with their money and the values of their heads, in dollars."""

    states: Array  # n x 56 bytes: hand, bag, wilds
    money: Array
    values: Array  # n x 4
    weight: Array


@cache
def build_self_play() -> type[SelfPlay]:
    """Return the class. If the engine is compiled, compile self_play.py too, unless it is built."""
    if COMPILED:
        folder = str(ROOT / "build" / "training")
        environment = {**os.environ, "BWTOOLS_BUILD_TRAINING": "1", "BWTOOLS_REQUIRE_COMPILED": "1"}
        command = [sys.executable, "setup.py", "-q", "build_ext", "--build-lib", folder]
        subprocess.run(command, cwd=ROOT, env=environment, check=True)
        sys.path.insert(0, folder)
    from self_play import SelfPlay

    return SelfPlay


def join(parts: list[Labels]) -> Labels:
    return Labels(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


class Model:
    """V in floating point: a level, a quadratic form and a net."""

    def __init__(self, tiles: TileSet, players: int, seed: int) -> None:
        self.players = players
        self.counts = np.array([tiles.counts[c] for c in ALPHABET], np.float32)
        self.total = int(self.counts.sum())
        pips = np.array([tiles.pips[c] for c in ALPHABET])
        self.random = np.random.default_rng(seed)
        self.level = np.tile(11.0 / players * np.arange(self.total + 1), (HEADS, 1))
        self.quad: Array = np.zeros(LEAVE_INPUTS)
        self.quad[:78] = 8.0 * np.repeat(pips, 3)
        self.quad[87:97] = 25.0 * np.arange(10)
        self.late: Array = np.zeros(LEAVE_INPUTS)
        self.rank: Array = self.quad
        self.rank_late: Array = self.late
        self.mix: Array = np.array([128, 64, 48, 16])
        inputs = LEAVE_INPUTS + 26 + BAG_INPUTS + SMALL_BAGS + MONEY_INPUTS + len(COSTS) + 1
        shape = {"first": (inputs, HIDDEN), "second": (HIDDEN, SECOND), "third": (SECOND, HEADS)}
        self.net = {
            "first": self.random.normal(0, 0.15, shape["first"]),
            "second": self.random.normal(0, (2 / HIDDEN) ** 0.5, shape["second"]),
            "second_bias": np.zeros(SECOND),
            "third": np.zeros(shape["third"]),
            "third_bias": np.zeros(HEADS),
        }
        self.net = {name: values.astype(np.float32) for name, values in self.net.items()}
        self.average = {name: values.copy() for name, values in self.net.items()}
        self.moments = {
            name: (np.zeros_like(values), np.zeros_like(values))
            for name, values in self.net.items()
        }
        self.steps = 0

    def left(self, states: Array) -> Array:
        """Return the number of tiles in the bag."""
        return states[:, 26:52].sum(1, dtype=np.int64)

    def held(self, states: Array) -> Array:
        """Return the inputs about the leave, n x 422."""
        hand = states[:, :26]
        one = (hand >= 1).astype(np.float32)
        out = np.zeros((len(states), LEAVE_INPUTS), np.float32)
        for copies in range(3):
            out[:, copies:78:3] = hand >= copies + 1
        rows = np.arange(len(states))
        out[rows, 78 + hand.sum(1, dtype=np.int64)] = 1
        out[rows, 87 + np.minimum(states[:, 52], 9)] = 1
        np.multiply(one[:, PAIRS[0]], one[:, PAIRS[1]], out=out[:, 97:])
        return out

    def inputs(self, states: Array, money: Array) -> Array:
        """Return all inputs of the net."""
        left = self.left(states)
        part = left / self.total
        bag = states[:, 26:52] / np.maximum(self.counts, 1) - part[:, None] * (self.counts > 0)
        size = [
            part,
            np.minimum(1, left / (40 * self.players)),
            np.minimum(1, left / (12 * self.players)),
        ]
        steps = left[:, None] == np.arange(SMALL_BAGS)
        dollars = [np.maximum(0, 80 - money) / 80, np.maximum(0, 200 - money) / 200]
        columns = [self.held(states), bag, np.stack(size, 1), steps, np.stack(dollars, 1)]
        columns += [money[:, None] < COSTS, np.ones((len(states), 1))]
        return np.concatenate(columns, 1, dtype=np.float32, casting="unsafe")

    def base(self, states: Array) -> Array:
        """Return level plus quadratic form, n x 4."""
        left = self.left(states)
        late = np.minimum(1, left / (40 * self.players))
        held = self.held(states)
        quad = held @ self.quad.astype(np.float32) + late * (held @ self.late.astype(np.float32))
        return self.level[:, left].T + quad[:, None]

    def fit_base(self, labels: Labels) -> None:
        """Fit level and quadratic form by least squares with slight shrinkage."""
        self.quad, self.late = self.fit_rank(labels)
        late = np.minimum(1, self.left(labels.states) / (40 * self.players))
        held = self.held(labels.states)
        quad = held @ self.quad + late * (held @ self.late)
        self.fit_level(self.left(labels.states), labels.values - quad[:, None])

    def fit_rank(self, labels: Labels) -> tuple[Array, Array]:
        """Fit the quadratic form that ranks outcomes."""
        size = 2 * LEAVE_INPUTS + self.total + 1
        normal, right = np.zeros((size, size)), np.zeros(size)
        shift = labels.values.mean()
        for at in range(0, len(labels.money), 20_000):
            part = slice(at, at + 20_000)
            left = self.left(labels.states[part])
            late = np.minimum(1, left / (40 * self.players)).astype(np.float32)
            held = self.held(labels.states[part])
            level = np.eye(self.total + 1, dtype=np.float32)[left]
            x = np.concatenate([held, held * late[:, None], level], 1)
            normal += x.T @ x
            right += x.T @ (labels.values[part].mean(1) - shift)
        normal[np.diag_indices(size)] += 3.0
        solved = np.linalg.solve(normal, right)
        self.rank, self.rank_late = solved[:LEAVE_INPUTS], solved[LEAVE_INPUTS : 2 * LEAVE_INPUTS]
        return self.rank, self.rank_late

    def fit_level(self, left: Array, rest: Array) -> None:
        """Fit the level of each head by bag size: means, smoothed except near the end."""
        count = np.bincount(left, minlength=self.total + 1).astype(float)
        for head in range(HEADS):
            total = np.bincount(left, rest[:, head], self.total + 1)
            for size in range(self.total + 1):
                width = 0 if size < 6 * self.players else 3
                window = slice(max(0, size - width), size + width + 1)
                near = np.arange(self.total + 1)[window]
                weight = count[window]
                if weight.sum() > 3:
                    # a straight line through the window
                    middle = (weight * near).sum() / weight.sum()
                    mean = total[window].sum() / weight.sum()
                    spread = (weight * (near - middle) ** 2).sum()
                    with np.errstate(invalid="ignore", divide="ignore"):
                        means = np.where(weight > 0, total[window] / np.maximum(weight, 1), 0)
                    slope = (weight * (near - middle) * means).sum() / spread if spread else 0
                    self.level[head, size] = mean + slope * (size - middle)

    def run(self, x: Array, net: dict[str, Array]) -> tuple[Array, Array, Array]:
        """Return the layers of the net."""
        first = x @ net["first"]
        np.maximum(first, LEAK * first, out=first)
        second = first @ net["second"] + net["second_bias"]
        np.maximum(second, LEAK * second, out=second)
        return first, second, second @ net["third"] + net["third_bias"]

    def values(self, states: Array, money: Array) -> Array:
        """Return the heads of the averaged net in dollars, n x 4."""
        parts = [slice(at, at + 10_000) for at in range(0, len(money), 10_000)]
        nets = [self.run(self.inputs(states[p], money[p]), self.average)[2] for p in parts]
        return self.base(states) + SCALE * np.concatenate(nets)

    def train(self, labels: Labels, epochs: float, rate: float, end: float, decay: float) -> float:
        """Run AdamW with a learning rate from `rate` to `end`. Return the mean squared error."""
        size, batch = len(labels.money), 256
        base = np.concatenate(
            [self.base(labels.states[at : at + 20_000]) for at in range(0, size, 20_000)]
        )
        target = ((labels.values - base) / SCALE).astype(np.float32)
        steps = int(epochs * size / batch)
        order, loss = np.zeros(0, np.int64), 0.0
        for step in range(steps):
            if len(order) < batch:
                order = self.random.permutation(size)
            rows, order = order[:batch], order[batch:]
            x = self.inputs(labels.states[rows], labels.money[rows])
            now = rate + (end - rate) * step / steps
            loss += self.step(x, target[rows], labels.weight[rows, None], now, decay)
        return loss / max(1, steps) * SCALE**2

    def step(self, x: Array, target: Array, weight: Array, rate: float, decay: float) -> float:
        net = self.net
        first, second, out = self.run(x, net)
        error = out - target
        grad = error * weight * np.float32(2 / len(x))
        grads = {"third": second.T @ grad, "third_bias": grad.sum(0)}
        back = grad @ net["third"].T
        back *= np.where(second > 0, np.float32(1), np.float32(LEAK))
        grads["second"], grads["second_bias"] = first.T @ back, back.sum(0)
        back = back @ net["second"].T
        back *= np.where(first > 0, np.float32(1), np.float32(LEAK))
        grads["first"] = x.T @ back
        self.steps += 1
        self.update(grads, rate, decay)
        return float((error * error * weight).mean())

    def update(self, grads: dict[str, Array], rate: float, decay: float) -> None:
        """Take one step of AdamW, and of the running average."""
        correct = np.float32((1 - 0.999**self.steps) ** 0.5 / (1 - 0.9**self.steps))
        keep = np.float32(min(0.999, (1 + self.steps) / (10 + self.steps)))
        for name, grad in grads.items():
            mean, square = self.moments[name]
            values, average = self.net[name], self.average[name]
            mean += np.float32(0.1) * (grad - mean)
            square += np.float32(0.001) * (grad * grad - square)
            change = mean / (np.sqrt(square) + np.float32(1e-8))
            change *= np.float32(rate) * correct
            values -= change
            if not name.endswith("bias"):
                values *= np.float32(1 - rate * decay)
            average *= keep
            average += (1 - keep) * values

    def arrays(self) -> dict[str, array[int]]:
        """Return the averaged net as integers."""
        net = self.average
        first = np.rint(net["first"] * 1024)
        at = [
            LEAVE_INPUTS,
            LEAVE_INPUTS + 26,
            LEAVE_INPUTS + 26 + BAG_INPUTS + SMALL_BAGS,
            len(first) - 1,
        ]
        sparse, share, size, money, bias = np.split(first, at)
        parts = {
            "sparse": sparse,
            "share": share,
            "size": size,
            "money": money,
            "bias": bias,
            "second": net["second"].T * 2048,
            "second_bias": net["second_bias"] * 2**21,
            "third": net["third"].T * SCALE * 128,
            "third_bias": net["third_bias"] * SCALE * 2**15,
            "level": self.level * 256,
            "quad": self.quad * 256,
            "quad_late": self.late * 256,
            "rank": self.rank * 256,
            "rank_late": self.rank_late * 256,
            "mix": self.mix,
        }
        return {
            name: array(weights.ARRAYS[name][0], np.rint(part).astype(np.int64).ravel().tolist())
            for name, part in parts.items()
        }

    def start_from(self, arrays: Mapping[str, array[int]]) -> None:
        """Start from the net of a weights file."""
        parts: dict[str, Array] = {
            name: np.array(values, np.float32) for name, values in arrays.items()
        }
        names = weights.NET[:5]
        first = np.concatenate([parts[name].reshape(-1, HIDDEN) for name in names]) / 1024
        self.net = {
            "first": first,
            "second": parts["second"].reshape(SECOND, HIDDEN).T / 2048,
            "second_bias": parts["second_bias"] / 2**21,
            "third": parts["third"].reshape(HEADS, SECOND).T / (SCALE * 128),
            "third_bias": parts["third_bias"] / (SCALE * 2**15),
        }
        self.net = {name: np.ascontiguousarray(part) for name, part in self.net.items()}
        self.average = {name: part.copy() for name, part in self.net.items()}

    def start_base_from(self, arrays: Mapping[str, array[int]], bags: int) -> None:
        """Start from its level and quadratic form too, for `bags` times its number of players.

        A bag shared by several players is like a smaller bag for one.
        """
        parts: dict[str, Array] = {
            name: np.array(arrays[name], np.float32)
            for name in ("level", "quad", "quad_late", "rank", "rank_late")
        }
        level = parts["level"].reshape(HEADS, -1) / 256
        self.level = level[:, np.arange(self.total + 1) // bags].astype(np.float64)
        self.mix = np.array(arrays["mix"])
        self.quad, self.late = parts["quad"] / 256, parts["quad_late"] / 256
        self.rank, self.rank_late = parts["rank"] / 256, parts["rank_late"] / 256

    def check(self) -> None:
        """Print the largest possible sum in the first layer, which must fit in 16 bits."""
        first = np.rint(self.average["first"] * 1024)
        largest = np.abs(first[:LEAVE_INPUTS]).max()
        single, pair = np.abs(first[:78]), np.zeros((26, 26, HIDDEN))
        pair[PAIRS[0], PAIRS[1]] = np.abs(first[97:LEAVE_INPUTS])
        pair += pair.transpose(1, 0, 2)
        with_pairs = single[::3] + np.sort(pair, 1)[:, -7:].sum(1) / 2
        most = np.sort(with_pairs, 0)[-8:].sum(0)
        most += np.abs(first[78:87]).max(0) + np.abs(first[87:97]).max(0)
        small = np.abs(
            first[LEAVE_INPUTS + 26 + BAG_INPUTS :][:SMALL_BAGS]
        )  # only one of these is active at a time
        most += np.abs(first[LEAVE_INPUTS:]).sum(0) - small.sum(0) + small.max(0)
        print(f"  first layer: weights to {largest:.0f}, sums to {most.max():.0f} of 32767")


class Trainer:
    """Generates states and labels with the engine, and fits the model to them."""

    def __init__(
        self, lexicon: lexicons.Lexicon, players: int, seed: int, jobs: int, step: int = 0
    ) -> None:
        self.lexicon = lexicon
        self.tiles = tiles = lexicon.tiles
        self.players, self.jobs, self.first_seed = players, jobs, seed
        self.plans: tuple[Plan, ...] = ()  # of which `run` executes one, for the header of the file
        self.model = Model(tiles, players, seed)
        self.poor = Model(tiles, players, seed + 1)
        self.poor.level *= 0
        self.poor.quad, self.poor.late = 0 * self.poor.quad, 0 * self.poor.late
        self.random = np.random.default_rng([seed, players, *([step + 1] if step else [])])
        pips = [tiles.pips[c] for c in ALPHABET]
        self.solvers = [Solver(lexicon.indexes[0], pips, tiles.wild_pips) for _ in range(jobs)]
        self.factors: list[Array] = []
        self.begin = time.perf_counter()

    def policies(
        self, width: tuple[int, int, int] = (100, 12, 5), poor: bool = False
    ) -> list[SelfPlay]:
        """Return engines that play by the present model; the default limits make them faster."""
        tiles = self.tiles
        self.factors = []
        arrays: dict[str, Any] = self.arrays() if poor else self.model.arrays()
        faces = [tiles.die.count(k) for k in range(2, 6)]
        counts = [tiles.counts[c] for c in ALPHABET]
        self_play = build_self_play()
        return [
            self_play(
                solver,
                Net({**arrays, "players": self.players}, counts, faces, tiles.die.count(None)),
                tiles.hand_limit,
                tiles.money,
                tiles.wilds_dealt[self.players - 1],
                *width,
            )
            for solver in self.solvers
        ]

    def arrays(self) -> dict[str, array[int]]:
        """Return the arrays of a weights file: both nets."""
        poor = self.poor.arrays()
        return self.model.arrays() | {f"poor_{name}": poor[name] for name in weights.NET}

    def seed(self) -> int:
        return int(self.random.integers(1 << 62))

    def labels(self, policies: list[SelfPlay], count: int, samples: int) -> Labels:
        """Play games to get states, and label them."""
        states, dollars = self.gather(policies, count * self.players // 60 + 20, 1)
        named = np.sum([policy.numbers_named() for policy in policies], 0) + 1.0
        self.model.mix = np.rint(256 * named / named.sum())
        pick = self.random.permutation(len(states))[:count]
        states, dollars = states[pick], dollars[pick]
        values, draws = self.label(policies, states, dollars, samples)
        values -= self.luck(states, dollars[:, 0], values, draws)
        return Labels(
            states, dollars[:, 0], values.astype(np.float32), np.ones(len(states), np.float32)
        )

    def poor_labels(self, policies: list[SelfPlay], count: int) -> Labels:
        """Return labels for the second net: of poor states, and of usual states with little money.

        A label is the correction of the first net at no money: 0 for the usual states.
        """
        states, dollars = self.gather(policies, count // 15, 2)
        rows = np.flatnonzero(dollars[:, 1] == IS_POOR)
        rows = self.random.permutation(rows)[:count]
        states, dollars = states[rows], dollars[rows]
        values = self.label_by_games(policies, states, dollars)
        values -= self.model.values(states, dollars[:, 0])
        usual, more = self.gather(policies, count // 15, 0)
        short = more[:, 0] < SCARCE_MONEY
        states = np.concatenate([states, usual[short]])
        money = np.concatenate([dollars[:, 0], more[short, 0]])
        weight = np.where(np.arange(len(money)) < len(dollars), POOR_WEIGHT, 1)
        share = ((SCARCE_MONEY - money) / SCARCE_MONEY)[:, None]
        values = np.concatenate([values, np.zeros((short.sum(), HEADS))]) / share
        weight = weight * share[:, 0] ** 2
        return Labels(states, money, values.astype(np.float32), weight.astype(np.float32))

    def gather(self, policies: list[SelfPlay], games: int, explores: int) -> tuple[Array, Array]:
        """Return states at the ends of turns, with the money then and at the end of the game."""
        most = 3 * (self.model.total // (2 * self.players) + 1)  # of a game: three a round
        states = np.zeros((games, most, STATE_BYTES), np.uint8)
        dollars = np.zeros((games, most, 2), np.int32)
        valid = np.zeros(games * most, bool)

        def gather(job: int, seed: int, first: int, end: int) -> None:
            table = states[first:end].ravel(), dollars[first:end].ravel()
            rows = policies[job].gather(seed, end - first, explores, *table)
            valid[first * most : first * most + rows] = True

        self.share_out(gather, games, 100)
        return states.reshape(-1, STATE_BYTES)[valid], dollars.reshape(-1, 2)[valid]

    def label(
        self, policies: list[SelfPlay], states: Array, dollars: Array, samples: int
    ) -> tuple[Array, Array]:
        """Return the mean value of the next round for each size of the draw, and the draws."""
        sums = np.zeros((len(states), HEADS), np.int64)
        draws = np.zeros((len(states), HEADS, 26), np.uint8)
        table = states.ravel(), dollars.ravel(), sums.ravel(), draws.ravel()

        def label(job: int, seed: int, first: int, end: int) -> None:
            policies[job].label(seed, *table, first, end, samples)

        self.share_out(label, len(states), 1000)
        return sums / (samples * len(self.tiles.die) * 256.0), draws / samples

    def label_by_games(self, policies: list[SelfPlay], states: Array, dollars: Array) -> Array:
        """Return the gain of a game played to the end from each state, for each first draw."""
        sums = np.zeros((len(states), HEADS), np.int64)
        table = states.ravel(), dollars.ravel(), sums.ravel()

        def label(job: int, seed: int, first: int, end: int) -> None:
            policies[job].label_by_games(seed, *table, first, end)

        self.share_out(label, len(states), 50)
        return sums / (len(self.tiles.die) * 256.0)

    def share_out(self, work: Callable[[int, int, int, int], None], size: int, step: int) -> None:
        """Process `size` rows in steps by all threads, each step with its own seed."""
        starts = range(0, size, step)
        seeds = [self.seed() for _ in starts]

        def run(job: int) -> None:
            for which in range(job, len(starts), self.jobs):
                first = starts[which]
                work(job, seeds[which], first, min(first + step, size))

        with ThreadPoolExecutor(self.jobs) as pool:
            list(pool.map(run, range(self.jobs)))

    def luck(self, states: Array, money: Array, values: Array, draws: Array) -> Array:
        """Return the part of the labels explained by the draws: removing it adds no bias.

        It is a regression on how the drawn letters, alone and with each letter held, and the price
        of the set differ from their expectation. The first labels of a generation determine it.
        """
        columns = [self.surprise(states, draws[:, head], head + 2) for head in range(HEADS)]
        rest = values - self.model.values(states, money)
        if not self.factors:
            self.factors = [self.regress(x, rest[:, head]) for head, x in enumerate(columns)]
        luck: Array = np.stack([x @ f for x, f in zip(columns, self.factors, strict=True)], 1)
        explained = 1 - (rest - luck).var() / rest.var()
        print(f"  draws explain {explained:.0%} of what V does not, {rest.std():.1f} dollars")
        return luck

    def surprise(self, states: Array, drawn: Array, number: int) -> Array:
        """Return how draws differ from their expectation; zeros if the bag was too small."""
        size = self.model.left(states)[:, None]
        bag, hand = states[:, 26:52].astype(np.float32), states[:, :26] > 0
        pips = np.array([self.tiles.pips[c] for c in ALPHABET], np.float32)
        late = np.minimum(1, size / (40 * self.players))
        left = np.maximum(1, size)
        mean = bag @ pips / left[:, 0]
        spread = bag @ pips**2 / left[:, 0] - mean**2
        more = drawn - number * bag / left
        price = (drawn @ pips) ** 2 - (number * mean) ** 2
        price -= number * spread * (left[:, 0] - number) / np.maximum(1, left[:, 0] - 1)
        pairs = (hand[:, :, None] * more[:, None, :]).reshape(len(states), 676)
        columns = [more, more * late, pairs, price[:, None], price[:, None] * late]
        x: Array = np.concatenate(columns, 1, dtype=np.float32, casting="unsafe")
        return x * (size >= number * self.players)

    def regress(self, x: Array, rest: Array) -> Array:
        normal = (x.T @ x).astype(np.float64)
        normal[np.diag_indices(len(normal))] += 20.0
        right = x.T.astype(np.float64) @ (rest - rest.mean())
        solved: Array = np.linalg.solve(normal, right)
        return solved.astype(np.float32)

    def drift(self, states: Array, money: Array, got: Array, values: Array) -> Array:
        """Return the mean excess of the heads over the results of games, for each bag size."""
        faces = np.array([self.tiles.die.count(k) for k in range(2, 6)])
        choice = self.tiles.die.count(None)
        best = values.max(1) if self.players == 1 else values @ self.model.mix / 256
        more = (values @ faces + choice * best) / (faces.sum() + choice) - (got - money)
        left = self.model.left(states)
        edges = np.linspace(0, self.model.total, 10)
        bins = [(left >= low) & (left <= high) for low, high in pairwise(edges)]
        bins = [inside for inside in bins if inside.sum() > 20]
        means = [more[inside].mean() for inside in bins]
        print(f"  V less results, by bag size: {' '.join(f'{m:+.1f}' for m in means)}")
        middles = [left[inside].mean() for inside in bins]
        sizes = np.arange(self.model.total + 1)
        drift: Array = np.interp(sizes, [0, *middles], [0, *means])
        return drift

    def calibrate(self, parts: list[Labels], games: int) -> list[Labels]:
        """Shift the level to the results of games. Return the labels shifted alike."""
        states, dollars = self.gather(self.policies(), games, 0)
        money, got = dollars[:, 0], dollars[:, 1]
        drift = self.drift(states, money, got, self.model.values(states, money))
        self.model.level -= drift
        moved = []
        for part in parts:
            after = self.model.left(part.states)[:, None] - self.players * np.arange(2, 6)
            change = np.where(after >= 0, drift[np.maximum(after, 0)], 0)
            moved.append(part._replace(values=(part.values - change).astype(np.float32)))
        return moved

    def say(self, text: str) -> None:
        print(f"{time.perf_counter() - self.begin:6.0f} s  {text}", flush=True)

    def play(self, policy: SelfPlay, deals: range) -> list[int]:
        """Return the final money of all seats in each deal."""
        tiles, players = self.tiles, self.players
        wilds = tiles.wilds_dealt[players - 1]
        counts = [tiles.counts[c] for c in ALPHABET]
        money: list[int] = []
        for seed in deals:
            deal = Deal(tiles, seed)
            order = bytes(ALPHABET.index(c) for c in deal.order)
            die = bytes(face or 0 for face in deal.faces)
            hands = [[0] * 26] * players
            policy.deal(hands, [wilds] * players, [tiles.money] * players, counts, order, die)
            money += policy.play_out()
        return money

    def start_from(self, path: str) -> None:
        """Start from a weights file for the same number of players or for one."""
        begin = weights.read_weights(path)
        arrays = begin.arrays
        self.model.start_from(arrays)
        self.model.start_base_from(arrays, self.players // begin.players)
        self.poor.start_from(arrays | {name: arrays[f"poor_{name}"] for name in weights.NET})
        self.test("start", poor=True)

    def run(self, plan: Plan) -> None:
        parts: list[Labels] = []
        if not plan.linear and not plan.poor:
            self.calibrate(parts, plan.games)
        for generation in range(plan.linear):
            parts = [self.labels(self.policies(), plan.linear_labels, 2)]
            self.model.fit_base(parts[0])
            parts = self.calibrate(parts, plan.games)
            self.test(f"linear {generation + 1}")
        for generation in range(plan.net):
            parts.append(self.labels(self.policies(), plan.net_labels, 1))
            parts = parts[-plan.replay :]
            self.model.fit_rank(join(parts))
            error = self.model.train(
                join(parts), 6.0 if self.players == 1 and not generation else 2.0, 1e-3, 1e-3, 0.1
            )
            parts = self.calibrate(parts, plan.games)
            self.test(f"net {generation + 1}, error {error**0.5:.1f}")
            self.save()
        for generation, count in enumerate(plan.last, 1):
            policies = self.policies()
            final = generation == len(plan.last)
            old = parts if final else []
            parts = [self.labels(policies, plan.part, 1) for _ in range(count // plan.part)]
            everything = join(old + parts)
            self.model.fit_rank(everything)
            error = self.model.train(everything, 1.0, 1e-3, 5e-4, 0.1)
            error = self.model.train(everything, 4.0 if final else 2.0, 5e-4, 0.0, 0.03)
            self.model.check()
            parts = self.calibrate(parts, 10 * plan.games)
            self.test(f"last {generation}, error {error**0.5:.1f}")
            self.save()

        parts = []
        for count in plan.poor:
            parts = [*parts[-1:], self.poor_labels(self.policies(poor=True), count)]
            error = self.poor.train(join(parts), 15.0, 2e-3, 0.0, 0.03)
            self.poor.check()
            self.test(f"poor, error {error**0.5:.1f}", poor=True)
            self.save()

    def test(self, text: str, deals: range = range(100_000, 100_400), poor: bool = False) -> None:
        begin = time.perf_counter()
        money = self.play(self.policies((200, 16, 10), poor)[0], deals)
        took = (time.perf_counter() - begin) / len(deals) * 1000
        error = np.std(money) / len(money) ** 0.5
        self.say(f"{text}: mean {np.mean(money):.1f} +- {error:.1f}, {took:.2f} ms a game")

    def save(self) -> None:
        provenance = {
            "tiles": self.tiles.name,
            "layout": self.tiles.layout(),
            "dictionary": self.lexicon.name,
            "sha256": self.lexicon.sha256(),
            "seed": self.first_seed,
            "plan": [each._asdict() for each in self.plans],
        }
        trained = weights.Weights(self.players, provenance, self.arrays())
        with open(weights.weights_path(self.players, self.lexicon.name), "wb") as file:
            file.write(weights.pack_weights(trained))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--players", type=int, nargs="+", default=[1])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--dictionary", default="enable")
    parser.add_argument("--tiles", default="classic")
    parser.add_argument("--from-enable", action="store_true", help="start from V for ENABLE")
    options = parser.parse_args()
    lexicon = lexicons.open_lexicon(options.dictionary, load_tiles(options.tiles))
    for players in options.players:
        start = weights.weights_path(1, lexicon.name)
        plans: tuple[Plan, ...] = SOLO if players == 1 else TABLE
        if players == 1 and options.from_enable:
            start, plans = weights.weights_path(1), FINE_TUNE
        for step, plan in enumerate(plans):
            trainer = Trainer(lexicon, players, options.seed, options.jobs, step)
            trainer.plans = plans
            if step:
                start = weights.weights_path(players, lexicon.name)
            if step or plans is not SOLO:
                trainer.start_from(start)
            trainer.run(plan)


if __name__ == "__main__":
    main()
