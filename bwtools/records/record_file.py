"""Games kept: JSON Lines, a header and then one line for everything that happens.

    {"format": "bwtools game", "version": 1, "date": ..., "seed": ..., "players": ..., "tiles": ...}
    {"player": 1, "roll": 4}        or {"player": 1, "choose": 3}: the die shows choice
    {"player": 1, "draw": "AGIN"}
    {"player": 1, "buy": true}
    {"player": 1, "sell": ["GAiN"]} a lower-case letter is a wild; with "more": true it goes on
    {"player": 1, "discard": "QZ"}
    {"undo": true}                  takes back the last event that is not taken back yet
    {"accept": "ZORF"}              a ruling: the word is valid for the rest of this game
    {"player": 2, "will_buy": true} entered with the set, before others have drawn theirs

Each line ends in the sum of what stands before it, "sum": a line that was changed since it was
written is an error, and one without a sum, as people write them, is taken as it is.

The header holds the whole tile set, and the words of a theme, so that a record replays by itself.
The events of variants stand under their names too. Lines are only ever appended, and each is on the
disk before the next is asked for. Bytes after the last line that are no whole line are what a
crash, a full disk or a power cut left of an event being written: reading skips them, and resuming
cuts them off. Anything else that cannot be read is an error.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from io import FileIO
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import BwError, InvalidError
from ..game.state import Event
from ..storage.files import make_folder, os_message, read_own_file
from ..storage.jsonlines import append, line_of, parse_line, whole_lines
from .codec import _entry, _entry_data, _header, _header_data
from .game_record import Entry, Game, Header, Replayer

if TYPE_CHECKING:
    from filelock import FileLock

# What to do when a game cannot be written: at its beginning, and later.
_ELSEWHERE = "put that right, or name another file with --record"

_GO_ON = "all that was entered before is kept: put that right, then go on with bw resume"


class GameWriter:
    """A game being played, held by one process; each entry is on the disk when `add` returns.

    Made by `create_game`, `create_game_in` and `resume_game`; a context manager that closes itself.
    """

    def __init__(self, path: Path, game: Game, file: FileIO, size: int, held: ExitStack) -> None:
        self.path = path
        self.game = game
        self._file = file
        self._size = size  # bytes written whole
        self._held = held  # the file and its lock

    def __enter__(self) -> GameWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the game: another process may go on with it."""
        self._held.close()

    def add(self, entry: Entry) -> None:
        """Check an entry, write it, and have it in `game`.

        Raises IllegalError: the rules are against it; InvalidError: it cannot be written. Either
        way the game then is what it was before, in memory and on the disk.
        """
        line = line_of(_entry_data(entry, self.game.state))
        game = self.game
        game = game.after(_entry(parse_line(line), game.rules, game.state))
        with _writing(self.path, _GO_ON):
            append(self._file, self._size, line)
        self._size += len(line)
        self.game = game


def create_game(path: Path, header: Header) -> GameWriter:
    """Begin a game in a new file. It appears with its header or not at all.

    Raises InvalidError: the file exists, or cannot be written; IllegalError: so many cannot play.
    """
    path = Path(os.path.realpath(path))
    line = line_of(_header_data(header))
    game = Game.start(_header(parse_line(line)))
    with _writing(path, _ELSEWHERE), ExitStack() as held:
        make_folder(str(path.parent))
        held.callback(_locked(path).release)
        if os.path.lexists(path):
            raise _TakenError(f"{path} exists already: name a new file for the game")
        aside = path.with_name(f".{path.name}.new")  # under the lock: nobody else writes it
        try:
            aside.unlink(missing_ok=True)  # what a killed process left, or a link put there
            with FileIO(aside, "x", opener=_open_private) as file:
                append(file, 0, line)
            aside.replace(path)
        finally:
            aside.unlink(missing_ok=True)
        _sync_folder(path.parent)
        file = held.enter_context(FileIO(path, "r+"))
        return GameWriter(path, game, file, len(line), held.pop_all())


def create_game_in(folder: Path, header: Header) -> GameWriter:
    """Begin a game in a folder, in a new file named for its date. Raises as `create_game`."""
    stem = re.sub("[^0-9]+", "-", header.date).strip("-") or "game"
    for number in count(1):
        name = f"{stem}.jsonl" if number == 1 else f"{stem}-{number}.jsonl"
        with suppress(_TakenError):
            return create_game(folder / name, header)
    raise AssertionError("numbers do not end")


def game_record(header: Header, events: Iterable[Event]) -> bytes:
    """The record of a game that was played without one, as `Writer` would have written it.

    Raises InvalidError, IllegalError: it does not replay.
    """
    course = Replayer(Game.start(header))
    lines = [line_of(_header_data(header))]
    for event in events:
        lines.append(line_of(_entry_data(event, course.state)))
        course.add(event)
    return b"".join(lines)


def read_game(path: Path) -> Game:
    """Replay a record. Raises InvalidError: there is none, or it is damaged (naming the line)."""
    return _replay(path, whole_lines(_read(path)))


def resume_game(path: Path) -> GameWriter:
    """Go on with a recorded game; a torn last line is cut off.

    Raises InvalidError: there is none, it is damaged (and left as it is), another process has it,
    or it cannot be written.
    """
    _read(path)  # before a lock appears beside a file that is not there
    path = Path(os.path.realpath(path))
    with _writing(path, _GO_ON), ExitStack() as held:
        held.callback(_locked(path).release)
        data = _read(path)
        whole = whole_lines(data)
        game = _replay(path, whole)
        file = held.enter_context(FileIO(path, "r+"))
        if whole != data:
            kept = min(len(data), len(whole))
            append(file, kept, whole[kept:])
        return GameWriter(path, game, file, len(whole), held.pop_all())


class _TakenError(InvalidError):
    """There is a game under this name."""


@contextmanager
def _writing(path: Path, advice: str) -> Iterator[None]:
    """Report what the system says against writing, and what to do."""
    try:
        yield
    except OSError as error:
        raise InvalidError(f"cannot write the game {path}: {os_message(error)}; {advice}") from None


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _locked(path: Path) -> FileLock:
    from filelock import FileLock, Timeout

    lock = FileLock(f"{path}.lock", mode=0o600)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise _TakenError(f"the game {path} is being played elsewhere: end that first") from None
    return lock


def _sync_folder(folder: Path) -> None:
    """Have the folder know its new file even after a power cut, where that can be had."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _read(path: Path) -> bytes:
    try:
        return read_own_file(str(path))
    except FileNotFoundError:
        raise InvalidError(f"there is no game {path}: bw games lists those kept") from None
    except OSError as error:
        raise InvalidError(f"cannot read the game {path}: {error.strerror}") from None


def _replay(path: Path, data: bytes) -> Game:
    course = None
    for number, line in enumerate(data.split(b"\n")[:-1] or [b""], 1):
        try:
            fields = parse_line(line)
            if course:
                course.add(_entry(fields, course.rules, course.state))
            else:
                course = Replayer(Game.start(_header(fields)))
        except BwError as error:
            raise InvalidError(
                f"cannot read the game {path}: line {number}: {error} (the file is left as it is)"
            ) from None
    assert course is not None
    return course.game()
