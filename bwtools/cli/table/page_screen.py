"""Pages beside the table: a heading, what scrolls, numbered buttons and the keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from ..terminal.phases.phase_prompt import Choice
from . import captions
from .buttons import ButtonRow, choice_of
from .key_bar import KeyBar
from .settings import Settings
from .themed_app import change_colors

WIDE_FROM = 76  # columns for two columns of text
TALL_FROM = 34  # rows
_PAGE = 10  # rows


class Scroll(VerticalScroll):
    """The part of a page that scrolls; the page handles the keys."""

    can_focus = False


class PageScreen(Screen[None]):
    """A page. Digits and clicks press buttons; arrows move the light, which Enter presses."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "leave", priority=True, show=False)
    ]
    AUTO_FOCUS = ""
    DEFAULT_CSS = """
    PageScreen { background: $background; color: $foreground; padding: 0 1; }
    PageScreen #page-head { height: 1; }
    PageScreen #page { height: 1fr; margin: 1 0 0 0; scrollbar-size-vertical: 1;
        scrollbar-color: $faint; scrollbar-color-hover: $dim; scrollbar-color-active: $dim;
        scrollbar-background: $sheet; scrollbar-background-hover: $sheet;
        scrollbar-background-active: $sheet; }
    PageScreen.low #page { margin: 0; }
    PageScreen #page-note { height: 1; }
    PageScreen #page-buttons { height: 1; }
    PageScreen #page-keys { margin: 1 0 0 0; }
    PageScreen.low #page-keys { margin: 0; }
    """
    low_below = 24  # rows, for a page without blank lines
    keys: Sequence[tuple[str, str]] = (("↑↓", "scroll"), ("Esc", "back"), ("^C", "leave"))

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.settings = settings
        self.lit = 0

    def heading(self) -> Content:
        """Return the first line."""
        raise NotImplementedError

    def body(self) -> Iterator[Widget]:
        """Yield what scrolls."""
        raise NotImplementedError

    def choices(self) -> Sequence[Choice]:
        """Return the buttons; the answer of each says what it does."""
        raise NotImplementedError

    def press(self, answer: str) -> None:
        """Do what a button says."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        yield Static(self.heading(), id="page-head")
        with Scroll(id="page"):
            yield from self.body()
        yield Static(id="page-note")
        yield ButtonRow(id="page-buttons")
        yield KeyBar(id="page-keys")

    def on_mount(self) -> None:
        self.query_one("#page-keys", KeyBar).show(self.keys)
        self.show_buttons()

    def on_resize(self, event: events.Resize) -> None:
        width, height = event.size
        self.set_class(width < WIDE_FROM, "narrow")
        self.set_class(height < self.low_below, "low")
        self.set_class(height >= TALL_FROM, "tall")

    def show_buttons(self) -> None:
        """Show the buttons as they are now."""
        self.query_one("#page-buttons", ButtonRow).show(self.choices(), self.lit)

    def say(self, text: str, color: str = captions.DIM) -> None:
        """Show a message above the buttons."""
        self.query_one("#page-note", Static).update(Content.assemble((text, color)))

    def refuse(self, complaint: str) -> None:
        """Show why something is not possible."""
        self.say(complaint, captions.BAD)

    def on_key(self, event: events.Key) -> None:
        if self.handle(event.key, event.character or ""):
            event.stop()
            event.prevent_default()

    def handle(self, key: str, character: str) -> bool:
        """Do what a key does; return whether it does anything."""
        page = self.query_one("#page", Scroll)
        actions: dict[str, Callable[[], object]] = {
            "left": lambda: self.move_light(-1),
            "right": lambda: self.move_light(1),
            "enter": self.enter,
            "escape": self.back,
            "up": lambda: page.scroll_relative(y=-1, animate=False),
            "down": lambda: page.scroll_relative(y=1, animate=False),
            "pageup": lambda: page.scroll_relative(y=-_PAGE, animate=False),
            "pagedown": lambda: page.scroll_relative(y=_PAGE, animate=False),
            "home": lambda: page.scroll_home(animate=False),
            "end": lambda: page.scroll_end(animate=False),
        }
        if action := actions.get(key):
            action()
        elif character == "%":
            change_colors(self.app, self.settings)
        elif character.isascii() and character.isdigit():
            self.press_digit(character)
        else:
            return False
        return True

    def press_digit(self, digit: str) -> None:
        """Press the button of a digit."""
        if choice := choice_of(digit, self.choices()):
            self.press(choice.answer)

    def move_light(self, step: int) -> None:
        """Move the light from button to button."""
        self.lit = (self.lit + step) % len(self.choices())
        self.show_buttons()

    def enter(self) -> None:
        """Press the lit button."""
        choices = self.choices()
        if self.lit < len(choices):
            self.press(choices[self.lit].answer)

    def back(self) -> None:
        """Close the page."""
        self.dismiss()

    def action_leave(self) -> None:
        self.app.exit()

    @on(ButtonRow.Pressed)
    def on_button(self, event: ButtonRow.Pressed) -> None:
        choices = self.choices()
        if event.index < len(choices):
            self.press(choices[event.index].answer)

    @on(KeyBar.Pressed)
    def on_key_bar(self, event: KeyBar.Pressed) -> None:
        match event.key:
            case "Esc":
                self.back()
            case "^C":
                self.action_leave()
            case "↑↓":
                self.handle("pagedown", "")
            case character:
                self.handle("", character.lower())
