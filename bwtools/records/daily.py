"""The game of the day: one deal for everyone, played alone with ENABLE and the classic tiles."""

from __future__ import annotations

from .game_record import Header

DICTIONARY = "enable"
TILES = "classic"


def daily_seed(date: str) -> int:
    """Return the seed of a day, given its ISO date or time: 20240501 for 2024-05-01."""
    return int(date[:10].replace("-", ""))


def is_daily(header: Header) -> bool:
    """Return whether a game is the game of the day on which it began."""
    return (
        header.date[:10].replace("-", "") == str(header.seed)
        and len(header.seats) == 1
        and not header.variants
        and (header.dictionary, header.tiles.name) == (DICTIONARY, TILES)
    )
