"""Errors and warnings on stderr."""

from __future__ import annotations

import codecs
import os

import click

from ..errors import printable

MAX_MESSAGE = 1000  # characters
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


def warn(message: str) -> None:
    """Print a warning as one line on stderr."""
    click.echo(f"Warning: {_readable(message)}", err=True)


def _readable(message: str) -> str:
    """Return a message as one printable line, without the middle if it is very long."""
    line = printable(message)
    if len(line) <= MAX_MESSAGE:
        return line
    half = MAX_MESSAGE // 2
    return f"{line[:half]} ... {line[-half:]}"
