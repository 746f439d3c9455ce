"""The page at the end of a game: the result, computer players on the same deal, luck and skill."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import monotonic

from textual.containers import Container, Vertical
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static
from textual.worker import get_current_worker

from ...analysis.game_statistics import Statistics, load_statistics, own_seat
from ...analysis.review import Review
from ...errors import BwError
from ...lexicon.lexicon import Lexicon
from ...players.registry import STRONGEST
from ...records.game_record import Game
from ...records.game_summary import summarise_game
from ..terminal.phases.phase_prompt import Choice, board
from ..terminal.share import share_lines
from . import captions, end_texts, game_analysis
from .buttons import DEAF
from .digits import LargeNumber
from .game_analysis import (
    RIVALS,
    Finding,
    Problem,
    Progress,
    Rival,
    can_be_reviewed,
    is_alone,
)
from .money_chart import MoneyChart
from .page_screen import PageScreen
from .settings import Settings


class EndScreen(PageScreen):
    """The page of a finished game."""

    DEFAULT_CSS = """
    EndScreen #columns { height: auto; layout: horizontal; }
    EndScreen.narrow #columns { layout: vertical; }
    EndScreen .column { width: 1fr; height: auto; padding: 0 4 0 0; }
    EndScreen.narrow .column { width: 100%; padding: 0; }
    EndScreen.narrow #page-buttons { height: 2; }
    EndScreen #result { width: 100%; }
    EndScreen .column Static { height: auto; }
    EndScreen #board { height: auto; }
    EndScreen #end-chart { height: 6; margin: 1 0; }
    EndScreen.low #end-chart { height: 4; margin: 0 0 1 0; }
    EndScreen.tall #end-chart { height: 10; margin: 1 0 2 0; }
    """

    class Chosen(Message):
        """The choice of what follows the page: `new`, `daily` or `leave`."""

        def __init__(self, answer: str) -> None:
            super().__init__()
            self.answer = answer

    def __init__(
        self,
        game: Game,
        path: Path,
        lexicon: Lexicon,
        settings: Settings,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        super().__init__(settings)
        self.game, self.path, self.lexicon = game, path, lexicon
        self.clock = clock
        self.summary = summarise_game(game)
        seats = range(len(game.header.seats))
        own = own_seat(self.summary)
        people = [at for at in seats if game.header.seats[at].is_person]
        self.has_own = own is not None  # whether one of the players is the user
        self.seats = [own] if own is not None else people or list(seats)
        self.seat = self.seats[0]
        self.rivals: list[Rival] = []
        self.review: Review | None = None
        self.is_review_wanted = False  # whether it opens as soon as it is made
        self.share: Sequence[str] = ()
        if game.header.daily:
            self.keys = (self.keys[0], ("C", "copy"), *self.keys[1:])
        self.keys = tuple(key for key in self.keys if key[0] != "Esc")

    # What is on the page

    def heading(self) -> Content:
        return end_texts.heading(self.game)

    def body(self) -> Iterator[Widget]:
        with Container(id="columns"):
            with Vertical(classes="column"):
                yield LargeNumber(id="result")
                yield Static(end_texts.mark(self.game), id="mark")
                yield Static(id="records")
                yield MoneyChart(id="end-chart")
                yield Static(self._standing(), id="standing")
                yield Static(id="to-share")
            with Vertical(classes="column"):
                yield Static(id="luck")
                yield Static(id="costliest")
                yield Static(id="own-games")
                if not self.game.header.variants:
                    yield Static(end_texts.sales(self.game, self.seat), id="sales")
        if grid := board(self.game.rules, self.game.state):
            yield Static(Content("\n".join(grid)), id="board")

    def on_mount(self) -> None:
        self.opened = self.clock()
        game, seat = self.game, self.seat
        money = [state.players[seat].money for state in game.states]
        self.query_one("#result", LargeNumber).show(f"${money[-1]}", "gold")
        marks = game.header.tiles.results if is_alone(game) and not game.header.variants else {}
        chart = self.query_one("#end-chart", MoneyChart)
        chart.show(captions.by_round(game, money), marks)
        self.query_one("#records").display = False
        if can_be_reviewed(game):
            self._progress(0)
        self.call_after_refresh(self.find_out)

    def choices(self) -> Sequence[Choice]:
        review = [Choice("Review", "review", "1")] if can_be_reviewed(self.game) else []
        copy = [Choice("Copy", "copy", "6")] if self.game.header.daily else []
        return [
            *review,
            Choice("New game", "new", "2"),
            Choice("Game of the day", "daily", "3"),
            Choice("Statistics", "statistics", "4"),
            Choice("Leave", "leave", "5"),
            *copy,
        ]

    def _standing(self) -> Content:
        if is_alone(self.game):
            pending = RIVALS[len(self.rivals) :]
            return end_texts.same_deal(self.game, self.rivals, pending)
        return end_texts.standing(self.game)

    # What is found out in the background

    def find_out(self) -> None:
        """Start what takes time."""
        if self.has_own:
            self.run_worker(self._compare, thread=True, group="statistics")
        self.run_worker(self._analyse, thread=True, group="analysis")

    def _compare(self) -> None:
        """Compare the game with the person's others, in a thread."""
        try:
            found, before = load_statistics(), load_statistics(without=self.path)
        except BwError as error:
            self.app.call_from_thread(self.refuse, f"{error}")
            return
        if not get_current_worker().is_cancelled:
            self.app.call_from_thread(self._compared, found, before)

    def _compared(self, found: Statistics, before: Statistics) -> None:
        if not self.is_mounted:
            return
        self.query_one("#own-games", Static).update(
            end_texts.own_games(found, self.game, self.seat)
        )
        own = self.summary.seats[self.seat]
        if lines := end_texts.records(before, self.game, own):
            records = self.query_one("#records", Static)
            records.update(Content.assemble(("\n".join(lines), f"bold {captions.GOLD}")))
            records.display = True

    def _analyse(self) -> None:
        """Show what the analysis finds, in a thread."""
        worker = get_current_worker()
        for found in game_analysis.analysed(
            self.game, self.path, self.lexicon, lambda: not worker.is_cancelled
        ):
            if worker.is_cancelled:
                return
            self.app.call_from_thread(self._show, found)

    def _show(self, found: Finding) -> None:
        if not self.is_mounted:
            return
        match found:
            case Progress(share):
                self._progress(share)
            case Problem(text):
                self.query_one("#luck", Static).update(Content.assemble((text, captions.BAD)))
            case Review():
                self._show_review(found)
            case Rival():
                self.rivals.append(found)
                self.query_one("#standing", Static).update(self._standing())
                if found.name == STRONGEST and self.game.header.daily:
                    self._show_share(found)

    def _progress(self, share: float) -> None:
        done = f"grading the decisions: {share:.0%}" if share < 1 else "measuring the luck"
        self.query_one("#luck", Static).update(
            Content.assemble((f"LUCK AND SKILL\n{done}…\n", captions.DIM))
        )

    def _show_review(self, review: Review) -> None:
        self.review = review
        self.query_one("#luck", Static).update(end_texts.luck_and_skill(review, self.seat))
        self.query_one("#costliest", Static).update(end_texts.costliest(review, self.seats))
        if self.is_review_wanted and self.app.screen is self:
            self.press("review")

    def _show_share(self, rival: Rival) -> None:
        text = rival.problem or f"{rival.name} made ${rival.money}"
        self.share = share_lines(self.game, text)
        self.query_one("#to-share", Static).update(end_texts.shared(self.share))

    # What follows

    def press(self, answer: str) -> None:
        match answer:
            case "review":
                self.open_review()
            case "statistics":
                from .stats_screen import StatsScreen

                self.app.push_screen(StatsScreen(self.settings))
            case "copy":
                self.copy()
            case _:
                self.post_message(self.Chosen(answer))

    def open_review(self) -> None:
        """Open the review, or say that it is not ready and open it later."""
        if self.review is None:
            self.is_review_wanted = True
            self.say("The review opens when all decisions are graded.")
            return
        from .review_screen import ReviewScreen

        self.is_review_wanted = False
        self.say("")
        self.app.push_screen(ReviewScreen(self.review, self.lexicon, self.settings, self.seat))

    def copy(self) -> None:
        """Copy the text to share, as far as the terminal supports that."""
        if not self.share:
            self.say("The text to share is not ready yet.")
            return
        self.app.copy_to_clipboard("\n".join(self.share))
        self.say("Copied, if the terminal supports it (OSC 52). It is printed when you leave.")

    def enter(self) -> None:
        if self.clock() - self.opened >= DEAF:  # Enter has just ended the game
            super().enter()

    def back(self) -> None:
        """Stay, since there is nothing to go back to."""
        self.say("Press 2 for a new game, or 5 to leave.")

    def handle(self, key: str, character: str) -> bool:
        if character.lower() == "c" and self.game.header.daily:
            self.copy()
            return True
        return super().handle(key, character)
