"""The command line, `bw`: a group whose commands are imported when they are used."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module
from typing import NoReturn

import click

from .. import __version__
from ..errors import BwError, printable
from ..paths import why

LONGEST_MESSAGE = 1000  # characters

# The module of each command, in the order of the help.
_HOME = {
    "words": "words",
    "sell": "sell",
    "outs": "sell",
    "buy": "advise",
    "choose": "advise",
    "discard": "advise",
    "price": "words",
    "check": "check",
    "match": "lookup",
    "anagram": "lookup",
    "hooks": "lookup",
    "scan": "lookup",
    "dict": "dictionary",
    "tiles": "tiles",
    "play": "play",
    "track": "track",
    "games": "games",
    "resume": "games",
    "hint": "hint",
    "replay": "replay",
    "review": "review",
    "quiz": "quiz",
    "simulate": "simulate",
}
_HELP = """\
Usage: bw COMMAND ... (COMMAND -h tells more, with an example; -V the version)

Tools for the word game BuyWord. Most people come for one of these:

  bw sell aeinrst..     the best words to sell from a hand (. is a wild)
  bw check quiz qzxv    whether words are valid; for scripts, -q
  bw play               the game, alone or against the computer

Hands and sets:
  words     every word in a hand        sell      the best sale, exactly
  outs      what one more letter gives  buy       is a set worth its price?
  discard   what to throw away          choose    how many tiles to draw
Words:
  check     valid or not                match     words that fit a pattern
  anagram   words of all the letters    hooks     letters in front and behind
  scan      words hidden in a text      dict      dictionaries, house words
  tiles     the tile set, and the bag   price     pips and price of tiles
Games:
  play      alone, or with others       track     follow one on a real table
  games     those kept                  resume    go on with one
  hint      what to do now              replay    a game event by event
  review    every decision graded       quiz      find the best decision
  simulate  many, by computer players
"""


class _LazyGroup(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_HOME)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write(_HELP)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in _HOME:
            return None
        module = import_module(f".{_HOME[name]}", __name__)
        command: click.Command = getattr(module, f"{name}_")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if ctx.resilient_parsing:  # words are being completed: they may be half of a name
            return super().resolve_command(ctx, args)
        if args[0] not in _HOME:
            from difflib import get_close_matches

            near = get_close_matches(args[0], _HOME)
            hint = f": do you mean {' or '.join(near)}?" if near else ""
            raise click.UsageError(f"there is no command {args[0]!r}{hint}", ctx)
        return super().resolve_command(ctx, args)


def _version(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked:
        from ..value import is_compiled

        click.echo(f"bwtools {__version__}, engine {'' if is_compiled() else 'not '}compiled")
        ctx.exit()


@click.group(
    cls=_LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
)
@click.option(
    "-V",
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_version,
    help="Show the version, and whether the engine is compiled.",
)
@click.pass_context
def bw(ctx: click.Context) -> None:
    """Tools for BuyWord; without a command, how they are called."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main() -> NoReturn:
    """Run the command line, and end the process with the status of the contract."""
    completing = os.environ.get("_BW_COMPLETE")
    sys.exit(_complete(completing) if completing else run(sys.argv[1:]))


def _complete(instruction: str) -> int:
    """Tell a shell what may come next, or how to ask; the exit status."""
    from click.shell_completion import shell_complete

    with suppress(KeyError, ValueError):  # of the variables that the shell sets besides
        if shell_complete(bw, {}, "bw", "_BW_COMPLETE", instruction) == 0:
            return 0
    return report(f"_BW_COMPLETE is {instruction!r}, and no shell completes a line so: unset it")


def run(args: list[str]) -> int:
    """Run the command line and return the exit status; errors are one line on stderr."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        status = _run(args)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read the output has enough; what is still in the buffer has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0
    except OSError as error:
        return report(f"cannot go on: {why(error)}")
    except (KeyboardInterrupt, click.Abort):
        return 130
    return status


def _run(args: list[str]) -> int:
    try:
        # Not bw.main: it ends the process with status 1 when a pipe is closed.
        with bw.make_context("bw", args) as context:
            bw.invoke(context)
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "bw"
        return report(f"{error.format_message().rstrip('.')} ({path} -h shows how)")
    except click.ClickException as error:
        return report(error.format_message())
    except BwError as error:
        return report(str(error))
    return 0


def report(message: str) -> int:
    """Tell what went wrong, on one line of stderr whatever is in it, and return the status."""
    try:
        click.echo(f"Error: {_readable(message)}", err=True)
    except OSError:
        pass  # nobody can be told; the status tells
    return 2


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
