"""A game on a real table, followed on the screen."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from table_game import Driver
from textual.widgets import Input
from track_table import enter, events

from bwtools.cli.saved_games import begin_game
from bwtools.cli.table.themed_app import OneScreenApp
from bwtools.cli.table.track_screen import TrackScreen
from bwtools.cli.terminal.tracking import TrackingSession, parse_seats
from bwtools.lexicon.lexicon import Lexicon

ROUND = ("3 ing+ eat-", "gin", "")


class Tracked(Driver):
    """The screen of a tracked game under test."""

    async def type(self, line: str) -> None:
        await self.press(*line, "enter")

    @property
    def line(self) -> str:
        return self.app.screen.query_one(Input).value


def track(
    lexicon: Lexicon,
    path: Path,
    check: Callable[[Tracked], Awaitable[None]],
    size: tuple[int, int] = (80, 24),
) -> None:
    """Open the screen of a game of Anna and you, and run a check on it."""
    seats = parse_seats("Anna,you", None, lexicon.tiles)
    with begin_game(lexicon, seats, None, str(path)) as writer:
        session = TrackingSession(writer, lexicon)

        async def run() -> None:
            app = OneScreenApp(lambda _: TrackScreen(session))
            async with app.run_test(size=size) as pilot:
                await pilot.pause()
                await check(Tracked(app, pilot))

        asyncio.run(run())


def test_entries_make_the_same_record_as_in_line_mode(enable: Lexicon, tmp_path: Path) -> None:
    async def check(tracked: Tracked) -> None:
        for line in ROUND:
            await tracked.type(line)
        text = tracked.text()
        assert "sold GIN" in text
        assert "YOUR HAND  no letters" in text

    track(enable, tmp_path / "screen.jsonl", check, (60, 20))
    enter(tmp_path / "lines.jsonl", *ROUND)
    assert events(tmp_path / "screen.jsonl") == events(tmp_path / "lines.jsonl")


def test_a_line_that_is_rejected_stays_to_be_corrected(enable: Lexicon, tmp_path: Path) -> None:
    async def check(tracked: Tracked) -> None:
        await tracked.type("9")
        assert "the die cannot show 9" in tracked.text()
        assert tracked.line == "9"
        await tracked.press("backspace")
        await tracked.type("3")
        assert "set, 3 tiles" in tracked.text()
        await tracked.press("up")
        assert tracked.line == "3"
        await tracked.press("up")
        assert tracked.line == "9"

    track(enable, tmp_path / "game.jsonl", check)


@pytest.mark.slow
def test_marks_on_an_empty_line_are_commands(enable: Lexicon, tmp_path: Path) -> None:
    async def check(tracked: Tracked) -> None:
        await tracked.press("#")
        assert "108 tiles in the bag" in tracked.text()
        await tracked.press("?")
        assert "the number on the die" in tracked.text()
        await tracked.type("3 ing+ eat-")
        await tracked.press("*")
        assert "No word can be sold" in tracked.text()

    track(enable, tmp_path / "game.jsonl", check)


@pytest.mark.slow
def test_undo_over_a_round_asks(enable: Lexicon, tmp_path: Path) -> None:
    async def check(tracked: Tracked) -> None:
        for line in (*ROUND, "2 er- st-", "2 an- io-", "2 to- re-"):
            await tracked.type(line)
        await tracked.press("ctrl+z")
        assert "Taken back" in tracked.text()
        await tracked.press("ctrl+y")
        await tracked.type("undo 12")
        assert "[y/n]" in tracked.text()
        await tracked.type("n")
        assert "[y/n]" not in tracked.text()

    track(enable, tmp_path / "game.jsonl", check)


@pytest.mark.slow
def test_an_earlier_entry_is_changed(enable: Lexicon, tmp_path: Path) -> None:
    async def check(tracked: Tracked) -> None:
        for line in (*ROUND, "2 er- st-"):
            await tracked.type(line)
        await tracked.type("log")
        assert "Round 1: 1 die 3; 2 Anna drew GIN" in tracked.text()
        await tracked.type("e 2 tax")
        assert "entry 6 (Anna sold GIN) no longer fits" in " ".join(tracked.text().split())
        await tracked.press("escape")
        await tracked.type("e 6 -")
        assert "6 Anna sold nothing" in tracked.text()

    path = tmp_path / "game.jsonl"
    track(enable, path, check)
    assert events(path)[5] == "Anna sell"


def test_advice_on_a_set_is_shown(enable: Lexicon, tmp_path: Path) -> None:
    async def check(tracked: Tracked) -> None:
        await tracked.type("buy ears")
        assert "AERS: you can expect to end with" in tracked.text()

    track(enable, tmp_path / "game.jsonl", check)


def test_a_mark_after_a_rejected_line_is_carried_out(enable: Lexicon, tmp_path: Path) -> None:
    async def check(tracked: Tracked) -> None:
        await tracked.type("9")
        await tracked.press("?")
        assert tracked.line == ""
        assert "the number on the die" in tracked.text()

    track(enable, tmp_path / "game.jsonl", check)


@pytest.mark.slow
def test_a_long_reply_scrolls_and_leaves_room_for_the_line(enable: Lexicon, tmp_path: Path) -> None:
    async def check(tracked: Tracked) -> None:
        await tracked.press("?")
        lines = tracked.text().splitlines()
        assert "^Y redo" in lines[-1]
        assert "3               the number on the die" in tracked.text()
        await tracked.press(*["pagedown"] * 12)
        assert "quit" in tracked.text()
        assert "the number on the die" not in tracked.text()
        await tracked.press(*["pageup"] * 12)
        assert "the number on the die" in tracked.text()

    track(enable, tmp_path / "game.jsonl", check, (60, 20))
