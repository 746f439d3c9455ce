"""Tables of a person's statistics, as bw stats and the page of the full-screen table show them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ..analysis.game_statistics import (
    BestSale,
    KindStatistics,
    OpponentStatistics,
    PeriodLosses,
    Statistics,
    losses_over_time,
)
from ..analysis.saved_reviews import DECISIONS
from ..errors import counted
from .output import Layout, Row

PERIODS = {"year": 4, "month": 7, "day": 10}  # the characters of a day that make a period


def _table(*fields: str, money: tuple[str, ...] = (), empty: tuple[str, ...] = ()) -> Layout:
    return Layout(fields, plain=fields[0], money=money, hide_if_empty=empty)


_RESULTS = _table(
    *("kind", "games", "mean", "median", "spread", "best", "worst", "won"),
    money=("mean", "median", "spread", "best", "worst"),
    empty=("won",),
)
_RECORDS = _table("against", "games", "won", "drawn", "lost", "margin", money=("margin",))
_SALES = _table(
    *("kind", "words", "mean", "highest", "price", "longest"),
    money=("mean", "price"),
)
_LOSSES = _table(
    *("kind", "period", "games", *DECISIONS, "total", "best"), money=(*DECISIONS, "total")
)._replace(shares=("best",))


class Table(NamedTuple):
    """A table on one subject."""

    heading: str
    rows: list[Row]
    layout: Layout


def tables(found: Statistics, length: int) -> Iterator[Table]:
    """Yield a table for each subject that there is something about, in whole dollars.

    `length` is that of the periods of the dollars lost, as in PERIODS.
    """
    subjects: list[tuple[str, Iterable[Row], Layout]] = [
        ("Results", map(_result_row, found.kinds), _RESULTS),
        ("Records", map(_record_row, found.opponents), _RECORDS),
        ("Words sold", map(_sale_row, found.kinds), _SALES),
        ("Dollars lost a game", _loss_rows(losses_of(found, length)), _LOSSES),
    ]
    for heading, rows, layout in subjects:
        if rows := list(rows):
            yield Table(heading, rows, layout)


def against(found: OpponentStatistics) -> str:
    return ", ".join([f"against {found.name}", *found.variants])


def losses_of(found: Statistics, length: int) -> list[PeriodLosses]:
    """Return what decisions lost by kind of games: in each period, then in all."""
    losses = losses_over_time(found.reviewed, length) + losses_over_time(found.reviewed, 0)
    return sorted(losses, key=lambda each: _order(found, each))


def _order(found: Statistics, losses: PeriodLosses) -> tuple[int, bool, str]:
    kinds = [each.kind for each in found.kinds]
    return kinds.index(losses.kind), not losses.period, losses.period


def _whole(amount: float | None) -> int | None:
    return None if amount is None else round(amount)


def _result_row(found: KindStatistics) -> Row:
    return {
        "kind": found.kind.name,
        "games": len(found.games),
        **{what: _whole(getattr(found, what)) for what in ("mean", "median", "spread")},
        "best": found.best.own.money,
        "worst": found.worst.own.money,
        "won": found.won if found.kind.players > 1 else None,
    }


def _record_row(found: OpponentStatistics) -> Row:
    return {
        "against": against(found).removeprefix("against "),
        **{what: getattr(found, what) for what in ("games", "won", "drawn", "lost")},
        "margin": _whole(found.margin),
    }


def _sale_row(found: KindStatistics) -> Row:
    def sold(sale: BestSale | None, field: str) -> Any:
        return sale and getattr(sale.word, field)

    return {
        "kind": found.kind.name,
        "words": found.words,
        "mean": _whole(found.mean_sale),
        "highest": sold(found.highest, "play"),
        "price": sold(found.highest, "price"),
        "longest": sold(found.longest, "play"),
    }


def _loss_rows(found: Sequence[PeriodLosses]) -> Iterator[Row]:
    for each in found:
        if not each.period and sum(other.kind == each.kind for other in found) == 2:
            continue  # the same as its only period
        yield {
            "kind": each.kind.name,
            "period": each.period or "all",
            "games": each.games,
            **{decision: _whole(each.lost[decision]) for decision in DECISIONS},
            "total": _whole(each.total),
            "best": each.best,
        }


def sentences(found: Statistics) -> Iterator[str]:
    """Yield what is said below the tables."""
    if not found.kinds:
        yield "No finished game of yours yet: bw play starts one."
    daily = found.daily
    if daily.days:
        yield (
            f"Game of the day: {counted(len(daily.days), 'day')}, mean ${_whole(daily.mean)}, best "
            f"${daily.best}; streak {counted(daily.streak, 'day')}, longest "
            f"{daily.longest_streak}."
        )
    if found.repeated:
        yield (
            f"Not counted: {counted(found.repeated, 'game')} of a deal that you had played before."
        )
    if found.unfinished:
        yield f"Not finished: {counted(found.unfinished, 'game')}; bw games lists them."
    if found.reviewed or found.unreviewed:
        total = len(found.reviewed) + len(found.unreviewed)
        more = "; bw stats --review reviews the rest" if found.unreviewed else ""
        yield f"Reviewed: {len(found.reviewed)} of {counted(total, 'game')}{more}."
