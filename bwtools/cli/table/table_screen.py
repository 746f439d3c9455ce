"""The table of a game: what keys, clicks and buttons do."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from functools import partial
from math import inf
from random import random
from threading import Event as Signal
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import Input

from ...errors import BwError, InvalidError, counted
from ...game.state import Sell, State
from ...tiles.hand import Play
from ...tiles.tile_set import ALPHABET
from ..terminal.grammar import Reply
from ..terminal.phases.phase_prompt import Choice
from ..terminal.session import taken_back
from . import captions
from .buttons import DEAF, ButtonRow, choice_of
from .completion import Completions
from .key_bar import KeyBar
from .phase_keys import PROMPT
from .rack import Rack, by_pips
from .settings import Settings
from .sheets import SHEETS, TOUR, tour_content
from .table_session import TableSession
from .table_view import TableView
from .themed_app import Failed, change_colors
from .tiles_view import TileRow

if TYPE_CHECKING:
    from .grid_view import GridView


class TableScreen(TableView):
    """The table of one game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete", priority=True, show=False),
        Binding("ctrl+z", "undo", priority=True, show=False),
        Binding("ctrl+y", "redo", priority=True, show=False),
        Binding("ctrl+c,ctrl+q", "leave", priority=True, show=False),
    ]
    CSS_PATH = "table_screen.tcss"
    helps: ClassVar[bool] = True  # whether there are hints, lists of words and completion
    AUTO_FOCUS = ""

    class Ended(Message):
        """The game of the table is over."""

    def __init__(
        self,
        session: TableSession,
        settings: Settings,
        clock: Callable[[], float] = monotonic,
        random: Callable[[], float] = random,
    ) -> None:
        super().__init__(session, settings)
        self.clock = clock
        self.random = random
        self.completions = Completions()
        self.completing = Lock()
        self.best_sales: dict[int, int] = {}  # in earlier games: the highest price, by seat
        self.acted = -inf  # when Enter last acted, in seconds of the app's clock
        self.built: dict[int, list[Play]] = {}  # by seat: words tried before a decision, for later
        self.tour: int | None = None  # the step of the tour that is shown
        self.left = Signal()  # set when the table is closed, so that no thread waits

    def on_mount(self) -> None:
        self.query_one("#prompt").display = False
        self.sheet.display = False
        self.begin()

    def begin(self) -> None:
        """Start to play; offer the tour before the first game."""
        self.fill()
        self.proceed()
        if not self.settings.toured:
            self.next_step()
        elif self.session.opening:
            self.say(self.session.opening[0])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Return whether a key that is bound does something: before the first position, Ctrl-C."""
        return self.is_begun or action == "leave"

    def on_unmount(self) -> None:
        self.left.set()

    # What happens

    def answer(self, line: str) -> None:
        """Give the session a line: an answer or a command, as in line mode."""
        try:
            if self.question:
                reply = self.question.answered(line) or self.session.read(line)
            else:
                reply = self.session.read(line)
        except BwError as error:
            self.refuse(f"{error}")
            return
        self.question = None
        self.apply(reply)

    def apply(self, reply: Reply) -> None:
        """Carry out what a line leads to."""
        if reply.quit:
            self.action_leave()
        elif reply.question:
            self.question, self.moved = reply, False
            self.say(" ".join(reply.lines), "ink")
        elif reply.entries:
            self._record(reply)
        elif reply.lines:
            self.sheet.show_lines("", reply.lines)
            self.show()
        else:
            self.refresh_rack()

    def _record(self, reply: Reply) -> None:
        if self.phase.tries_words:
            self.built[self.seat] = self.rack.plays()
        before = self.session.game
        self.close_sheet()  # it is out of date
        try:
            for entry in reply.entries:
                self.session.record(entry)
        except BwError as error:
            self.fail(error)
            return
        self.message = (" ".join(reply.lines), "dim") if reply.lines else None
        sale = reply.entries[-1]
        self.sold = None
        if isinstance(sale, Sell) and sale.plays:
            best = self.best_sales.get(self.seat, 0)
            self.sold = sale.plays, captions.sale_note(before, sale.plays, self.seat, best)
        self.proceed()

    def refresh_rack(self) -> None:
        """Show what the person holds now, with nothing lifted."""
        state = self.session.game.state
        drawn = "" if self.session.is_over else self.phase.tiles(self.session.game)[0]
        self.rack.hold(state.players[self.seat].hand, drawn)
        self.moved = False
        if self.is_mine:
            self.phase.begin(self.rack, self.session.game)
            self.rack.lay_again(self.built.pop(self.seat, []))
            if self.placing and state.last:
                warm_up = partial(self.placing.warm_up, self.rack, self.session.lexicon)
                self.run_worker(warm_up, thread=True, group="complete")
        self.show()

    def proceed(self, now: bool = False) -> None:
        """Continue to the next decision of a person.

        After a sale that leaves nothing to sell, what follows by itself waits, unless it is `now`:
        new tiles would be seen, and the sale could not be taken back.
        """
        session, game = self.session, self.session.game
        self.held = (
            not now
            and not session.is_over
            and bool(game.events)
            and self.phase.is_part(game.events[-1])
            and game.state.turn not in session.computers
            and game.rules.forced(game.state) is not None
            and taken_back(game) > 0
        )
        if self.held:
            self.refresh_rack()
        elif session.computers:
            self.busy = "…"
            self._watch(self.busy)
            self.run_worker(self._advance, thread=True, exclusive=True, group="game")
        else:
            try:
                for _ in session.advance():
                    pass
            except BwError as error:
                self.fail(error)
            else:
                self._advanced()

    def _advance(self) -> None:
        """Play what happens without an answer, in a thread, one event after another."""
        session = self.session
        seen = len(session.game.events)
        try:
            for _ in session.advance():
                if self.left.is_set():
                    return
                game = session.game
                if len(game.events) == seen:
                    continue
                seen = len(game.events)
                mover = game.states[-2].turn
                if mover in session.computers:
                    self.app.call_from_thread(self._watch, f"{session.name(mover)} is playing")
                    self.left.wait(self.settings.pace)
        except BwError as error:
            self.app.call_from_thread(self.fail, error)
            return
        if not self.left.is_set():
            self.app.call_from_thread(self._advanced)

    def _watch(self, busy: str) -> None:
        self.busy = busy
        self.rack.hold(self.session.game.state.players[self.seat].hand, "")
        self.show()

    def _advanced(self) -> None:
        self.busy = ""
        self.refresh_rack()
        if self.session.is_over:
            self.post_message(self.Ended())

    # Keys

    def on_key(self, event: events.Key) -> None:
        if not self.is_begun:
            return
        if self.query_one("#prompt", Input).has_focus:
            if event.key == "escape":
                self.close_prompt()
                event.stop()
            return
        if self.handle(event.key, event.character or ""):
            event.stop()
            event.prevent_default()

    def handle(self, key: str, character: str) -> bool:
        """Do what a key does; return whether it does anything."""
        if self.tour is not None and key:
            if key in ("enter", "space"):
                self.next_step()
            elif key == "escape":
                self.end_tour()
            return True  # no other key acts on what is below the tour
        if self.sheet.is_open and self.sheet.key(key, character):
            return True
        if self.is_mine and not self.question:
            complaint = self.phase.key(self.rack, self.session.game, key)
            if complaint is not None:
                self.build(lambda: complaint)
                return True
        if character and character in SHEETS:
            self.open_sheet(character)
        elif action := self._marks().get(character) or self._named_keys().get(key):
            action()
        elif character.isascii() and character.isdigit():
            self.press_digit(character)
        elif len(character) == 1 and (letter := character.upper()) in ALPHABET:
            self.take_letter(letter)
        else:
            return False
        return True

    def _marks(self) -> dict[str, Callable[[], None]]:
        """Return what the marks that open no sheet do, by character."""
        return {
            "/": self.open_prompt,
            ",": self.sort,
            ";": self.shuffle,
            "<": lambda: self.change_pace(1),
            ">": lambda: self.change_pace(-1),
            "%": self.change_colors,
            "~": self.next_step,
            ".": lambda: self.build(self.rack.force_wild),
            " ": lambda: self.build(lambda: self.phase.space(self.rack)),
        }

    def _named_keys(self) -> dict[str, Callable[[], None]]:
        """Return what the keys do that type nothing, by name."""
        return {
            "enter": self.enter,
            "left": lambda: self.move_light(-1),
            "right": lambda: self.move_light(1),
            "backspace": lambda: self.build(self.rack.back),
            "escape": self.escape,
        }

    def build(self, change: Callable[[], str | None]) -> None:
        """Change the words that are being built, if a person can; show a complaint."""
        if not self.is_mine or self.question:
            return
        self.sold, self.message, self.moved = None, None, False
        complaint = change()
        if complaint:
            self.refuse(complaint)
        else:
            self.show()

    def take_letter(self, letter: str) -> None:
        """Lay a letter, or answer with it."""
        if self.phase.answers_at_once and self.is_mine:
            self.answer(letter)
        else:
            self.build(lambda: self.phase.letter(self.rack, letter))

    def escape(self) -> None:
        """Take all letters back, or go back from a question."""
        if self.question:
            self.answer("n")
        else:
            self.build(self.rack.clear)

    def enter(self) -> None:
        """Press the lit button, unless Enter has just acted."""
        now = self.clock()
        if now - self.acted < DEAF:
            return
        if self.is_mine and not self.question:
            game, lexicon = self.session.game, self.session.lexicon
            if complaint := self.phase.enter(self.rack, game, lexicon):
                self.refuse(complaint)
                return
        choices = self.buttons().choices
        if 0 <= self.lit < len(choices):
            self.acted = now
            self.press(choices[self.lit])

    def press_digit(self, digit: str) -> None:
        """Press the button of a digit."""
        if choice := choice_of(digit, self.buttons().choices):
            self.press(choice)

    def press(self, choice: Choice) -> None:
        """Do what a button says."""
        if self.held:
            self.held, self.sold, self.message = False, None, None
            self.proceed(now=True)
        elif choice.answer == PROMPT:
            self.open_prompt()
        else:
            self.answer(choice.answer)

    def move_light(self, step: int) -> None:
        """Move the light from button to button."""
        count = len(self.buttons().choices)
        if count:
            self.lit, self.moved = (max(self.lit, 0) + step) % count, True
            self.show()

    def sort(self) -> None:
        """Sort the hand: by pips, or by letter if it is sorted by pips."""
        key = by_pips(self.tiles)
        if self.rack.hand == sorted(self.rack.hand, key=key):  # type: ignore[arg-type]
            self.rearrange(str)
        else:
            self.rearrange(key)

    def shuffle(self) -> None:
        """Shuffle the hand."""
        order = {letter: self.random() for letter in ALPHABET}
        self.rearrange(lambda letter: (order[letter], self.random()))

    def rearrange(self, key: Callable[[str], object]) -> None:
        """Put the hand in another order, with the same words lifted."""
        words = self.rack.plays()
        self.rack.arrange(key)
        if self.is_mine and self.session.game.state.phase != "discard":
            self.rack.lay_words(words)
        self.show()

    def change_pace(self, steps: int) -> None:
        """Make the computer players slower or faster."""
        self.settings.change_pace(steps)
        self.say(f"computer players: {self.settings.pace:g} seconds a turn")

    def change_colors(self) -> None:
        """Change between dark and light colours."""
        change_colors(self.app, self.settings)
        self.show()

    def fail(self, error: BwError) -> None:
        """End the program with an error."""
        self.post_message(Failed(error))

    def action_undo(self) -> None:
        if not self.busy:
            self.held = False
            self.answer("undo")

    def action_redo(self) -> None:
        if not self.busy:
            self.answer("redo")

    def action_leave(self) -> None:
        self.left.set()
        self.app.exit()

    # Words that fit

    def action_complete(self) -> None:
        """Complete the word, in a thread, with the highest price first; again: the next one."""
        can_build = self.is_mine and not self.question and not self.phase.answers_at_once
        can_build = can_build and self.tour is None
        if self.helps and can_build and self.session.game.state.phase != "discard":
            self.run_worker(self._complete, thread=True, group="complete")

    def _complete(self) -> None:
        placing, lexicon, state = self.placing, self.session.lexicon, self.session.game.state
        with self.completing:  # so that a second Tab waits for the first
            rack = self.app.call_from_thread(self._typed)
            change: Callable[[], str | None] | None = None
            if placing and (placement := placing.complete()):
                change = partial(placing.show, self.rack, placement)
            elif not placing and (words := self.completions.next(rack, lexicon)):
                change = partial(self.rack.lay_words, words)
            self.app.call_from_thread(self._completed, change, state, rack)

    def _typed(self) -> Rack:
        """Return a copy of the rack for the thread, and begin the search on the board."""
        if self.placing:
            self.placing.search(self.rack, self.session.lexicon)
        return deepcopy(self.rack)

    def _completed(
        self, change: Callable[[], str | None] | None, state: object, rack: Rack
    ) -> None:
        if self.session.game.state is not state or self.rack != rack or not self.is_mine:
            return  # something was typed in the meantime
        if not change:
            self.refuse("no word fits")
            return
        if not self.completions.counted:
            self.completions.counted = True
            self.count_help()
        self.build(change)

    def count_help(self) -> None:
        """Record that the program helped, in a game of the day."""
        try:
            for entry in self.session.help_entries():
                self.session.record(entry)
        except InvalidError as error:
            self.fail(error)

    # Sheets and the tour

    def close_sheet(self) -> None:
        """Close the sheet, and with it the tour."""
        if self.tour is not None:
            self.end_tour()
        self.sheet.close()

    def open_sheet(self, key: str) -> None:
        """Open the sheet of a key, or close it if it is open."""
        if self.sheet.opened == key:
            self.sheet.close()
            return
        kind = SHEETS[key]
        if kind.is_help and not self.helps:
            self.refuse("there is no help in a quiz")
        elif kind.is_help and not self.is_mine:
            self.refuse("wait for your turn")
        elif kind.is_slow:
            self.sheet.show_content(key, kind.heading, Content.assemble(("…", captions.DIM)))
            self.run_worker(
                partial(self._fill_sheet, key, self.session.game.state), thread=True, group="sheet"
            )
        else:
            content = kind.content(self.session, self.seat)
            self.sheet.show_content(key, kind.heading, content)

    def _fill_sheet(self, key: str, state: State) -> None:
        """Work out the content of a sheet, in a thread."""
        try:
            content = SHEETS[key].content(self.session, self.seat)
        except BwError as error:
            content = Content(f"{error}.")
        self.app.call_from_thread(self._show_sheet, key, content, state)

    def _show_sheet(self, key: str, content: Content, state: State) -> None:
        """Show the content of a sheet, unless the game has changed or the sheet was closed."""
        if self.session.game.state is not state or self.sheet.opened != key:
            return
        kind = SHEETS[key]
        if kind.is_help:
            self.count_help()
        if kind.is_help and self.session.game.header.daily:
            hints = counted(self.session.game.hints, "hint")
            content += Content.assemble((f"\n\nThe text to share will say {hints}.", captions.DIM))
        self.sheet.show_content(key, kind.heading, content)

    def next_step(self) -> None:
        """Show the next step of the tour, or end it."""
        self.tour = 0 if self.tour is None else self.tour + 1
        if self.tour < len(TOUR):
            foot = "Enter continues, Esc skips the rest" if self.tour + 1 < len(TOUR) else ""
            self.sheet.show_content("~", "Tour", tour_content(self.tour), foot)
        else:
            self.end_tour()

    def end_tour(self) -> None:
        """Close the tour, and remember that it was shown."""
        self.tour = None
        self.sheet.close()
        if not self.settings.toured:
            self.settings.toured = True
            self.settings.save()

    @on(Input.Submitted)
    def on_line(self, event: Input.Submitted) -> None:
        line = event.value.strip()
        self.close_prompt()
        if self.busy:
            self.refuse("wait for your turn")
        elif self.held:
            self.answer_held(line)
        else:
            self.answer(line)

    def answer_held(self, line: str) -> None:
        """Take a line at the end of a turn: a command such as undo; without one, continue."""
        if line:
            self.answer(line)
        else:
            self.press(Choice("", ""))

    # The mouse

    def on_click(self, event: events.Click) -> None:
        """Continue the tour by a click on it, and close another sheet by a click on its foot."""
        if self.sheet not in (event.widget.ancestors_with_self if event.widget else ()):
            return
        if self.tour is not None:
            self.next_step()
        elif event.widget and event.widget.id == "sheet-foot":
            self.sheet.close()

    @on(ButtonRow.Pressed)
    def on_button(self, event: ButtonRow.Pressed) -> None:
        choices = self.buttons().choices
        if event.index < len(choices):
            self.press(choices[event.index])

    @on(KeyBar.Pressed)
    def on_key_bar(self, event: KeyBar.Pressed) -> None:
        if event.key == "^Z":
            self.action_undo()
        else:
            if self.tour is not None:
                self.end_tour()
            self.handle("", event.key)

    def on_grid_view_clicked(self, event: GridView.Clicked) -> None:
        if self.placing and not self.phase.answers_at_once:
            self.build(partial(self.placing.point, event.square))

    @on(TileRow.Clicked)
    def on_tile(self, event: TileRow.Clicked) -> None:
        letters, _ = self.phase_set()
        if event.row.id == "drawn" and self.phase.answers_at_once and self.is_mine:
            self.answer(letters[event.index])
        else:
            self.build(lambda: self._click(event.row.id or "", event.index))

    def _click(self, row: str, index: int) -> str:
        rack = self.rack
        if row == "row":
            rack.put_back(index)
            return ""
        if row == "hand" and index >= len(rack.hand):
            return rack.force_wild()
        slot = index + (len(rack.hand) if row == "drawn" else 0)
        if self.phase.answers_at_once:
            return self.phase.letters_hint
        return self.phase.click(rack, slot) if slot < len(rack.slots) else ""
