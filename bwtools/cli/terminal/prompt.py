"""Prompts and answers at the terminal or from stdin."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress

import click

from ...errors import BwError, printable
from .grammar import Reply
from .screen import show
from .session import GameSession


def run(session: GameSession) -> None:
    """Prompt for lines and record what they mean until the session ends.

    Raise KeyboardInterrupt on Ctrl-C, and InvalidError if the record cannot be written.
    """
    while True:
        for line in session.advance():
            show(line)
        prompt = session.prompt()
        reply = ask_until_read(prompt, session.read) if prompt else Reply(quit=True)
        if reply.quit:
            return
        for entry in reply.entries:
            show(*session.record(entry))


def ask_until_read(prompt: str, read: Callable[[str], Reply]) -> Reply:
    """Ask until a line leads to entries, or ends the session; print what each line shows.

    `read` raises BwError for a line that is rejected. Raise KeyboardInterrupt on Ctrl-C.
    """
    while True:
        line = ask(prompt)
        if line is None:
            return Reply(quit=True)
        try:
            reply = read(line)
        except BwError as error:
            show(f"No: {error}.")
            continue
        show(*reply.lines)
        if reply.entries or reply.quit:
            return reply


def ask(prompt: str) -> str | None:
    """Ask for a line; return None at the end of the input. Raise KeyboardInterrupt on Ctrl-C."""
    if sys.stdin is None or sys.stdout is None:
        return None
    terminal = sys.stdin.isatty()
    if terminal:
        with suppress(ImportError):
            import readline  # noqa: F401  to edit the line
    if sys.stdin.errors == "strict" and hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="surrogateescape")  # an undecodable byte is a wrong answer
    try:
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


def _read_line(prompt: str) -> str:
    if sys.stderr is None:  # `input` needs it
        click.echo(prompt, nl=False)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.rstrip("\n")
    return input(prompt)
