"""The base of the programs that show a table, a quiz or a real table on the screen."""

from __future__ import annotations

import gc
from collections.abc import Callable
from random import random
from time import monotonic
from typing import Any

from textual.app import App
from textual.message import Message
from textual.screen import Screen
from textual.worker import WorkerFailed

from ...errors import BwError, InvalidError
from ...storage.files import os_message
from ..messages import NO_MEMORY
from . import theme
from .drawing import AsciiFilter, Drawing
from .settings import Settings, read_settings


class Failed(Message):
    """A screen cannot continue, as when the disk is full."""

    def __init__(self, error: BwError) -> None:
        super().__init__()
        self.error = error


class ThemedApp(App[BwError]):
    """A program in the colours of the table. It returns the error that ended it, if any."""

    TITLE = "BuyWord"
    ALLOW_SELECT = False
    ENABLE_COMMAND_PALETTE = False

    def __init__(
        self,
        settings: Settings | None = None,
        clock: Callable[[], float] = monotonic,
        random: Callable[[], float] = random,
    ) -> None:
        super().__init__()
        self.settings = settings or read_settings()
        self.clock = clock
        self.random = random
        theme.install(self, theme.LIGHT if self.settings.light else None)
        Drawing.ascii = theme.needs_ascii()
        if Drawing.ascii:
            self._filters.append(AsciiFilter())

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return theme.VARIABLES

    def on_ready(self) -> None:
        """Collect garbage from now on, but nothing of what was loaded."""
        if not gc.isenabled():
            gc.freeze()
            gc.enable()

    def on_failed(self, event: Failed) -> None:
        """End the program with an error, such as a full disk."""
        self.exit(event.error)

    def _handle_exception(self, error: Exception) -> None:
        """End the program with an error of the system in one line; others have a traceback."""
        match error.error if isinstance(error, WorkerFailed) else error:
            case BwError() as known:
                self.exit(known)
            case MemoryError():
                self.exit(InvalidError(NO_MEMORY))
            case OSError() as failed:
                self.exit(InvalidError(f"cannot continue: {os_message(failed)}"))
            case _:
                super()._handle_exception(error)

    def show(self) -> None:
        """Run the program until the person leaves. Raise the error that ended it, if any."""
        if error := self.run():
            raise error
        if self.return_code:  # Textual has printed a traceback
            raise SystemExit(self.return_code)


def change_colors(app: App[Any], settings: Settings) -> None:
    """Change between dark and light colours, and remember that."""
    settings.light = not settings.light
    settings.save()
    app.theme = theme.LIGHT if settings.light else theme.DARK


class OneScreenApp(ThemedApp):
    """A program that shows one screen until the person leaves."""

    def __init__(self, make: Callable[[ThemedApp], Screen[None]]) -> None:
        super().__init__()
        self.make = make

    def on_mount(self) -> None:
        self.push_screen(self.make(self))


def run_screen(make: Callable[[ThemedApp], Screen[None]]) -> None:
    """Show the screen that `make` returns. Raise the error that ended it, if any."""
    OneScreenApp(make).show()
