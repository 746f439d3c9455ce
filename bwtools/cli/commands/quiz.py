"""The command quiz."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import click

from ...advice.situation import Method
from ...analysis import quiz, quiz_scores
from ...analysis.quiz import By
from ...analysis.review import Decision
from ...errors import InvalidError
from ...evaluation.evaluator import open_evaluator
from ...game.deal import random_seed
from ...lexicon.lexicon import open_lexicon
from ...records.record_file import read_game
from ...tiles.tile_set import TileSet
from .. import completion
from ..messages import warn
from ..options import dictionary_option, named_dictionary, plain_option, tiles_option, within
from ..output import Layout, Row, format_option, print_lines, write
from ..saved_games import find_game, game_lexicon, saved_games
from ..terminal.prompt import has_screen, run
from ..terminal.quizzing import Question, Quiz
from ..terminal.screen import show

ALL = "all"  # saved games, in place of a file

_SCORES = Layout(
    fields=quiz_scores.Tally._fields,
    plain=lambda row: f"{row['date']} {row['decision']} {row['right']}/{row['questions']}",
    money=("lost",),
    shares=("share",),
)


@click.command("quiz")
@click.option(
    "--decision",
    type=click.Choice(["sell", "buy", "choose", "discard"]),
    help="The decision to make (default: sell; with --from, all kinds).",
)
@click.option(
    "--by",
    type=click.Choice(["revenue", "equity"]),
    help="The best sale by dollars now (default), or including the leave value.",
)
@click.option(
    "--questions",
    "number",
    type=within(1, 10**9),
    default=10,
    metavar="N",
    help="Ask at most N questions (default: 10).",
)
@click.option(
    "--time",
    "limit",
    type=within(1, 86_400, float),
    metavar="SECONDS",
    help="Time for each answer.",
)
@click.option("--seed", type=within(0), metavar="N", help="Ask the same questions again.")
@click.option(
    "--from",
    "source",
    metavar="FILE|all",
    shell_complete=completion.games,
    help="Ask your mistakes in a game, or in all saved games, costliest first in each game.",
)
@click.option(
    "--samples",
    type=within(1, 1_000_000),
    default=192,
    metavar="N",
    help="Draws for each option that is valued (default: 192).",
)
@click.option("--scores", "only_scores", is_flag=True, help="Show the saved scores and stop.")
@plain_option
@dictionary_option
@tiles_option
@format_option()
@click.pass_context
def quiz_(
    ctx: click.Context,
    decision: Decision | None,
    by: By | None,
    number: int,
    limit: float | None,
    seed: int | None,
    source: str | None,
    samples: int,
    only_scores: bool,
    plain: bool,
    dictionary: str,
    tiles: TileSet,
    form: str,
) -> None:
    """Practise: find the best sale of a hand, decide whether to buy a set, and so on.

    The hands come from games that a computer player plays alone. An answer is marked by the dollars
    that it loses: sales by the dollars that they bring today, and all other decisions, or sales
    with --by equity, by the expected money at the end of the game. Your own mistakes are always
    marked by the expected money. Every score is saved. --scores shows, in the format of -f, by day:
    the dollars lost in all, and the mean share of the best sale and seconds of an answer.

    \b
    bw quiz --time 60
    bw quiz --decision buy --questions 5
    bw quiz --from all
    """
    if only_scores:
        write(map(_score_row, quiz_scores.tallies(quiz_scores.read_scores())), _SCORES, form)
        return
    if by and (source or decision not in (None, "sell")):
        raise InvalidError("--by is for sales from random deals: leave it out")
    if source and seed is not None:
        raise InvalidError("--seed is for random deals, and --from is for games: give only one")
    if source:
        questions = _mistakes(source, decision, samples, named_dictionary(ctx, dictionary))
        by = "equity"
    else:
        lexicon = open_lexicon(dictionary, tiles)
        decision = decision or "sell"
        by = by or ("revenue" if decision == "sell" else "equity")
        if by == "equity":
            open_evaluator(lexicon, 1)  # may fail: before the first question
        seed = random_seed() if seed is None else seed
        show(f"Questions of seed {seed}. Type help for commands.")
        states = quiz.random_questions(lexicon, decision, seed)
        questions = (Question(lexicon, state) for state in states)
    session = Quiz(islice(questions, number), by, limit, Method(samples=samples))
    try:
        if not plain and has_screen():
            from ..table.quiz_screen import QuizScreen
            from ..table.themed_app import run_screen

            run_screen(lambda app: QuizScreen(session, app.settings, app.clock, app.random))
        else:
            run(session)
    finally:
        show(*session.summary())


def _score_row(tally: quiz_scores.Tally) -> Row:
    row = tally._asdict()
    for field in ("lost", "share", "seconds"):
        row[field] = None if row[field] is None else round(float(row[field]), 2)
    return row


def _mistakes(
    source: str, decision: Decision | None, samples: int, dictionary: str | None
) -> Iterator[Question]:
    """Yield questions from games. Raise InvalidError if there is none or it cannot be reviewed."""
    if source == ALL:
        # Games with variants cannot be reviewed.
        games = [saved for saved in saved_games() if not saved[1].header.variants]
        games.sort(key=lambda saved: saved[1].header.date)
        games.reverse()  # latest first
    else:
        file = find_game(source)
        games = [(file, read_game(file))]
    asked = False
    for path, game in games:
        print_lines([f"Reviewing the game {path}..."])
        try:
            lexicon = game_lexicon(path, game, dictionary)
            found = quiz.mistakes(game, lexicon, decision, samples)
        except InvalidError as error:
            if source != ALL:
                raise
            warn(f"{path}: {error}")
            continue
        for each in found:
            asked = True
            yield Question(lexicon, each.state, each.actual)
    if not asked:
        show("No mistake of yours cost a dollar or more: there is nothing to ask.")
