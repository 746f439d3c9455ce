"""The command stats: results, streak, sales and losses in one's own games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import click

from ...analysis.game_statistics import (
    BestSale,
    KindStatistics,
    OpponentStatistics,
    PeriodLosses,
    Statistics,
    load_statistics,
    losses_over_time,
)
from ...analysis.saved_reviews import DECISIONS
from ...errors import InvalidError, counted, quote
from ...records.record_file import read_game
from ..messages import warn
from ..output import Layout, Row, bold, format_option, print_lines, write
from ..terminal.screen import wrap_text

PERIODS = {"year": 4, "month": 7, "day": 10}  # the characters of a day that make a period

_FIGURES = Layout(
    fields=("what", "value", "games", "kind", "period", "name", "play"),
    plain=lambda row: " ".join(
        str(row[field]) for field in ("kind", "period", "what", "value") if row[field] is not None
    ),
)


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


@click.command("stats")
@click.option("--player", metavar="NAME", help="The person whose games they are (default: you).")
@click.option(
    "--by",
    type=click.Choice(list(PERIODS)),
    default="month",
    help="The periods of the dollars lost (default: month).",
)
@click.option("--review", is_flag=True, help="First review the games that are not yet reviewed.")
@format_option()
def stats_(player: str | None, by: str, review: bool, form: str) -> None:
    """Show your results, streak, records against others, best sales, and dollars lost.

    Finished games count, by the kind of game: alone, or by the number of players, with their
    variants. A deal that you had played before does not count, since you knew its tiles. The game
    of the day counts by its day in UTC. Dollars lost by decisions are means for each reviewed game;
    bw review reviews one game, and --review all of them.

    \b
    bw stats
    bw stats --review
    """
    found = load_statistics(player, report=warn)
    if player is not None and not (found.kinds or found.unfinished):
        raise InvalidError(f"no person named {quote(player)} has played a saved game: see bw games")
    if review:
        _review(found)
        found = load_statistics(player)
    if form == "table":
        _print_tables(found, PERIODS[by])
    else:
        write(_figures(found, PERIODS[by]), _FIGURES, form)


def _review(found: Statistics) -> None:
    """Review and save the games without a review; warn of those that cannot be reviewed."""
    from ..game_reviews import game_review

    for number, each in enumerate(found.unreviewed, 1):
        label = f"game {number} of {len(found.unreviewed)}"
        try:
            game_review(each.path, read_game(each.path), label=label)
        except InvalidError as error:
            warn(f"{each.path}: {error}")


def _dollars(amount: float | None) -> float | None:
    return None if amount is None else round(float(amount), 2)


def _figure(
    what: str,
    value: float | None,
    games: int,
    kind: str,
    period: str | None = None,
    name: str | None = None,
    play: str | None = None,
) -> Row:
    return dict(zip(_FIGURES.fields, (what, value, games, kind, period, name, play), strict=True))


def _figures(found: Statistics, length: int) -> Iterator[Row]:
    """Yield a row for each figure."""
    finished = sum(len(each.games) for each in found.kinds)
    for what, number in (
        ("games", finished),
        ("unfinished", found.unfinished),
        ("repeated", found.repeated),
        ("reviewed", len(found.reviewed)),
        ("unreviewed", len(found.unreviewed)),
    ):
        yield _figure(what, number, number, "all")
    for kind in found.kinds:
        yield from _kind_figures(kind)
    daily = found.daily
    days = len(daily.days)
    for what, value in (
        ("streak", daily.streak),
        ("longest_streak", daily.longest_streak),
        ("mean", _dollars(daily.mean)),
        ("best", daily.best),
    ):
        yield _figure(what, value, days, "daily")
    for each in found.opponents:
        for what in ("won", "drawn", "lost"):
            yield _figure(what, getattr(each, what), each.games, _against(each))
        yield _figure("margin", _dollars(each.margin), each.games, _against(each))
    for losses in _losses(found, length):
        name, period = losses.kind.name, losses.period or None
        for decision in DECISIONS:
            lost = _dollars(losses.lost[decision])
            yield _figure(f"lost_{decision}", lost, losses.games, name, period)
        yield _figure("lost_total", _dollars(losses.total), losses.games, name, period)
        yield _figure("best_share", round(losses.best, 4), losses.games, name, period)


def _kind_figures(found: KindStatistics) -> Iterator[Row]:
    name, games = found.kind.name, len(found.games)
    yield _figure("games", games, games, name)
    for what in ("mean", "median", "spread"):
        yield _figure(what, _dollars(getattr(found, what)), games, name)
    for what, game in (("best", found.best), ("worst", found.worst)):
        yield _figure(what, game.own.money, games, name, name=game.path.stem)
    if found.kind.players > 1:
        yield _figure("won", found.won, games, name)
    yield _figure("words", found.words, games, name)
    yield _figure("mean_sale", _dollars(found.mean_sale), games, name)
    for what, sale in (("highest_sale", found.highest), ("longest_sale", found.longest)):
        if sale:
            value = sale.word.price if sale is found.highest else len(sale.word.play)
            file = sale.game.path.stem
            yield _figure(what, value, games, name, name=file, play=sale.word.play)


def _against(found: OpponentStatistics) -> str:
    return ", ".join([f"against {found.name}", *found.variants])


def _losses(found: Statistics, length: int) -> list[PeriodLosses]:
    """Return what decisions lost by kind of games: in each period, then in all."""
    losses = losses_over_time(found.reviewed, length) + losses_over_time(found.reviewed, 0)
    return sorted(losses, key=lambda each: _order(found, each))


def _order(found: Statistics, losses: PeriodLosses) -> tuple[int, bool, str]:
    kinds = [each.kind for each in found.kinds]
    return kinds.index(losses.kind), not losses.period, losses.period


def _print_tables(found: Statistics, length: int) -> None:
    """Print the statistics for people: a table for each subject, in whole dollars."""
    tables: list[tuple[str, Iterable[Row], Layout]] = [
        ("Results", map(_result_row, found.kinds), _RESULTS),
        ("Records", map(_record_row, found.opponents), _RECORDS),
        ("Words sold", map(_sale_row, found.kinds), _SALES),
        ("Dollars lost a game", _loss_rows(_losses(found, length)), _LOSSES),
    ]
    for heading, rows, layout in tables:
        if rows := list(rows):
            print_lines([bold(heading)])
            write(rows, layout, "table")
            print_lines([""])
    for text in _sentences(found):
        print_lines(wrap_text(text))


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
        "against": _against(found).removeprefix("against "),
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


def _sentences(found: Statistics) -> Iterator[str]:
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
