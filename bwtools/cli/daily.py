"""The game of the day: the same deal for everyone, alone, with ENABLE and the classic tiles."""

from __future__ import annotations

from ..game import Sell
from ..record import Game, Header
from ..tiles import revenue_of
from .screen import result_name

DICTIONARY = "enable"
TILES = "classic"
# The sign of a round by the least dollars that its words brought.
SIGNS = ((100, "#"), (50, "+"), (1, "-"), (0, "."))


def daily_seed(date: str) -> int:
    """The seed of a day, from the ISO date or time: of 2024-05-01 it is 20240501."""
    return int(date[:10].replace("-", ""))


def is_daily(header: Header) -> bool:
    """Whether a game is that of the day on which it began."""
    return (
        header.date[:10].replace("-", "") == str(header.seed)
        and len(header.seats) == 1
        and not header.variants
        and (header.dictionary, header.tiles.name) == (DICTIONARY, TILES)
    )


def share_lines(game: Game, rival: str) -> list[str]:
    """The result for others to see: it tells nothing of tiles or words."""
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
    return [
        f"BuyWord of the day {game.header.date[:10]}",
        f"${money}{f', {name}' if name else ''} ({rival})",
        f"{words} words in {rounds} rounds",
        bars,
    ]
