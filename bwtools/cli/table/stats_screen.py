"""The person's statistics, as bw stats shows them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual import events
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from ...analysis.game_statistics import ALONE, KindStatistics, Statistics, load_statistics
from ...errors import BwError
from ...tiles.tile_set import load_tiles
from ..output import table_lines
from ..stats_rows import PERIODS, sentences, tables
from ..terminal.phases.phase_prompt import Choice
from . import captions
from .money_chart import MoneyChart
from .page_screen import PageScreen


class StatsScreen(PageScreen):
    """The page of statistics: tables, and a chart of results in the most frequent kind of game."""

    DEFAULT_CSS = """
    StatsScreen #results { height: 6; width: 100%; margin: 0 0 1 0; display: none; }
    StatsScreen #results-label { height: 1; color: $dim; display: none; }
    StatsScreen #tables { height: auto; }
    """
    found: Statistics | None = None

    def heading(self) -> Content:
        return Content.assemble(
            ("BuyWord", f"bold {captions.GOLD}"), "   ", ("your statistics", captions.DIM)
        )

    def body(self) -> Iterator[Widget]:
        yield Static(id="results-label")
        yield MoneyChart(id="results")
        yield Static(Content.assemble(("reading the games…", captions.DIM)), id="tables")

    def choices(self) -> Sequence[Choice]:
        return [Choice("Back", "back")]

    def press(self, answer: str) -> None:
        self.back()

    def on_mount(self) -> None:
        self.run_worker(self._load, thread=True, group="statistics")

    def _load(self) -> None:
        """Read the saved games, in a thread."""
        unread: list[str] = []
        try:
            found = load_statistics(report=unread.append)
        except BwError as error:
            self.app.call_from_thread(self.refuse, f"{error}")
            return
        self.app.call_from_thread(self._loaded, found, unread)

    def _loaded(self, found: Statistics, unread: Sequence[str]) -> None:
        if not self.is_mounted:
            return
        self.found = found
        if most := max(found.kinds, key=lambda kind: len(kind.games), default=None):
            self._show_results(most)
        self._show()
        if unread:
            self.refuse(unread[0])

    def _show_results(self, found: KindStatistics) -> None:
        """Show a chart of the results in games of a kind, if there are several."""
        marks = load_tiles().results if found.kind.name == ALONE else {}
        money = [each.own.money for each in found.games]
        self.query_one("#results", MoneyChart).show(money, marks)
        label = f"RESULTS  {found.kind.name}, oldest first"
        self.query_one("#results-label", Static).update(Content(label))
        for widget in self.query("#results, #results-label"):
            widget.display = len(money) > 1

    def on_resize(self, event: events.Resize) -> None:
        self._show()

    def _show(self) -> None:
        """Show the tables in the width of the page."""
        if not self.found:
            return
        width = max(20, self.size.width - 4)
        parts: list[Content] = []
        for heading, rows, layout in tables(self.found, PERIODS["month"]):
            head, lines = table_lines(rows, layout, width)
            parts += [
                Content.assemble((heading, f"bold {captions.GOLD}")),
                *(Content.assemble((line, captions.DIM)) for line in head),
                *(Content.assemble((line, captions.INK)) for line in lines),
                Content(""),
            ]
        parts += [Content.assemble((text, captions.INK)) for text in sentences(self.found)]
        self.query_one("#tables", Static).update(Content("\n").join(parts))
