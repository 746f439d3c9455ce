"""Saved games: creating and finding their files, and opening their dictionaries."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from os.path import abspath, dirname, exists, lexists, realpath
from pathlib import Path

from ..errors import InvalidError, quote
from ..lexicon.lexicon import Lexicon, dictionaries, open_lexicon
from ..lexicon.theme import Theme, themed
from ..records.daily_games import note_deleted
from ..records.game_folder import ENDING, game_files, games_dir
from ..records.game_record import Game, Header, Seat
from ..records.game_summary import GameSummary
from ..records.record_file import (
    GameWriter,
    create_game,
    create_game_in,
    delete_game,
    read_game,
)
from ..storage.dates import now
from .messages import warn


def begin_game(
    lexicon: Lexicon,
    seats: Sequence[Seat],
    seed: int | None,
    record: str | None,
    date: str | None = None,
    variants: Sequence[str] = (),
    theme: Theme | None = None,
    daily: bool = False,
    first: int | None = None,
    position: str = "",
) -> GameWriter:
    """Start a game in the file `record`, or in a new one among the saved games.

    `date` is now by default. Raise InvalidError if the file exists or cannot be written.
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
        daily=daily,
        first=first,
        position=position,
    )
    return create_game(Path(record), header) if record else create_game_in(games_dir(), header)


def find_game(name: str | None) -> Path:
    """Return the path of a game: a file, or a name among the saved games; by default the latest.

    Raise InvalidError if the name is empty, or if there is none and no game is saved.
    """
    if name is None:
        if latest := _latest():
            return latest[0]
        raise InvalidError("there is no saved game: start one with bw play")
    if not name:
        raise InvalidError("the name of the game is empty: give its file, or its name in bw games")
    saved = _saved(name)
    return saved if exists(saved) and not exists(name) else Path(name)


def saved_game(name: str) -> Path:
    """Return the path of a saved game, by its name or file. Raise InvalidError if it is not one."""
    path = Path(name) if dirname(name) else _saved(name)
    if not (name and path.parent.resolve() == games_dir().resolve() and path.suffix == ENDING):
        raise InvalidError(f"{quote(name)} is not a saved game: give a name that bw games lists")
    if not lexists(path):
        raise InvalidError(f"there is no saved game {quote(name)}: bw games lists them")
    return games_dir() / path.name


def delete_saved_game(path: Path, game: GameSummary | None) -> None:
    """Delete a saved game and its review; the result of the game of a day remains noted.

    `game` is None if the game cannot be read. Raise InvalidError if it is being played, or cannot
    be deleted.
    """
    from ..analysis.saved_reviews import delete_review

    delete_game(path)
    with suppress(OSError):
        delete_review(path)
    if game and game.daily and game.first is None:
        note_deleted(game.day, game.seats[0].money, game.over)


def _saved(name: str) -> Path:
    """Return the path that a saved game of this name has."""
    return games_dir() / (name if name.endswith(ENDING) else name + ENDING)


def game_names() -> list[str]:
    """Return the names of the saved games in order. Raise InvalidError as `game_files`."""
    return [path.stem for path in game_files()]


def next_command(path: Path, game: Game, lexicon: Lexicon) -> str:
    """Return a line that names the command to continue a game, or to review it if it is over."""
    if game.state.phase == "over":
        return f"{game_command('review', path, game.header, lexicon)} grades every decision."
    return f"Saved: {game_command('resume', path, game.header, lexicon)} continues it."


def game_command(command: str, path: Path, header: Header, lexicon: Lexicon) -> str:
    """Return a command about a game in its dictionary, as it can be typed in any folder.

    It has -d unless the record suffices to open the dictionary.
    """
    name, saved = path.stem, _saved(path.stem)
    is_saved = saved.is_absolute() and realpath(saved) == realpath(path)
    if not is_saved or exists(name) or name.startswith("-"):
        name = abspath(path)
    words = ["bw", command, name]
    dictionary = lexicon.reopen_name
    if dictionary != header.dictionary or not _is_trusted(path, dictionary):
        words += ["-d", dictionary]
    return " ".join(map(_quoted, words))


def _quoted(word: str) -> str:
    """Return a word as shells read it, without control characters."""
    if sys.platform == "win32":  # where names have neither quotes nor control characters
        from subprocess import list2cmdline

        return list2cmdline([word])
    if word.isprintable():
        return shlex.quote(word)
    escape = "".join(
        chr(byte) if 32 <= byte < 127 and byte not in b"'\\" else f"\\x{byte:02x}"
        for byte in os.fsencode(word)
    )
    return f"$'{escape}'"


def _latest() -> list[Path]:
    """Return the saved games, last played first. Raise InvalidError as `game_files`."""
    return sorted(
        game_files(), key=lambda path: (path.lstat().st_mtime_ns, path.name), reverse=True
    )


def saved_games(paths: Sequence[Path] | None = None) -> Iterator[tuple[Path, Game]]:
    """Yield the saved games by name, or those at `paths`; warn of damaged ones."""
    for path in game_files() if paths is None else paths:
        try:
            game = read_game(path)
        except InvalidError as error:
            warn(str(error))
        else:
            yield path, game


def last_unfinished() -> Path:
    """Return the last played game that is not over. Raise InvalidError if there is none."""
    for path, game in saved_games(_latest()):
        if game.state.phase != "over":
            return path
    raise InvalidError("there is no unfinished game: start one with bw play")


def _recorded_lexicon(path: Path, header: Header) -> Lexicon:
    """Return the dictionary that the record at a path names, without accepted words.

    Raise InvalidError if there is none, or if it is a file that neither its place nor
    $BW_DICTIONARY makes trusted.
    """
    name = header.dictionary
    own = os.environ.get("BW_DICTIONARY", "")
    if not _is_trusted(path, name) and _resolved(own) != _resolved(name):
        raise InvalidError(
            f"the game {path} names the word list {name}, which is not in its folder: if you trust "
            "it, name it with -d"
        )
    return open_lexicon(name, header.tiles)


def _is_trusted(path: Path, name: str) -> bool:
    """Return whether the record at a path may name a dictionary or word list.

    A list must be in its folder, unless the game is among the saved games: the author of a record
    could have named any file, and any machine on the network.
    """
    if name in dictionaries() or not ("/" in name or "\\" in name):
        return True
    around = {realpath(dirname(path)), dirname(realpath(path))}
    return realpath(games_dir()) in around or _resolved(dirname(name)) in around


def _resolved(path: str) -> str:
    """Return a path without links. A share on the network is not asked for its links."""
    is_share = path.replace("\\", "/").startswith("//")
    return abspath(path) if is_share or "\0" in path else realpath(path)


def game_lexicon(path: Path, game: Game, dictionary: str | None = None) -> Lexicon:
    """Return the dictionary of a game, or another one, with its theme and accepted words.

    Warn and raise InvalidError as `reopen_lexicon`.
    """
    lexicon = reopen_lexicon(path, game.header, dictionary)
    return themed(lexicon, game.header.theme).with_words(game.accepted)


def reopen_lexicon(path: Path, header: Header, dictionary: str | None = None) -> Lexicon:
    """Return the dictionary of the game at a path, or another one; warn if it has other words.

    For the game of the day it is without house words. Raise InvalidError if there is none, or if
    it is a file in another folder.
    """
    if dictionary is None:
        lexicon = _recorded_lexicon(path, header)
    else:
        lexicon = open_lexicon(dictionary, header.tiles)
    if header.daily:
        lexicon = lexicon.without_house()
    if header.sha256 not in ("", lexicon.sha256()):  # a record written by hand may have none
        if lexicon.reopen_name == header.dictionary:
            changed, used = f"the dictionary {lexicon.name} has changed", "today's words"
        else:
            changed = f"the dictionary has changed from {header.dictionary} to {lexicon.name}"
            used = "the words of the latter"
        warn(f"{changed} since the game began: {used} are used")
    return lexicon
