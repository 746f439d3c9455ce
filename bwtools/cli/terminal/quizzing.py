"""The command that asks for the best decision, against the clock: quiz."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import NamedTuple

from ...advice import rules_of_thumb
from ...advice.situation import Method
from ...analysis import quiz, quiz_scores
from ...analysis.quiz import By, Mark
from ...analysis.review import NOTHING
from ...errors import BwError, InvalidError, quote
from ...game.position import format_position
from ...game.rules import Rules
from ...game.state import Buy, Choose, Discard, Event, Sell, State
from ...lexicon.lexicon import Lexicon
from ...sales.best_sales import Outcome
from ...tiles.hand import Hand, parse_letters
from ...tiles.tile_set import TileSet
from ..output import print_lines
from ..saved_games import now
from . import screen
from .entry_parser import read_purchase, read_sale
from .hint_text import hint_lines
from .narration import bag
from .prompt import ask

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


class Question(NamedTuple):
    """What is asked, with which words; of one's own mistakes also what one did."""

    lexicon: Lexicon
    state: State
    did: str = ""


class Quiz:
    """Asks questions, marks the answers and keeps the scores."""

    def __init__(self, by: By, limit: float | None, method: Method) -> None:
        self.by = by
        self.limit = limit  # seconds for an answer
        self.method = method
        self.kept: list[quiz_scores.Score] = []

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
            print_lines(self._summary())

    def _ask(self, question: Question) -> None:
        lexicon, state, did = question
        print_lines(["", *_shown(state, lexicon.tiles, len(self.kept) + 1)])
        begun = monotonic()
        event = self._answer(question)
        seconds = monotonic() - begun
        late = self.limit is not None and seconds > self.limit
        if late:
            print_lines([f"Too late: it took {seconds:.0f} seconds."])
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
        print_lines([line for text in (_verdict(mark, late), *why) for line in screen.wrap(text)])
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
                    print_lines(screen.help_lines(HELP))
                case "bag":
                    print_lines(screen.wrap(bag(state)))
                case _:
                    try:
                        event = _read(line, state, lexicon)
                        Rules(lexicon.tiles).step(state, event)
                        return event
                    except BwError as error:
                        print_lines(screen.wrap(f"No: {error}."))

    def _keep(self, state: State, mark: Mark, seconds: float, late: bool) -> None:
        score = quiz_scores.Score(
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
        quiz_scores.keep_score(score)
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
    bought = rules_of_thumb.buy_by_rule(lexicon, drawn, hand, money, len(state.bag))
    return [
        f"It costs ${bought.cost}; today's best sale is ${bought.sell_with} with it, "
        f"${bought.sell_without} without."
    ]
