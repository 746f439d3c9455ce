"""Compare the gains of advice with those of long playouts: measure the error of V.

    python scripts/check_model_error.py [--games N] [--playouts N] [--players P] [--seed S]

Positions come from games of master: from each game two purchases, two sales and a number to name,
with at least 7 tiles in the bag for each player. The gain of an option over another is evaluated as
`bw hint` does, by lookahead and by V alone, and by playouts of the same options.

For each kind of decision the table shows the mean difference of the gains; its standard deviation
without the sampling of both, which is MODEL_ERROR in `bwtools/advice/sampling.py`; and the share of
the intervals of 1.96 standard errors, with that error, that contain the gain by playouts.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from math import hypot, sqrt
from random import Random
from statistics import mean
from typing import Any, NamedTuple

from bwtools.advice.decisions import (
    Evaluation,
    evaluate_hands,
    evaluate_numbers,
    evaluate_sales,
)
from bwtools.advice.situation import Basis, Method, situation_of
from bwtools.game.deal import Deal
from bwtools.game.rules import Rules
from bwtools.game.state import Buy, Choose, Player, Sell, State
from bwtools.lexicon.lexicon import Lexicon, open_lexicon
from bwtools.players.game_loop import play_game
from bwtools.players.registry import open_player
from bwtools.players.strategy import Computer
from bwtools.tiles.hand import Hand
from bwtools.tiles.tile_set import price

BASES: tuple[Basis, ...] = ("lookahead", "value")
DECISIONS = {Buy: 2, Sell: 2, Choose: 1}  # how many of each game
MOST_OPTIONS = 4
FEWEST_TILES = 7  # for each player; with fewer, advice is exact


class Difference(NamedTuple):
    """The gain of an option by a basis less the gain by playouts."""

    dollars: float
    sampling: float  # standard error, of both
    claimed: float  # standard error with the error of V, of both


def evaluate(
    lexicon: Lexicon, state: State, decision: type, method: Method
) -> Evaluation[Any] | None:
    """Return the options of a decision and their values; None if there is no choice."""
    money, hand, drawn = state.player
    situation = situation_of(state)
    if decision is Choose:
        return evaluate_numbers(lexicon, hand, situation, method)
    if decision is Sell:
        return evaluate_sales(lexicon, hand, Hand(""), situation, method, within=20)
    cost = price(lexicon.tiles.set_pips(drawn))
    if cost > money:
        return None
    options = [Player(money, hand), Player(money - cost, hand.plus(drawn))]
    return evaluate_hands(lexicon, options, situation, method)


def positions(lexicon: Lexicon, players: int, seed: int) -> Iterator[tuple[State, type]]:
    """Yield positions of a game, with the kind of decision that is due, in random order."""
    rules = Rules(lexicon.tiles)
    seats = [Computer(str(seat), open_player("master", lexicon, seat)) for seat in range(players)]
    before, found = rules.start(players), []
    for event, state in play_game(rules, lexicon, Deal(lexicon.tiles, seed), seats, before):
        if type(event) in DECISIONS and len(before.bag) >= FEWEST_TILES * players:
            found.append((before, type(event)))
        before = state
    Random(seed).shuffle(found)
    yield from found


def differences(
    lexicon: Lexicon, players: int, seed: int, playouts: int
) -> Iterator[tuple[str, str, Difference]]:
    """Yield the differences of a game, each with the basis and the kind of decision."""
    due = list(positions(lexicon, players, seed))
    for decision, number in DECISIONS.items():
        judged = (
            (state, evaluate(lexicon, state, decision, Method("playout", playouts, seed + 1)))
            for state, kind in due
            if kind is decision
        )
        several = ((state, found) for state, found in judged if found and len(found.options) > 1)
        for state, truth in islice(several, number):
            for basis in BASES:
                found = evaluate(lexicon, state, decision, Method(basis, seed=seed))
                assert found is not None
                for option in range(1, min(MOST_OPTIONS, len(found.options))):
                    reference, doubt = truth.sampled.gain(option, 0)
                    _, sampling = found.sampled.gain(option, 0)
                    dollars, error = found.gain(option, 0)
                    yield (
                        basis,
                        decision.__name__.lower(),
                        Difference(
                            dollars - reference, hypot(sampling, doubt), hypot(error, doubt)
                        ),
                    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--playouts", type=int, default=600)
    parser.add_argument("--players", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    lexicon = open_lexicon("enable")
    groups: dict[tuple[str, str], list[Difference]] = defaultdict(list)
    for seed in range(args.seed, args.seed + args.games):
        for basis, kind, found in differences(lexicon, args.players, seed, args.playouts):
            groups[basis, kind].append(found)
            groups[basis, "all"].append(found)
    for (basis, kind), group in sorted(groups.items()):
        spread = mean(each.dollars**2 for each in group)
        error = sqrt(max(0, spread - mean(each.sampling**2 for each in group)))
        hold = mean(abs(each.dollars) <= 1.96 * each.claimed for each in group)
        print(
            f"{basis:<10} {kind:<7} {len(group):>4} gains: "
            f"mean {mean(each.dollars for each in group):+.2f}, error of V ${error:.2f}, "
            f"{100 * hold:.0f}% +- {100 * sqrt(hold * (1 - hold) / len(group)):.0f} hold"
        )


if __name__ == "__main__":
    main()
