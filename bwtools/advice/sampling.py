"""What options are worth, over draws that are the same for all of them.

An option is the end of a turn, or the number that a leader names. `lookahead` draws the next set
and makes the best of it by V; `playout` plays to the end of the game by V; `value` asks V at once.
Draws are stratified by the faces of the die. Batches have a fixed size: sampling never stops on
account of what it finds, so that the standard errors are honest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from math import sqrt
from random import Random
from statistics import mean, variance
from time import monotonic
from typing import Literal, NamedTuple

from ..evaluation.evaluator import Evaluator, PlayerView
from ..game.state import Player
from ..tiles.hand import Hand
from ..tiles.tile_set import price
from .situation import Situation

Basis = Literal["value", "lookahead", "playout"]
TURNS = 384  # looked at for one answer, shared among the options, if no number of samples is given


class FinalHand(NamedTuple):
    """The end of a turn: what is kept, and the money."""

    hand: Hand
    money: int


class SampledValues:
    """Final money of every option, in strata of samples; the samples of all options correspond."""

    def __init__(self, samples: list[list[list[float]]]) -> None:
        self.samples = samples  # of each option the strata, all of one weight

    def extend(self, samples: list[list[list[float]]]) -> None:
        """Add a batch."""
        for strata, more in zip(self.samples, samples, strict=True):
            for stratum, values in zip(strata, more, strict=True):
                stratum.extend(values)

    def value(self, option: int) -> float:
        """The mean final money of an option in dollars."""
        return mean(map(mean, self.samples[option]))

    def gain(self, option: int, other: int) -> tuple[float, float]:
        """How much better an option is than another, and the standard error of that.

        It measures the sampling alone; without samples it is 0.
        """
        differences = [
            [one - two for one, two in zip(*pair, strict=True)]
            for pair in zip(self.samples[option], self.samples[other], strict=True)
        ]
        spread = sum(variance(d) / len(d) for d in differences if len(d) > 1)
        return mean(map(mean, differences)), sqrt(spread) / len(differences)


class Sampling(NamedTuple):
    """How much to sample: draws for each option, or batches of them as long as time lasts."""

    samples: int | None = None
    seed: int = 0
    seconds: float | None = None

    def run(
        self, options: int, strata: int, batch: Callable[[Random, int], list[list[list[float]]]]
    ) -> SampledValues:
        """Gather batches. A batch is asked for with the number of samples of a stratum."""
        each = max(2, -(-(self.samples or TURNS // max(1, options)) // strata))
        random, start = Random(self.seed), monotonic()
        totals = SampledValues(batch(random, each))
        while self.seconds is not None and monotonic() - start < self.seconds:
            totals.extend(batch(random, each))
        return totals


class MonteCarlo:
    """Values the options of one situation for advice: final money, with honest standard errors.

    It knows of tables where the bag is known in part, and asks V as it ships. What expert looks
    ahead with, in the midst of a game, is `one_ply.OnePly`: quicker, and its samples grow.
    Raises InvalidError where V cannot.
    """

    def __init__(self, evaluator: Evaluator, situation: Situation, sampling: Sampling) -> None:
        self.evaluator, self.situation, self.sampling = evaluator, situation, sampling
        self.tiles = evaluator.tiles
        later = (situation.ahead - 1) % situation.players  # rounds from the next to one of its lead
        self.leads_later = later == 0
        # With a bag that is some of the letters V is asked about the likeliest one.
        self.bag = situation.likely_bag()
        self.is_known = situation.size == len(situation.bag)

    def worth(self, end: FinalHand) -> float:
        """V of the end of a turn, by which promising ones are found."""
        view = PlayerView(end.hand, self.bag, end.money, self.situation.ahead == 0)
        return self.evaluator.leave_value(view)

    def ends(self, ends: Sequence[FinalHand], basis: Basis) -> SampledValues:
        """The values of ends of turns."""
        if self.situation.last:
            return SampledValues([[[float(end.money)]] for end in ends])
        if basis == "value":
            return self._by_value(lambda bag: [self._worth(end, bag) for end in ends])
        batch = self._look if basis == "lookahead" else self._play
        faces = len(self.tiles.die)
        return self.sampling.run(len(ends), faces, lambda random, each: batch(ends, random, each))

    def numbers(self, hand: Hand, numbers: Sequence[int], basis: Basis) -> SampledValues:
        """The values of the numbers that the leader may name."""
        end = FinalHand(hand, self.situation.money)
        if basis == "value":

            def worth(bag: str) -> list[float]:
                heads = self._heads(end, bag)
                return [end.money + heads[number] for number in numbers]

            return self._by_value(worth)

        def batch(random: Random, each: int) -> list[list[list[float]]]:
            if basis == "playout":
                games = [self._game(random) for _ in range(each)]
                others = self._others()
                return [
                    [[self._result(end, others, order, (n, *die)) for order, die in games]]
                    for n in numbers
                ]
            orders = self._orders(random, each)
            return [[self._after(end, number, orders)] for number in numbers]

        return self.sampling.run(len(numbers), 1, batch)

    def _by_value(self, worth: Callable[[str], list[float]]) -> SampledValues:
        """Values without draws; where the bag is not known, over the bags that it may be."""
        if self.is_known:
            return SampledValues([[[value]] for value in worth(self.bag)])

        def batch(random: Random, each: int) -> list[list[list[float]]]:
            found = [worth(bag) for bag in self._orders(random, each)]
            return [[list(values)] for values in zip(*found, strict=True)]

        return self.sampling.run(1, 1, batch)

    def _heads(self, end: FinalHand, bag: str) -> dict[int, float]:
        """The further money by V for every number; where that ends the game, the best sale."""
        least = self.evaluator.best_revenue(end.hand)  # which can be had, whatever V says
        by_draw = self.evaluator.values_by_draw(PlayerView(end.hand, bag, end.money))
        heads = dict(zip(range(2, 6), by_draw, strict=True))
        for number, worth in heads.items():
            ends = number * self.situation.players > self.situation.size
            heads[number] = least if ends else max(least, worth)
        return heads

    def _worth(self, end: FinalHand, bag: str) -> float:
        """Final money by V."""
        heads = self._heads(end, bag)
        if self.situation.ahead == 0:
            chosen = max(heads.values())
        else:
            mix = self.evaluator.mix
            chosen = sum(heads[number] * mix[number - 2] for number in heads) / sum(mix)
        return end.money + mean(chosen if face is None else heads[face] for face in self.tiles.die)

    def _look(
        self, ends: Sequence[FinalHand], random: Random, each: int
    ) -> list[list[list[float]]]:
        """Final money after one draw, for each end and face of the die."""
        found: list[list[list[float]]] = [[] for _ in ends]
        likely = [self._best_number(end) for end in ends]
        for face in self.tiles.die:
            orders = self._orders(random, each)
            for end, best, strata in zip(ends, likely, found, strict=True):
                if face is not None:
                    strata.append(self._after(end, face, orders))
                elif self.situation.ahead == 0:
                    strata.append(self._after(end, best, orders))
                else:
                    strata.append(self._after_others_choice(end, orders))
        return found

    def _best_number(self, end: FinalHand) -> int:
        """The number that V names: chosen without the draws, which so stay fair."""
        heads = self._heads(end, self.bag)
        return max(heads, key=heads.__getitem__)

    def _after_others_choice(self, end: FinalHand, orders: list[str]) -> list[float]:
        """Final money after draws of which others name the number, as often as they do."""
        mix = self.evaluator.mix
        found: list[float] = []
        for number, share in enumerate(mix, 2):
            upto = round(len(orders) * sum(mix[: number - 1]) / sum(mix))
            if share and upto > len(found):
                found += self._after(end, number, orders[len(found) : upto])
        return found

    def _after(self, end: FinalHand, number: int, orders: list[str]) -> list[float]:
        """Final money when so many tiles are drawn by each player in turn from these bags."""
        hand, money = end
        need = number * self.situation.players
        least = float(self.evaluator.best_revenue(hand))  # which can be had, whatever V says
        if need > self.situation.size:
            return [money + least] * len(orders)
        after, leads = self.evaluator.after_draws, self.leads_later
        if self.is_known:
            view = PlayerView(hand, self.situation.bag, money, leads)
            found = after(view, [order[:need] for order in orders])
        else:
            each = (
                after(PlayerView(hand, order, money, leads), [order[:need]]) for order in orders
            )
            found = list(chain.from_iterable(each))
        return [money + max(least, more) for more in found]

    def _orders(self, random: Random, each: int) -> list[str]:
        """Bags in the order in which they will be drawn: as far as a round draws, if known."""
        size = self.situation.size
        if self.is_known:
            size = min(size, 5 * self.situation.players)
        return [_deal(self.situation.bag, size, random) for _ in range(each)]

    def _play(
        self, ends: Sequence[FinalHand], random: Random, each: int
    ) -> list[list[list[float]]]:
        """Final money of games played to the end, for each end and first face of the die."""
        others = [self._turn_of(player, seat) for seat, player in enumerate(self._others(), 1)]
        found: list[list[list[float]]] = [[] for _ in ends]
        for face in self.tiles.die:
            games = [self._game(random) for _ in range(each)]
            for end, strata in zip(ends, found, strict=True):
                strata.append(
                    [self._result(end, others, order, (face, *die)) for order, die in games]
                )
        return found

    def _game(self, random: Random) -> tuple[str, list[int | None]]:
        """The bag in the order in which it will be drawn, and the faces behind the first."""
        rounds = self.situation.size // (2 * self.situation.players) + 1
        faces = self.tiles.die
        order = _deal(self.situation.bag, self.situation.size, random)
        return order, [faces[int(random.random() * len(faces))] for _ in range(rounds)]

    def _result(
        self, end: FinalHand, others: list[Player], order: str, die: tuple[int | None, ...]
    ) -> float:
        hands = [end.hand, *(player.hand for player in others)]
        money = [end.money, *(player.money for player in others)]
        leader = -self.situation.ahead % self.situation.players
        return float(self.evaluator.play_out(hands, money, order, die, leader)[0])

    def _others(self) -> list[Player]:
        """The other players in turn order; as at the start, if nothing is known of them."""
        if self.situation.others:
            return list(self.situation.others)
        wilds = self.tiles.wilds_dealt[self.situation.players - 1]
        return [Player(self.tiles.money, Hand("", wilds))] * (self.situation.players - 1)

    def _turn_of(self, player: Player, seat: int) -> Player:
        """Another player after this round: what is left to do there is done by V."""
        money, hand, drawn = player
        leads = (self.situation.ahead + seat) % self.situation.players == 0
        stay = self.evaluator.sell(PlayerView(hand, self.bag, money, leads))
        cost = price(self.tiles.set_pips(drawn))
        if drawn and cost <= money:
            both = hand.plus(drawn)
            bought = self.evaluator.sell(PlayerView(both, self.bag, money - cost, leads))
            if bought.total - cost > stay.total:
                return Player(money - cost + bought.revenue, bought.left)
        return Player(money + stay.revenue, stay.left)


def _deal(letters: str, size: int, random: Random) -> str:
    """So many of the letters, in random order. Only Random.random keeps its numbers for good."""
    order = list(letters)
    for at in range(size):
        other = at + int(random.random() * (len(order) - at))
        order[at], order[other] = order[other], order[at]
    return "".join(order[:size])
