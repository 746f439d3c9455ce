"""One round of lookahead: what hands are worth over samples of the next die and draw.

V says what a hand is worth at the end of a turn. Looking one round ahead says it better: the mean,
over what can come, of the best turn that follows under V. Hands that are compared meet the same
draws, so that their difference is far surer than each mean.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice
from math import comb
from random import Random
from zlib import crc32

from ..tiles.hand import Hand
from .evaluator import Evaluator

FEW = 60  # draws that one player can have: then all are looked at, and none is sampled


@lru_cache(maxsize=8)
def lean(value: Evaluator) -> Evaluator:
    """One that looks at few words, for the turns after draws.

    It is twice as quick, and what hands differ by is hardly less well seen.
    """
    return value.tuned(20, 4)


def draws_of(bag: str, size: int, *moment: object) -> Iterator[str]:
    """Random draws of so many tiles each from a bag that holds as many, without end.

    They are blocks of a shuffled bag, so that a few of them see much of it; then of another. They
    belong to the moment, a seed and what the table sees: there is no clock in them. Only
    `Random.random` is used, whose numbers Python promises to keep.
    """
    random = Random(crc32(" ".join(map(str, moment)).encode())).random
    while True:
        order = "".join(sorted(bag, key=lambda _: random()))
        for at in range(0, len(bag) - size + 1, size):
            yield order[at : at + size]


class OnePly:
    """The next round from a bag, for a player who leads it or not, and the one after or not.

    This is what expert looks ahead with: further money only, no standard errors, and more samples
    for the few options that stay close. Advice has `lookahead.Lookahead`, which settles the number
    of samples beforehand.
    """

    def __init__(
        self,
        value: Evaluator,
        bag: str,
        moment: Sequence[object],
        leads: bool = True,
        leads_after: bool = True,
    ) -> None:
        self.value, self.bag, self.moment = lean(value), bag, moment
        self.leads, self.leads_after = leads, leads_after
        self.numbers = [*range(2, 6)]
        self.draws: dict[int, list[str]] = {}
        self.more: dict[int, Iterator[str]] = {}
        self.totals: dict[tuple[Hand, int, int], list[float]] = {}
        self.split: list[float] = []

    def shares(self, hand: Hand, money: int) -> list[float]:
        """How often 2, 3, 4 and 5 tiles are drawn, when on *choice* a leader takes the best."""
        die = self.value.tiles.die
        choice = die.count(None)
        shares = [float(die.count(number)) for number in self.numbers]
        if self.leads and choice:
            shares[self.value.number(hand, self.bag, money) - 2] += choice
        else:
            mix = self.value.mix
            shares = [
                share + choice * part / sum(mix) for share, part in zip(shares, mix, strict=True)
            ]
        return [share / len(die) for share in shares]

    def ends(self, number: int) -> bool:
        """Whether the bag is too small for so many tiles each: then the next round is the last."""
        return number * self.value.players > len(self.bag)

    def worth(self, hand: Hand, money: int, samples: int) -> float:
        """The further money expected by who ends a turn with a hand, from so many samples."""
        shares = self.shares(hand, money)
        self.split = self.split or shares
        return sum(
            share * self.worth_of(hand, money, number, max(1, round(samples * part)))
            for number, share, part in zip(self.numbers, shares, self.split, strict=True)
            if share
        )

    def worth_of(self, hand: Hand, money: int, number: int, samples: int) -> float:
        """The further money expected if so many tiles are drawn by each player."""
        if self.ends(number):
            return self.value.best_revenue(hand)
        draws = self._draws(number, samples)
        totals = self.totals.setdefault((hand, money, number), [])
        totals += self.value.after_draws(
            hand, self.bag, money, draws[len(totals) :], self.leads_after
        )
        return sum(totals) / len(totals)

    def _draws(self, number: int, samples: int) -> list[str]:
        """Draws of a number, the same when asked again: all that there are, if those are few."""
        if number not in self.draws:
            few = self.value.players == 1 and comb(len(self.bag), number) <= FEW
            all_draws = map("".join, combinations(self.bag, number))
            self.draws[number] = list(all_draws) if few else []
            size = number * self.value.players
            sampled = draws_of(self.bag, size, *self.moment, self.bag, number)
            self.more[number] = iter(()) if few else sampled
        draws = self.draws[number]
        draws += islice(self.more[number], max(0, samples - len(draws)))
        return draws
