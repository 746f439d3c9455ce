"""Questions and answers at the terminal or from stdin."""

from __future__ import annotations

import sys
from contextlib import suppress

import click

from ...errors import printable
from ..output import text_width


def ask(prompt: str) -> str | None:
    """Ask for a line; None at the end of the input. Raises KeyboardInterrupt on Ctrl-C."""
    if sys.stdin is None or sys.stdout is None:
        return None
    terminal = sys.stdin.isatty()
    if terminal:
        with suppress(ImportError):
            import readline  # noqa: F401  lets the line be edited
    if sys.stdin.errors == "strict" and hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="surrogateescape")  # a byte that is no text is no answer
    try:
        line = _line(prompt)
    except EOFError:
        click.echo()
        return None
    except KeyboardInterrupt:
        click.echo()
        raise
    if not terminal:
        click.echo(printable(line))  # so that the output reads as it does on a terminal
    return line.strip()


def _line(prompt: str) -> str:
    if sys.stderr is None:  # `input` does not do without
        click.echo(prompt, nl=False)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.rstrip("\n")
    return input(prompt)


def say(text: object) -> None:
    """Tell something in answer, set in a little."""
    click.echo(click.wrap_text(str(text), text_width() - 2, "  ", "  "))
