"""Games kept: how commands begin a game in a file, find it, and open its dictionary again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from os.path import abspath, join
from pathlib import Path

from ..lexicon import Lexicon, dictionaries, open_lexicon
from ..paths import data_dir
from ..record import Game, Header, Seat, Writer, create_game, create_game_in


def games_dir() -> Path:
    """The folder of the games kept without naming a file."""
    return Path(join(data_dir(), "games"))


def begin_game(
    lexicon: Lexicon, seats: Sequence[Seat], seed: int | None, record: str | None
) -> Writer:
    """Begin a game in the file `record`, or in a new one among the games kept.

    Raises as `record.create_game`.
    """
    known = dictionaries().get(lexicon.name) == lexicon.source
    header = Header(
        tiles=lexicon.tiles,
        seats=tuple(seats),
        dictionary=lexicon.name if known else abspath(lexicon.source),
        sha256=lexicon.sha256(),
        seed=seed,
        date=f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}",
    )
    return create_game(Path(record), header) if record else create_game_in(games_dir(), header)


def find_game(name: str) -> Path:
    """The path of a game: as named, or else of that name among the games kept."""
    kept = games_dir() / name
    return kept if kept.exists() and not Path(name).exists() else Path(name)


def game_lexicon(game: Game, dictionary: str | None = None) -> Lexicon:
    """The dictionary of a game, or another, with what its table has accepted.

    Raises InvalidError: there is none.
    """
    lexicon = open_lexicon(dictionary or game.header.dictionary, game.header.tiles)
    return lexicon.accepting(game.accepted)
