"""Check V near ruin against games played out from there.

    python scripts/check_ruin.py [--players N...] [--leaves N] [--games N] [--seed S]

Random leaves of players with less than $128 are valued, and played out by V against opponents with
$200. A row shows, for leaves of which V is a share (0/8 to 8/8) of V with plenty of money, the mean
of V and of the money made in the games. The last column is what should be added to RUIN_LIFT in
bwtools/_engine/constants.py, in 1/1024. 500 leaves take some four minutes.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import NamedTuple

from bwtools._engine.constants import FULL_BAG, SCARCE_MONEY
from bwtools.evaluation.evaluator import Evaluator, PlayerView
from bwtools.lexicon.lexicon import open_lexicon
from bwtools.tiles.hand import Hand
from bwtools.tiles.tile_set import ALPHABET

RICH = 200  # dollars, of the opponents, and from which V no longer depends on them


class Valued(NamedTuple):
    """A leave near ruin: its value by V, by V with plenty of money, and by games; in dollars."""

    value: float
    rich: float
    made: float
    tiles: int  # in the bag


def value_leave(evaluator: Evaluator, games: int, random: Random) -> Valued:
    """Value a random leave by V and by games."""
    tiles, players = evaluator.tiles, evaluator.players
    box = "".join(letter * tiles.counts[letter] for letter in ALPHABET)
    order = random.sample(box, len(box))
    held = random.choice([0, 0, 1, 1, 2, 3, 4, random.randint(0, 8)])
    dealt = tiles.wilds_dealt[players - 1]
    hand = Hand("".join(sorted(order[:held])), random.randint(0, dealt))
    bag = order[held : random.randint(held + 2 * players, len(box))]
    money, leader = int(SCARCE_MONEY * random.random() ** 2), random.randrange(players)
    view = PlayerView(hand, "".join(sorted(bag)), money, leader == 0)
    hands = [hand] + [Hand("", dealt)] * (players - 1)
    dollars = [money] + [RICH] * (players - 1)
    made = []
    for _ in range(games):
        random.shuffle(bag)
        die = random.choices(tiles.die, k=len(bag) // 2 + 1)
        made.append(evaluator.play_out(hands, dollars, "".join(bag), die, leader)[0] - money)
    value, rich = (evaluator.leave_value(each) for each in (view, view._replace(money=RICH)))
    return Valued(value, rich, mean(made), len(bag))


def main() -> None:
    """Print a table for each number of players."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--players", type=int, nargs="+", default=[1, 2, 3, 4])
    parser.add_argument("--leaves", type=int, default=500)
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for players in args.players:
        evaluator, random = Evaluator(open_lexicon("enable"), players), Random(args.seed)
        groups: dict[int, list[Valued]] = defaultdict(list)
        for _ in range(args.leaves):
            found = value_leave(evaluator, args.games, random)
            if found.rich > 0:
                groups[min(8, round(8 * found.value / found.rich))].append(found)
        print(
            f"players: {players}\nshare  leaves       V   games  difference       add", flush=True
        )
        for share, group in sorted(groups.items()):
            value, made = mean(each.value for each in group), mean(each.made for each in group)
            errors = [each.made - each.value for each in group]
            doubt = stdev(errors) / sqrt(len(errors)) if len(errors) > 1 else 0
            room = sum(each.rich * min(1, each.tiles / FULL_BAG) for each in group)
            print(
                f"{share:3}/8 {len(group):8} {value:7.1f} {made:7.1f} {made - value:+6.1f} +- "
                f"{doubt:3.1f} {1024 * sum(errors) / room:+9.0f}"
            )


if __name__ == "__main__":
    main()
