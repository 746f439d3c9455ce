"""Measure the built-in players: money at the end of games alone, and who wins at one table.

    python scripts/measure_players.py [GAMES]    about a minute with the default of 200

Deal i has the seed i. At a table of several the seats rotate from deal to deal.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import combinations
from statistics import mean, median, stdev
from time import perf_counter

from bwtools.game import Deal, Rules, winners
from bwtools.lexicon import open_lexicon
from bwtools.players import BUILT_IN, Seat, open_player, play_game

LEXICON = open_lexicon()
RULES = Rules(LEXICON.tiles)


def money_and_wins(seats: Sequence[Seat], deal: int) -> tuple[list[int], list[float]]:
    """What each of the players, in the order given, has at the end, and its share of the win."""
    turned = deal % len(seats)
    order = [*range(turned, len(seats)), *range(turned)]
    state = RULES.start(len(seats))
    at_table = [seats[which] for which in order]
    for _, after in play_game(RULES, LEXICON, Deal(RULES.tiles, deal), at_table, state):
        state = after
    won = winners(state)
    money, share = [0] * len(seats), [0.0] * len(seats)
    for seat, which in enumerate(order):
        money[which] = state.players[seat].money
        share[which] = (seat in won) / len(won)
    return money, share


def measure(names: Sequence[str], games: int) -> None:
    """Print a line for each player of a table."""
    seats = [Seat(name, open_player(name, LEXICON)) for name in names]
    begun = perf_counter()
    results = [money_and_wins(seats, deal) for deal in range(games)]
    seconds = (perf_counter() - begun) / games
    print(f"{' - '.join(names)}: {games} games, {seconds:.3f} s a game")
    for which, name in enumerate(names):
        money = [result[0][which] for result in results]
        wins = mean(result[1][which] for result in results)
        error = stdev(money) / games**0.5
        print(
            f"    {name:8} mean {mean(money):7.1f} ± {error:4.1f}   median {median(money):6.1f}   "
            f"least {min(money):4}   most {max(money):4}   wins {wins:6.1%}"
        )


def main() -> None:
    """Measure each player alone, each two at one table, and three and four."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    for name in BUILT_IN:
        measure([name], games)
    for pair in combinations(BUILT_IN, 2):
        measure(pair, games)
    measure(list(BUILT_IN), games)
    measure(["club", *BUILT_IN], games)


if __name__ == "__main__":
    main()
