"""Check the coverage of the standard errors of advice, and the calibration of V.

    python scripts/check_coverage.py [--positions N] [--repetitions N] [--games N] [--seed S]

Coverage: in random positions the decision to buy, and the difference between choosing 3 and 2, are
evaluated repeatedly with different draws. About 95% of the intervals of 1.96 standard errors must
contain the reference, which uses 20 times the number of draws.

Calibration: the mean difference between V at the end of a turn and the money made afterwards, in
games played by V, by the number of tiles in the bag.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import Any

from bwtools.advice.decisions import Evaluation, evaluate_hands, evaluate_numbers
from bwtools.advice.situation import Method, Situation
from bwtools.evaluation.evaluator import PlayerView, open_evaluator
from bwtools.game.deal import Deal
from bwtools.game.state import Player
from bwtools.lexicon.lexicon import Lexicon, open_lexicon
from bwtools.tiles.hand import Hand, remove_letters
from bwtools.tiles.tile_set import ALPHABET, price

REFERENCE = 20  # times as many draws as a repetition


class Position:
    """A random position with a decision to buy a set."""

    def __init__(self, lexicon: Lexicon, random: Random) -> None:
        tiles = lexicon.tiles
        box = "".join(letter * tiles.counts[letter] for letter in ALPHABET)
        order = random.sample(box, len(box))
        self.lexicon = lexicon
        self.hand = Hand("".join(sorted(order[: random.randint(2, 8)])), random.randint(0, 4))
        drawn = order[8 : 8 + random.randint(2, 5)]
        bag = "".join(sorted(order[13 : 13 + random.randint(12, 95)]))
        self.situation = Situation(bag, len(bag), random.randint(150, 800))
        both = Hand("".join(sorted([*self.hand.letters, *drawn])), self.hand.wilds)
        cost = price(tiles.set_pips("".join(drawn)))
        self.options = [
            Player(self.situation.money, self.hand),
            Player(max(0, self.situation.money - cost), both),
        ]

    def buying(self, method: Method) -> tuple[float, float]:
        """Return the gain of buying, and its standard error, in dollars."""
        return _known(evaluate_hands(self.lexicon, self.options, self.situation, method), 1, 0)

    def naming(self, method: Method) -> tuple[float, float]:
        """Return the gain of choosing 3 over 2, and its standard error, in dollars."""
        return _known(evaluate_numbers(self.lexicon, self.hand, self.situation, method), 1, 0)


def _known(evaluation: Evaluation[Any] | None, option: int, other: int) -> tuple[float, float]:
    if evaluation is None:
        raise SystemExit("hands cannot be valued: there are no weights")
    return evaluation.sampled.gain(option, other)


def coverage(positions: list[Position], repetitions: int) -> None:
    """Print the share of the intervals that contain the reference."""
    for name in ("buying", "naming"):
        held: list[float] = []
        errors = []
        for position in positions:
            judge = getattr(position, name)
            _, error = judge(Method("lookahead"))
            draws = {"buying": 96, "naming": 48}[name] * REFERENCE
            reference, reference_error = judge(Method("lookahead", draws, seed=1))
            for seed in range(2, repetitions + 2):
                gain, error = judge(Method("lookahead", seed=seed))
                errors.append(error)
                wide = 1.96 * sqrt(error**2 + reference_error**2)
                held.append(abs(gain - reference) <= wide)
        shares = [mean(held[i : i + repetitions]) for i in range(0, len(held), repetitions)]
        doubt = stdev(shares) / sqrt(len(shares))
        print(
            f"{name}: {100 * mean(held):.1f}% +- {100 * doubt:.1f} of {len(held)} intervals hold "
            f"the value (should: 95%); standard error ${mean(errors):.2f} on average"
        )


def calibration(lexicon: Lexicon, games: int, seed: int) -> None:
    """Print the mean error of V by the number of tiles left, for solo games."""
    asked, tiles = open_evaluator(lexicon), lexicon.tiles
    off: dict[int, list[float]] = defaultdict(list)
    for deal in (Deal(tiles, seed + number) for number in range(games)):
        hand, money = Hand("", tiles.wilds_dealt[0]), tiles.money
        gone, states = 0, []
        for face in deal.faces:
            bag = "".join(sorted(deal.order[gone:]))
            number = face or max(
                (k for k in range(2, 6) if k <= len(bag)),
                key=lambda k: asked.values_by_draw(PlayerView(hand, bag, money))[k - 2],
                default=2,
            )
            if number > len(bag):
                break
            drawn = deal.order[gone : gone + number]
            gone += number
            bag = remove_letters(bag, drawn)
            kept = asked.sell(PlayerView(hand, bag, money))
            cost = price(tiles.set_pips(drawn))
            if cost <= money:
                both = hand.plus(drawn)
                bought = asked.sell(PlayerView(both, bag, money - cost))
                if bought.total - cost >= kept.total:
                    kept, money = bought, money - cost
            hand, money = kept.left, money + kept.revenue
            states.append((len(bag), money + asked.leave_value(PlayerView(hand, bag, money))))
        money += asked.best_revenue(hand)
        for left, foretold in states:
            off[left // 20].append(foretold - money)
    for group, values in sorted(off.items(), reverse=True):
        doubt = stdev(values) / sqrt(games)  # the states of a game are not independent
        spread = f"{len(values)} states, deviation {stdev(values):.0f}"
        print(
            f"{20 * group:3} to {20 * group + 19} tiles left: V less result "
            f"{mean(values):+.1f} +- {doubt:.1f} ({spread})"
        )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--repetitions", type=int, default=25)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    lexicon = open_lexicon("enable")
    random = Random(args.seed)
    coverage([Position(lexicon, random) for _ in range(args.positions)], args.repetitions)
    calibration(lexicon, args.games, args.seed)


if __name__ == "__main__":
    main()
