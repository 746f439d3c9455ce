"""Finished games, and what is on the screen of the full-screen table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from playing import HALF
from textual.pilot import Pilot

from bwtools.cli.table.app import TableApp
from bwtools.cli.table.settings import Settings
from bwtools.cli.terminal.new_game import GameOptions, daily_session, new_session, read_seats
from bwtools.cli.terminal.session import PlaySession
from bwtools.errors import BwError
from bwtools.players import game_loop, registry, strategy
from bwtools.records.game_record import Game

Check = Callable[[TableApp, Pilot[BwError]], Awaitable[None]]


def options(seats: str = "you", variants: tuple[str, ...] = ()) -> GameOptions:
    """Return the options of short games."""
    return GameOptions(read_seats(seats), "enable", HALF, variants)


def finish(
    session: PlaySession,
    player: str = "casual",
    until: Callable[[Game], bool] = lambda _: False,
) -> PlaySession:
    """Play a game to its end, or `until`: every person decides as a computer player does."""
    header = session.game.header
    opened = registry.open_player(player, session.lexicon, 1, header.variants)
    person = strategy.Computer(player, opened)
    list(session.advance())
    while not session.is_over and not until(session.game):
        game = session.game
        session.record(game_loop.decide(game.rules, session.lexicon, game.state, person))
        list(session.advance())
    return session


def finished(
    seats: str = "you",
    seed: int = 6,
    record: Path | None = None,
    variants: tuple[str, ...] = (),
    daily: bool = False,
) -> PlaySession:
    """Return the session of a short finished game."""
    if daily:
        return finish(daily_session())
    path = None if record is None else str(record)
    return finish(new_session(options(seats, variants), seed, path))


def at_table(
    session: PlaySession,
    check: Check,
    size: tuple[int, int] = (80, 24),
    game: GameOptions | None = None,
) -> TableApp:
    """Run the check while the session is at the table; return the app afterwards."""
    app = TableApp(session, game or options(), Settings(pace=0.0), clock=Clock())

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await settle(app, pilot)
            await check(app, pilot)

    asyncio.run(run())
    for each in app.sessions:
        each.writer.close()
    return app


async def settle(app: TableApp, pilot: Pilot[BwError]) -> None:
    """Wait until nothing happens in the background."""
    await pilot.pause()
    await app.workers.wait_for_complete()
    await pilot.pause()


async def press(app: TableApp, pilot: Pilot[BwError], *keys: str) -> str:
    """Press keys one after another; return the text on the screen after the last one."""
    for key in keys:
        await pilot.press(key)
        await settle(app, pilot)
    return on_screen(app)


def on_screen(app: TableApp) -> str:
    """Return the text on the screen."""
    strips = app.screen._compositor.render_strips()
    return "\n".join(strip.text.rstrip() for strip in strips)


class Clock:
    """A clock of which each reading is a second later."""

    now = 0.0

    def __call__(self) -> float:
        self.now += 1
        return self.now
