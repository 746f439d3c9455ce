"""The variant auction at the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from ....errors import counted
from ....game.state import Event, State
from ....game.variants.auction import Bid, best_bid, owner
from ....lexicon.lexicon import Lexicon
from ....records.game_record import Game
from ....tiles.tile_set import price
from ..screen import with_pips
from .phase_prompt import Choice, PhasePrompt, parse_number


class BidPrompt(PhasePrompt):
    """Bidding for a drawn set."""

    help = (("20", "bid $20 for the set in the auction; Enter: pass"),)

    def prompt(self, game: Game) -> str:
        bids = best_bid(game.state)
        bid = "Bid" if bids.seat is None else f"Bid more than ${bids.dollars}"
        return f"{bid} for {_auctioned(game.state)} (Enter: pass): "

    def parse(self, line: str, game: Game, lexicon: Lexicon) -> Event:
        passed = line in ("", "pass", "n", "no")
        return Bid(0 if passed else parse_number(line.removeprefix("$")))

    def choices(self, game: Game) -> list[Choice]:
        least = best_bid(game.state).dollars + 1
        bids = [Choice(f"Bid {least}", str(least))] if least <= game.state.player.money else []
        return [*bids, Choice("Pass", "")]

    def recommend(self, event: Bid, game: Game) -> str:
        drawn = _auctioned(game.state)
        return f"bid ${event.dollars} for {drawn}" if event.dollars else f"pass on {drawn}"

    def describe(self, event: Bid, before: State, game: Game) -> str:
        drawn, bids = _auctioned(before), best_bid(before)
        bid = f"bid ${event.dollars} for {drawn}" if event.dollars else "passed"
        if before.turn != owner(before):
            return f"{bid}."
        if event.dollars:
            return f"{bid}, the highest bid: ${game.state.players[before.turn].money} left."
        if bids.seat is None:
            return f"{bid}: nobody bid for {drawn}, so it leaves the game."
        return f"{bid}: {drawn} goes to {game.header.seats[bids.seat].name} for ${bids.dollars}."

    def detail(self, event: Bid, before: State, names: Sequence[str]) -> str:
        return f"{_auctioned(before)} {f'${event.dollars}' if event.dollars else 'pass'}"

    def drawn_set(self, game: Game) -> str:
        return _auctioned(game.state)

    def context(self, game: Game) -> list[str]:
        drawn, tiles = _auctioned(game.state), game.header.tiles
        pips, name = tiles.set_pips(drawn), game.header.seats[owner(game.state)].name
        return [
            f"In the auction: {with_pips(drawn, tiles)} = {counted(pips, 'pip')} (${price(pips)} "
            f"without an auction), drawn by {name}"
        ]


def _auctioned(state: State) -> str:
    """Return the set that is in the auction."""
    return state.players[owner(state)].drawn


PROMPTS = {"bid": BidPrompt()}
