"""Where files live: what ships with bwtools, what a user makes, and what can be made again.

Paths are strings and the folders our own few lines: pathlib and platformdirs together take a
quarter of the time that a command has to start in.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from io import BufferedReader
from os.path import dirname, exists, isdir, isfile, realpath
from typing import NoReturn

from ..errors import InvalidError

_PATIENCE = 1.0  # seconds in which somebody must come to write to a pipe


def read_own_file(path: str) -> bytes:
    """What is in a file that bwtools keeps. Raises OSError: it cannot be read, or is no file.

    In place of a file there may be a pipe, at which a plain reading would wait for ever.
    """
    with open(path, "rb", opener=_open_at_once) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "it is no regular file")
        return file.read()


def open_user_file(path: str) -> BufferedReader:
    """Open a file that a user names, or a pipe. Raises OSError: it cannot be read.

    A folder or a device is no file, and at a pipe that nobody writes to one would wait for ever.
    Raises InvalidError: the name is empty.
    """
    if not path:
        raise InvalidError("no file is named: its name is empty")
    try:
        file = open(path, "rb", opener=_open_at_once)  # noqa: SIM115  whoever calls closes it
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


def read_user_file(path: str) -> bytes:
    """What is in a file that a user names, or comes through a pipe. Raises OSError."""
    with open_user_file(path) as file:
        return file.read()


def _await_writer(pipe: int) -> None:
    """Have reads of a pipe wait for what comes. Raises OSError: nobody writes to it."""
    from select import select

    if not select([pipe], [], [], _PATIENCE)[0]:
        with suppress(BlockingIOError):  # so says a pipe to which somebody writes slowly
            os.read(pipe, 1)
            raise OSError(errno.EINVAL, "it is a pipe, and nobody writes to it")
    os.set_blocking(pipe, True)


def _open_at_once(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def make_folder(path: str) -> None:
    """Make a folder and those above it, for the user alone, where they are missing.

    Raises OSError.
    """
    if path and not isdir(path):
        make_folder(dirname(path))
        with suppress(FileExistsError):  # another process was faster; or it is no folder, and then
            os.mkdir(path, 0o700)  # what is to be written in it fails


def os_message(error: OSError) -> str:
    """What the system says, and of which file: it may be one that nobody named, as a lock."""
    text = error.strerror or str(error)
    return f"{text} ({os.fsdecode(error.filename)})" if error.filename else text


def own_file_message(error: OSError) -> str:
    """The same of what bwtools keeps for the user, and what can be done."""
    return f"{os_message(error)}; put that right, or set BW_HOME to a folder that can be written to"


def write_atomically(path: str, data: bytes) -> None:
    """Replace a file that bwtools keeps, as a whole; its folder is made. Raises OSError.

    Nobody but the user can read it, before or after.
    """
    make_folder(dirname(path))
    _replace(path, data, 0o600)


def check_writable(path: str) -> None:
    """Raise OSError where a file that a user names cannot be written, before the work for it."""
    folder = dirname(realpath(path))
    if isdir(path):
        _raise(errno.EISDIR, path)
    if not isdir(folder):
        _raise(errno.ENOENT, path)
    if not os.access(folder if _may_be_replaced(path) else path, os.W_OK):
        _raise(errno.EACCES, path)


def write_user_file(path: str, data: bytes) -> None:
    """Write a file that a user names: one that is there stays until all is written.

    A link leads on to its file, and a pipe or a device is written to. Raises OSError.
    """
    check_writable(path)
    if not _may_be_replaced(path):
        with open(path, "wb") as file:
            file.write(data)
        return
    path = realpath(path)
    mask = os.umask(0)  # it can be read only by setting it
    os.umask(mask)
    _replace(path, data, stat.S_IMODE(os.stat(path).st_mode) if exists(path) else 0o666 & ~mask)


def _may_be_replaced(path: str) -> bool:
    return isfile(path) or not exists(path)


def _raise(number: int, path: str) -> NoReturn:
    raise OSError(number, os.strerror(number), path)


def _replace(path: str, data: bytes, mode: int) -> None:
    """Write a file aside, sync it, and rename it. Raises OSError."""
    import tempfile

    handle, aside = tempfile.mkstemp(dir=dirname(path), prefix=".aside-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(aside, mode)
        os.replace(aside, path)
    except BaseException:
        os.unlink(aside)
        raise
