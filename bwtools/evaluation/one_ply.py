"""One ply of lookahead: the value of a leave, averaged over samples of the next die and draw.

V estimates the value of a leave directly. Looking one round ahead is more accurate: it takes the
mean, over possible rolls and draws, of the best turn that follows under V. All leaves are compared
on the same draws, so that differences are far more precise than the means themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from math import comb
from random import Random
from zlib import crc32

from ..tiles.hand import Hand
from .evaluator import Evaluator, PlayerView, fast

TurnLeft = tuple[Hand, int]  # the hand and dollars left at the end of a turn
FEW = 60  # if there are at most this many possible draws, all are evaluated instead of samples


def sample_draws(bag: str, size: int, *moment: object) -> Iterator[str]:
    """Yield an endless sequence of random `size`-tile draws from the bag.

    Draws are consecutive blocks of a shuffled bag, then of another shuffle, so that a few of them
    cover much of it. They are determined by the arguments: `moment` is a seed and the data that
    identifies one decision. Only `Random.random` is used, whose sequence Python guarantees.
    """
    random = Random(crc32(" ".join(map(str, moment)).encode())).random
    while True:
        keys = [random() for _ in bag]
        order = "".join([bag[i] for i in sorted(range(len(bag)), key=keys.__getitem__)])
        for at in range(0, len(bag) - size + 1, size):
            yield order[at : at + size]


class OnePly:
    """The lookahead of expert: one round from a bag, for a player who leads it or does not.

    It gives expected future income without standard errors, and takes more samples of the few
    options that stay close. Advice uses `advice.sampling.MonteCarlo`, which fixes the number of
    samples in advance.
    """

    def __init__(
        self,
        evaluator: Evaluator,
        bag: str,
        moment: Sequence[object],
        leads: bool = True,
        leads_after: bool = True,
    ) -> None:
        self.evaluator, self.bag, self.moment = fast(evaluator), bag, moment
        self.leads, self.leads_after = leads, leads_after
        self.numbers = [*range(2, 6)]
        self.draws: dict[int, list[str]] = {}
        self.sampled: dict[int, Iterator[str] | None] = {}  # None: all draws are listed
        self.totals: dict[tuple[TurnLeft, int], list[int]] = {}
        self.named: dict[TurnLeft, int] = {}
        self.asked: dict[int, int] = {}  # draws of each number that were asked for
        self.split: list[float] = []  # of the samples among the numbers: that of the first hand

    def share_totals(self, other: OnePly) -> None:
        """Use what another lookahead found, if it is for the same draws. No value changes."""
        if (self.evaluator, self.bag, self.moment, self.leads_after) == (
            other.evaluator,
            other.bag,
            other.moment,
            other.leads_after,
        ):
            self.draws, self.sampled = other.draws, other.sampled
            self.totals, self.named = other.totals, other.named

    def shares(self, left: TurnLeft) -> list[float]:
        """Return the probabilities of drawing 2, 3, 4 and 5 tiles."""
        die = self.evaluator.tiles.die
        choice = die.count(None)
        shares = [float(die.count(number)) for number in self.numbers]
        if self.leads and choice:
            if left not in self.named:
                view = PlayerView(left[0], self.bag, left[1])
                self.named[left] = self.evaluator.best_number(view)
            shares[self.named[left] - 2] += choice
        else:
            mix = self.evaluator.mix
            shares = [
                share + choice * part / sum(mix) for share, part in zip(shares, mix, strict=True)
            ]
        return [share / len(die) for share in shares]

    def ends(self, number: int) -> bool:
        """Return whether drawing `number` tiles each exceeds the bag: the round is the last."""
        return number * self.evaluator.players > len(self.bag)

    def leave_values(self, all_left: Sequence[TurnLeft], samples: int) -> list[float]:
        """Return the expected future income of a player for each end of a turn."""
        shares = [self.shares(left) for left in all_left]
        self.split = self.split or shares[0]
        values = [0.0] * len(all_left)
        for number, part in zip(self.numbers, self.split, strict=True):
            likely = [at for at, share in enumerate(shares) if share[number - 2]]
            found = self.values_with_draw(
                [all_left[at] for at in likely], number, max(1, round(samples * part))
            )
            for at, value in zip(likely, found, strict=True):
                values[at] += shares[at][number - 2] * value
        return values

    def values_with_draw(
        self, all_left: Sequence[TurnLeft], number: int, samples: int
    ) -> list[float]:
        """Return the same if each player draws `number` tiles."""
        if self.ends(number) or not all_left:
            return [float(self.evaluator.best_revenue(hand)) for hand, _ in all_left]
        draws = self._draws(number, samples)
        totals = {left: self.totals.setdefault((left, number), []) for left in all_left}
        for known in {len(found) for found in totals.values() if len(found) < len(draws)}:
            missing = [left for left, found in totals.items() if len(found) == known]
            views = [PlayerView(hand, self.bag, cash, self.leads_after) for hand, cash in missing]
            more = self.evaluator.totals_after_draws(views, draws[known:])
            for left, each in zip(missing, more, strict=True):
                totals[left].extend(each)
        unit = self.evaluator.unit * len(draws)
        return [sum(totals[left][: len(draws)]) / unit for left in all_left]

    def _draws(self, number: int, samples: int) -> list[str]:
        """Return the same draws each time, at least `samples`; all that exist if these are few."""
        players = self.evaluator.players
        if number not in self.draws:
            few = players == 1 and comb(len(self.bag), number) <= FEW
            all_draws = map("".join, combinations(self.bag, number))
            self.draws[number] = list(all_draws) if few else []
            sampled = sample_draws(self.bag, number * players, *self.moment, self.bag, number)
            self.sampled[number] = None if few else sampled
        draws, more = self.draws[number], self.sampled[number]
        if more is None:
            return draws
        asked = self.asked[number] = max(samples, self.asked.get(number, 0))
        draws += islice(more, max(0, asked - len(draws)))
        return draws[:asked]
