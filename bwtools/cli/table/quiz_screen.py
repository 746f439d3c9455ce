"""A quiz on the table: questions, answers by keys, and their marks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.content import Content

from ...errors import BwError
from ...lexicon.lexicon import Lexicon
from ...records.game_record import Game
from ..terminal.grammar import Reply
from ..terminal.phases.phase_prompt import Choice
from ..terminal.quizzing import Quiz
from . import captions
from .game_keys import game_keys
from .phase_keys import Buttons, DiscardKeys, PhaseKeys, SellKeys
from .rack import Rack
from .settings import Settings
from .table_screen import TableScreen
from .table_view import KEYS


class _QuizSellKeys(SellKeys):
    """The whole sale is one answer."""

    def buttons(self, rack: Rack, game: Game, lexicon: Lexicon) -> Buttons:
        if rack.is_empty:
            return Buttons((Choice("Sell nothing", ""),), None)
        return Buttons(super().buttons(rack, game, lexicon).choices[:1])


class _QuizDiscardKeys(DiscardKeys):
    """The letters to discard are lifted, none of them beforehand."""

    def begin(self, rack: Rack, game: Game) -> None:
        """Suggest nothing."""


class QuizScreen(TableScreen):
    """The questions of a quiz, one after another."""

    helps: ClassVar[bool] = False
    keys: ClassVar[Sequence[tuple[str, str]]] = tuple(
        key for key in KEYS if key[1] not in ("hint", "words", "undo")
    )

    def __init__(
        self,
        quiz: Quiz,
        settings: Settings,
        clock: Callable[[], float],
        random: Callable[[], float],
    ) -> None:
        super().__init__(quiz, settings, clock, random)
        self.quiz = quiz

    def begin(self) -> None:
        """Ask the first question."""
        self.set_interval(1, self.tick)
        self.proceed(now=True)

    def tick(self) -> None:
        """Show the time that is left."""
        if self.quiz.question and self.quiz.limit:
            self._text("#header", self.header())

    def header(self) -> Content:
        """Return the first line: the number of the question, and the seconds left."""
        quiz = self.quiz
        number = len(quiz.scores) + bool(quiz.question)
        parts = [f"question {number}", f"round {quiz.game.state.round}"]
        parts.append(f"{len(quiz.game.state.bag)} in the bag")
        left = quiz.time_left()
        time = ""
        if left is not None and quiz.question:
            time = f"{left:.0f} seconds left" if left > 0 else "time is up"
        return Content.assemble(
            ("Quiz", f"bold {captions.GOLD}"),
            ("   " + "  ·  ".join(parts), captions.DIM),
            (f"   {time}", captions.GOLD),
        )

    def make_keys(self) -> dict[str, PhaseKeys]:
        """Return the keys of each kind of question."""
        keys: dict[str, PhaseKeys] = {"sell": _QuizSellKeys(), "discard": _QuizDiscardKeys()}
        return game_keys(self.session.game) | keys

    def buttons(self) -> Buttons:
        """Return the buttons that can be pressed now."""
        return Buttons((Choice("Continue", ""),)) if self.held else super().buttons()

    def proceed(self, now: bool = False) -> None:
        """Ask the next question, which a thread may have to look for."""
        self.sheet.close()
        self.busy = "the next question comes"
        self.run_worker(self._advance, thread=True, exclusive=True, group="game")

    def _advance(self) -> None:
        try:
            for _ in self.session.advance():
                pass
        except BwError as error:
            self.app.call_from_thread(self.fail, error)
            return
        self.app.call_from_thread(self._advanced)

    def _advanced(self) -> None:
        self.busy = ""
        if self.session.is_over:
            self.app.exit()
        else:
            self.fill()
            self.refresh_rack()

    def _record(self, reply: Reply) -> None:
        """Mark the answer, in a thread."""
        self.busy, self.sold = "your answer is marked", None
        self.show()
        self.run_worker(lambda: self._mark(reply), thread=True, group="game")

    def _mark(self, reply: Reply) -> None:
        lines: list[str] = []
        try:
            for entry in reply.entries:
                lines += self.session.record(entry)
        except BwError as error:
            self.app.call_from_thread(self.fail, error)
            return
        self.app.call_from_thread(self._marked, lines)

    def _marked(self, lines: list[str]) -> None:
        self.busy, self.held = "", True
        verdict, *reasons = lines
        self.sheet.show_content("", verdict, Content("\n\n".join(reasons)), "Enter: continue")
        self.show()

    def answer_held(self, line: str) -> None:
        """Ask the next question, or leave."""
        if line.lower() == "quit":
            self.action_leave()
        else:
            super().answer_held("")

    def action_undo(self) -> None:
        self.refuse("an answer in a quiz is final")

    action_redo = action_undo
