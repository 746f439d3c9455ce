"""The game of the day: the same deal for everyone, alone, with ENABLE and the classic tiles."""

from __future__ import annotations

from .game_record import Header

DICTIONARY = "enable"

TILES = "classic"


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
