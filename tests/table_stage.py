"""An app that shows one widget of the full-screen table, for tests."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable

from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.message import Message
from textual.pilot import Pilot
from textual.strip import Strip
from textual.widget import Widget

from bwtools.cli.table import theme
from bwtools.cli.table.theme import ANSI, DARK, LIGHT
from bwtools.cli.table.tiles_view import Cell, TileRow, TileSize
from bwtools.tiles.tile_set import load_tiles

PIPS = load_tiles().pips
THEMES = (DARK, LIGHT, ANSI)


class Stage(App[None]):
    """An app that shows one widget and collects its messages."""

    ENABLE_COMMAND_PALETTE = False

    def __init__(self, widget: Widget, name: str | None = DARK) -> None:
        super().__init__()
        theme.install(self, name)
        self.widget, self.received = widget, list[Message]()

    def compose(self) -> ComposeResult:
        yield self.widget

    def collect(self, message: Message) -> None:
        self.received.append(message)

    on_tile_row_clicked = on_button_row_pressed = on_key_bar_pressed = on_grid_view_clicked = (
        collect
    )


def staged(
    widget: Widget,
    check: Callable[[Stage, Pilot[None]], Awaitable[None]],
    size: tuple[int, int] = (60, 20),
    name: str | None = DARK,
) -> None:
    """Run the check while the widget is on the screen of an app."""

    async def run() -> None:
        app = Stage(widget, name)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await check(app, pilot)

    asyncio.run(run())


def strips(widget: Widget) -> list[Strip]:
    return widget.render_lines(Region(0, 0, *widget.size))


def text(widget: Widget) -> list[str]:
    return [strip.text.rstrip() for strip in strips(widget)]


def drawn(widget: Widget, size: tuple[int, int] = (60, 20), name: str | None = DARK) -> list[str]:
    """Return the lines that a widget draws on a screen of this size."""
    lines: list[str] = []

    async def check(_: Stage, __: Pilot[None]) -> None:
        lines.extend(text(widget))

    staged(widget, check, size, name)
    return lines


def cells(letters: str) -> list[Cell]:
    """Return a row: capitals are tiles, others wilds, a blank is the space between words."""
    return [
        Cell(kind="space")
        if letter == " "
        else Cell(letter, PIPS[letter])
        if letter.isupper()
        else Cell(letter, 1, "wild")
        for letter in letters
    ]


def tile_row(row: Iterable[Cell], size: TileSize = "M") -> TileRow:
    widget = TileRow()
    widget.tile_size = size
    widget.show(list(row))
    return widget
