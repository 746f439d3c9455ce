"""The keys and buttons of the phases that variants add, but for the board of a crossword game."""

from __future__ import annotations

from ...game.variants.auction import best_bid, owner
from ...game.variants.draft import open_tiles
from ...game.variants.trade import MOST_OFFERS, open_offer, talks
from ...lexicon.lexicon import Lexicon
from ...records.game_record import Game
from ..terminal.phases.phase_prompt import Choice, phase_prompt
from ..terminal.screen import join
from . import captions
from .phase_keys import PROMPT, Aside, Buttons, PhaseKeys
from .rack import Rack
from .theme import Part
from .tiles_view import Cell

_STEPS = {
    "up": 1,
    "plus": 1,
    "down": -1,
    "minus": -1,
    "pageup": 10,
    "pagedown": -10,
}  # dollars by which a key changes the bid


class BidKeys(PhaseKeys):
    """A set is in the auction: keys change the amount that the first button bids."""

    change_keys = "↑ ↓ or + -"

    def __init__(self) -> None:
        self.dollars = 0
        self._least = 0

    def tiles(self, game: Game) -> tuple[str, str]:
        drawn, _ = super().tiles(game)
        return drawn, f"AUCTION  drawn by {game.header.seats[owner(game.state)].name}"

    def aside(self, letters: str, game: Game, seat: int) -> Aside:
        cost = f"${game.rules.cost(letters)}"
        return [[(cost, "ink", True), (" without an auction", "dim")], [(_bids(game), "ink")]]

    def begin(self, rack: Rack, game: Game) -> None:
        self._least = self.dollars = best_bid(game.state).dollars + 1

    def key(self, rack: Rack, game: Game, key: str) -> str | None:
        if key not in _STEPS:
            return super().key(rack, game, key)
        dollars, money = self.dollars + _STEPS[key], game.state.player.money
        self.dollars = min(max(dollars, self._least), money)
        if dollars > money:
            return f"you have only ${money}"
        if dollars < self._least:
            return f"bid at least ${self._least}, or pass"
        return ""

    def buttons(self, rack: Rack, game: Game, lexicon: Lexicon) -> Buttons:
        return Buttons((Choice(f"Bid ${self.dollars}", str(self.dollars)), Choice("Pass", "")))

    def hint(self, game: Game) -> str:
        left = game.state.player.money - self.dollars
        return f"{self.change_keys} change the bid   leaves you ${left}   {self.letters_hint}"


def _bids(game: Game) -> str:
    """Return what was bid for the set in the auction."""
    made = best_bid(game.state).made
    start = len(game.events) - made
    bids = zip(game.states[start:], game.events[start:], strict=False)
    texts = [
        f"{game.header.seats[state.turn].name} "
        f"{f'bid ${dollars}' if (dollars := getattr(event, 'dollars', 0)) else 'passed'}"
        for state, event in bids
    ]
    return ", ".join(texts) or "no bid yet"


class PickKeys(PhaseKeys):
    """Letters and clicks pick open tiles at once; the row shows what was picked."""

    row_heading = "PICKED"
    letters_hint = "type a letter, or click a tile, to pick it"
    answers_at_once = True
    tries_words = False

    def tiles(self, game: Game) -> tuple[str, str]:
        return open_tiles(game.state), "OPEN"

    def aside(self, letters: str, game: Game, seat: int) -> Aside:
        return ()

    def row(self, rack: Rack, game: Game, seat: int) -> tuple[list[Cell], Aside]:
        player, tiles = game.state.players[seat], game.header.tiles
        cells = [Cell(letter, tiles.pips[letter]) for letter in player.drawn]
        price = captions.set_price(player.drawn, player.money, tiles) if cells else ()
        return [*cells, Cell("", 0, "caret")], price

    def buttons(self, rack: Rack, game: Game, lexicon: Lexicon) -> Buttons:
        return Buttons()

    def enter(self, rack: Rack, game: Game, lexicon: Lexicon) -> str:
        return self.letters_hint


class TradeKeys(PhaseKeys):
    """An offer is answered with buttons; offers are made in the prompt line."""

    def tiles(self, game: Game) -> tuple[str, str]:
        """Return the letters that are offered, with which words can be tried."""
        if offer := open_offer(game.state):
            return (
                offer.give.tiles.letters,
                f"OFFER  from {game.header.seats[talks(game.state).seat].name}",
            )
        return "", "TRADE"

    def aside(self, letters: str, game: Game, seat: int) -> Aside:
        if offer := open_offer(game.state):
            lines: list[list[Part]] = [
                [("you get   ", "dim"), (str(offer.give), "ink", True)],
                [("you give  ", "dim"), (str(offer.want), "ink", True)],
            ]
            return lines
        left = MOST_OFFERS - talks(game.state).made
        return [[(f"you can make {left} more offer{'s' if left > 1 else ''}", "dim")]]

    def buttons(self, rack: Rack, game: Game, lexicon: Lexicon) -> Buttons:
        choices = tuple(phase_prompt("trade").choices(game))
        more = () if open_offer(game.state) else (Choice("Make an offer", PROMPT),)
        return Buttons((*choices, *more))

    def enter(self, rack: Rack, game: Game, lexicon: Lexicon) -> str:
        return (
            "" if rack.is_empty else "words are sold after the trade: press the number of a button"
        )

    def examples(self, game: Game) -> str:
        if open_offer(game.state):
            return ""
        names = [seat.name for at, seat in enumerate(game.header.seats) if at != game.state.turn]
        to = f"{names[0]} " if len(names) > 1 else ""
        offers = ("qz for 20", "er. and 5 for x", "q for nothing")
        return (
            f"such as {join(f'{to}{offer}' for offer in offers)}; . is a wild, numbers are dollars"
        )
