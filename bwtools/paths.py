"""Where files live: what ships with bwtools, what a user makes, and what can be made again.

Paths are strings and the folders our own few lines: pathlib and platformdirs together take a
quarter of the time that a command has to start in.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from os.path import dirname, exists, expanduser, isdir, isfile, join, realpath
from typing import NoReturn

_HERE = dirname(__file__)
# An installed package carries the word lists inside; a checkout has them beside it.
_INSIDE = join(_HERE, "dictionaries")
SHIPPED_DICTIONARIES = _INSIDE if isdir(_INSIDE) else join(dirname(_HERE), "dictionaries")
TILE_SETS = join(_HERE, "data")


def data_dir() -> str:
    """The folder of what a user makes: house words, own dictionaries, games."""
    return _folder("XDG_DATA_HOME", "~/.local/share", "~/Library/Application Support", "")


def cache_dir() -> str:
    """The folder of compiled dictionaries: what is there can be deleted at any time."""
    return _folder("XDG_CACHE_HOME", "~/.cache", "~/Library/Caches", "cache")


def _folder(variable: str, unix: str, mac: str, inside: str) -> str:
    home = os.environ.get("BW_HOME")
    if home:
        return join(home, inside) if inside else home
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA") or expanduser("~/AppData/Local")
        return join(local, "bwtools", inside)
    if sys.platform == "darwin":
        return join(expanduser(mac), "bwtools")
    return join(os.environ.get(variable) or expanduser(unix), "bwtools")


def read_kept(path: str) -> bytes:
    """What is in a file that bwtools keeps. Raises OSError: it cannot be read, or is no file.

    In place of a file there may be a pipe, at which a plain reading would wait for ever.
    """
    with open(path, "rb", opener=_open_at_once) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "it is no regular file")
        return file.read()


def _open_at_once(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def write_aside(path: str, data: bytes) -> None:
    """Replace a file that bwtools keeps, as a whole; its folder is made. Raises OSError."""
    os.makedirs(dirname(path), exist_ok=True)
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


def write_given(path: str, data: bytes) -> None:
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
