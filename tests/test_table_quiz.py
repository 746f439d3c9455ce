"""A quiz on the full-screen table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count, islice

from table_game import Driver
from textual.pilot import Pilot

from bwtools.advice.situation import Method
from bwtools.analysis import quiz, quiz_scores
from bwtools.analysis.review import NOTHING, Decision
from bwtools.cli.table.quiz_screen import QuizScreen
from bwtools.cli.table.themed_app import OneScreenApp, ThemedApp
from bwtools.cli.terminal.quizzing import Question, Quiz
from bwtools.errors import BwError
from bwtools.lexicon.lexicon import Lexicon


class Asked(Driver):
    """A quiz under test."""

    def __init__(self, app: ThemedApp, pilot: Pilot[BwError], session: Quiz) -> None:
        super().__init__(app, pilot)
        self.quiz = session


def ask(
    lexicon: Lexicon, decision: Decision, check: Callable[[Asked], Awaitable[None]], number: int = 2
) -> Quiz:
    """Open a quiz of the questions of seed 1, and run a check on it."""
    states = quiz.random_questions(lexicon, decision, 1)
    questions = (Question(lexicon, state) for state in states)
    by: quiz.By = "revenue" if decision == "sell" else "equity"
    session = Quiz(islice(questions, number), by, None, Method(samples=24))
    ticks = count()

    def make(app: ThemedApp) -> QuizScreen:
        return QuizScreen(session, app.settings, lambda: float(next(ticks)), lambda: 0.5)

    async def run() -> None:
        app = OneScreenApp(make)
        async with app.run_test(size=(80, 24)) as pilot:
            asked = Asked(app, pilot, session)
            await asked.settle()
            await check(asked)

    asyncio.run(run())
    return session


def test_a_quiz_asks_marks_and_saves(enable: Lexicon) -> None:
    before = len(quiz_scores.read_scores())

    async def check(asked: Asked) -> None:
        assert "question 1  ·  round 2" in asked.text()
        await asked.press(*"couple", "enter")
        assert "of the best. Best:" in asked.text()
        assert "1 Continue" in asked.text()
        await asked.press("enter")
        assert "question 2" in asked.text()
        await asked.press("1")
        await asked.press("enter")

    session = ask(enable, "sell", check)
    assert len(session.scores) == 2
    assert session.scores[1].done == NOTHING
    assert len(quiz_scores.read_scores()) == before + 2


def test_a_quiz_gives_no_help(enable: Lexicon) -> None:
    async def check(asked: Asked) -> None:
        assert "# bag" in asked.text()
        assert "! hint" not in asked.text()
        for key in "!*":
            await asked.press(key)
            assert "there is no help in a quiz" in asked.text()
        await asked.press("c", "tab")
        assert "C $4" in asked.text()
        await asked.press("ctrl+z")
        assert "an answer in a quiz is final" in asked.text()

    ask(enable, "sell", check, 1)


def test_no_letter_is_suggested_for_a_discard(enable: Lexicon) -> None:
    async def check(asked: Asked) -> None:
        assert "more to discard" in asked.text()
        assert "1 Discard 1 more" in asked.text()
        await asked.press("enter", "1")
        assert not asked.quiz.scores

    ask(enable, "discard", check, 1)
