"""The command review: grade every decision of a game, and explain the results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from os.path import isdir
from pathlib import Path

import click

from ...advice.advise import cents
from ...analysis.review import SAMPLES, Review, describe
from ...errors import BwError, InvalidError
from ...records.game_folder import ENDING, game_files
from ...records.record_file import read_game
from .. import completion
from ..advice_rows import note
from ..game_reviews import game_review
from ..options import (
    dictionary_option,
    error_reporter,
    named_dictionary,
    new_file,
    within,
    write_new_file,
)
from ..output import COLUMN, STATUS, Layout, Row, format_option, print_lines, write
from ..saved_games import find_game
from ..terminal.screen import wrap_text

_DECISIONS = Layout(
    fields=(
        *("round", "player", "decision", "done", "best", "lost", "stderr", "grade", "basis"),
        "trained_on",
    ),
    plain=lambda row: (
        f"{row['round']} {row['player']} {row['decision']} {row['done']}: {row['grade']}"
    ),
    money=("lost", "stderr"),
    table=("round", "player", "decision", "done", "best", "lost", "stderr", "grade"),
)
_RESULTS = Layout(
    fields=("player", "start", "dice", "draws", "lost", "rest", "stderr", "result", "over"),
    plain=lambda row: f"{row['player']} {row['result']}",
    money=("start", "dice", "draws", "lost", "rest", "stderr", "result"),
    table=("player", "start", "dice", "draws", "lost", "rest", "stderr", "result"),
)


@click.command("review")
@click.argument("file", required=False, metavar="[FILE|DIR]", shell_complete=completion.games)
@click.option(
    "--html",
    metavar="FILE",
    callback=new_file,
    shell_complete=completion.files,
    help="Write a page to look at and to share.",
)
@click.option(
    "--summary", is_flag=True, help="Explain each result instead: one row for each player."
)
@click.option(
    "--samples",
    type=within(2, 1_000_000),
    default=SAMPLES,
    metavar="N",
    help=f"Draws for each option (default: {SAMPLES}); at least two for each face of the die.",
)
@click.option(
    "--seed", type=within(0), default=0, metavar="S", help="Seed of the draws (default: 0)."
)
@dictionary_option
@format_option()
@click.pass_context
def review_(
    ctx: click.Context,
    file: str | None,
    html: str | None,
    summary: bool,
    samples: int,
    seed: int,
    dictionary: str,
    form: str,
) -> None:
    """Grade every decision in the game of FILE or all in DIR, and separate skill from luck.

    The dollars lost are the lead of the best option over the actual one, evaluated with one round
    of lookahead or, near the end, exactly. The stderr covers the sampled draws and the error of V;
    a lead within the part of the draws counts as zero. A loss below $1 is best, below $5 good,
    below $15 an inaccuracy, below $40 a mistake, otherwise a blunder. A sale is everything sold in
    a turn; - is nothing. Decisions without a choice are left out. The dictionary is that of the
    game unless -d names another. FILE is a file, or a name that bw games lists; the default is the
    last game played. The rows of a folder have the file as first field, and games that cannot be
    read are reported.

    A result is start + dice + draws - lost + rest. Start is the expected result before the first
    roll, dice and draws are luck, and rest is what the values do not explain, with its stderr.

    \b
    bw review
    bw review --html review.html
    """
    named = named_dictionary(ctx, dictionary)
    if file is not None and isdir(file):
        if html is not None:
            raise InvalidError(f"{file} is a folder: --html writes the page of one game")
        ctx.meta[COLUMN] = "file"
        reviews = _reviews(file, named, samples, seed)
        rows_of, layout = (_result_rows, _RESULTS) if summary else (_decision_rows, _DECISIONS)
        rows = ({"file": name, **row} for name, found in reviews for row in rows_of(found))
        write(rows, layout, form)
        ctx.exit(ctx.meta.get(STATUS, 0))
    path = find_game(file)
    game = read_game(path)
    found = game_review(path, game, named, samples, seed)
    if html is not None:
        from ...reports.review_page import page

        write_new_file(html, page(found))
    if summary:
        write(_result_rows(found), _RESULTS, form)
    else:
        write(_decision_rows(found), _DECISIONS, form)
        if form == "table":
            print_lines([""])
            write(_result_rows(found), _RESULTS, form)
            print_lines(_closing(found))
    ctx.exit(ctx.meta.get(STATUS, 0))


def _reviews(
    folder: str, dictionary: str | None, samples: int, seed: int
) -> Iterator[tuple[str, Review]]:
    """Yield the names and reviews of the games in a folder; report those that cannot be read."""
    paths = game_files(Path(folder))
    if not paths:
        raise InvalidError(f"there is no game in {folder}: the files of games end in {ENDING}")
    report_error = error_reporter()
    for path in paths:
        try:
            yield path.name, game_review(path, read_game(path), dictionary, samples, seed)
        except BwError as error:
            report_error(str(error))


def _decision_rows(found: Review) -> Iterator[Row]:
    for each in found.decisions:
        yield {
            "round": each.state.round,
            "player": found.game.header.seats[each.seat].name,
            "decision": each.decision,
            "done": each.actual,
            "best": each.best,
            "lost": cents(each.lost),
            "stderr": cents(each.stderr),
            "grade": each.grade,
            "basis": each.basis,
            "trained_on": found.trained_on,
        }


def _result_rows(found: Review) -> Iterator[Row]:
    for each in found.breakdowns:
        yield {
            "player": found.game.header.seats[each.seat].name,
            "start": cents(each.start),
            "dice": cents(each.dice),
            "draws": cents(each.draws),
            "lost": cents(each.lost),
            "rest": cents(each.residual),
            "stderr": cents(each.stderr),
            "result": cents(each.result),
            "over": found.game.state.phase == "over",
        }


def _closing(found: Review) -> Iterable[str]:
    """Yield the sentences below the tables."""
    yield "(result = start + dice + draws - lost + rest)"
    if found.game.state.phase != "over":
        text = "The game is not over: results are expected ones, after the last complete round."
        yield from wrap_text(text)
    if rough := note({"trained_on": found.trained_on}):
        yield from wrap_text(rough)
    costliest = found.costliest()
    if costliest:
        yield "Costliest:"
    for each in costliest:
        name = found.game.header.seats[each.seat].name
        text = describe(each, found.game.header.tiles)
        yield from wrap_text(f"  Round {each.state.round}, {name}: {text}.", indent="    ")
