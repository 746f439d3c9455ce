"""The command that asks for the best decision, against the clock: quiz."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from time import monotonic
from typing import NamedTuple

import click

from .. import advice, quiz, scores
from ..decisions import Method
from ..errors import BwError, InvalidError
from ..game import Buy, Choose, Discard, Event, Rules, Sell, State
from ..lexicon import Lexicon, open_lexicon
from ..position import format_position
from ..quiz import By, Mark
from ..record import read_game
from ..review import NOTHING, Decision
from ..sales import Outcome
from ..tiles import Hand, TileSet, parse_letters, quote
from ..value import valuer
from . import completion, screen, warn
from .ask import ask
from .entries import read_purchase, read_sale
from .hint import hint_lines
from .kept import find_game, game_lexicon, kept_games, now, tell_changed
from .options import dictionary_option, named_dictionary, tiles_option, within
from .output import Layout, Row, format_option, put, write
from .play import random_seed
from .telling import bag

ALL = "all"  # in place of a file: the games kept
HELP = """\
retinas qi RETiNAS    to sell: words, with spaces between; a single small letter
                      is the wild, otherwise they are laid the best way
Enter                 to sell: nothing
y or n                to buy the drawn set, or not
3                     the number of tiles to draw
ei                    letters to discard
bag                   what is in the bag
quit                  no more questions
To sell BAG, or discard these letters, write them in capitals."""
_SCORES = Layout(
    fields=scores.Tally._fields,
    plain=lambda row: f"{row['date']} {row['decision']} {row['right']}/{row['questions']}",
    money=("lost",),
)


class Question(NamedTuple):
    """What is asked, with which words; of one's own mistakes also what one did."""

    lexicon: Lexicon
    state: State
    did: str = ""


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
        write(map(_score_row, scores.tallies(scores.read_scores())), _SCORES, form)
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
            valuer(lexicon, 1)  # where it cannot be, that is said before anything is asked
        seed = random_seed() if seed is None else seed
        put(screen.wrap(f"Questions of seed {seed}; say help to see what can be answered."))
        states = quiz.random_questions(lexicon, decision, seed)
        questions = (Question(lexicon, state) for state in states)
    Quiz(by, limit, Method(samples=samples)).run(islice(questions, number))


def _score_row(tally: scores.Tally) -> Row:
    row = tally._asdict()
    for field in ("lost", "share", "seconds"):
        row[field] = None if row[field] is None else round(float(row[field]), 2)
    return row


def _mistakes(
    source: str, decision: Decision | None, samples: int, dictionary: str | None
) -> Iterator[Question]:
    """Questions from games. Raises InvalidError: there is none, or it cannot be reviewed."""
    if source == ALL:
        plain = [kept for kept in kept_games() if not kept[1].header.variants]  # can be reviewed
        games = plain[::-1]  # the last is best remembered
    else:
        file = find_game(source)
        games = [(file, read_game(file))]
    asked = False
    for path, game in games:
        put([f"Reviewing the game {path}..."])
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
        put(screen.wrap("No mistake of yours cost a dollar or more: there is nothing to ask."))


class Quiz:
    """Asks questions, marks the answers and keeps the scores."""

    def __init__(self, by: By, limit: float | None, method: Method) -> None:
        self.by = by
        self.limit = limit  # seconds for an answer
        self.method = method
        self.kept: list[scores.Score] = []

    def run(self, questions: Iterator[Question]) -> None:
        """Ask until the questions or the answers end, and sum up.

        Raises KeyboardInterrupt, with the scores kept; InvalidError: they cannot be.
        """
        try:
            for question in questions:
                self._ask(question)
        except EOFError:
            pass
        finally:
            put(self._summary())

    def _ask(self, question: Question) -> None:
        lexicon, state, did = question
        put(["", *_shown(state, lexicon.tiles, len(self.kept) + 1)])
        begun = monotonic()
        event = self._answer(question)
        seconds = monotonic() - begun
        late = self.limit is not None and seconds > self.limit
        if late:
            put([f"Too late: it took {seconds:.0f} seconds."])
            event = quiz.no_answer(lexicon, state)
        if isinstance(event, Sell) and self.by == "revenue":
            mark, best = quiz.mark_revenue(lexicon, state, event)
            why = _most(best)
        else:
            mark = quiz.mark(lexicon, state, event, self.method)
            why = [*_today(lexicon, state), *hint_lines(lexicon, state, self.method)]
            if mark.keep is not None:
                why.append(f"The best keeps {_tiles(mark.keep)}.")
        if did:
            why.append(f"In the game: {did}.")
        put([line for text in (_verdict(mark, late), *why) for line in screen.wrap(text)])
        self._keep(state, mark, seconds, late)

    def _answer(self, question: Question) -> Event:
        """What is answered, as soon as it can be. Raises EOFError: the answers end."""
        lexicon, state, _ = question
        while True:
            line = ask(_prompt(state, lexicon.tiles, self.by, self.limit))
            match line:
                case None | "quit":
                    raise EOFError
                case "help":
                    put(screen.help_lines(HELP))
                case "bag":
                    put(screen.wrap(bag(state)))
                case _:
                    try:
                        event = _read(line, state, lexicon)
                        Rules(lexicon.tiles).step(state, event)
                        return event
                    except BwError as error:
                        put(screen.wrap(f"No: {error}."))

    def _keep(self, state: State, mark: Mark, seconds: float, late: bool) -> None:
        score = scores.Score(
            date=now(),
            decision=state.phase,
            by=self.by,
            position=format_position(state),
            done=mark.done,
            best=mark.best,
            lost=round(mark.lost, 2),
            share=mark.share,
            seconds=round(seconds, 1),
            right=not late and mark.lost == 0,
        )
        scores.keep_score(score)
        self.kept.append(score)

    def _summary(self) -> list[str]:
        if not self.kept:
            return []
        right = sum(score.right for score in self.kept)
        lost = sum(score.lost for score in self.kept)
        shares = [score.share for score in self.kept if score.share is not None]
        share = f", {sum(shares) / len(shares):.0%} of the best on average" if shares else ""
        text = f"{right} of {len(self.kept)} right; ${lost:.2f} lost in all{share}."
        return ["", *screen.wrap(text), "bw quiz --scores shows how you do over time."]


def _shown(state: State, tiles: TileSet, number: int) -> list[str]:
    """The question itself: where the game stands, the hand and the set drawn."""
    players = f", {len(state.players)} players" if len(state.players) > 1 else ""
    last = "; the last" if state.last else ""
    lines = [f"{number}. Round {state.round}{last}{players}; {screen.in_bag(state)}"]
    if drawn := state.player.drawn:
        pips = tiles.set_pips(drawn)
        lines.append(f"Drawn: {screen.with_pips(drawn, tiles)} = {pips} pips")
    return lines + screen.hand_lines("you", state, tiles)


def _prompt(state: State, tiles: TileSet, by: By, limit: float | None) -> str:
    time = f" within {limit:g} seconds" if limit is not None else ""
    match state.phase:
        case "choose":
            return f"How many tiles to draw{time}, {tiles.choice[0]} to {tiles.choice[-1]}? "
        case "buy":
            cost = Rules(tiles).cost(state.player.drawn)
            return f"Buy {state.player.drawn} for ${cost}{time}? (y/n) "
        case "sell":
            what = "The best sale" if by == "revenue" else "What to sell now"
            return f"{what}{time} (Enter: nothing): "
    over = len(state.player.hand.letters) - tiles.hand_limit
    return f"Discard {over} letter{'' if over == 1 else 's'}{time}: "


def _read(line: str, state: State, lexicon: Lexicon) -> Event:
    """The event that an answer means. Raises InvalidError, IllegalError."""
    match state.phase:
        case "choose":
            if line not in map(str, lexicon.tiles.choice):
                raise InvalidError(f"{quote(line)} is no number that can be named")
            return Choose(int(line))
        case "buy":
            return Buy(read_purchase(line))
        case "sell":
            return Sell(read_sale(line, state.player.hand, lexicon, at_table=False))
    return Discard(parse_letters(line))


def _verdict(mark: Mark, late: bool) -> str:
    best = f"Best: {'nothing' if mark.best == NOTHING else mark.best}."
    if not mark.lost:
        return best if late else "Right."
    if mark.share is not None:
        return f"${mark.lost:.0f} lost, {mark.share:.0%} of the best. {best}"
    error = f" ± {mark.stderr:.2f}" if mark.stderr else ""
    return f"${mark.lost:.2f}{error} lost. {best}"


def _most(best: Outcome) -> list[str]:
    """The sale that brings most, and what it leaves."""
    sold = ", ".join(f"{sale.play} ${sale.price}" for sale in best.sales)
    return [f"{sold}: ${best.revenue} in all. It leaves {_tiles(best.left)}."]


def _tiles(hand: Hand) -> str:
    wilds = f"{hand.wilds} wild{'' if hand.wilds == 1 else 's'}"
    return f"{hand.letters or 'no letters'} and {wilds if hand.wilds else 'no wilds'}"


def _today(lexicon: Lexicon, state: State) -> list[str]:
    """What a set to buy does for today's sales."""
    if state.phase != "buy":
        return []
    money, hand, drawn = state.player
    bought = advice.buy_by_rule(lexicon, drawn, hand, money, len(state.bag))
    return [
        f"It costs ${bought.cost}; today's best sale is ${bought.sell_with} with it, "
        f"${bought.sell_without} without."
    ]
