"""A game on a real table, on the screen: the players, the log, and a line for entries."""

from __future__ import annotations

import re
from functools import partial
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, Static

from ...errors import BwError
from ...game.state import State
from ..terminal.grammar import Reply
from ..terminal.tracking import TrackingSession
from . import captions
from .key_bar import KeyBar
from .log_rows import Log
from .log_view import LogView
from .players_view import PlayersView
from .themed_app import Failed
from .tiles_view import Cell, TileRow

KEYS = (
    ("?", "help"),
    ("!", "hint"),
    ("*", "words"),
    ("#", "bag"),
    ("↑", "last line"),
    ("^Z", "undo"),
    ("^Y", "redo"),
)
_COMMANDS = {"?": "help", "!": "hint", "*": "words", "#": "bag", "^Z": "undo", "^Y": "redo"}
_SLOW = re.compile(r"hint|words|sell|outs|choose|discard|buy \S+")  # a thread works these out
_OTHERS = 13  # rows around a reply, with two players and a line of the log


class TrackScreen(Screen[None]):
    """The table of a tracked game. Entries and commands are those of line mode."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+z", "command('undo')", priority=True, show=False),
        Binding("ctrl+y", "command('redo')", priority=True, show=False),
        Binding("ctrl+c,ctrl+q", "leave", priority=True, show=False),
        Binding("tab,shift+tab", "nothing", priority=True, show=False),
    ]
    AUTO_FOCUS = "#entry"
    DEFAULT_CSS = """
    TrackScreen { background: $background; color: $foreground; }
    TrackScreen #track { padding: 0 1; height: 1fr; }
    TrackScreen .line { height: 1; }
    TrackScreen .label { height: 1; color: $dim; margin: 1 0 0 0; }
    TrackScreen #reply-body { height: auto; scrollbar-size-vertical: 1; }
    TrackScreen #reply { height: auto; }
    TrackScreen #log { height: 1fr; }
    TrackScreen #entry { height: 1; border: none; padding: 0; background: $sheet; }
    """

    def __init__(self, session: TrackingSession) -> None:
        super().__init__()
        self.session = session
        self.log_of_game = Log()
        self.question: Reply | None = None  # a yes-or-no question that is open
        self.typed: list[str] = []  # the lines typed before
        self.refused = ""  # the line that was rejected and can be corrected
        self.recalled = 0  # how many lines back the line that is shown was typed

    def compose(self) -> ComposeResult:
        with Vertical(id="track"):
            yield Static(id="header", classes="line")
            yield PlayersView(id="players")
            yield Static(id="hand-label", classes="label")
            yield TileRow(id="hand")
            yield Static("LOG", classes="label")
            log = LogView(id="log")
            log.from_bottom = False
            yield log
            with VerticalScroll(id="reply-body", can_focus=False):
                yield Static(id="reply")
            yield Static(id="question", classes="line")
            yield Input(id="entry", compact=True)
            yield KeyBar(id="keys")

    def on_mount(self) -> None:
        self.query_one(KeyBar).show(KEYS)
        self.say("Enter what happens at the table: ? shows how.")
        self.proceed()

    def on_resize(self) -> None:
        self.query_one(TileRow).tile_size = "M" if self.size.height >= 30 else "S"
        players = len(self.session.game.state.players)
        rows = self.size.height - _OTHERS - (players - 2) - (self.size.height >= 30)
        self._reply.styles.max_height = max(3, rows)

    @property
    def _reply(self) -> VerticalScroll:
        return self.query_one("#reply-body", VerticalScroll)

    def show(self) -> None:
        """Show the game as it is now."""
        session, game = self.session, self.session.game
        tiles = game.header.tiles
        self.query_one("#header", Static).update(captions.header(game))
        seat = session.me
        self.query_one(PlayersView).show(captions.player_rows(game, -1), tiles.pips)
        hand = None if seat is None else game.state.players[seat].hand
        label = captions.hand_label(hand, tiles, "YOUR HAND") if hand else Content("")
        self.query_one("#hand-label", Static).update(label)
        cells = [Cell(letter, tiles.pips[letter]) for letter in hand.letters] if hand else []
        if hand and hand.wilds:
            cells.append(Cell("", tiles.wild_pips, "stack", hand.wilds))
        row = self.query_one(TileRow)
        row.show(cells)
        row.display = hand is not None
        self.query_one(LogView).show(self.log_of_game.rows(game))
        prompt = self.question.question if self.question else session.prompt()
        self.query_one("#question", Static).update(
            Content.assemble((prompt.strip(), captions.GOLD if self.question else captions.INK))
        )

    def say(self, *lines: str, color: str = captions.DIM) -> None:
        """Show a reply above the line, in place of the last one."""
        shown = "\n".join(lines).strip()
        self.query_one("#reply", Static).update(Content.assemble((shown, color)))
        self._reply.scroll_home(animate=False)

    def proceed(self) -> None:
        """Record what follows by itself, and show the game."""
        try:
            for _ in self.session.advance():
                pass
        except BwError as error:
            self.post_message(Failed(error))
        self.show()

    @on(Input.Submitted)
    def on_line(self, event: Input.Submitted) -> None:
        line = event.value.strip()
        if line:
            self.typed.append(line)
        self.recalled = 0
        self.answer(line)

    def answer(self, line: str) -> None:
        """Give the session a line. A line that is rejected stays, to be corrected."""
        if _SLOW.fullmatch(line.lower()) and not self.question:
            self._clear()
            self.say("…")
            self.run_worker(partial(self._work_out, line, self.session.game.state), thread=True)
            return
        try:
            answered = self.question.answered(line) if self.question else None
            reply = answered or self.session.read(line)
        except BwError as error:
            self.say(f"{error}.", color=captions.BAD)
            self.refused = line
            return
        self.apply(reply)

    def _work_out(self, line: str, state: State) -> None:
        """Get the reply to a command that takes time, in a thread."""
        try:
            reply = self.session.read(line)
        except BwError as error:
            reply = Reply([f"{error}."])
        self.app.call_from_thread(self._worked_out, reply, state)

    def _worked_out(self, reply: Reply, state: State) -> None:
        if self.session.game.state is state:
            self.say(*reply.lines)

    def apply(self, reply: Reply) -> None:
        """Carry out what a line leads to."""
        self._clear()
        if reply.quit:
            self.action_leave()
            return
        self.question = reply if reply.question else None
        news = list(reply.lines)
        try:
            for entry in () if reply.question else reply.entries:
                news += self.session.record(entry)
        except BwError as error:
            self.post_message(Failed(error))
            return
        self.say(*news)
        self.proceed()

    def _clear(self) -> None:
        self.query_one(Input).value = ""

    def on_key(self, event: events.Key) -> None:
        entry = self.query_one(Input)
        if event.key in ("up", "down"):
            self._recall(1 if event.key == "up" else -1)
        elif event.key in ("pageup", "pagedown"):
            step = self._reply.size.height - 1
            self._reply.scroll_relative(y=step if event.key == "pagedown" else -step, animate=False)
        elif event.key == "escape":
            entry.value, self.question = "", None
            self.show()
        else:
            return
        event.stop()

    @on(Input.Changed)
    def on_mark(self, event: Input.Changed) -> None:
        """Carry out a mark that is typed on an empty line, or after one that was rejected."""
        mark = event.value[-1:]
        if mark in _COMMANDS and event.value[:-1] in ("", self.refused):
            self._clear()
            self.answer(_COMMANDS[mark])

    def _recall(self, step: int) -> None:
        """Show the line typed before or after the one that is shown."""
        self.recalled = max(0, min(len(self.typed), self.recalled + step))
        entry = self.query_one(Input)
        entry.value = self.typed[-self.recalled] if self.recalled else ""
        entry.cursor_position = len(entry.value)

    @on(KeyBar.Pressed)
    def on_key_bar(self, event: KeyBar.Pressed) -> None:
        if event.key in _COMMANDS:
            self.answer(_COMMANDS[event.key])
        else:
            self._recall(1)
        self.query_one(Input).focus()

    def action_command(self, line: str) -> None:
        self.answer(line)

    def action_nothing(self) -> None:
        """Keep the focus on the line."""

    def action_leave(self) -> None:
        self.app.exit()
