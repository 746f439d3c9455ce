"""The full-screen table when something fails, is slow, or is left early."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from threading import Event as Signal
from typing import Any

import pytest
from playing import HALF
from table_game import NAMES, Table, play
from textual.worker import WorkerFailed

from bwtools.advice.situation import Method
from bwtools.analysis import quiz
from bwtools.cli.saved_games import begin_game
from bwtools.cli.table import game_analysis
from bwtools.cli.table.game_analysis import Finding, Problem
from bwtools.cli.table.quiz_screen import QuizScreen
from bwtools.cli.table.settings import Settings, read_settings
from bwtools.cli.table.table_screen import TableScreen
from bwtools.cli.table.themed_app import OneScreenApp, ThemedApp
from bwtools.cli.terminal.new_game import computer_players, read_seats
from bwtools.cli.terminal.quizzing import Question, Quiz
from bwtools.cli.terminal.session import PlaySession
from bwtools.errors import InvalidError
from bwtools.lexicon.lexicon import Lexicon, open_lexicon
from bwtools.storage.folders import data_dir
from bwtools.tiles.hand import Play

DATE = "2026-03-01T12:00:00Z"


@pytest.fixture(scope="module")
def half(home: Path) -> Lexicon:
    del home
    return open_lexicon("enable", HALF)


def session(lexicon: Lexicon, path: Path, players: str = "you") -> PlaySession:
    seats = read_seats(players)
    writer = begin_game(lexicon, seats, 6, str(path), DATE)
    return PlaySession(writer, lexicon, computer_players(seats, 6, lexicon))


def a_quiz(questions: Iterator[Question]) -> Quiz:
    return Quiz(questions, "revenue", None, Method(samples=24))


def questions_of(lexicon: Lexicon, count: int) -> Iterator[Question]:
    states = quiz.random_questions(lexicon, "sell", 1)
    return islice((Question(lexicon, state) for state in states), count)


def quiz_app(asked: Quiz) -> OneScreenApp:
    def make(app: ThemedApp) -> QuizScreen:
        return QuizScreen(asked, app.settings, lambda: 0.0, lambda: 0.5)

    return OneScreenApp(make)


@pytest.mark.slow
def test_keys_before_the_first_position_do_nothing(
    half: Lexicon, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TableScreen, "begin", lambda _: None)
    monkeypatch.setattr(Table, "settle", lambda table: table.pilot.pause())  # nothing begins

    async def check(table: Table) -> None:
        await table.press(*"a1?,>/%", "enter", "tab", "ctrl+z", "ctrl+y")
        assert not table.session.game.undone
        await table.pilot.resize_terminal(100, 40)
        await table.press("ctrl+c")

    play(session(half, tmp_path / "game.jsonl"), check)


def test_keys_while_the_first_question_is_looked_for_do_nothing(enable: Lexicon) -> None:
    found = Signal()

    def slow() -> Iterator[Question]:
        found.wait(20)
        yield from questions_of(enable, 1)

    async def run() -> None:
        app = quiz_app(a_quiz(slow()))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press(*(NAMES.get(key, key) for key in "?,>/$1a"), "ctrl+z", "enter")
            found.set()
            await app.workers.wait_for_complete()
            await pilot.pause()
            assert isinstance(app.screen, QuizScreen)
            assert app.screen.quiz.question

    asyncio.run(run())


@pytest.mark.slow
def test_quit_leaves_a_quiz_between_two_questions(enable: Lexicon) -> None:
    asked = a_quiz(questions_of(enable, 2))

    async def run() -> None:
        app = quiz_app(asked)
        async with app.run_test(size=(80, 24)) as pilot:
            for keys in (["1"], ["slash", *"quit", "enter"]):
                await app.workers.wait_for_complete()
                await pilot.pause()
                await pilot.press(*keys)
            await pilot.pause()

    asyncio.run(run())
    assert len(asked.scores) == 1
    assert asked.question is None


def test_the_prompt_line_takes_commands_at_the_end_of_a_turn(
    enable: Lexicon, tmp_path: Path
) -> None:
    async def check(table: Table) -> None:
        table.screen.held = True
        table.screen.show()
        await table.press("/", *"bag", "enter")
        assert table.screen.held
        assert table.screen.sheet.is_open
        await table.press("escape", "/", "enter")
        assert not table.screen.held

    play(session(enable, tmp_path / "game.jsonl"), check)


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (MemoryError(), "there is not enough memory"),
        (OSError(5, "Input/output error"), "cannot continue: Input/output error"),
        (InvalidError("the dictionary is damaged"), "the dictionary is damaged"),
    ],
)
def test_an_error_of_the_system_ends_the_table_in_one_line(
    error: Exception,
    message: str,
    half: Lexicon,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: Any) -> Any:
        raise error

    async def check(table: Table) -> None:
        monkeypatch.setattr(table.screen.completions, "next", fail)
        await table.pilot.press("1")
        with suppress(WorkerFailed):  # if the table has not ended by then
            await table.press("tab")

    app = play(session(half, tmp_path / "game.jsonl"), check)
    assert str(app.return_value).startswith(message)


@pytest.mark.slow
def test_a_completion_does_not_replace_what_was_typed_in_the_meantime(
    enable: Lexicon, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check(table: Table) -> None:
        rack, begun, found = table.screen.rack, Signal(), Signal()

        def slow(*_: object) -> list[Play]:
            begun.set()
            found.wait(20)
            return [Play("QUIZ", None)]

        monkeypatch.setattr(table.screen.completions, "next", slow)
        first, second, *_ = rack.drawn
        await table.pilot.press(first.lower(), "tab")
        while not begun.is_set():
            await table.pilot.pause()
        await table.pilot.press(second.lower())
        found.set()
        await table.settle()
        assert rack.letters() == first + second

    play(session(enable, tmp_path / "game.jsonl"), check)


@pytest.mark.slow
def test_a_table_that_is_left_records_nothing_more(enable: Lexicon, tmp_path: Path) -> None:
    async def check(table: Table) -> None:
        before = len(table.session.game.events)
        table.screen.left.set()
        await table.press("2")
        assert len(table.session.game.events) <= before + 2

    play(session(enable, tmp_path / "game.jsonl", "you,novice,novice,novice"), check)


@pytest.mark.parametrize("pace", [-1.0, 1e300, float("nan"), float("inf"), 5.5])
def test_a_pace_that_cannot_be_set_is_ignored(pace: float, own_games: Path) -> None:
    del own_games
    os.makedirs(data_dir(), exist_ok=True)
    Path(data_dir(), "table.json").write_text(json.dumps({"pace": pace, "light": True}))
    assert read_settings() == Settings(light=True)


def test_settings_that_are_nested_too_deeply_are_ignored(own_games: Path) -> None:
    del own_games
    os.makedirs(data_dir(), exist_ok=True)
    Path(data_dir(), "table.json").write_text("[" * 100_000)
    assert read_settings() == Settings()


def die(*_: object) -> None:
    os._exit(1)


def findings(path: Path, is_wanted: Callable[[], bool] = lambda: True) -> list[Finding]:
    game: Any = None
    return list(game_analysis._from_process(game, path, "enable", False, is_wanted))


@pytest.mark.slow
def test_an_analysis_that_dies_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_analysis, "_run", die)
    (problem,) = findings(tmp_path / "game.jsonl")
    assert isinstance(problem, Problem)
    assert "the analysis ended early" in problem.text


def test_an_analysis_that_cannot_start_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: str) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(game_analysis, "get_context", fail)
    (problem,) = findings(tmp_path / "game.jsonl")
    assert problem == Problem("the game was not analysed: Resource temporarily unavailable")
