"""The variant auction at the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from ....game.state import Event, State
from ....game.variants.auction import Bid, best_bid, owner
from ....lexicon.lexicon import Lexicon
from ....records.game_record import Game
from ....tiles.tile_set import price
from ..player_names import subject
from ..screen import with_pips, wrap
from .printed import PhasePrompt, whole_number


def _set(state: State) -> str:
    return state.players[owner(state)].drawn


def _shown(game: Game) -> list[str]:
    state, tiles = game.state, game.header.tiles
    drawn, name = _set(state), game.header.seats[owner(state)].name
    pips = tiles.set_pips(drawn)
    return wrap(
        f"In the auction: {with_pips(drawn, tiles)} = {pips} pips (${price(pips)} without one), "
        f"drawn by {name}"
    )


def _prompt(game: Game) -> str:
    bids = best_bid(game.state)
    least = "Bid" if bids.seat is None else f"Bid more than ${bids.dollars}"
    return f"{least} for {_set(game.state)} (Enter: pass): "


def _answer(line: str, game: Game, lexicon: Lexicon) -> Event:  # noqa: ARG001
    return Bid(0 if line in ("", "pass", "n", "no") else whole_number(line.removeprefix("$")))


def _advice(event: Bid, game: Game) -> str:
    drawn = _set(game.state)
    return f"bid ${event.dollars} for {drawn}" if event.dollars else f"pass on {drawn}"


def _tell(game: Game) -> str:
    before, event, after = game.states[-2], game.events[-1], game.state
    assert isinstance(event, Bid)
    seats, drawn = game.header.seats, _set(before)
    name = subject(seats[before.turn].name)
    did = f"{name} bid ${event.dollars} for {drawn}" if event.dollars else f"{name} passed"
    if before.turn != owner(before):
        return f"{did}."
    if event.dollars:
        return f"{did}, the highest bid: ${after.players[before.turn].money} left."
    bids = best_bid(before)
    if bids.seat is None:
        return f"{did}: nobody has bid for {drawn}, and it leaves the game."
    buyer = seats[bids.seat].name
    return f"{did}: {drawn} goes to {buyer} for ${bids.dollars}."


def _detail(event: Bid, before: State, names: Sequence[str]) -> str:  # noqa: ARG001
    return f"{_set(before)} {f'${event.dollars}' if event.dollars else 'pass'}"


ASKING = PhasePrompt(
    _prompt,
    _answer,
    _advice,
    buys=lambda game: _set(game.state),
    takes_tiles=False,
    help="20                    to bid $20 for the set in the auction; Enter passes",
    shown=_shown,
    tell=_tell,
    detail=_detail,
)
