"""A Monte Carlo sampler: options are compared over draws that are the same for all of them.

An option is the end of a turn, or the number that a leader names. `lookahead` draws the next set
and plays the best turn by V; `playout` plays to the end of the game by V; `value` asks V at once.
Draws are stratified by the faces of the die. Batches have a fixed size: sampling never stops
because of what it finds, so the standard errors are unbiased.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from math import fsum, sqrt
from random import Random
from time import monotonic

from ..evaluation.evaluator import Evaluator, PlayerView, brisk
from ..game.state import Player
from ..tiles.hand import Hand
from ..tiles.tile_set import price
from .situation import Basis, Method, Situation

TURNS = 192  # evaluated for one answer, shared among the options, if no number of samples is given
# The least share of the variance of a gain that dealing a bag to its end takes away: the part that
# is a sum over the tiles drawn. Measured by scripts/check_coverage.py.
TAKEN_AWAY = 0.4

# Standard deviation of the gains of a basis around those of long playouts, in dollars, without the
# sampling of either. Measured by scripts/check_model_error.py.
MODEL_ERROR: dict[Basis, float] = {"value": 6.5, "lookahead": 5.0}

Batch = list[list[list[float]]]  # final money: for each option its strata, each a list of samples


def mean(values: Iterable[float]) -> float:
    """Return the mean of numbers, without importing statistics, which would take time."""
    listed = list(values)
    return fsum(listed) / len(listed)


def variance(values: Sequence[float]) -> float:
    """Return the sample variance of two or more numbers."""
    middle = mean(values)
    return fsum([(value - middle) ** 2 for value in values]) / (len(values) - 1)


class SampledValues:
    """Sampled final money of every option; the samples of all options correspond.

    All strata have the same weight. `share` is the share of the variance that is left of the one
    that independent samples would have.
    """

    def __init__(self, samples: Batch, share: float = 1.0) -> None:
        self.samples, self.share = samples, share

    def extend(self, samples: Batch) -> None:
        """Add a batch."""
        for strata, more in zip(self.samples, samples, strict=True):
            for stratum, values in zip(strata, more, strict=True):
                stratum.extend(values)

    def value(self, option: int) -> float:
        """Return the mean final money of an option in dollars."""
        return mean(map(mean, self.samples[option]))

    def gain(self, option: int, other: int) -> tuple[float, float]:
        """Return how much better one option is than another, and the standard error of that.

        The standard error covers sampling only; it is 0 for values without samples.
        """
        differences = [
            [one - two for one, two in zip(*pair, strict=True)]
            for pair in zip(self.samples[option], self.samples[other], strict=True)
        ]
        spread = sum(variance(d) / len(d) for d in differences if len(d) > 1)
        return mean(map(mean, differences)), sqrt(spread * self.share) / len(differences)


class Deal:
    """Draws from a bag, dealt from a shuffle of it to its end, and then from another shuffle."""

    def __init__(self, situation: Situation, random: Random) -> None:
        self.situation, self.random = situation, random
        self.order = ""
        self.dealt = [0]  # tiles of each shuffle; none of the first

    def draw(self, size: int) -> str:
        """Return the next `size` tiles, or all that a bag has if these are fewer."""
        bag, left = self.situation.bag, self.situation.size
        if left < len(bag):  # not known: V needs the whole bag, of which the draw is the start
            return _shuffled(bag, left, self.random)
        size = min(size, left)
        if len(self.order) < size:
            self.order = _shuffled(bag, left, self.random)
            self.dealt.append(0)
        drawn, self.order = self.order[:size], self.order[size:]
        self.dealt[-1] += size
        return drawn

    def share(self) -> float:
        """Return the share of the variance of independent draws that these have at most.

        A sum over all tiles of a bag does not vary, so only bags that were dealt in part add to it:
        the last one, and those with too few tiles left for the next draw.
        """
        if not sum(self.dealt):
            return 1.0
        varying = sum(tiles * (1 - tiles / self.situation.size) for tiles in self.dealt)
        return 1 - TAKEN_AWAY * (1 - varying / sum(self.dealt))


class MonteCarlo:
    """Samples the final money of the options of one decision, for advice.

    Unlike `evaluation.one_ply.OnePly`, with which expert looks ahead, it supports a bag that is
    known in part, and reports standard errors. Its methods raise InvalidError where V cannot
    value the game or a hand.
    """

    def __init__(self, evaluator: Evaluator, situation: Situation, method: Method) -> None:
        self.evaluator, self.situation, self.method = evaluator, situation, method
        known: tuple[Basis, ...] = ("value", "playout")
        self.basis: Basis = method.basis if method.basis in known else "lookahead"
        self.tiles = evaluator.tiles
        # Whether the player leads the round after the next one.
        self.leads_later = (situation.ahead - 1) % situation.players == 0
        self.bag = situation.likely_bag()  # V needs a bag that is known
        self.is_known = situation.size == len(situation.bag)
        # Once nothing more can be drawn, values are revenues: V adds no error.
        fewest = min(face or 2 for face in self.tiles.die) * situation.players
        self.is_over = situation.last or situation.size < fewest
        self.model_error = 0.0 if self.is_over else MODEL_ERROR.get(self.basis, 0.0)
        self._revenues: dict[Hand, int] = {}
        self._deals: list[Deal] = []  # of the last batch of ends of turns

    def view(self, player: Player) -> PlayerView:
        """Return what V values: a player who decides in this situation."""
        return PlayerView(player.hand, self.bag, player.money, self.situation.ahead == 0)

    def leave_value(self, end: Player) -> float:
        """Return V of the end of a turn, by which promising options are selected."""
        return self.evaluator.leave_value(self.view(end))

    def value_of_end(self, end: Player) -> float:
        """Return the final money after the end of a turn by V."""
        return self._value(end, self.bag)

    def value_of_number(self, hand: Hand, number: int) -> float:
        """Return the future income by V if the leader names a number."""
        return self._values_by_draw(Player(self.situation.money, hand), self.bag)[number]

    def trust_value(self) -> None:
        """Value options by V from now on, without samples."""
        self.basis = "value"
        self.model_error = 0.0 if self.is_over else MODEL_ERROR["value"]

    def after_sale(self, player: Player) -> Player:
        """Return a player after the best sale and discard by V."""
        end = self.evaluator.sell(self.view(player))
        return Player(player.money + end.revenue, end.left)

    def turn_ends(self, ends: Sequence[Player]) -> SampledValues:
        """Return the values of ends of turns."""
        if self.situation.last:
            return SampledValues([[[float(end.money)]] for end in ends])
        if self.basis == "value":
            return self._by_value(lambda bag: [self._value(end, bag) for end in ends])
        batch = self._look_ahead if self.basis == "lookahead" else self._play_out
        faces = len(self.tiles.die)
        return self._sample(len(ends), faces, lambda random, each: batch(ends, random, each))

    def numbers(self, hand: Hand, numbers: Sequence[int]) -> SampledValues:
        """Return the values of the numbers that the leader may name."""
        end = Player(self.situation.money, hand)
        if self.basis == "value":

            def values(bag: str) -> list[float]:
                by_draw = self._values_by_draw(end, bag)
                return [end.money + by_draw[number] for number in numbers]

            return self._by_value(values)

        def batch(random: Random, each: int) -> Batch:
            if self.basis == "playout":
                games = [self._game(random) for _ in range(each)]
                others = self._others()
                return [
                    [[self._result(end, others, order, (n, *die)) for order, die in games]]
                    for n in numbers
                ]
            deals = [Deal(self.situation, random), Deal(self.situation, random)]
            # The draws are the same whichever numbers are compared.
            most = max(self.tiles.choice) * self.situation.players
            orders = [deals[at % 2].draw(most) for at in range(each)]
            return [self._after_draws([end], number, orders) for number in numbers]

        return self._sample(len(numbers), 1, batch)

    def _sample(
        self, options: int, strata: int, batch: Callable[[Random, int], Batch]
    ) -> SampledValues:
        """Gather batches; `batch` gets the random numbers and the number of samples a stratum."""
        samples, seconds = self.method.samples, self.method.seconds
        each = max(2, -(-(samples or TURNS // max(1, options)) // strata))
        random, start = Random(self.method.seed), monotonic()
        found = SampledValues(batch(random, each))
        while seconds is not None and monotonic() - start < seconds:
            found.extend(batch(random, each))
        if self._deals and self.situation.players == 1:  # alone, the player gets all that is dealt
            found.share = mean(deal.share() for deal in self._deals)
        return found

    def _by_value(self, values: Callable[[str], list[float]]) -> SampledValues:
        """Return values without draws, over the possible bags if the bag is known in part."""
        if self.is_known:
            return SampledValues([[[value]] for value in values(self.bag)])

        def batch(random: Random, each: int) -> Batch:
            found = [values(bag) for bag in self._orders(random, each)]
            return [[list(option)] for option in zip(*found, strict=True)]

        return self._sample(1, 1, batch)

    def _values_by_draw(self, end: Player, bag: str) -> dict[int, float]:
        """Return V for every number that may be drawn; the best sale if that ends the game."""
        least = self._best_revenue(end.hand)
        by_draw = self.evaluator.values_by_draw(PlayerView(end.hand, bag, end.money))
        most = self.situation.size // self.situation.players  # tiles for each
        return {
            number: max(least, value) if number <= most else least
            for number, value in enumerate(by_draw, 2)
        }

    def _best_revenue(self, hand: Hand) -> int:
        """Return the revenue of the best sale, which is guaranteed, although V may be lower."""
        if hand not in self._revenues:
            self._revenues[hand] = self.evaluator.best_revenue(hand)
        return self._revenues[hand]

    def _value(self, end: Player, bag: str) -> float:
        """Return the final money by V."""
        values = self._values_by_draw(end, bag)
        if self.situation.ahead == 0:
            chosen = max(values.values())
        else:
            mix = self.evaluator.mix
            chosen = sum(values[number] * mix[number - 2] for number in values) / sum(mix)
        return end.money + mean(chosen if face is None else values[face] for face in self.tiles.die)

    def _look_ahead(self, ends: Sequence[Player], random: Random, each: int) -> Batch:
        """Return final money after one draw, for each end and face of the die."""
        found: Batch = [[] for _ in ends]
        leads = self.situation.ahead == 0
        likely = [self._best_number(end) for end in ends] if leads else []
        self._deals = deals = [Deal(self.situation, random), Deal(self.situation, random)]
        for face in self.tiles.die:
            numbers = [face] * len(ends) if face else likely
            most = max(numbers, default=5)
            orders = [deals[at % 2].draw(most * self.situation.players) for at in range(each)]
            if numbers:
                values = self._after_numbers(ends, numbers, orders)
            else:
                values = self._after_others_choice(ends, orders)
            for strata, stratum in zip(found, values, strict=True):
                strata.append(stratum)
        return found

    def _best_number(self, end: Player) -> int:
        """Return the number that V names: chosen without the draws, so that they stay unbiased."""
        values = self._values_by_draw(end, self.bag)
        return max(values, key=values.__getitem__)

    def _after_numbers(
        self, ends: Sequence[Player], numbers: Sequence[int], orders: Sequence[str]
    ) -> list[list[float]]:
        """Return final money after draws from these bags, of a number of tiles for each end."""
        found: list[list[float]] = [[] for _ in ends]
        for number in set(numbers):
            chosen = [at for at, each in enumerate(numbers) if each == number]
            values = self._after_draws([ends[at] for at in chosen], number, orders)
            for at, more in zip(chosen, values, strict=True):
                found[at] = more
        return found

    def _after_others_choice(
        self, ends: Sequence[Player], orders: Sequence[str]
    ) -> list[list[float]]:
        """Return final money after draws whose numbers others name, as often as they do."""
        mix = self.evaluator.mix
        found: list[list[float]] = [[] for _ in ends]
        done = 0
        for number, share in enumerate(mix, 2):
            upto = round(len(orders) * sum(mix[: number - 1]) / sum(mix))
            if share and upto > done:
                more = self._after_draws(ends, number, orders[done:upto])
                for values, others in zip(found, more, strict=True):
                    values += others
                done = upto
        return found

    def _after_draws(
        self, ends: Sequence[Player], number: int, orders: Sequence[str]
    ) -> list[list[float]]:
        """Return final money after each player in turn draws `number` tiles from these bags."""
        need = number * self.situation.players
        least = [self._best_revenue(hand) for _, hand, _ in ends]
        if need > self.situation.size:
            return [
                [float(end.money + sure)] * len(orders)
                for end, sure in zip(ends, least, strict=True)
            ]
        if self.is_known:
            totals = self._totals(ends, self.situation.bag, [order[:need] for order in orders])
        else:
            each = [self._totals(ends, order, [order[:need]]) for order in orders]
            totals = [list(chain.from_iterable(row)) for row in zip(*each, strict=True)]
        return [
            [end.money + max(sure, total / self.evaluator.unit) for total in row]
            for end, sure, row in zip(ends, least, totals, strict=True)
        ]

    def _totals(
        self, ends: Sequence[Player], bag: str, draws: Sequence[str]
    ) -> list[Sequence[int]]:
        """Return the totals of the best turns of all ends after each draw from a bag."""
        views = [PlayerView(hand, bag, money, self.leads_later) for money, hand, _ in ends]
        return brisk(self.evaluator).totals_after_draws(views, draws)

    def _orders(self, random: Random, each: int) -> list[str]:
        """Return shuffled bags; of a bag that is known only what one round can draw."""
        size = self.situation.size
        if self.is_known:
            size = min(size, 5 * self.situation.players)
        return [_shuffled(self.situation.bag, size, random) for _ in range(each)]

    def _play_out(self, ends: Sequence[Player], random: Random, each: int) -> Batch:
        """Return final money of games played to the end, for each end and first face of the die."""
        others = [self._after_turn(player, seat) for seat, player in enumerate(self._others(), 1)]
        found: Batch = [[] for _ in ends]
        for face in self.tiles.die:
            games = [self._game(random) for _ in range(each)]
            for end, strata in zip(ends, found, strict=True):
                strata.append(
                    [self._result(end, others, order, (face, *die)) for order, die in games]
                )
        return found

    def _game(self, random: Random) -> tuple[str, list[int | None]]:
        """Return a shuffled bag, and the faces of the die after the first roll."""
        rounds = self.situation.size // (2 * self.situation.players) + 1
        faces = self.tiles.die
        order = _shuffled(self.situation.bag, self.situation.size, random)
        return order, [faces[int(random.random() * len(faces))] for _ in range(rounds)]

    def _result(
        self, end: Player, others: list[Player], order: str, die: tuple[int | None, ...]
    ) -> float:
        hands = [end.hand, *(player.hand for player in others)]
        money = [end.money, *(player.money for player in others)]
        leader = -self.situation.ahead % self.situation.players
        return float(self.evaluator.play_out(hands, money, order, die, leader)[0])

    def _others(self) -> list[Player]:
        """Return the other players in turn order, as they start if they are not known."""
        if self.situation.others:
            return list(self.situation.others)
        wilds = self.tiles.wilds_dealt[self.situation.players - 1]
        return [Player(self.tiles.money, Hand("", wilds))] * (self.situation.players - 1)

    def _after_turn(self, player: Player, seat: int) -> Player:
        """Return another player after this round, the rest of which is played by V."""
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


def _shuffled(letters: str, size: int, random: Random) -> str:
    """Return `size` of the letters in random order.

    It uses only Random.random, whose sequence Python guarantees for a seed.
    """
    order = list(letters)
    for at in range(size):
        other = at + int(random.random() * (len(order) - at))
        order[at], order[other] = order[other], order[at]
    return "".join(order[:size])
