"""Begins games, and opens the computer players that play in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...errors import InvalidError
from ...game.deal import random_seed
from ...game.variants import combined
from ...lexicon.lexicon import Lexicon, open_lexicon
from ...lexicon.theme import Theme, themed
from ...players import registry, strategy
from ...records.daily_games import daily_games, deleted_result, first_result, note_daily
from ...records.game_record import PERSON, Seat
from ...records.record_file import GameWriter, resume_game
from ...storage.dates import now
from ...tiles.tile_set import TileSet, load_tiles
from ..saved_games import begin_game, reopen_lexicon
from .player_names import check_names
from .screen import join, standings
from .session import PlaySession

WORDS = (
    "Words are checked in ENABLE, which does not have newer ones such as QI and ZA. To play with "
    "those, start with bw play -d wordnik."
)


class GameOptions(NamedTuple):
    """The options that the games of a command share: players, dictionary, tiles, variants."""

    seats: tuple[Seat, ...]
    dictionary: str
    tiles: TileSet
    variants: tuple[str, ...] = ()
    theme: Theme | None = None


def solo_options() -> GameOptions:
    """Return the options of a game alone with the default dictionary and tiles."""
    return GameOptions(read_seats("you"), "enable", load_tiles("classic"))


def new_session(
    options: GameOptions, seed: int | None = None, record: str | None = None
) -> PlaySession:
    """Begin a game: of a seed, or of a random one; saved in the file `record`, or in a new one.

    Raise InvalidError if it cannot be begun.
    """
    lexicon = open_lexicon(options.dictionary, options.tiles)
    seed = random_seed() if seed is None else seed
    return _begin(options, lexicon, seed, record, now())


def daily_session(record: str | None = None) -> PlaySession:
    """Begin the game of the day, or continue it. Raise InvalidError if that cannot be done."""
    date = now()
    first = deleted_result(date[:10])
    for path, game in daily_games(date[:10]):
        if game.state.phase != "over":
            lexicon = reopen_lexicon(path, game.header)  # may fail: before the record is locked
            return resumed_session(resume_game(path), lexicon)
        first = first_result(game)
    options = solo_options()
    lexicon = open_lexicon(options.dictionary, options.tiles).without_house()
    session = _begin(options, lexicon, int(date[:10].replace("-", "")), record, date, True, first)
    note_daily(session.writer.path, session.game)
    if first is not None:
        session.opening.insert(
            0,
            f"You have played the game of the day: your result is ${first}. Another game is "
            "practice.",
        )
    return session


def resumed_session(writer: GameWriter, lexicon: Lexicon) -> PlaySession:
    """Return the session of a game that continues, given its dictionary. Raise InvalidError."""
    header = writer.game.header
    computers = computer_players(header.seats, header.seed, lexicon, header.variants)
    session = PlaySession(writer, lexicon, computers)
    standing = standings(writer.game)
    session.opening = [f"The game of {header.day}, seed {header.seed}: {standing}."]
    return session


def _begin(
    options: GameOptions,
    lexicon: Lexicon,
    seed: int,
    record: str | None,
    date: str,
    daily: bool = False,
    first: int | None = None,
) -> PlaySession:
    seats = options.seats
    variants = combined(options.variants, len(seats))
    theme = options.theme if "theme" in variants else None
    if "theme" in variants and theme is None:
        raise InvalidError("the variant theme needs a word list: name one with --theme FILE")
    words = themed(lexicon, theme)
    computers = computer_players(seats, seed, words, variants)  # may fail: before the file exists
    writer = begin_game(lexicon, seats, seed, record, date, variants, theme, daily, first)
    session = PlaySession(writer, words, computers)
    names = [seat.name if seat.is_person else f"{seat.name} (computer)" for seat in seats]
    title = f", {join(variants)}" if variants else ""
    session.opening = [f"A new game{title}, seed {seed}: {join(names)}."]
    session.is_new = True
    return session


def computer_players(
    seats: Sequence[Seat], seed: int | None, lexicon: Lexicon, variants: Sequence[str] = ()
) -> dict[int, strategy.Computer]:
    """Return the computer players of a game by seat. Raise InvalidError if there is no such player.

    They know the dictionary without the words accepted in the game. Their random choices follow
    from the seed of the game through a seed of their own, which reveals nothing about the bag.
    """
    computers = {}
    for number, seat in enumerate(seats):
        if not seat.is_person:
            own = registry.player_seed(seed, number)
            player = registry.open_player(seat.kind, lexicon, own, variants)
            computers[number] = strategy.Computer(seat.name, player)
    return computers


def _spaced(name: str) -> str:
    return " ".join(name.split())


def read_seats(text: str) -> tuple[Seat, ...]:
    """Return the seats of `--players`. Raise InvalidError if a name is taken or not valid."""
    names = ["you" if name.lower() == "you" else name for name in map(_spaced, text.split(","))]
    computers = list(registry.BUILT_IN)
    if not {"you", *computers}.issuperset(names):
        computers = registry.player_names()  # looks for plug-ins, which takes time
    people = [name for name in names if name not in computers]
    for name in people:
        for computer in computers:
            if name.casefold() == computer.casefold():
                raise InvalidError(
                    f"{name} is the name of a computer player: type {computer} to play against "
                    "it, or give the person another name"
                )
    check_names(people)
    computer_names = iter(
        registry.unique_names([name for name in names if name in computers], people)
    )
    people_names = iter(people)
    return tuple(
        Seat(next(computer_names), name) if name in computers else Seat(next(people_names), PERSON)
        for name in names
    )
