"""Follows a game on a real table, on the screen or line by line."""

from __future__ import annotations

from ...lexicon.lexicon import Lexicon
from ...records.record_file import GameWriter
from ..output import print_lines
from ..saved_games import next_command
from .prompt import has_screen, run
from .screen import show
from .tracking import TrackingSession


def track_game(writer: GameWriter, lexicon: Lexicon, plain: bool = False) -> None:
    """Follow a game on a real table until it is over, the input ends, or the user quits."""
    session = TrackingSession(writer, lexicon)
    try:
        if not plain and has_screen():
            from ..table.themed_app import run_screen
            from ..table.track_screen import TrackScreen

            run_screen(lambda _: TrackScreen(session))
        else:
            show("Enter what happens at the table. Type help for entries and commands.")
            run(session)
    finally:
        print_lines([next_command(writer.path, writer.game, lexicon)])
