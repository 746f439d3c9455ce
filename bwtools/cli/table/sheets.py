"""Sheets over the table: the keys, hints, words, the bag, the money and the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from ..terminal.screen import bag_line
from ..terminal.session import PlaySession
from . import captions

KEY_HELP = (
    ("A-Z", "lay a letter; without its tile, the wild"),
    (".", "the next letter is a wild"),
    ("Space", "begin another word"),
    ("Backspace", "take the last letter back"),
    ("Esc", "take all letters back; close a sheet"),
    ("Tab", "complete the word, highest price first; again: the next"),
    ("1-5", "press the button of that number"),
    ("← → Enter", "choose a button, and press it"),
    ("?", "these keys"),
    ("!", "hint: what to do, and the dollars"),
    ("*", "the words that bring most"),
    ("#", "the tiles left in the bag"),
    ("$", "money by round"),
    (",  ;", "sort the hand; shuffle it"),
    ("<  >", "computer players slower, faster"),
    ("%", "light or dark colours"),
    ("/", "type an answer or a command, as in line mode"),
    ("Ctrl+Z Ctrl+Y", "take back; restore"),
    ("Ctrl+C", "leave: the game is saved"),
)


class Sheet(VerticalScroll):
    """A sheet over the table. It stays mounted, since that opens in half the time."""

    can_focus = False

    def compose(self) -> ComposeResult:
        yield Static(id="sheet-heading")
        yield Static(id="sheet-text")
        yield Static("Esc closes", id="sheet-foot")

    opened = ""  # the key that opened it

    def on_mount(self) -> None:
        self.display = False

    @property
    def is_open(self) -> bool:
        """Whether the sheet is on the screen."""
        return bool(self.display)

    def show_content(self, key: str, heading: str, content: Content) -> None:
        """Show a text on the sheet, which `key` opened."""
        self.opened = key
        self.query_one("#sheet-heading", Static).update(Content.assemble((heading, "bold $gold")))
        self.query_one("#sheet-text", Static).update(content)
        self.display = True
        self.scroll_home(animate=False)

    def show_lines(self, heading: str, lines: Sequence[str]) -> None:
        """Show lines of text."""
        self.show_content("", heading, Content("\n".join(lines)))

    def close(self) -> None:
        """Close the sheet."""
        self.opened = ""
        self.display = False

    def key(self, key: str, _character: str) -> bool:
        """Do what a key does to an open sheet; return whether it does anything."""
        match key:
            case "escape" | "enter":
                self.close()
            case "down" | "up":
                self.scroll_relative(y=1 if key == "down" else -1, animate=False)
            case "pagedown" | "pageup":
                self.scroll_relative(y=10 if key == "pagedown" else -10, animate=False)
            case _:
                return False
        return True


def _keys(_session: PlaySession, _seat: int) -> Content:
    width = max(len(key) for key, _ in KEY_HELP) + 2
    return Content.assemble(
        *(
            part
            for key, text in KEY_HELP
            for part in ((key.ljust(width), f"bold {captions.GOLD}"), f"{text}\n")
        )
    )


def _bag(session: PlaySession, _seat: int) -> Content:
    return Content(bag_line(session.game.state))


def _money(session: PlaySession, seat: int) -> Content:
    game = session.game
    money = [state.players[seat].money for state in game.states]
    return Content("\n".join(map(str, captions.by_round(game, money))))


# By key: the heading, and the text; None for a command of the session that takes time.
SHEETS: dict[str, tuple[str, Callable[[PlaySession, int], Content] | None]] = {
    "?": ("Keys", _keys),
    "!": ("Hint", None),
    "*": ("Words", None),
    "#": ("Bag", _bag),
    "$": ("Money", _money),
}
