"""Measure the strength of master and expert, beside the figures to beat.

    python scripts/measure_strength.py --games 2000             alone: master and expert, paired
    python scripts/measure_strength.py --games 0 --tables 2000  at tables of 2 to 4, seats rotated

Deal i has the seed i. *Adjusted* means have the luck of the draws removed. Expert alone takes some
four minutes for 2,000 deals on one core; a table of experts and masters takes longer.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from statistics import mean, stdev
from typing import NamedTuple

from bwtools.analysis.executors import processes
from bwtools.analysis.simulation import Batch, play_deals, set_table
from bwtools.analysis.simulation_stats import columns, rows
from bwtools.evaluation.evaluator import is_compiled
from bwtools.lexicon.lexicon import DEFAULT, open_lexicon

KNOWN = """\
known (solo)                                 mean        adjusted    s a game
A: small net, no search                 1597.8 +- 2.4  1597.2 +- 1.5  0.0035
A + one round of lookahead              1609.8 +- 5.0  1613.1 +- 1.8  0.2
B: wider net, no search                 1608.0 +- 3.5  1613.1 +- 1.3  0.0055
B, every word a candidate               1606.9 +- 3.8  1614.6 +- 1.5  0.035
B + lookahead in two stages             1610.3 +- 4.6  1621.8 +- 1.9  0.39
wanted: master 1605, aim 1615, 300 games a second; expert 1615, aim 1625, 0.4 s a game, and
above master by 3 standard errors
"""


class Measured(NamedTuple):
    """The final money of each deal, and that money less luck, for the players of a table."""

    money: Sequence[Sequence[float]]  # of each player, in dollars
    adjusted: Sequence[Sequence[float]]
    wins: Sequence[float]
    seconds: float  # of the processor, for a game


class Options(NamedTuple):
    """How to measure."""

    jobs: int  # processes
    dictionary: str


def measure(names: Sequence[str], games: int, options: Options) -> Measured:
    """Play the deals with the seeds 1 to `games`."""
    table = set_table(open_lexicon(options.dictionary), names)
    with closing(
        play_deals(table, range(1, games + 1), partial(processes, options.jobs))
    ) as played:
        batches = list(played)
    found = rows(table, batches)
    money = columns(table, batches)
    luck = [_luck(batches, which) for which in range(len(names))]
    return Measured(
        money,
        [
            [dollars - part / 256 for dollars, part in zip(own, lucky, strict=True)]
            for own, lucky in zip(money, luck, strict=True)
        ],
        [row["win_share"] for row in found],
        found[0]["seconds_per_game"],
    )


def _luck(batches: Sequence[Batch], which: int) -> list[int]:
    return [luck for batch in batches for luck in (batch.luck or [])[which]]


def with_error(values: Sequence[float], sign: str = "") -> str:
    """Return a mean with its standard error as text."""
    return f"{mean(values):{sign}7.1f} +- {stdev(values) / len(values) ** 0.5:3.1f}"


def _less(one: Sequence[float], other: Sequence[float]) -> list[float]:
    return [a - b for a, b in zip(one, other, strict=False)]


def alone(names: Sequence[str], games: int, options: Options) -> None:
    """Print a line for each player, and its lead over the first on the same deals."""
    first: Measured | None = None
    for name in names if games > 1 else ():
        found = measure([name], games, options)
        print(
            f"{name:12} {games:5} deals: {with_error(found.money[0])}  adjusted "
            f"{with_error(found.adjusted[0])}  {found.seconds:.4f} s a game, "
            f"{1 / found.seconds:.1f}/s",
            flush=True,
        )
        if first:
            raw = _less(found.money[0], first.money[0])
            adjusted = _less(found.adjusted[0], first.adjusted[0])
            leads = f"{with_error(raw, '+')}  adjusted {with_error(adjusted, '+')}"
            print(f"{'':12} more than {names[0]}: {leads}")
        first = first or found


def at_tables(strong: str, weak: str, games: int, options: Options) -> None:
    """Print the lead of the stronger player over the mean of 1, 2 and 3 weaker ones."""
    for players in (2, 3, 4):
        found = measure([strong] + [weak] * (players - 1), games, options)
        raw, adjusted = (
            [own - mean(others) for own, *others in zip(*money, strict=True)]
            for money in (found.money, found.adjusted)
        )
        print(
            f"{strong} with {players - 1} {weak}, {games} deals: {mean(found.money[0]):.1f}, more "
            f"than {weak}: {with_error(raw, '+')}  adjusted {with_error(adjusted, '+')}  wins "
            f"{found.wins[0]:.1%}  {found.seconds:.3f} s a game",
            flush=True,
        )


def main() -> None:
    """Run the measurements asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", type=int, default=200, help="deals alone (default: 200)")
    parser.add_argument("--tables", type=int, default=0, help="deals at tables of 2 to 4")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default: 1)")
    parser.add_argument("--dictionary", default=DEFAULT, help=f"(default: {DEFAULT})")
    asked = parser.parse_args()
    options = Options(asked.jobs, asked.dictionary)
    print(f"{KNOWN}\nmeasured, {'compiled' if is_compiled() else 'interpreted'}")
    alone(["master", "expert"], asked.games, options)
    if asked.tables > 1:
        at_tables("master", "club", asked.tables, options)
        at_tables("expert", "master", asked.tables, options)


if __name__ == "__main__":
    main()
