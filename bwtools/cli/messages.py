"""Errors and warnings on stderr."""

from __future__ import annotations

import os

import click

from ..errors import printable

LONGEST_MESSAGE = 1000  # characters


def report(message: str) -> int:
    """Tell what went wrong, on one line of stderr whatever is in it, and return the status."""
    try:
        click.echo(f"Error: {_readable(message)}", err=True)
    except OSError:
        _drop(2)  # nobody can be told; the status tells
    return 2


def _drop(stream: int) -> None:
    """Let go of what is still in the buffer of stdout or stderr: it has nowhere to go.

    Python would try again as it ends, fail, and end with a status of its own.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream)


def warn(message: str) -> None:
    """Tell what is not as it should be, on one line of stderr whatever is in it."""
    click.echo(f"Warning: {_readable(message)}", err=True)


def _readable(message: str) -> str:
    """A message on one line, its middle left out where what it repeats is very long."""
    line = printable(message)
    if len(line) <= LONGEST_MESSAGE:
        return line
    half = LONGEST_MESSAGE // 2
    return f"{line[:half]} ... {line[-half:]}"
