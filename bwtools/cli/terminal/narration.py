"""What happened in a game, in sentences. They are in the past tense, which suits `you` too."""

from __future__ import annotations

from ...game.state import Buy, Choose, Discard, Draw, Roll, Sell, State
from ...records.game_record import Game
from ...tiles.hand import run_lengths
from ...tiles.tile_set import price
from .phases.printed import phase_prompt
from .player_names import subject
from .screen import in_bag


def last_event(game: Game) -> str:
    """What happened last."""
    before, event, after = game.states[-2], game.events[-1], game.states[-1]
    tiles = game.header.tiles
    name = subject(game.header.seats[before.turn].name)
    money = after.players[before.turn].money
    match event:
        case Roll(number):
            return f"{name} rolled {number}: {_consequence(before, after)}"
        case Choose(number):
            return f"{name} rolled choice, named {number}: {_consequence(before, after)}"
        case Draw(letters):
            pips = tiles.set_pips(letters)
            return f"{name} drew {letters}: {pips} pips, ${price(pips)}."
        case Buy(True):
            drawn = before.player.drawn
            return f"{name} bought {drawn} for ${game.rules.cost(drawn)}: ${money} left."
        case Buy():
            return f"{name} passed on {before.player.drawn}."
        case Sell(plays):
            sold = ", ".join(f"{play} ${price(play.pips(tiles))}" for play in plays)
            return f"{name} sold {sold}: ${money} now." if sold else f"{name} sold nothing."
        case Discard(letters):
            return f"{name} discarded {letters or 'nothing'}."
        case _:
            return phase_prompt(before.phase).tell(game)


def _consequence(before: State, after: State) -> str:
    if not after.last:
        return "each player draws that many."
    left = len(before.bag)
    if not left:
        return "the bag is empty: sell, and the game ends."
    return f"more than there are, so the last {left} tiles leave the game: sell, and it ends."


def bag(state: State) -> str:
    """What is left in the bag."""
    letters = " ".join(run_lengths(state.bag))
    return f"{in_bag(state)}: {letters}" if letters else "The bag is empty."
