"""Games kept: how commands begin a game in a file, find it, and open its dictionary again."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from os.path import abspath, dirname, exists, join
from pathlib import Path

from ..errors import InvalidError
from ..lexicon.lexicon import Lexicon, dictionaries, open_lexicon
from ..lexicon.theme import Theme, themed
from ..records.daily import is_daily
from ..records.game_record import Game, Header, Seat
from ..records.record_file import GameWriter, create_game, create_game_in, read_game
from ..storage.folders import data_dir
from .messages import warn

ENDING = ".jsonl"


def games_dir() -> Path:
    """The folder of the games kept without naming a file."""
    return Path(join(data_dir(), "games"))


def now() -> str:
    """The time as games have it: ISO 8601, UTC."""
    return f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"


def begin_game(
    lexicon: Lexicon,
    seats: Sequence[Seat],
    seed: int | None,
    record: str | None,
    date: str | None = None,
    variants: Sequence[str] = (),
    theme: Theme | None = None,
) -> GameWriter:
    """Begin a game in the file `record`, or in a new one among the games kept; now, or at a time.

    Raises as `record.create_game`.
    """
    header = Header(
        tiles=lexicon.tiles,
        seats=tuple(seats),
        dictionary=lexicon.reopen_name,
        sha256=lexicon.sha256(),
        seed=seed,
        date=date or now(),
        variants=tuple(variants),
        theme=theme,
    )
    return create_game(Path(record), header) if record else create_game_in(games_dir(), header)


def find_game(name: str | None) -> Path:
    """The path of a game: as named, or else of that name among the games kept; or of the last.

    Raises InvalidError: the name is empty; or there is none, and no game is kept.
    """
    if name is None:
        if latest := _latest():
            return latest[0]
        raise InvalidError("no game is kept: bw play begins one")
    if not name:
        raise InvalidError("no game is named: give its file, or its name in bw games")
    kept = games_dir() / (name if name.endswith(ENDING) else name + ENDING)
    return kept if exists(kept) and not exists(name) else Path(name)


def game_names() -> list[str]:
    """The names of the games kept, in order. Raises InvalidError: as `_files`."""
    return sorted(path.stem for path in _files())


def review_lines(path: Path) -> list[str]:
    """How the game at a path is graded, for who has just finished it."""
    name = path.stem if path.parent == games_dir() else str(path)
    return ["Every decision is graded by", f"  bw review {shlex.quote(name)}"]


def _files() -> list[Path]:
    """The files of the games kept. Raises InvalidError: their folder cannot be read."""
    folder = games_dir()
    try:
        return [folder / name for name in os.listdir(folder) if name.endswith(ENDING)]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise InvalidError(f"cannot read the games in {folder}: {error.strerror}") from None


def _latest() -> list[Path]:
    """The files of the games kept, that of the last played first. Raises InvalidError."""
    return sorted(_files(), key=lambda path: (path.lstat().st_mtime_ns, path.name), reverse=True)


def saved_games(paths: Sequence[Path] | None = None) -> Iterator[tuple[Path, Game]]:
    """The games kept, by name, or those of the paths; a damaged one is reported instead."""
    for path in sorted(_files()) if paths is None else paths:
        try:
            game = read_game(path)
        except InvalidError as error:
            warn(str(error))
        else:
            yield path, game


def last_unfinished() -> Path:
    """The game that was played last and is not over. Raises InvalidError: there is none."""
    for path, game in saved_games(_latest()):
        if game.state.phase != "over":
            return path
    raise InvalidError("there is no unfinished game: bw play begins one")


def _own_lexicon(path: Path, header: Header) -> Lexicon:
    """The dictionary that the record at a path names, without what its table has accepted.

    Raises InvalidError: there is none; or it is a file elsewhere. Whoever made the record could
    have named any file, and any machine of the network.
    """
    name = header.dictionary
    folder = dirname(abspath(path))
    elsewhere = ("/" in name or "\\" in name) and dirname(abspath(name)) != folder
    if elsewhere and name not in dictionaries() and folder != abspath(games_dir()):
        raise InvalidError(
            f"the game {path} names the word list {name}, which is not in its folder: if you trust "
            "it, name it with -d"
        )
    return open_lexicon(name, header.tiles)


def game_lexicon(path: Path, game: Game, dictionary: str | None = None) -> Lexicon:
    """The dictionary of a game, or another, with what its table has accepted.

    Raises as `reopen_lexicon`.
    """
    lexicon = reopen_lexicon(path, game.header, dictionary)
    return themed(lexicon, game.header.theme).with_words(game.accepted)


def reopen_lexicon(path: Path, header: Header, dictionary: str | None = None) -> Lexicon:
    """The dictionary of the game at a path, or another; without house words for that of a day.

    Raises InvalidError: there is none; or it is a file elsewhere.
    """
    if dictionary is None:
        lexicon = _own_lexicon(path, header)
    else:
        lexicon = open_lexicon(dictionary, header.tiles)
    return lexicon.without_house() if is_daily(header) else lexicon


def tell_changed(path: Path, header: Header) -> None:
    """Say on stderr if the dictionary of a game has other words today. Raises InvalidError."""
    lexicon = reopen_lexicon(path, header)
    if lexicon.sha256() != header.sha256:
        warn(
            f"the dictionary {lexicon.name} is not what it was when the game began: "
            "the words of today count"
        )
