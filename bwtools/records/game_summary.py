"""Summaries of recorded games: what lists and statistics show, without the states and events."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

from ..game.state import Event, Sell, State
from ..tiles.tile_set import TileSet, price
from .codec import entry_data, header_data
from .game_record import Game, Seat, day_of


class SoldWord(NamedTuple):
    """A word that was sold, or laid for money: the play as text, and its price in dollars."""

    play: str
    price: int


class SeatSummary(NamedTuple):
    """The results of a player in a game."""

    name: str
    kind: str  # as in `Seat`
    money: int
    words: int = 0  # the number of words sold
    revenue: int = 0  # dollars for all words
    highest: SoldWord | None = None  # the first one with the highest price
    longest: SoldWord | None = None  # of the words with the most letters, the one sold for most

    @property
    def is_person(self) -> bool:
        """Whether the player is a person."""
        return Seat(self.name, self.kind).is_person


class GameSummary(NamedTuple):
    """A recorded game in short."""

    digest: str  # of everything in the game: games with the same digest are copies
    deal: str  # of the tile set and the seed: games with the same deal draw the same tiles
    date: str  # of the start: ISO 8601, UTC
    seed: int | None  # None: the tiles came from a real table
    tiles: str  # the name of the tile set
    dictionary: str
    variants: tuple[str, ...]
    daily: bool  # whether it is a game of the day
    first: int | None  # dollars in the first game of that day, if this is another one
    rounds: int  # begun
    over: bool
    hints: int  # in a game of the day
    seats: tuple[SeatSummary, ...]

    @property
    def day(self) -> str:
        """The day of the game, as `Header.day`."""
        return day_of(self.date, self.daily)


def summarise_game(game: Game) -> GameSummary:
    """Return the summary of a game, over or not."""
    from hashlib import sha256

    header, state = game.header, game.state
    sold: list[list[SoldWord]] = [[] for _ in header.seats]
    for before, event in zip(game.states, game.events, strict=False):
        sold[before.turn] += sold_words(before, event, header.tiles)
    tiles = json.dumps(header.tiles.layout())
    return GameSummary(
        digest=game_digest(game),
        deal=sha256(f"{header.seed} {tiles}".encode()).hexdigest()[:16],
        date=header.date,
        seed=header.seed,
        tiles=header.tiles.name,
        dictionary=header.dictionary,
        variants=header.variants,
        daily=header.daily,
        first=header.first,
        rounds=state.round,
        over=state.phase == "over",
        hints=game.hints,
        seats=tuple(
            SeatSummary(
                seat.name,
                seat.kind,
                player.money,
                len(words),
                sum(word.price for word in words),
                max(words, key=lambda word: word.price, default=None),
                max(words, key=lambda word: (len(word.play), word.price), default=None),
            )
            for seat, player, words in zip(header.seats, state.players, sold, strict=True)
        ),
    )


def game_digest(game: Game) -> str:
    """Return the SHA-256 of a game, in hexadecimal: its header, its events, and accepted words."""
    from hashlib import sha256

    found = sha256(json.dumps([header_data(game.header), sorted(game.accepted)]).encode())
    for before, event in zip(game.states, game.events, strict=False):
        found.update(json.dumps(entry_data(event, before)).encode())
    return found.hexdigest()


def sold_words(before: State, event: Event, tiles: TileSet) -> Iterator[SoldWord]:
    """Yield the words that an event sells, or lays on a crossword grid, in order."""
    if isinstance(event, Sell):
        for play in event.plays:
            yield SoldWord(str(play), price(play.pips(tiles)))
    elif before.phase == "lay":
        from ..game.variants.crossword import Lay, grid_of

        if isinstance(event, Lay) and event.placement:
            pips = grid_of(before).pips(event.placement, tiles)
            yield SoldWord(str(event.placement.play), price(pips))
