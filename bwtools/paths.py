"""Where files live: what ships with bwtools, what a user makes, and what can be made again.

Paths are strings and the folders our own few lines: pathlib and platformdirs together take a
quarter of the time that a command has to start in.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from contextlib import suppress
from os.path import dirname, expanduser, isdir, join

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


def make_folder(path: str) -> None:
    """Make a folder and those above it, for the user alone, where they are missing.

    Raises OSError.
    """
    if path and not isdir(path):
        make_folder(dirname(path))
        with suppress(FileExistsError):  # another process was faster; or it is no folder, and then
            os.mkdir(path, 0o700)  # what is to be written in it fails


def write_aside(path: str, data: bytes) -> None:
    """Replace a file as a whole: written aside, synced, then renamed. Raises OSError.

    Nobody but the user can read it, before or after.
    """
    import tempfile

    make_folder(dirname(path))
    handle, aside = tempfile.mkstemp(dir=dirname(path), prefix=".aside-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(aside, path)
    except BaseException:
        os.unlink(aside)
        raise
