"""Reading and replacing files: those that bwtools keeps, and those that a user names."""

from __future__ import annotations

import errno
import os
import stat
import sys
from contextlib import suppress
from io import BufferedReader
from os.path import dirname, exists, isdir, isfile, join, realpath
from time import monotonic, sleep, time
from typing import NoReturn

from ..errors import InvalidError, in_bytes
from .folders import NO_HOME

# The most that is read of what may be endless or damaged.
OWN_LIMIT = 16_000_000  # bytes of a file that bwtools keeps, and of a game
LIST_LIMIT = 500_000_000  # bytes of a word list, also when it is unpacked
LONGEST_LINE = 1_000_000  # characters of stdin, and of a line of a word list
_PIECE = 1 << 20  # bytes of a pipe read at a time
_RENAME_TRIES, _RENAME_PAUSE = 20, 0.05  # seconds
_PIPE_TIMEOUT = 1.0  # seconds to wait for the other end of a pipe
_TEMPORARY = ".bwtools-"  # how the names of temporary files begin
_LEFT = 3600  # seconds, after which such a file belongs to a process that was killed


def read_own_file(path: str, limit: int = OWN_LIMIT) -> bytes:
    """Return the bytes of a file that bwtools keeps.

    Raise OSError if it is not a regular file, or has more than `limit` bytes. Opening does not
    block, even if there is a pipe in place of the file.
    """
    with open(path, "rb", opener=_open_at_once) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "it is not a regular file")
        return _read(file, limit)


def _read(file: BufferedReader, limit: int) -> bytes:
    """Return the bytes of a file, which may be endless. Raise OSError if it has more than `limit`.

    The first piece is the whole file, unless it is a pipe or grows.
    """
    size = os.fstat(file.fileno()).st_size
    pieces = []
    if size <= limit:
        pieces.append(_piece(file, size + 1))
        size = len(pieces[0])
    while size <= limit and pieces[-1]:
        pieces.append(_piece(file, _PIECE))
        size += len(pieces[-1])
    if size > limit:
        raise OSError(errno.EFBIG, f"it is larger than {in_bytes(limit)}")
    return b"".join(filter(None, pieces))  # which does not copy a single piece


def _piece(file: BufferedReader, size: int) -> bytes:
    """Return the next bytes. Raise OSError if reading would block, as from /proc/kmsg."""
    data: bytes | None = file.read(size)
    if data is None:
        raise OSError(errno.EAGAIN, "nothing can be read from it now: name another file")
    return data


def open_user_file(path: str) -> BufferedReader:
    """Open a file or pipe that a user names.

    Raise OSError if it cannot be read, is a folder or a device, or is a pipe without a writer, from
    which a read would block forever; InvalidError if the name is empty.
    """
    if not path:
        raise InvalidError("the name of the file is empty: give a name")
    try:
        file = open(path, "rb", opener=_open_at_once)  # noqa: SIM115  the caller closes it
    except IsADirectoryError:
        raise OSError(errno.EISDIR, "it is a folder: name a file") from None
    try:
        mode = os.fstat(file.fileno()).st_mode
        if stat.S_ISFIFO(mode):
            _await_writer(file.fileno())
        elif not stat.S_ISREG(mode):
            raise OSError(errno.EINVAL, "it is a device: name a file")
    except OSError:
        file.close()
        raise
    return file


def read_user_file(path: str, limit: int) -> bytes:
    """Return the bytes of a file or pipe that a user names.

    Raise errors as `open_user_file`, and OSError if there are more than `limit` bytes.
    """
    with open_user_file(path) as file:
        return _read(file, limit)


def _await_writer(pipe: int) -> None:
    """Make reads from a pipe block. Raise OSError if it has no writer."""
    from select import select

    if not select([pipe], [], [], _PIPE_TIMEOUT)[0]:
        with suppress(BlockingIOError):  # raised if a writer has not written yet
            os.read(pipe, 1)
            raise OSError(errno.EINVAL, "it is a pipe, and nobody writes to it")
    os.set_blocking(pipe, True)


def _open_at_once(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def make_folder(path: str, mode: int = 0o700) -> None:
    """Make a folder and its missing parents, by default for the user only. Raise OSError."""
    if path.startswith(NO_HOME):
        raise OSError(errno.ENOENT, "there is no home folder: set HOME, or BW_HOME to a folder")
    missing = []
    while path and not isdir(path) and path != dirname(path):  # a drive of Windows may be missing
        missing.append(path)
        path = dirname(path)
    for folder in reversed(missing):
        # The name may exist now: another process made the folder, or it is a file, and then
        # writing to it fails.
        with suppress(FileExistsError):
            os.mkdir(folder, mode)


def os_message(error: OSError) -> str:
    """Return the system's message, with the file name, which may be one the user never named."""
    text = error.strerror or str(error)
    return f"{text} ({os.fsdecode(error.filename)})" if error.filename else text


def own_file_message(error: OSError) -> str:
    """Return the message of an error with a file that bwtools keeps, and the remedy."""
    return f"{os_message(error)}; correct this, or set BW_HOME to a folder that can be written to"


def write_atomically(path: str, data: bytes) -> None:
    """Replace a file that bwtools keeps, readable by the user only. Raise OSError.

    Make its folder if necessary.
    """
    folder = dirname(path)
    make_folder(folder)
    _clean_up(folder or os.curdir)
    _replace(path, data, 0o600)


def _clean_up(folder: str) -> None:
    """Delete temporary files that killed processes have left in a folder."""
    for name in os.listdir(folder):
        if name.startswith(_TEMPORARY):
            with suppress(OSError):
                path = join(folder, name)
                if time() - os.stat(path).st_mtime > _LEFT:
                    os.unlink(path)


def check_writable(path: str) -> None:
    """Raise OSError if a file that a user names cannot be written: before the work for it."""
    folder = dirname(realpath(path))
    if isdir(path):
        _raise(errno.EISDIR, path)
    if not isdir(folder):
        _raise(errno.ENOENT, path)
    if not os.access(folder if _is_replaceable(path) else path, os.W_OK):
        _raise(errno.EACCES, path)


def write_user_file(path: str, data: bytes) -> None:
    """Write a file that a user names, atomically; an existing file keeps its permissions.

    Links are followed; a pipe or a device is written to. Raise OSError.
    """
    check_writable(path)
    if not _is_replaceable(path):
        with open(path, "wb", opener=_open_with_reader) as file:
            file.write(data)
        return
    path = realpath(path)
    mask = os.umask(0)  # the only way to read it is to set it
    os.umask(mask)
    _replace(path, data, stat.S_IMODE(os.stat(path).st_mode) if exists(path) else 0o666 & ~mask)


def _open_with_reader(path: str, flags: int) -> int:
    """Open a device or pipe. Raise OSError for a pipe without a reader, which would block."""
    end = monotonic() + _PIPE_TIMEOUT
    while True:
        try:
            handle = _open_at_once(path, flags)
            break
        except OSError as error:
            if error.errno != errno.ENXIO:
                raise
            if monotonic() > end:
                raise OSError(errno.ENXIO, "it is a pipe, and nobody reads it", path) from None
        sleep(_RENAME_PAUSE)
    if stat.S_ISFIFO(os.fstat(handle).st_mode):
        os.set_blocking(handle, True)
    return handle


def _is_replaceable(path: str) -> bool:
    return isfile(path) or not exists(path)


def _raise(number: int, path: str) -> NoReturn:
    raise OSError(number, os.strerror(number), path)


def _rename(temporary: str, path: str) -> None:
    """Rename a file over another one. On Windows, wait for processes that are reading that one."""
    for _ in range(_RENAME_TRIES if sys.platform == "win32" else 0):
        try:
            return os.replace(temporary, path)
        except PermissionError:
            sleep(_RENAME_PAUSE)
    return os.replace(temporary, path)


def _replace(path: str, data: bytes, mode: int) -> None:
    """Write a temporary file next to the path, sync it, and rename it. Raise OSError."""
    import tempfile

    handle, temporary = tempfile.mkstemp(dir=dirname(path), prefix=_TEMPORARY)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, mode)
        _rename(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
