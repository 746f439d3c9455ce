"""The command stats: results, streak, sales and losses in one's own games."""

from __future__ import annotations

from collections.abc import Iterator

import click

from ...analysis.game_statistics import KindStatistics, Statistics, load_statistics
from ...analysis.saved_reviews import DECISIONS
from ...errors import InvalidError, quote
from ...records.record_file import read_game
from .. import completion
from ..messages import warn
from ..output import Layout, Row, bold, format_option, print_lines, write
from ..stats_rows import PERIODS, against, losses_of, sentences, tables
from ..terminal.screen import wrap_text

_FIGURES = Layout(
    fields=("what", "value", "games", "kind", "period", "name", "play"),
    plain=lambda row: " ".join(
        str(row[field]) for field in ("kind", "period", "what", "value") if row[field] is not None
    ),
)


@click.command("stats")
@click.option(
    "--player",
    metavar="NAME",
    shell_complete=completion.people_of_games,
    help="The person whose games they are (default: you).",
)
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
            yield _figure(what, getattr(each, what), each.games, against(each))
        yield _figure("margin", _dollars(each.margin), each.games, against(each))
    for losses in losses_of(found, length):
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


def _print_tables(found: Statistics, length: int) -> None:
    """Print the statistics for people."""
    for heading, rows, layout in tables(found, length):
        print_lines([bold(heading)])
        write(rows, layout, "table")
        print_lines([""])
    for text in sentences(found):
        print_lines(wrap_text(text))
