"""The table on screen: a Textual program that plays one game after another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from random import random
from time import monotonic
from typing import TYPE_CHECKING

from textual import on

from ...errors import BwError
from ..output import print_lines
from ..saved_games import next_command
from ..terminal.new_game import GameOptions, daily_session, new_session
from ..terminal.screen import result_lines, show
from ..terminal.session import PlaySession
from .settings import Settings
from .table_screen import TableScreen
from .themed_app import ThemedApp

if TYPE_CHECKING:
    from .end_screen import EndScreen

_AFTER_PAINT = 0.3  # seconds; a thread that imports would delay the first table


class TableApp(ThemedApp):
    """The program. `options` are those of the new games that follow the first one."""

    CSS_PATH = TableScreen.CSS_PATH  # read here, or all style sheets would be parsed twice

    def __init__(
        self,
        session: PlaySession,
        options: GameOptions,
        settings: Settings | None = None,
        clock: Callable[[], float] = monotonic,
        random: Callable[[], float] = random,
    ) -> None:
        super().__init__(settings, clock, random)
        self.session = session
        self.options = options
        self.sessions: list[PlaySession] = []  # whose records are open
        self.end: EndScreen | None = None  # of the last game, once that is over
        self.share: Sequence[str] = ()  # the result of a game of the day, to be printed

    def on_mount(self) -> None:
        self.play(self.session)

    def play(self, session: PlaySession) -> None:
        """Show the table of a game in place of what is on the screen."""
        self.keep_share()
        self.session, self.end = session, None
        self.sessions.append(session)
        while len(self.screen_stack) > 1:
            self.pop_screen()
        if session.is_over:
            self.on_end()
            return
        table = TableScreen(session, self.settings, self.clock, self.random)
        if len(self.sessions) > 1:
            table.acted = self.clock()  # Enter began the game
        self.push_screen(table)
        find = partial(_find_record, table, session)
        table.set_timer(_AFTER_PAINT, partial(self.run_worker, find, thread=True))

    def keep_share(self) -> None:
        """Keep the text to share of the game that is over."""
        if self.end and self.end.share:
            self.share = self.end.share

    @on(TableScreen.Ended)
    def on_end(self) -> None:
        """Show the result of a finished game."""
        from .end_screen import EndScreen

        session = self.session
        session.writer.close()
        path = session.writer.path
        self.end = EndScreen(session.game, path, session.lexicon, self.settings, self.clock)
        self.push_screen(self.end)

    def on_end_screen_chosen(self, event: EndScreen.Chosen) -> None:
        """Begin another game, or leave."""
        end = self.end
        if not end:  # a second press of the same button
            return
        if event.answer == "leave":
            self.exit()
            return
        try:
            self.play(daily_session() if event.answer == "daily" else new_session(self.options))
        except BwError as error:
            end.refuse(f"{error}")


def _find_record(table: TableScreen, session: PlaySession) -> None:
    """Find the highest sale of the person's earlier games of this kind, in a thread."""
    from ...analysis.game_statistics import load_statistics, own_seat
    from ...records.game_summary import summarise_game

    game, path = session.game, session.writer.path
    with suppress(BwError):
        found = load_statistics(without=path).of(game.header)
        seat = own_seat(summarise_game(game))
        if found and found.highest and seat is not None:
            table.best_sales[seat] = found.highest.word.price


def run_table(session: PlaySession, options: GameOptions) -> None:
    """Play games at the table until the person leaves. Raise the error that ended it, if any.

    `options` are for the new games that are offered after the first.
    """
    app = TableApp(session, options)
    try:
        app.show()
    finally:
        for played in app.sessions:
            played.writer.close()
    last = app.session
    if app.is_web:  # there is no terminal
        return
    if last.is_over:
        show(*result_lines(last.game))
    app.keep_share()
    if app.share:
        show("", "To share:", "", *app.share, "")
    if not (last.is_over and last.game.header.variants):  # which cannot be reviewed
        print_lines([next_command(last.writer.path, last.game, last.lexicon)])
