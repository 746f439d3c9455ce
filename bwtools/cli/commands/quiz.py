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
from ..options import dictionary_option, named_dictionary, tiles_option, within
from ..output import Layout, Row, format_option, print_lines, write
from ..saved_games import find_game, game_lexicon, saved_games, tell_changed
from ..terminal import screen
from ..terminal.quizzing import Question, Quiz

ALL = "all"  # in place of a file: the games kept

_SCORES = Layout(
    fields=quiz_scores.Tally._fields,
    plain=lambda row: f"{row['date']} {row['decision']} {row['right']}/{row['questions']}",
    money=("lost",),
)


@click.command("quiz")
@click.option(
    "--decision",
    type=click.Choice(["sell", "buy", "choose", "discard"]),
    help="What is to be decided (default: sell; with --from, whatever went wrong).",
)
@click.option(
    "--by",
    type=click.Choice(["revenue", "equity"]),
    help="Best sale by dollars now (default), or with the worth of what is left.",
)
@click.option(
    "--questions",
    "number",
    type=within(1, 10**9),
    default=10,
    metavar="N",
    help="How many at most (default: 10).",
)
@click.option(
    "--time", "limit", type=within(1, 86_400, float), metavar="SECONDS", help="For each answer."
)
@click.option("--seed", type=within(0), metavar="N", help="The same questions again.")
@click.option(
    "--from",
    "source",
    metavar="FILE|all",
    shell_complete=completion.games,
    help="Your mistakes in a game, or in all that are kept, the costliest of each game first.",
)
@click.option(
    "--samples",
    type=within(1, 1_000_000),
    default=192,
    metavar="N",
    help="Draws for each option that is valued (default: 192).",
)
@click.option("--scores", "only_scores", is_flag=True, help="Show the scores kept; ask nothing.")
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
    dictionary: str,
    tiles: TileSet,
    form: str,
) -> None:
    """Train: name the best sale of a hand, whether a set is worth its price, and the like.

    The hands come from deals that a computer player has played up to there, alone. An answer is
    marked by the dollars that it loses: a sale by what it brings today, all else, and --by equity,
    by the money to expect at the end of the game. Each is kept, and --scores shows them by day (-f
    is for these). Your own mistakes are always marked by what can be expected.

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
        raise InvalidError("--seed is for random deals, and --from takes games: give one of them")
    if source:
        questions = _mistakes(source, decision, samples, named_dictionary(ctx, dictionary))
        by = "equity"
    else:
        lexicon = open_lexicon(dictionary, tiles)
        decision = decision or "sell"
        by = by or ("revenue" if decision == "sell" else "equity")
        if by == "equity":
            open_evaluator(lexicon, 1)  # where it cannot be, that is said before anything is asked
        seed = random_seed() if seed is None else seed
        print_lines(screen.wrap(f"Questions of seed {seed}; say help to see what can be answered."))
        states = quiz.random_questions(lexicon, decision, seed)
        questions = (Question(lexicon, state) for state in states)
    Quiz(by, limit, Method(samples=samples)).run(islice(questions, number))


def _score_row(tally: quiz_scores.Tally) -> Row:
    row = tally._asdict()
    for field in ("lost", "share", "seconds"):
        row[field] = None if row[field] is None else round(float(row[field]), 2)
    return row


def _mistakes(
    source: str, decision: Decision | None, samples: int, dictionary: str | None
) -> Iterator[Question]:
    """Questions from games. Raises InvalidError: there is none, or it cannot be reviewed."""
    if source == ALL:
        plain = [kept for kept in saved_games() if not kept[1].header.variants]  # can be reviewed
        games = plain[::-1]  # the last is best remembered
    else:
        file = find_game(source)
        games = [(file, read_game(file))]
    asked = False
    for path, game in games:
        print_lines([f"Reviewing the game {path}..."])
        try:
            lexicon = game_lexicon(path, game, dictionary)
            found = quiz.mistakes(game, lexicon, decision, samples)
            if dictionary is None:
                tell_changed(path, game.header)
        except InvalidError as error:
            if source != ALL:
                raise
            warn(f"{path}: {error}")
            continue
        for each in found:
            asked = True
            yield Question(lexicon, each.state, each.done)
    if not asked:
        print_lines(
            screen.wrap("No mistake of yours cost a dollar or more: there is nothing to ask.")
        )
