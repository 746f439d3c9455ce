"""Means, standard errors and percentiles of simulated games."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from fractions import Fraction
from itertools import chain
from math import lcm, sqrt
from operator import mul
from typing import Any

from .simulation import LUCK_UNIT, Batch, Table

SHARE = 1024  # units of a share of the luck
SKILL_UNIT = LUCK_UNIT * SHARE  # to the dollar
LEAST_GAMES = 20  # in each half of the games, for a share of its own


def rows(table: Table, batches: Sequence[Batch]) -> list[dict[str, Any]]:
    """Return a row of results for each player, in the order of the table; none without a game.

    Money is in dollars. `stderr` is the standard error of the mean, None for one game. `adjusted`
    is the mean of the money less a share of the luck of the draws, whose expectation is zero; None
    without V. Percentiles are interpolated linearly. Equal money shares a win.
    `seconds_per_game` is processor time for a whole game of the table.
    """
    money = columns(table, batches)
    games = len(money[0])
    if not games:
        return []
    shares, unit = _shares(money)
    adjusted = _adjusted(table, batches)
    seconds = sum(batch.seconds for batch in batches) / games
    found = []
    for name, own, skill, share in zip(table.names, money, adjusted, shares, strict=True):
        ordered = sorted(own)
        found.append(
            {
                "player": name,
                "games": games,
                "mean": round(sum(own) / games, 2),
                "stderr": _stderr(own, 1, 2),
                "adjusted": round(sum(skill) / (games * SKILL_UNIT), 2) if skill else None,
                "adjusted_stderr": _stderr(skill, SKILL_UNIT, 2) if skill else None,
                "median": percentile(ordered, 50),
                "p5": percentile(ordered, 5),
                "p95": percentile(ordered, 95),
                "win_share": round(sum(share) / (games * unit), 4),
                "win_stderr": _stderr(share, unit, 4),
                "seconds_per_game": round(seconds, 5),
            }
        )
    return found


def _adjusted(table: Table, batches: Sequence[Batch]) -> list[list[int]]:
    """Return money less luck of each player in each game, in units of SKILL_UNIT to the dollar.

    The list is empty without V.
    """
    if any(batch.luck is None for batch in batches):
        return [[] for _ in table.names]
    found = []
    for which in range(len(table.names)):
        money = [dollars for batch in batches for dollars in batch.money[which]]
        luck = [luck for batch in batches for luck in (batch.luck or ())[which]]
        # Each half of the games takes the share that suits the other half, so that the mean stays
        # unbiased. V misjudges weak players: for them less than the whole luck is best.
        shares = [best_share(money[half::2], luck[half::2]) for half in (1, 0)]
        found.append(
            [
                SKILL_UNIT * dollars - shares[game % 2] * own
                for game, (dollars, own) in enumerate(zip(money, luck, strict=True))
            ]
        )
    return found


def best_share(money: Sequence[int], luck: Sequence[int]) -> int:
    """Return the share of the luck, in units of SHARE, without which the money varies least.

    It is the coefficient of a control variate, from the covariance with the money. Few games give
    no good estimate: then all of the luck is taken out.
    """
    games = len(money)
    if games < LEAST_GAMES:
        return SHARE
    squares = games * sum(own * own for own in luck) - sum(luck) ** 2
    products = games * sum(map(mul, money, luck)) - sum(money) * sum(luck)
    return round(Fraction(SKILL_UNIT * products, squares)) if squares else SHARE


def _shares(money: Sequence[Sequence[int]]) -> tuple[list[array[int]], int]:
    """Return each player's share of the win in each game, in units, and the units of a win."""
    unit = lcm(*range(1, len(money) + 1))
    shares = [array("q", bytes(8 * len(own))) for own in money]
    for game, dollars in enumerate(zip(*money, strict=True)):
        most = max(dollars)
        for share, own in zip(shares, dollars, strict=True):
            if own == most:
                share[game] = unit // dollars.count(most)
    return shares, unit


def columns(table: Table, batches: Sequence[Batch]) -> list[array[int]]:
    """Return the dollars of each player at the end of each game, in the order of the table."""
    return [
        array("q", chain.from_iterable(batch.money[which] for batch in batches))
        for which in range(len(table.names))
    ]


def percentile(ordered: Sequence[int], percent: int) -> float:
    """Return a percentile of the sorted values, interpolated linearly, to the cent."""
    at, rest = divmod(percent * (len(ordered) - 1), 100)
    low = ordered[at]
    high = ordered[at + 1] if rest else low
    return round(low + (high - low) * rest / 100, 2)


def _stderr(values: Sequence[int], unit: int, digits: int) -> float | None:
    """Return the standard error of the mean, in units, from exact sums; None for one value."""
    n = len(values)
    if n == 1:
        return None
    spread = n * sum(value * value for value in values) - sum(values) ** 2
    return round(sqrt(spread / (n * n * (n - 1))) / unit, digits)
