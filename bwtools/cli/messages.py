"""Errors and warnings on stderr."""

from __future__ import annotations

import codecs
import os
import sys
from contextlib import suppress
from errno import EINVAL

import click

from ..errors import BwError, printable

MAX_MESSAGE = 1000  # characters
SLOW = 2  # seconds of processor time, from which a command is slow
COMPILE = "install a C compiler, then bwtools again with pip install --force-reinstall --no-deps ."
NO_MEMORY = "there is not enough memory: use smaller files, or fewer processes"
ENCODE_ALL = "bwtools.encode_all"  # the error handler of streams that are not a terminal


def _encode_all(error: UnicodeError) -> tuple[bytes, int]:
    """Encode bytes of file names that are not UTF-8 as they are, and escape other characters."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    part = error.object[error.start : error.end]
    try:
        return part.encode("ascii", "surrogateescape"), error.end
    except UnicodeEncodeError:
        return part.encode("ascii", "backslashreplace"), error.end


codecs.register_error(ENCODE_ALL, _encode_all)


def report(message: str) -> int:
    """Print an error as one line on stderr, and return the exit status."""
    try:
        click.echo(f"Error: {_readable(message)}", err=True)
    except OSError:
        discard_output(2)  # only the status can report the error
    return 2


def discard_output(stream: int) -> None:
    """Redirect file descriptor 1 or 2 to the null device, so that its buffer is discarded.

    Otherwise Python would flush it at exit, fail, and exit with another status.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream)


def is_closed_pipe(error: OSError) -> bool:
    """Return whether a write failed because the reader of a pipe has closed it."""
    windows = sys.platform == "win32" and error.errno == EINVAL and error.filename is None
    return windows or isinstance(error, BrokenPipeError)


def warn(message: str) -> None:
    """Print a warning as one line on stderr."""
    click.echo(f"Warning: {_readable(message)}", err=True)


def warn_if_interpreted() -> None:
    """Warn after a slow command, once for each version, that the engine is not compiled."""
    solver = sys.modules.get("bwtools._engine.solver")
    if solver is None or solver.COMPILED or sum(os.times()[:4]) < SLOW:
        return
    from .._version import __version__
    from ..storage.files import make_folder
    from ..storage.folders import cache_dir

    try:
        folder = cache_dir()
        make_folder(folder)
        with open(os.path.join(folder, f"interpreted-{__version__}"), "x"):
            pass
    except FileExistsError:  # the user has been warned
        return
    except (BwError, OSError):
        pass
    with suppress(OSError):
        warn(f"the engine is not compiled, which is several times slower: {COMPILE}")


def warn_if_not_locked() -> None:
    """Warn that files could not be locked against other processes."""
    locks = sys.modules.get("bwtools.storage.locks")
    if locks is not None and locks.not_locked:
        warn(
            f"files in {locks.not_locked.pop()} cannot be locked: do not change the same game or "
            "list in two processes at once"
        )
        locks.not_locked.clear()


def _readable(message: str) -> str:
    """Return a message as one printable line, without the middle if it is very long."""
    line = printable(message)
    if len(line) <= MAX_MESSAGE:
        return line
    half = MAX_MESSAGE // 2
    return f"{line[:half]} ... {line[-half:]}"
