"""The review of a game: its decisions in order, each with its position and its options."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence

from textual import events, on
from textual.containers import Container, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from ...advice.advise import Advice, Option, advise
from ...advice.situation import Method
from ...analysis.review import SAMPLES, GradedDecision, Review
from ...errors import BwError, counted
from ...game.state import Buy, Choose, Discard, Sell
from ...lexicon.lexicon import Lexicon
from ...tiles.tile_set import TileSet
from ..terminal.phases.phase_prompt import Choice
from . import captions, end_texts
from .bag_view import BagView
from .decision_list import DecisionList, DecisionRow
from .drawing import fit
from .page_screen import TALL_FROM, PageScreen
from .players_view import PlayersView
from .settings import Settings
from .tiles_view import Cell, TileRow, fitting_size

WIDE_FROM = 110  # columns for the list beside the position
_FEW_BELOW = 22  # rows, for fewer options
_SETTLED = 0.15  # seconds without a move before the options are evaluated
_OPTION, _VALUE = 30, 10  # columns
_CHOSEN = f"bold {captions.GOLD}"
_FILTERS = (("All", 0), ("Inaccuracies", 5), ("Mistakes", 15))  # with the least dollars lost


class ReviewScreen(PageScreen):
    """The page of a review."""

    DEFAULT_CSS = """
    ReviewScreen #page { overflow: hidden; }
    ReviewScreen #review { height: 100%; layout: vertical; }
    ReviewScreen #decisions { width: 100%; }
    ReviewScreen #position { height: 1fr; width: 1fr; margin: 1 0 0 0; }
    ReviewScreen.wide #review { layout: horizontal; }
    ReviewScreen.wide #decisions { width: 44%; margin: 0 4 0 0; }
    ReviewScreen.wide #position { margin: 0; }
    ReviewScreen #position Static { height: auto; }
    ReviewScreen #held { height: 1; margin: 1 0 0 0; color: $dim; }
    ReviewScreen.low #held { margin: 0; }
    ReviewScreen #verdict { margin: 1 0 0 0; }
    ReviewScreen.low #verdict { margin: 0; }
    ReviewScreen.low #position { margin: 0; }
    ReviewScreen #others { margin: 1 0 0 0; }
    ReviewScreen.low #others { margin: 0; }
    ReviewScreen #bag-label { color: $dim; margin: 2 0 0 0; }
    ReviewScreen #bag { height: 9; }
    ReviewScreen #bag, ReviewScreen #bag-label { display: none; }
    ReviewScreen.tall #bag, ReviewScreen.tall #bag-label { display: block; }
    """
    low_below = 30
    most_options = 6  # that are shown
    keys = (("↑↓", "decisions"), ("Esc", "back"), ("^C", "leave"))

    def __init__(self, review: Review, lexicon: Lexicon, settings: Settings, seat: int) -> None:
        super().__init__(settings)
        self.review, self.lexicon, self.seat = review, lexicon, seat
        self.least = 0  # dollars lost by the decisions that are listed
        self.everyone = False  # whether the decisions of other players are listed
        self.selected = 0  # index in the list
        self.advice: dict[int, Advice] = {}  # by the number of events up to the decision

    @property
    def tiles(self) -> TileSet:
        """The tile set of the game."""
        return self.review.game.header.tiles

    def listed(
        self, least: int | None = None, everyone: bool | None = None
    ) -> list[GradedDecision]:
        """Return the decisions that are listed, or would be with another filter."""
        least = self.least if least is None else least
        everyone = self.everyone if everyone is None else everyone
        return [
            each
            for each in self.review.decisions
            if each.lost >= least and (everyone or each.seat == self.seat)
        ]

    # What is on the page

    def heading(self) -> Content:
        text = f"review  ·  {counted(len(self.listed(0)), 'decision')}"
        if rough := self.review.trained_on:
            text += f"  ·  values from play with {rough} are rough"
        return Content.assemble(("BuyWord", f"bold {captions.GOLD}"), "   ", (text, captions.DIM))

    def body(self) -> Iterator[Widget]:
        with Container(id="review"):
            yield DecisionList(id="decisions")
            with Vertical(id="position"):
                yield Static(id="title")
                yield PlayersView(id="others")
                yield TileRow(id="drawn")
                yield Static(id="held")
                yield TileRow(id="hand")
                yield Static(id="verdict")
                yield Static(id="options")
                yield Static("BAG", id="bag-label")
                yield BagView(id="bag")

    def choices(self) -> Sequence[Choice]:
        filters = [
            Choice(f"{name} {len(self.listed(least))}", str(least)) for name, least in _FILTERS
        ]
        others = "Only yours" if self.everyone else "All players"
        return [*filters, *([Choice(others, "everyone")] if self.has_others else [])]

    @property
    def has_others(self) -> bool:
        """Whether other players decided too."""
        return any(each.seat != self.seat for each in self.review.decisions)

    def on_mount(self) -> None:
        self.query_one("#others").display = len(self.review.game.header.seats) > 1
        self.select(0)

    def on_resize(self, event: events.Resize) -> None:
        is_wide = event.size.width >= WIDE_FROM
        self.set_class(is_wide, "wide")
        is_low = event.size.height < self.low_below
        fitting = fitting_size(event.size.width - 2, event.size.height)
        for row in self.query(TileRow):
            row.tile_size = "S" if is_low or fitting == "S" else "M"
        self.most_options = 4 if event.size.height < _FEW_BELOW else 6
        others = len(self.review.game.header.seats) - 1
        rows = 12 if event.size.height >= TALL_FROM else max(2, 5 - others)
        self.query_one("#decisions").styles.height = "100%" if is_wide else rows

    def select(self, index: int) -> None:
        """Select a decision of the list by its index, or the nearest one."""
        found = self.listed()
        self.selected = max(0, min(index, len(found) - 1))
        names = self.review.game.header.seats
        self.query_one("#decisions", DecisionList).show(
            [
                DecisionRow(
                    each.state.round,
                    names[each.seat].name if self.everyone else "",
                    end_texts.done_text(each, self.tiles),
                    round(each.lost),
                    each.grade,
                )
                for each in found
            ],
            self.selected,
        )
        self._show_position(found[self.selected] if found else None)

    def _show_position(self, found: GradedDecision | None) -> None:
        self.query_one("#position").display = found is not None
        if found is None:
            self.say("No decision lost that much.", captions.GOOD)
            return
        self.say("")
        state, tiles = found.state, self.tiles
        player = state.player
        self._text("#title", _title(found))
        drawn = player.drawn if found.decision == "buy" else ""
        row = self.query_one("#drawn", TileRow)
        row.display = bool(drawn)
        if drawn:
            price = captions.set_price(drawn, player.money, tiles)
            row.show([Cell(each, tiles.pips[each]) for each in drawn], price)
        bag = f"{len(state.bag)} in the bag" if not state.last else "last round"
        hand = counted(len(player.hand.letters), "letter") if player.hand.letters else "no letters"
        self._text("#held", Content(f"HAND  {hand}  ·  ${player.money:,}  ·  {bag}"))
        wilds = player.hand.wilds
        self.query_one("#hand", TileRow).show(
            [Cell(each, tiles.pips[each]) for each in player.hand.letters]
            + ([Cell("", tiles.wild_pips, "stack", wilds)] if wilds else [])
        )
        self._text("#verdict", self._verdict(found))
        self.query_one("#bag", BagView).show(Counter(state.bag), tiles.pips)
        before = self.review.game._replace(states=(state,))
        self.query_one("#others", PlayersView).show(
            captions.player_rows(before, found.seat), tiles.pips
        )
        self._show_options(found)
        if found.after not in self.advice:
            self.run_worker(self._evaluate(found), exclusive=True, group="options")

    def _text(self, selector: str, content: Content) -> None:
        self.query_one(selector, Static).update(content)

    def _verdict(self, found: GradedDecision) -> Content:
        name = self.review.game.header.seats[found.seat].name
        done = f"{'You' if name == 'you' else name} {end_texts.done_text(found, self.tiles)}"
        if found.actual == found.best:
            return Content.assemble((f"{done}: the best option.", captions.INK))
        return Content.assemble(
            (f"{done}. ", captions.INK),
            (f"Better: {end_texts.better_text(found, self.tiles)}.", captions.GOOD),
        )

    # The options

    async def _evaluate(self, found: GradedDecision) -> None:
        """Evaluate the options of a decision as the review did, once the list is at rest."""
        await asyncio.sleep(_SETTLED)
        method = Method("auto", SAMPLES, found.after)
        try:
            advice = await asyncio.to_thread(advise, self.lexicon, found.state, method)
        except BwError as error:
            self._text("#options", Content.assemble((f"{error}", captions.BAD)))
            return
        self.advice[found.after] = advice
        self._show_options(found)

    def _show_options(self, found: GradedDecision) -> None:
        advice = self.advice.get(found.after)
        if advice is None:
            self._text("#options", Content.assemble(("evaluating the options…", captions.DIM)))
            return
        options = advice.options
        chosen = next((each for each in options if _is_done(each, found)), None)
        shown = list(options[: self.most_options])
        if chosen not in shown:
            shown = shown[: self.most_options - 1]
        rows = [_option_row(each, each is options[0], each is chosen) for each in shown]
        if chosen not in shown:
            rows.append(_option_row(chosen, False, True) if chosen else self._done_row(found))
        self._text("#options", Content("\n").join([_OPTIONS_HEAD, *rows]))

    def _done_row(self, found: GradedDecision) -> Content:
        """Return the row of what was done, if it is not among the evaluated options."""
        text = end_texts.done_text(found, self.tiles)
        return _row("▸ ", text, "", f"{-found.lost:+.2f} ± {found.stderr:.2f}", _CHOSEN)

    # Keys

    def press(self, answer: str) -> None:
        at = self.listed()[self.selected] if self.listed() else None
        if answer == "everyone":
            self.everyone = not self.everyone
        else:
            self.least = int(answer)
        self.lit = [choice.answer for choice in self.choices()].index(answer)
        self.show_buttons()
        found = self.listed()
        self.select(found.index(at) if at in found else 0)

    def handle(self, key: str, character: str) -> bool:
        steps = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10, "home": -9999, "end": 9999}
        if key in steps:
            self.select(self.selected + steps[key])
            return True
        return super().handle(key, character)

    @on(DecisionList.Selected)
    def on_decision(self, event: DecisionList.Selected) -> None:
        self.select(event.index)


def _title(found: GradedDecision) -> Content:
    """Return the heading of a decision: the round, what was decided, and the grade."""
    color = end_texts.GRADE_COLORS[found.grade]
    error = f" ± {found.stderr:.2f}" if found.stderr else ""
    lost = f"  -${found.lost:.2f}{error}" if found.lost else ""
    return Content.assemble(
        (f"Round {found.state.round}  ·  {found.decision}  ·  ", captions.DIM),
        (f"{found.grade}{lost}", f"bold {color}"),
    )


_OPTIONS_HEAD = Content.assemble(
    (f"{'OPTIONS':<{_OPTION}}{'expected':>{_VALUE}}  difference", captions.DIM)
)


def _option_row(option: Option, is_best: bool, is_chosen: bool) -> Content:
    """Return an option: what is done, the expected final money, and the dollars it loses."""
    value = "" if option.value is None else f"${option.value:,.0f}"
    error = f" ± {option.stderr:.2f}" if option.stderr else ""
    lost = "best" if is_best else "" if option.lost is None else f"{-option.lost:+.2f}{error}"
    color = _CHOSEN if is_chosen else captions.GOOD if is_best else captions.INK
    return _row("▸ " if is_chosen else "  ", _option_text(option), value, lost, color)


def _row(pointer: str, text: str, value: str, lost: str, color: str) -> Content:
    """Return a row of the options in columns."""
    line = f"{pointer}{fit(text, _OPTION - 2)}{value:>{_VALUE}}  {lost}"
    return Content.assemble((line, color))


def _option_text(option: Option) -> str:
    match option.event:
        case Sell(plays) if plays and option.sale:
            return f"{' '.join(map(str, plays))} ${option.sale.revenue}"
        case Sell():
            return "sell nothing"
        case _:
            return option.action


def _is_done(option: Option, found: GradedDecision) -> bool:
    """Return whether an option is what the player did."""
    match option.event:
        case Choose(number):
            return found.actual == str(number)
        case Buy(yes):
            return (found.actual == "buy") == yes
        case Discard(letters):
            return sorted(found.actual.strip("-")) == sorted(letters)
        case Sell(plays):
            return sorted(map(str, plays)) == sorted(found.actual.strip("-").split())
