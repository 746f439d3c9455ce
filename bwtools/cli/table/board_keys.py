"""The keys and buttons of a crossword game: words are tried and laid on the board."""

from __future__ import annotations

from textual.content import Content

from ...game.state import Event
from ...game.variants.crossword import Lay, grid_of
from ...lexicon.lexicon import Lexicon
from ...records.game_record import Game
from ..terminal.phases.phase_prompt import Choice, phase_prompt
from . import captions
from .phase_keys import Aside, Buttons, PhaseKeys
from .placing import MOVES, GridJudgement, Placing
from .rack import Rack, leave_text
from .variant_keys import BidKeys, PickKeys, TradeKeys


class BoardKeys(PhaseKeys):
    """Words can be tried on the board; the decision is one of a few choices."""

    letters_hint = "arrows move, Space turns, letters try a word"
    tries_words = False  # `begin` lays the letters again

    def __init__(self, placing: Placing) -> None:
        super().__init__()
        self.placing = placing

    def begin(self, rack: Rack, game: Game) -> None:
        super().begin(rack, game)
        self.placing.begin(rack, grid_of(game.state))

    def key(self, rack: Rack, game: Game, key: str) -> str | None:
        if key in MOVES:
            self.placing.move(key)
        elif key == "backspace":
            self.placing.back(rack)
        elif key == "escape":
            self.placing.clear(rack)
        else:
            return super().key(rack, game, key)
        return ""

    def letter(self, rack: Rack, letter: str) -> str:
        return self.placing.lay(rack, letter)

    def space(self, rack: Rack) -> str:
        return self.placing.turn()

    def click(self, rack: Rack, slot: int) -> str:
        return self.placing.click(rack, slot)

    def verdict(self, rack: Rack, game: Game, lexicon: Lexicon) -> Content:
        if rack.forced:
            return Content.assemble(("the next letter is a wild", "$wild"))
        judged = self.placing.judge(rack, lexicon)
        if judged is None:
            return Content.assemble((self.hint(game), captions.DIM))
        text, leave = str(judged.placement), f"leaves {leave_text(judged.leave)}"
        if judged.valid:
            parts = [(f"✓ {text} ", captions.GOOD), (f"${judged.dollars}", f"bold {captions.GOOD}")]
        else:
            own = judged.placement.play.word
            why = _why_not(judged, game, lexicon).removeprefix(f"{own} is ")
            parts = [(f"{text} ${judged.dollars}   {why}", captions.DIM)]
        return Content.assemble(*parts, (f"   {leave}", captions.DIM))


def _why_not(judged: GridJudgement, game: Game, lexicon: Lexicon) -> str:
    """Return why a word cannot be sold; empty if it can."""
    if judged.complaint or judged.valid:
        return judged.complaint
    return captions.not_valid(judged.unknown, game, lexicon)


class LayKeys(BoardKeys):
    """Words are sold as they are laid on the board."""

    letters_hint = "arrows move, Space turns, letters lay a word"

    def is_part(self, event: Event) -> bool:
        return isinstance(event, Lay) and event.placement is not None

    def verdict(self, rack: Rack, game: Game, lexicon: Lexicon) -> Content:
        sale = _last_sale(game)
        if rack.forced or self.placing.squares or not sale:
            return super().verdict(rack, game, lexicon)
        return Content.assemble(*sale, (self.hint(game), captions.DIM))

    def buttons(self, rack: Rack, game: Game, lexicon: Lexicon) -> Buttons:
        (done,) = phase_prompt("lay").choices(game)
        judged = self.placing.judge(rack, lexicon)
        if judged is None:
            return Buttons((done,))
        sell = Choice(f"Sell for ${judged.dollars}", str(judged.placement))
        return Buttons((sell, done), 0 if judged.valid else None)

    def enter(self, rack: Rack, game: Game, lexicon: Lexicon) -> str:
        judged = self.placing.judge(rack, lexicon)
        return _why_not(judged, game, lexicon) if judged else ""


def _last_sale(game: Game) -> list[tuple[str, str]]:
    """Return what the player to move has just sold in this turn, and what is special about it."""
    seat, sales = game.state.turn, []
    for before, after, event in zip(game.states, game.states[1:], game.events, strict=False):
        if before.turn == seat and isinstance(event, Lay) and event.placement:
            sales.append(after.players[seat].money - before.players[seat].money)
    last = game.events[-1] if game.events else None
    if not (isinstance(last, Lay) and last.placement and game.states[-2].turn == seat):
        return []
    *earlier, dollars = sales
    best = "the best sale of this game   " if earlier and dollars > max(earlier) else ""
    sale = f"{last.placement.play} sold for ${dollars}   "
    return [(sale, f"bold {captions.GOOD}"), (best, captions.GOLD)]


class BidOnBoardKeys(BoardKeys, BidKeys):
    """The amount is changed with other keys, because arrows move the cursor."""

    change_keys = "+ -"


class TradeOnBoardKeys(BoardKeys, TradeKeys):
    """Offers are answered and made while words can be tried on the board."""


class PickOnBoardKeys(PickKeys):
    """What was picked is named beside the open tiles, because the board takes the place below."""

    def aside(self, letters: str, game: Game, seat: int) -> Aside:
        player = game.state.players[seat]
        if not player.drawn:
            return [[("you picked nothing yet", "dim")]]
        price, left = captions.set_price(player.drawn, player.money, game.header.tiles)
        return [[("you picked ", "dim"), (f"{player.drawn}  ", "ink", True), *price], left]


def board_keys(placing: Placing) -> dict[str, PhaseKeys]:
    """Return the keys of the phases in which words are tried and laid on the board."""
    return {
        "buy": BoardKeys(placing),
        "bid": BidOnBoardKeys(placing),
        "pick": PickOnBoardKeys(),
        "trade": TradeOnBoardKeys(placing),
        "lay": LayKeys(placing),
    }
