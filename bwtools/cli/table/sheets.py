"""Sheets over the table: the keys, hints, words, the bag, the money, the rules and the tour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from ...errors import counted
from ...game.state import Buy, Sell
from ...tiles.hand import revenue_of
from ...tiles.tile_set import TileSet
from ..terminal.screen import rules_lines
from .captions import DIM, GOLD, INK, by_round
from .table_session import TableSession

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
    ("$", "your money by round, and what you bought and sold"),
    ("=", "the rules, with the pips and the number of each letter"),
    ("~", "the tour of the table"),
    (",  ;", "sort the hand; shuffle it"),
    ("<  >", "computer players slower, faster"),
    ("%", "light or dark colours"),
    ("/", "type an answer or a command, as in line mode"),
    ("Ctrl+Z Ctrl+Y", "take back; restore"),
    ("Ctrl+C", "leave: the game is saved"),
)


_AROUND = 9  # rows above and below the text of a sheet


_KEYS_OF = {  # those of the variants, in place of the same keys above; without a text: none
    "crossword": (
        ("← → ↑ ↓", "move the cursor on the board; so does a click"),
        ("← → Enter", ""),
        ("Enter", "sell the word, or press the lit button"),
        ("Space", "turn the cursor; so does a click on it"),
        ("A-Z", "lay a letter, or pass over it if it is there"),
    ),
    "auction": (("+ -", "change the bid; page up and down: by $10"),),
    "draft": (("A-Z", "pick an open tile; when words are tried, lay a letter"),),
    "trade": (("/", "type an offer"),),
}


class Sheet(Vertical):
    """A sheet over the table. It stays mounted, since that opens in half the time."""

    opened = ""  # the key that opened it

    def compose(self) -> ComposeResult:
        yield Static(id="sheet-heading")
        with VerticalScroll(id="sheet-body", can_focus=False):
            yield Static(id="sheet-text")
        yield Static(id="sheet-foot")

    def on_mount(self) -> None:
        self.display = False

    @property
    def is_open(self) -> bool:
        """Whether the sheet is on the screen."""
        return bool(self.display)

    def show_content(
        self, key: str, heading: str, content: Content, foot: str = "Esc closes"
    ) -> None:
        """Show a text on the sheet, which `key` opened."""
        self.opened = key
        self.query_one("#sheet-heading", Static).update(Content.assemble((heading, "bold $gold")))
        self.query_one("#sheet-text", Static).update(content)
        self.query_one("#sheet-foot", Static).update(foot)
        self.display = True
        self._body.scroll_home(animate=False)

    def change(self, content: Content) -> None:
        """Show another text on the sheet, without scrolling."""
        text = self.query_one("#sheet-text", Static)
        if text.content != content:
            text.update(content)

    def fit(self, rows: int) -> None:
        """Take at most what a screen of these rows has room for; the text scrolls."""
        self._body.styles.max_height = max(3, rows - _AROUND)

    @property
    def _body(self) -> VerticalScroll:
        return self.query_one("#sheet-body", VerticalScroll)

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
            case "escape":
                self.close()
            case "down" | "up":
                self._body.scroll_relative(y=1 if key == "down" else -1, animate=False)
            case "pagedown" | "pageup":
                self._body.scroll_relative(y=10 if key == "pagedown" else -10, animate=False)
            case _:
                return False
        return True


def _keys(session: TableSession, _seat: int) -> Content:
    own: dict[str, str] = {}
    for name in session.game.header.variants:
        own |= _KEYS_OF.get(name, ())
    rows = own | {key: text for key, text in KEY_HELP if key not in own}
    width = max(map(len, rows)) + 2
    parts = [
        part
        for key, text in rows.items()
        if text
        for part in ((key.ljust(width), f"bold {GOLD}"), (f"{text}\n", INK))
    ]
    return Content.assemble(*parts)


def _hint(session: TableSession, _seat: int) -> Content:
    if session.game.header.variants:
        return Content("\n\n".join(session.read("hint").lines))
    from .hint_sheet import hint_content  # takes as long to import as a third of the table

    return hint_content(session.lexicon, session.game.state)


def _words(session: TableSession, _seat: int) -> Content:
    return Content("\n".join(session.read("words").lines))


def _bag(session: TableSession, _seat: int) -> Content:
    bag = session.game.state.bag
    if not bag:
        return Content("The bag is empty.")
    tiles = session.game.header.tiles
    mean = tiles.set_pips(bag) / len(bag)
    left = _letters(Counter(bag), tiles)
    return Content.assemble(
        left, (f"\n{counted(len(bag), 'tile')}, {mean:.1f} pips each on average", DIM)
    )


def _letters(counts: Counter[str], tiles: TileSet) -> Content:
    """Return the number of each letter, a line for the letters of each number of pips."""
    parts: list[tuple[str, str]] = []
    for pips in sorted(set(tiles.pips.values())):
        shown = min(max(pips, 1), 4)
        parts += [(f" {pips} ", f"$tile-{shown}-ink on $tile-{shown}"), ("  ", INK)]
        letters = [letter for letter in sorted(tiles.pips) if tiles.pips[letter] == pips]
        for letter in letters:
            count = counts[letter]
            parts.append((f"{letter} {count or '·'}  ", INK if count else "$faint"))
        parts.append(("\n", INK))
    return Content.assemble(*parts)


def _money(session: TableSession, seat: int) -> Content:
    game, tiles = session.game, session.game.header.tiles
    mine = [
        (state, event)
        for state, event in zip(game.states, game.events, strict=False)
        if state.turn == seat
    ]
    paid = [game.rules.cost(s.player.drawn) for s, e in mine if isinstance(e, Buy) and e.yes]
    sold = [play for _, event in mine if isinstance(event, Sell) for play in event.plays]
    best = max(sold, key=lambda play: play.pips(tiles), default=None)
    lines = [
        ("Money", f"${game.state.players[seat].money}"),
        ("Bought for", f"${sum(paid)}  ({counted(len(paid), 'set')})"),
        ("Sold for", f"${revenue_of(sold, tiles)}  ({counted(len(sold), 'word')})"),
    ]
    if best:
        lines.append(("Best sale", f"${revenue_of([best], tiles)}  {best}"))
    money = by_round(game, [state.players[seat].money for state in game.states])
    lines.append(("By round", " ".join(map(str, money))))
    return Content.assemble(
        *(part for name, text in lines for part in ((name.ljust(12), DIM), (f"{text}\n", INK)))
    )


def _rules(session: TableSession, _seat: int) -> Content:
    header = session.game.header
    counts = Counter({letter: header.tiles.counts[letter] for letter in header.tiles.counts})
    texts = "\n\n".join(rules_lines(header.tiles, header.variants))
    return Content.assemble(
        _letters(counts, header.tiles), ("\nThe letter tiles, by pips.\n\n", DIM), texts
    )


TOUR = (
    (
        "Your aim",
        "Buy sets of tiles, and sell words for more than they cost. A set or a word of "
        "n pips costs or brings n times n dollars: long words with many pips pay best.",
    ),
    (
        "Tiles",
        "The dots on a tile are its pips. A wild ★ stands for any letter, with one pip, "
        "and a word may have only one.",
    ),
    (
        "Buying",
        "Each round shows a set and its price. Type letters to try words with it: you see "
        "at once what they would bring. Then press 1 to buy, or 2 to pass.",
    ),
    (
        "Selling",
        "Type a word: a missing letter uses a wild. Space begins another word, Enter "
        "sells, Backspace and Esc take tiles back. Tab completes a word.",
    ),
    (
        "Keeping",
        "You need not sell at once: tiles wait for better ones. At the end of a round you "
        "keep at most 8 letters, and any number of wilds.",
    ),
    (
        "Help",
        "! gives a hint, * lists words, # shows the bag, ? all keys, and Ctrl+Z takes back "
        "your last step. The game is saved all the time: Ctrl+C leaves it.",
    ),
)


def tour_content(step: int) -> Content:
    """Return a step of the tour, counted from 0."""
    heading, text = TOUR[step]
    where = f"{step + 1} of {len(TOUR)}"
    return Content.assemble((f"{heading}\n\n", f"bold {INK}"), (f"{text}\n\n", INK), (where, DIM))


class SheetKind(NamedTuple):
    """A sheet: its heading and content; whether that takes time, and whether it is help."""

    heading: str
    content: Callable[[TableSession, int], Content]
    is_slow: bool = False
    is_help: bool = False


SHEETS = {
    "?": SheetKind("Keys", _keys),
    "!": SheetKind("Hint", _hint, is_slow=True, is_help=True),
    "*": SheetKind("Words", _words, is_slow=True, is_help=True),
    "#": SheetKind("Bag", _bag),
    "$": SheetKind("Money", _money),
    "=": SheetKind("Rules", _rules),
}
