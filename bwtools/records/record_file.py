"""Files of game records, in the format of the module `codec`.

Lines are only ever appended, and each is on the disk before the next entry is asked for. An
incomplete last line is what a crash, a full disk or a power cut left of an entry being written:
reading skips it, and resuming cuts it off. Anything else that cannot be read is an error.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from io import FileIO
from itertools import count
from pathlib import Path

from ..errors import BwError, InvalidError
from ..game.state import Event
from ..storage.dates import local_time
from ..storage.files import make_folder, os_message, read_own_file, write_atomically
from ..storage.jsonlines import append, line_of, parse_line, whole_lines
from ..storage.locks import lock
from .codec import entry_data, header_data, read_entry, read_header
from .game_record import Entry, Game, Header, Replayer

# What to do when a game cannot be written: at its start, and later.
_ELSEWHERE = "use another file with --record"
_SAVED = "all earlier entries are saved: correct this, and resume the game"


class GameWriter:
    """A game in progress, locked by this process. Each entry is on the disk when `add` returns.

    `create_game`, `create_game_in` and `resume_game` return one. It is a context manager.
    """

    def __init__(
        self, path: Path, game: Game, file: FileIO, size: int, resources: ExitStack
    ) -> None:
        self.path = path
        self.game = game
        self._file = file
        self._size = size  # bytes of complete lines
        self._resources = resources  # the file and its lock

    def __enter__(self) -> GameWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file and release its lock, so that another process can resume the game."""
        self._resources.close()

    def add(self, entry: Entry) -> None:
        """Check an entry, write it, and add it to `game`.

        Raise IllegalError if it breaks a rule, and InvalidError if it cannot be written. In both
        cases the game remains unchanged, in memory and on the disk.
        """
        self.add_all([entry])

    def add_all(self, entries: Iterable[Entry]) -> None:
        """Check entries, write them at once, and add them to `game`. Raise as `add` does."""
        replayer, lines = Replayer(self.game), list[bytes]()
        for entry in entries:
            lines.append(line_of(entry_data(entry, replayer.state)))
            replayer.add(read_entry(parse_line(lines[-1]), replayer.rules, replayer.state))
        data = b"".join(lines)
        with _writing(self.path, _SAVED):
            append(self._file, self._size, data)
        self._size += len(data)
        self.game = replayer.game()


def create_game(path: Path, header: Header) -> GameWriter:
    """Start a game in a new file, which is created with its header atomically.

    Raise InvalidError if the file exists or cannot be written, and IllegalError if the rules do not
    allow such a game.
    """
    path = Path(os.path.realpath(path))
    line = line_of(header_data(header))
    game = Game.start(read_header(parse_line(line)))
    with _writing(path, _ELSEWHERE), ExitStack() as resources:
        make_folder(str(path.parent))
        resources.callback(_lock(path))
        if os.path.lexists(path):
            raise _TakenError(f"{path} already exists: name a new file for the game")
        write_atomically(str(path), line)
        _sync_folder(path.parent)
        file = resources.enter_context(FileIO(path, "r+"))
        return GameWriter(path, game, file, len(line), resources.pop_all())


def create_game_in(folder: Path, header: Header) -> GameWriter:
    """Start a game in a new file of a folder, named by its local time. Raise as `create_game`."""
    stem = re.sub("[^0-9]+", "-", local_time(header.date)).strip("-") or "game"
    for number in count(1):
        name = f"{stem}.jsonl" if number == 1 else f"{stem}-{number}.jsonl"
        with suppress(_TakenError):
            return create_game(folder / name, header)
    raise AssertionError("numbers do not end")


def game_record(header: Header, events: Iterable[Event]) -> bytes:
    """Return the record of a game played without one, as `GameWriter` would have written it.

    Raise InvalidError or IllegalError if it cannot be replayed.
    """
    replayer = Replayer(Game.start(header))
    lines = [line_of(header_data(header))]
    for event in events:
        lines.append(line_of(entry_data(event, replayer.state)))
        replayer.add(event)
    return b"".join(lines)


def read_game(path: str | Path) -> Game:
    """Return the game of a record file.

    Raise InvalidError if there is no such file, or if it is damaged (naming the line).

    >>> import bwtools
    >>> game = bwtools.read_game("game.jsonl")
    >>> [seat.name for seat in game.header.seats], game.state.phase, len(game.events)
    (['novice'], 'over', 153)
    """
    path = Path(path)
    return _replay(path, whole_lines(_read(path)))


def resume_game(path: Path) -> GameWriter:
    """Resume a recorded game. An incomplete last line is cut off.

    Raise InvalidError if there is no such file, if it is damaged (it is left unchanged), if another
    process is playing the game, or if the file cannot be written.
    """
    _read(path)  # so that no lock file appears for a missing file
    path = Path(os.path.realpath(path))
    with _writing(path, _SAVED), ExitStack() as resources:
        resources.callback(_lock(path))
        data = _read(path)
        whole = whole_lines(data)
        game = _replay(path, whole)
        file = resources.enter_context(FileIO(path, "r+"))
        if whole != data:
            unchanged = min(len(data), len(whole))
            append(file, unchanged, whole[unchanged:])
        return GameWriter(path, game, file, len(whole), resources.pop_all())


def delete_game(path: Path) -> None:
    """Delete a record. Raise InvalidError if it is being played, or cannot be deleted."""
    real = os.path.realpath(path)
    try:
        with ExitStack() as resources:
            resources.callback(_lock(Path(real)))
            path.unlink()
    except OSError as error:
        raise InvalidError(f"cannot delete the game {path}: {os_message(error)}") from None


class _TakenError(InvalidError):
    """The file already exists or is in use."""


@contextmanager
def _writing(path: Path, advice: str) -> Iterator[None]:
    """Turn an OSError into an InvalidError with advice."""
    try:
        yield
    except OSError as error:
        raise InvalidError(f"cannot write the game {path}: {os_message(error)}; {advice}") from None


def _lock(path: Path) -> Callable[[], object]:
    """Return the function that releases the lock of a game, which is acquired."""
    try:
        return lock(str(path), timeout=0)
    except TimeoutError:
        raise _TakenError(f"another process is playing the game {path}: end it first") from None


def _sync_folder(folder: Path) -> None:
    """Make a new file in a folder survive a power cut, where the system allows it."""
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
        raise InvalidError(f"there is no game {path}: bw games lists the saved games") from None
    except OSError as error:
        raise InvalidError(f"cannot read the game {path}: {error.strerror}") from None


def _replay(path: Path, data: bytes) -> Game:
    replayer = None
    for number, line in enumerate(data.split(b"\n")[:-1] or [b""], 1):
        try:
            fields = parse_line(line)
            if replayer:
                replayer.add(read_entry(fields, replayer.rules, replayer.state))
            else:
                replayer = Replayer(Game.start(read_header(fields)))
        except BwError as error:
            raise InvalidError(
                f"cannot read the game {path}: line {number}: {error} (the file was not changed)"
            ) from None
    assert replayer is not None
    return replayer.game()
