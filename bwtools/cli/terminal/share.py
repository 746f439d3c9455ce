"""The result of a game of the day, to share."""

from __future__ import annotations

from ...errors import counted
from ...game.state import Sell
from ...records.game_record import Game
from ...tiles.hand import revenue_of
from .screen import result_name

# The sign of a round by the minimum dollars that its words brought.
SIGNS = ((100, "#"), (50, "+"), (1, "-"), (0, "."))
LEGEND = "(sold in a round: # $100 or more, + $50 or more, - less, . nothing)"


def share_lines(game: Game, rival: str) -> list[str]:
    """Return the result without revealing any tiles or words."""
    tiles, rounds = game.header.tiles, game.state.round
    money = game.state.players[0].money
    name = result_name(money, tiles)
    sold = [0] * rounds
    words = 0
    for before, event in zip(game.states, game.events, strict=False):
        if isinstance(event, Sell):
            words += len(event.plays)
            sold[before.round - 1] += revenue_of(event.plays, tiles)
    bars = "".join(next(sign for least, sign in SIGNS if sale >= least) for sale in sold)
    first = game.header.first
    again = "" if first is None else f", played again (the first result was ${first})"
    hints = f", {counted(game.hints, 'hint')}" if game.hints else ""
    return [
        f"BuyWord of the day {game.header.day}{again}",
        f"${money}{f', {name}' if name else ''} ({rival})",
        f"{counted(words, 'word')} in {counted(rounds, 'round')}{hints}",
        bars,
        LEGEND,
    ]
