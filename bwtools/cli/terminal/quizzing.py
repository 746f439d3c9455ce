"""The session of the command quiz: questions about decisions, and marks for the answers."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from time import monotonic
from typing import NamedTuple, cast

from ...advice import rules_of_thumb
from ...advice.situation import Method
from ...analysis import quiz, quiz_scores
from ...analysis.quiz import By, Mark
from ...analysis.review import NOTHING
from ...errors import counted
from ...game.position import format_position
from ...game.rules import Rules
from ...game.state import Buy, Choose, Discard, Event, Sell, State
from ...lexicon.lexicon import Lexicon
from ...records.game_record import PERSON, Entry, Game, Header, Seat
from ...sales.best_sales import Outcome
from ...storage.dates import now
from ...tiles.hand import Hand, parse_letters
from .entry_parser import parse_yes_no, read_sale
from .grammar import Commands, Reply
from .hint_text import hint_lines
from .phases.phase_prompt import PhasePrompt, parse_number, phase_prompt
from .screen import bag_line, hand_line, situation_lines
from .session import Session


class Question(NamedTuple):
    """A state to decide in, and its lexicon; for a mistake in a game, also what was done."""

    lexicon: Lexicon
    state: State
    actual: str = ""


class Quiz(Session):
    """Asks questions, marks the answers and saves the scores."""

    def __init__(
        self, questions: Iterator[Question], by: By, limit: float | None, method: Method
    ) -> None:
        self.questions = questions
        self.by = by
        self.limit = limit  # seconds for an answer
        self.method = method
        self.scores: list[quiz_scores.Score] = []
        self.question: Question | None = None  # the question that is open
        self.start = 0.0  # when it was asked
        self.end = ""  # when the time for the answer is up, as a time of the day
        self.opening: list[str] = []
        self.is_shared = False
        self.computers: dict[int, object] = {}
        self.is_over = False  # whether all questions have been asked
        self._asked: tuple[Lexicon, Game] | None = None  # of the last question
        self.commands = Commands(
            {
                "bag": lambda _: Reply([bag_line(self._open().state)]),
                "help": lambda _: Reply(self.commands.help(self._phase().help)),
                "quit": lambda _: Reply(quit=True),
            }
        )

    def _open(self) -> Question:
        assert self.question is not None
        return self.question

    def _phase(self) -> PhasePrompt:
        return phase_prompt(self._open().state.phase)

    def advance(self) -> Iterator[str]:
        if self.question is None:
            self.question = next(self.questions, None)
            self.is_over = self.question is None
            if self.question is not None:
                self._asked = self.question.lexicon, _game_of(self.question)
                yield ""
                yield from _question_lines(self.question, len(self.scores) + 1)
                self.start = monotonic()
                if self.limit:
                    self.end = f"{datetime.now() + timedelta(seconds=self.limit):%H:%M:%S}"

    @property
    def game(self) -> Game:
        """The game of the last question: its position, without what came before."""
        assert self._asked is not None
        return self._asked[1]

    @property
    def lexicon(self) -> Lexicon:
        """The words of the last question."""
        assert self._asked is not None
        return self._asked[0]

    def name(self, seat: int) -> str:
        """Return the name of the player at a seat."""
        return self.game.header.seats[seat].name

    def help_entries(self) -> list[Entry]:
        """Return no entries: a quiz gives no help."""
        return []

    def time_left(self) -> float | None:
        return None if self.limit is None else self.start + self.limit - monotonic()

    def prompt(self) -> str:
        if not self.question:
            return ""
        left = self.time_left()
        time = "" if left is None else f", until {self.end}" if left >= 0 else ", time is up"
        return _prompt(self.question, self.by, time)

    def read(self, line: str) -> Reply:
        lexicon, state, _ = self._open()
        means_tiles = self._phase().takes_tiles and line != line.lower()
        if (reply := self.commands.run(line, means_tiles)) is not None:
            return reply
        event = _parse(line, state, lexicon)
        Rules(lexicon.tiles).step(state, event)
        return Reply(entries=[event])

    def record(self, entry: Entry) -> Iterator[str]:
        """Yield the mark of an answer with the reasons, then save the score."""
        seconds = monotonic() - self.start
        lexicon, state, actual = self._open()
        self.question = None
        late = self.limit is not None and seconds > self.limit
        event = cast("Event", entry)
        if late:
            yield f"Too late: your answer took {seconds:.1f} seconds."
            event = quiz.no_answer(lexicon, state)
        if isinstance(event, Sell) and self.by == "revenue":
            mark, best = quiz.mark_revenue(lexicon, state, event)
            reasons = [_best_sale(best)]
        else:
            mark = quiz.mark(lexicon, state, event, self.method)
            reasons = [*_purchase_today(lexicon, state), *hint_lines(lexicon, state, self.method)]
            if mark.kept is not None:
                reasons.append(f"The best option keeps {_tiles(mark.kept)}.")
        if actual:
            reasons.append(f"In the game: {actual}.")
        yield _verdict(mark, late)
        yield from reasons
        self._save(state, mark, seconds, late)

    def _save(self, state: State, mark: Mark, seconds: float, late: bool) -> None:
        score = quiz_scores.Score(
            date=now(),
            decision=state.phase,
            by=self.by,
            position=format_position(state),
            done=mark.actual,
            best=mark.best,
            lost=round(mark.lost, 2),
            share=mark.share,
            seconds=round(seconds, 1),
            right=not late and mark.lost == 0,
        )
        quiz_scores.save_score(score)
        self.scores.append(score)

    def summary(self) -> list[str]:
        """Return the result of all answers; empty if there are none."""
        if not self.scores:
            return []
        right = sum(score.right for score in self.scores)
        lost = sum(score.lost for score in self.scores)
        shares = [score.share for score in self.scores if score.share is not None]
        share = f", {sum(shares) / len(shares):.0%} of the best on average" if shares else ""
        text = f"{right} of {len(self.scores)} right; ${lost:.2f} lost in all{share}."
        return ["", text, "bw quiz --scores shows your scores over time."]


def _game_of(question: Question) -> Game:
    """Return a game that has come to the position of a question."""
    lexicon, state, _ = question
    others = len(state.players) - 1
    seats = (Seat("you", PERSON), *(Seat(f"player {at + 2}", PERSON) for at in range(others)))
    header = Header(lexicon.tiles, seats, lexicon.name, "")
    return Game(header, Rules(lexicon.tiles), None, (state,))


def _question_lines(question: Question, number: int) -> list[str]:
    """Return the situation that a question is about."""
    state, tiles = question.state, question.lexicon.tiles
    players = f", {len(state.players)} players" if len(state.players) > 1 else ""
    heading = f"{number}. Round {state.round}{' (the last)' if state.last else ''}{players}"
    return [*situation_lines(state, tiles, heading), hand_line("you", state, tiles)]


def _prompt(question: Question, by: By, time: str) -> str:
    state, tiles = question.state, question.lexicon.tiles
    match state.phase:
        case "choose":
            return f"How many tiles, {tiles.choice[0]} to {tiles.choice[-1]}{time}? "
        case "buy":
            cost = Rules(tiles).cost(state.player.drawn)
            return f"Buy {state.player.drawn} for ${cost}{time}? [y/n] "
        case "sell":
            what = "The best sale" if by == "revenue" else "What to sell now"
            return f"{what}{time} (Enter: nothing): "
    over = len(state.player.hand.letters) - tiles.hand_limit
    return f"Discard {counted(over, 'letter')}{time}: "


def _parse(line: str, state: State, lexicon: Lexicon) -> Event:
    """Return the event that an answer means. Raise InvalidError or IllegalError."""
    match state.phase:
        case "choose":
            return Choose(parse_number(line))
        case "buy":
            return Buy(parse_yes_no(line))
        case "sell":
            return Sell(read_sale(line, state.player.hand, lexicon, can_accept=False))
    return Discard(parse_letters(line))


def _verdict(mark: Mark, late: bool) -> str:
    best = f"Best: {'nothing' if mark.best == NOTHING else mark.best}."
    if not mark.lost:
        return best if late else "Right."
    if mark.share is not None:
        return f"${mark.lost:.0f} lost, {mark.share:.0%} of the best. {best}"
    error = f" ± {mark.stderr:.2f}" if mark.stderr else ""
    return f"${mark.lost:.2f}{error} lost. {best}"


def _best_sale(best: Outcome) -> str:
    sold = ", ".join(f"{sale.play} for ${sale.price}" for sale in best.sales)
    return f"{sold}: ${best.revenue} in all. It leaves {_tiles(best.left)}."


def _tiles(hand: Hand) -> str:
    wilds = counted(hand.wilds, "wild") if hand.wilds else "no wilds"
    return f"{hand.letters or 'no letters'} and {wilds}"


def _purchase_today(lexicon: Lexicon, state: State) -> list[str]:
    """Return a sentence on what buying a set adds to today's sales, if that is the question."""
    if state.phase != "buy":
        return []
    player = state.player
    bought = rules_of_thumb.buy_by_rule(
        lexicon, player.drawn, player.hand, player.money, len(state.bag)
    )
    return [
        f"It costs ${bought.cost}. Today's best sale is ${bought.sell_with} with it and "
        f"${bought.sell_without} without it."
    ]
