"""The view of a game: the zones of the table, and their contents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, Static

from ...tiles.hand import Play, revenue_of
from ...tiles.tile_set import TileSet
from ..terminal.grammar import Reply
from ..terminal.phases.phase_prompt import Choice
from . import captions
from .bag_view import BagView
from .buttons import ButtonRow
from .digits import large_parts
from .game_keys import game_keys
from .key_bar import KeyBar
from .layout import layout_for
from .log_rows import Log
from .log_view import LogView
from .money_bar import MoneyBar
from .money_chart import MoneyChart
from .phase_keys import Buttons, PhaseKeys
from .players_view import PlayersView
from .rack import Rack
from .settings import Settings
from .sheets import SHEETS, Sheet
from .table_session import TableSession
from .theme import Part, Tone
from .tiles_view import Cell, TileRow

if TYPE_CHECKING:
    from .placing import Placing

KEYS = (
    ("?", "keys"),
    ("!", "hint"),
    ("*", "words"),
    ("#", "bag"),
    ("$", "money"),
    (",", "sort"),
    ("/", "type"),
    ("^Z", "undo"),
)
TOO_SMALL = Content("60 columns and 20 rows are needed.")
_ABOVE = {  # the widget at the top of each zone
    "set": "#set-label",
    "word": "#word-label",
    "hand": "#hand-label",
    "last": "#last",
    "keys": "#keys",
}


class TableView(Screen[None]):
    """The screen of one game, as it is now; `TableScreen` adds what keys and clicks do."""

    keys: ClassVar[Sequence[tuple[str, str]]] = KEYS  # in the key bar

    def __init__(self, session: TableSession, settings: Settings) -> None:
        super().__init__()
        self.session = session
        self.settings = settings
        self.rack = Rack()
        self.phases: dict[str, PhaseKeys] = {}  # made when the game is shown
        self.placing: Placing | None = None  # the word on the board of a crossword game
        self.log_of_game = Log()
        self.question: Reply | None = None  # a yes-or-no question that is open
        self.sold: tuple[tuple[Play, ...], str] | None = None  # shown until the next letter
        self.message: Part | None = None  # shown with the last events
        self.busy = ""  # what is going on while no answer is possible
        self.held = False  # whether the turn ends by itself, once the person has seen its result
        self.lit = 0  # the button that Enter presses
        self.moved = False  # whether the person has moved the light
        self.is_begun = False  # whether there is a position to show
        self.layout_now = layout_for(80, 24, 0)  # until the size is known

    def compose(self) -> ComposeResult:
        with Horizontal():
            with Vertical(id="main"):
                yield Static(id="header")
                yield MoneyBar(id="money")
                yield PlayersView(id="players")
                yield Static(id="set-label", classes="label")
                yield TileRow(id="drawn")
                yield Static(id="word-label", classes="label")
                yield TileRow(id="row")
                yield Static(id="verdict")
                yield Static(id="hand-label", classes="label")
                yield TileRow(id="hand")
                yield LogView(id="last")
                yield ButtonRow(id="buttons")
                yield Input(id="prompt", compact=True)
                yield KeyBar(id="keys")
            with Vertical(id="side"):
                yield Static("Money", id="chart-label", classes="label")
                yield MoneyChart(id="chart")
                yield Static("Rounds", classes="label")
                yield LogView(id="log")
                yield Static("Bag", id="bag-label", classes="label")
                yield BagView(id="bag")
        yield Sheet(id="sheet")

    def make_keys(self) -> dict[str, PhaseKeys]:
        """Return the keys of each phase."""
        game = self.session.game
        if "crossword" in game.header.variants:
            from .grid_view import GridView  # as few games need it
            from .placing import Placing

            self.placing, grid = Placing(), GridView(id="grid")
            self.query_one("#main").mount(grid, after="#drawn")
        return game_keys(game, self.placing)

    @property
    def phase(self) -> PhaseKeys:
        """The keys of the present phase."""
        if not self.phases:
            self.phases = self.make_keys()
        return self.phases[self.session.game.state.phase]

    @property
    def tiles(self) -> TileSet:
        """The tile set of the game."""
        return self.session.game.header.tiles

    @property
    def is_mine(self) -> bool:
        """Whether a person can answer now."""
        return not (self.busy or self.held or self.session.is_over)

    def on_resize(self) -> None:
        if self.is_begun:
            self.fill()

    def fill(self) -> None:
        """Give each zone its place in a screen of this size."""
        self.is_begun = True
        others = len(self.session.game.state.players) - 1
        has_board = "crossword" in self.session.game.header.variants
        columns, rows = self.app.size  # that of the screen is not known before the first paint
        layout = layout_for(columns, rows, others, has_board)
        for row in self.query(TileRow):
            row.tile_size = layout.tile_size
        self.query_one("#money", MoneyBar).tall = layout.tall
        shared, board = " shared" if others else "", " board" if has_board else ""
        self.set_classes(f"{layout.classes}{shared}{board}")
        for zone, blank in layout.blanks.items():
            self.query_one(_ABOVE[zone]).styles.margin = (blank, 0, 0, 0)
        was_small, self.layout_now = self.layout_now.small, layout
        self.sheet.fit(rows)
        if layout.small:
            self.open_prompt()
        elif was_small and not self.query_one("#prompt", Input).value:
            self.close_prompt()  # it was open because nothing else fitted
        self.show()

    def show(self) -> None:
        """Show the game as it is now."""
        game, rack = self.session.game, self.rack
        state = game.state
        person = state.players[self.seat]
        small = self.layout_now.small
        self._text("#header", TOO_SMALL if small else self.header())
        money = [each.players[self.seat].money for each in game.states]
        marks = {} if len(state.players) > 1 or game.header.variants else self.tiles.results
        self.query_one("#money", MoneyBar).show(person.money, marks, captions.lead(game, self.seat))
        self.query_one("#players", PlayersView).show(
            captions.player_rows(game, self.seat), self.tiles.pips
        )
        self._show_set()
        self._show_word()
        self._text("#hand-label", captions.hand_label(person.hand, self.tiles, self._hand_name()))
        lifted = rack.lifted
        self.query_one("#hand", TileRow).show(
            [self._cell(letter, at in lifted) for at, letter in enumerate(rack.hand)]
            + ([Cell("", self.tiles.wild_pips, "stack", rack.wilds_left)] if rack.wilds else [])
        )
        rows = self.log_of_game.rows(game)
        self.query_one("#last", LogView).show(() if self.layout_now.side else rows, self.message)
        self.query_one("#log", LogView).show(rows)
        if self.layout_now.side:
            self.query_one("#chart", MoneyChart).show(captions.by_round(game, money), marks)
            self.query_one("#bag", BagView).show(Counter(state.bag), self.tiles.pips)
        buttons = self.buttons()
        if not self.moved:
            self.lit = -1 if buttons.lit is None else buttons.lit
        lit = self.lit if 0 <= self.lit < len(buttons.choices) else None
        self.query_one("#buttons", ButtonRow).show(buttons.choices, lit)
        self.query_one("#keys", KeyBar).show(self.keys)
        self._refresh_open()

    def _refresh_open(self) -> None:
        """Keep an open prompt line and sheet true, as while computers play."""
        prompt = self.query_one("#prompt", Input)
        if prompt.display:
            question = self.question.question if self.question else self.session.prompt()
            prompt.placeholder = question if self.is_mine else self.busy
        kind = SHEETS.get(self.sheet.opened)
        if kind and not kind.is_slow:
            self.sheet.change(kind.content(self.session, self.seat))

    def header(self) -> Content:
        """Return the first line."""
        return captions.header(self.session.game)

    @property
    def seat(self) -> int:
        """The seat whose hand is shown: that of the person to move, or who moved last."""
        state, computers = self.session.game.state, self.session.computers
        if state.turn not in computers:
            return state.turn
        people = [seat for seat in range(len(state.players)) if seat not in computers]
        return people[0] if people else 0

    def _hand_name(self) -> str:
        return "HAND" if not self.session.is_shared else self.session.name(self.seat).upper()

    def _cell(self, letter: str, is_lifted: bool) -> Cell:
        return Cell(letter, self.tiles.pips[letter], "lifted" if is_lifted else "tile")

    def _show_set(self) -> None:
        game, rack = self.session.game, self.rack
        letters, heading = self.phase_set()
        lifted = {at - len(rack.hand) for at in rack.lifted}
        aside = self.phase.aside(letters, game, self.seat) if heading else ()
        heading = heading if letters or aside else ""
        self._text("#set-label", Content(heading))
        if (
            self.placing
        ):  # elsewhere nothing follows from it, and all styles would be worked out anew
            self.set_class(not heading, "bare")
        self.query_one("#drawn", TileRow).show(
            [self._cell(letter, at in lifted) for at, letter in enumerate(letters)], aside
        )

    def phase_set(self) -> tuple[str, str]:
        """Return the letters of the set on the table in their order, and its heading."""
        if self.session.is_over:
            return "", ""
        letters, heading = self.phase.tiles(self.session.game)
        return "".join(self.rack.drawn) or letters, heading

    def _show_board(self, placing: Placing) -> None:
        from ...game.variants.crossword import grid_of
        from .grid_view import GridView

        laid = placing.tentative() if self.is_mine else {}
        grid = grid_of(self.session.game.state)
        view = self.query_one("#grid", GridView)
        view.show(grid, placing.cursor, placing.down, laid, self.tiles.pips)

    def _show_word(self) -> None:
        if self.placing:
            self._show_board(self.placing)
        if self.sold:
            plays, note = self.sold
            dollars = revenue_of(plays, self.tiles)
            self._text("#word-label", Content("SOLD"))
            self.query_one("#row", TileRow).show(
                captions.play_cells(plays, self.tiles),
                large_parts(f"+{dollars}", small=self.layout_now.tile_size == "S"),
            )
            self._text("#verdict", captions.sale(plays, dollars, note, self.tiles))
            return
        self._text("#word-label", Content(self.phase.row_heading))
        can_type = self.is_mine and not self.question
        row = self.phase.row(self.rack, self.session.game, self.seat) if can_type else ((), ())
        self.query_one("#row", TileRow).show(*row)
        text = Content("")
        if can_type:
            text = self.phase.verdict(self.rack, self.session.game, self.session.lexicon)
        elif self.busy:
            text = Content.assemble((self.busy, captions.DIM))
        self._text("#verdict", text)

    def _text(self, selector: str, text: Content) -> None:
        """Show a text in a widget of fixed size, unless it is there already."""
        widget = self.query_one(selector, Static)
        if widget.content != text:
            widget.update(text, layout=False)

    def buttons(self) -> Buttons:
        """Return the buttons that can be pressed now."""
        if self.question:
            yes = Choice("End the game unsold" if self.session.game.state.last else "Yes", "y")
            return Buttons((yes, Choice("Go back", "n")), 1)
        if self.held:
            return Buttons((Choice("Next round", ""),))
        if self.busy or self.session.is_over:
            return Buttons()
        return self.phase.buttons(self.rack, self.session.game, self.session.lexicon)

    def say(self, text: str, tone: Tone = "dim") -> None:
        """Show a message above the buttons, until something else happens."""
        self.message = (text, tone)
        self.show()

    def refuse(self, complaint: str) -> None:
        """Show why something is not possible."""
        self.say(complaint, "bad")

    # The sheet and the prompt line

    @property
    def sheet(self) -> Sheet:
        """The sheet over the table."""
        return self.query_one("#sheet", Sheet)

    def open_prompt(self) -> None:
        """Open the prompt line, which takes every answer and command of line mode."""
        prompt = self.query_one("#prompt", Input)
        prompt.placeholder = self.session.prompt()
        prompt.display = True
        prompt.focus()
        if self.is_mine and (examples := self.phase.examples(self.session.game)):
            self.say(examples)

    def close_prompt(self) -> None:
        """Close the prompt line."""
        prompt = self.query_one("#prompt", Input)
        prompt.value = ""
        if not self.layout_now.small:
            prompt.display = False
            self.set_focus(None)
