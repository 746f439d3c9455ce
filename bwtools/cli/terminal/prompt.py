"""Prompts and answers at the terminal or from stdin."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Timer

import click

from ...errors import BwError, InvalidError, printable
from ...storage.files import LONGEST_LINE
from .grammar import Reply
from .screen import show
from .session import Session


def has_screen() -> bool:
    """Return whether the table can be shown: on a terminal that is not to be used line by line."""
    if os.environ.get("TEXTUAL_DRIVER"):  # as in a browser
        return True
    plain = os.environ.get("BW_PLAIN") or os.environ.get("TERM") == "dumb"
    streams = sys.stdin, sys.stdout
    return not plain and all(stream is not None and stream.isatty() for stream in streams)


def run(session: Session) -> None:
    """Prompt for lines and record what they mean until the session ends.

    Raise KeyboardInterrupt on Ctrl-C, and InvalidError if the record cannot be written.
    """
    reply = Reply()
    while True:
        for text in session.advance():
            show(text)
        prompt = reply.question or session.prompt()
        line = ask(prompt, session.time_left()) if prompt else None
        if line is None:
            return
        try:
            reply = (reply.question and reply.answered(line)) or session.read(line)
        except BwError as error:
            reply = Reply([f"No: {error}."])
        for entry in () if reply.question else reply.entries:
            for text in session.record(entry):
                show(text)
        show(*reply.lines)  # after recording, so that a hint that was seen always counts
        if reply.quit:
            return


def ask(prompt: str, seconds: float | None = None) -> str | None:
    """Ask for a line; return None at the end of the input. Raise KeyboardInterrupt on Ctrl-C.

    On a terminal, a line says when the `seconds` for the answer are over. Raise InvalidError for a
    line that is too long.
    """
    if sys.stdin is None or sys.stdout is None:
        return None
    if sys.stdout.isatty():
        prompt = printable(prompt)
    terminal = sys.stdin.isatty()
    if terminal:
        with suppress(ImportError):
            import readline  # noqa: F401  to edit the line
    if sys.stdin.errors == "strict" and hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="surrogateescape")  # an undecodable byte is a wrong answer
    try:
        with _deadline(prompt, seconds if terminal and sys.stdout.isatty() else None):
            line = _read_line(prompt)
    except EOFError:
        click.echo()
        return None
    except KeyboardInterrupt:
        click.echo()
        raise
    if not terminal:
        click.echo(printable(line))  # so that the output reads as it does on a terminal
    return line.strip()


@contextmanager
def _deadline(prompt: str, seconds: float | None) -> Iterator[None]:
    """Print that the time is up after some seconds, with the prompt and what is typed again."""

    def time_is_up() -> None:
        readline = sys.modules.get("readline")
        typed = readline.get_line_buffer() if readline else ""
        click.echo(f"\nTime is up.\n{prompt}{printable(typed)}", nl=False)

    if not seconds or seconds < 0:
        yield
        return
    timer = Timer(seconds, time_is_up)
    timer.daemon = True  # so that it does not delay Ctrl-C
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _read_line(prompt: str) -> str:
    if sys.stdin.isatty() and sys.stderr is not None:
        return input(prompt)
    click.echo(prompt, nl=False)
    line = sys.stdin.readline(LONGEST_LINE)
    if not line:
        raise EOFError
    if len(line) == LONGEST_LINE:
        raise InvalidError(f"a line of standard input has {LONGEST_LINE:,} characters or more")
    return line.rstrip("\n")
