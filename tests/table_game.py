"""Games played on the full-screen table by keys, as a person plays them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path
from typing import cast

from playing import answers
from textual.pilot import Pilot

from bwtools.cli.table.app import TableApp
from bwtools.cli.table.settings import Settings
from bwtools.cli.table.table_screen import TableScreen
from bwtools.cli.table.themed_app import ThemedApp
from bwtools.cli.terminal.new_game import GameOptions
from bwtools.cli.terminal.session import PlaySession
from bwtools.errors import BwError
from bwtools.game.variants.grid import parse_placement
from bwtools.records.record_file import read_game

NAMES = {
    " ": "space",
    ".": "full_stop",
    "?": "question_mark",
    "!": "exclamation_mark",
    "*": "asterisk",
    "#": "number_sign",
    "$": "dollar_sign",
    "=": "equals_sign",
    ",": "comma",
    ";": "semicolon",
    "/": "slash",
    "%": "percent_sign",
    "~": "tilde",
    "<": "less_than_sign",
    ">": "greater_than_sign",
    "+": "plus",
    "-": "minus",
}


class Driver:
    """An app under test: press keys, and look at the screen."""

    def __init__(self, app: ThemedApp, pilot: Pilot[BwError]) -> None:
        self.app = app
        self.pilot = pilot

    async def press(self, *keys: str) -> None:
        """Press keys, given by name or by the character that they type; wait for what follows."""
        await self.pilot.press(*(NAMES.get(key, key) for key in keys))
        await self.settle()

    async def settle(self) -> None:
        """Wait until nothing more happens, however slow the machine is."""
        for _ in range(200):
            await self.pilot.pause()
            await self.app.workers.wait_for_complete()
            await self.pilot.pause()
            screen = self.app.screen
            if not isinstance(screen, TableScreen) or (screen.is_begun and not screen.busy):
                return

    def text(self) -> str:
        """Return the text on the screen."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join(strip.text.rstrip() for strip in strips)


class Table(Driver):
    """A table of a game under test."""

    app: TableApp

    @property
    def screen(self) -> TableScreen:
        return cast("TableScreen", self.app.screen)

    @property
    def session(self) -> PlaySession:
        return self.app.session

    async def answer(self, line: str) -> None:
        """Give an answer of line mode by keys."""
        match self.session.game.state.phase:
            case "buy":
                await self.press("1" if line == "y" else "2")
            case "choose":
                await self.press(line)
            case "sell" if line:
                await self.press(*keys_of(line), "enter")
            case "discard" if line:
                await self.press("escape", *line.lower(), "enter")
            case "bid" if not line:
                await self.press("2")
            case "pick":
                await self.press(line.lower())
            case "trade" if line in ("y", "n"):
                await self.press("1" if line == "y" else "2")
            case "trade" if not line:
                await self.press("1")
            case "lay" if line:
                await self.press("escape")
                await self.lay(line)
            case "bid" | "trade":
                await self.press("/", *line, "enter")
            case _:
                await self.press("enter")
        if isinstance(self.app.screen, TableScreen) and self.screen.held:
            await self.press("enter")

    async def lay(self, placement: str) -> None:
        """Lay a word on the board: put the cursor there as a click does, turn, type, and sell."""
        placing = self.screen.placing
        assert placing
        (row, column, down), play = parse_placement(placement)
        placing.cursor = row, column
        await self.press(*[" "] * (placing.down != down), *keys_of(str(play)), "enter")


def keys_of(words: str) -> list[str]:
    """Return the keys that build words, with a wild for each small letter."""
    keys = []
    for character in words:
        keys += [".", character] if character.islower() else [character.lower()]
    return keys


def play(
    session: PlaySession,
    check: Callable[[Table], Awaitable[None]],
    size: tuple[int, int] = (80, 24),
    settings: Settings | None = None,
) -> TableApp:
    """Open the table of a game, and run a check on it. Time passes by a second at each look."""
    header = session.game.header
    options = GameOptions(header.seats, header.dictionary, header.tiles, header.variants)
    settings = settings or Settings(pace=0, toured=True)
    ticks = count()
    app = TableApp(session, options, settings, clock=lambda: float(next(ticks)), random=lambda: 0.5)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            table = Table(app, pilot)
            await table.settle()
            await check(table)

    asyncio.run(run())
    for played in app.sessions:
        played.writer.close()
    return app


def lines_of(path: Path) -> list[str]:
    """Return the lines of a record, its header without the date."""
    header, *events = path.read_text().splitlines()
    fields = json.loads(header)
    del fields["date"]
    return [json.dumps(fields), *events]


def play_lines(played: PlaySession, lines: list[str]) -> None:
    """Play a game in line mode."""
    list(played.advance())
    for line in lines:
        for entry in played.read(line).entries:
            list(played.record(entry))
        list(played.advance())
    played.writer.close()


def assert_same_record(
    begin: Callable[[Path], PlaySession], folder: Path, size: tuple[int, int]
) -> None:
    """Play a whole game by keys and by lines, and compare the records."""
    on_screen, by_lines = folder / "screen.jsonl", folder / "lines.jsonl"
    played = begin(on_screen)
    lines = answers(played.game.header, played.lexicon)
    play_lines(begin(by_lines), lines)

    async def check(table: Table) -> None:
        for line in lines:
            await table.answer(line)

    play(played, check, size)
    assert read_game(on_screen).state.phase == "over"
    assert lines_of(on_screen) == lines_of(by_lines)
