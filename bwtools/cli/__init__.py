"""The command line, `bw`: a group whose commands are imported when they are used."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from itertools import zip_longest
from typing import NoReturn

import click

from .. import __version__
from ..errors import BwError
from ..storage.files import os_message
from .messages import _drop, report

# The commands under their headings: the module of each, and what it is for.
_GROUPS = {
    "Hands and sets": {
        "words": ("words", "every word in a hand"),
        "sell": ("sell", "the best sale, exactly"),
        "outs": ("sell", "what one more letter gives"),
        "buy": ("advice", "is a set worth its price?"),
        "choose": ("advice", "how many tiles to draw"),
        "discard": ("advice", "what to throw away"),
    },
    "Words": {
        "check": ("check", "valid or not"),
        "match": ("lookup", "words that fit a pattern"),
        "anagram": ("lookup", "words of all the letters"),
        "hooks": ("lookup", "letters in front and behind"),
        "scan": ("lookup", "words hidden in a text"),
        "dict": ("dictionary", "dictionaries, house words"),
        "tiles": ("tiles", "the tile set, and the bag"),
        "price": ("words", "pips and price of tiles"),
    },
    "Games": {
        "play": ("play", "alone, or with others"),
        "track": ("track", "follow one on a real table"),
        "games": ("games", "those kept"),
        "resume": ("games", "go on with one"),
        "hint": ("hint", "what to do now"),
        "replay": ("replay", "a game event by event"),
        "review": ("review", "every decision graded"),
        "quiz": ("quiz", "find the best decision"),
        "simulate": ("simulate", "many, by computer players"),
    },
}

_COMMANDS = {name: about for group in _GROUPS.values() for name, about in group.items()}

_HELP = """\
Usage: bw COMMAND ... (COMMAND -h tells more, with an example; -V the version)

Tools for the word game BuyWord. Most people come for one of these:

  bw sell aeinrst..     the best words to sell from a hand (. is a wild)
  bw check quiz qzxv    whether words are valid; for scripts, -q
  bw play               the game, alone or against the computer

"""


def _group_help() -> Iterator[str]:
    """The lines of the help about the commands, two on a line."""
    for heading, group in _GROUPS.items():
        yield f"{heading}:\n"
        cells = [f"{name:<10}{what}" for name, (_, what) in group.items()]
        for left, right in zip_longest(cells[::2], cells[1::2], fillvalue=""):
            yield f"  {left:<38}{right}".rstrip() + "\n"


class _LazyGroup(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write(_HELP + "".join(_group_help()))

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in _COMMANDS:
            return None
        home, what = _COMMANDS[name]
        command: click.Command = getattr(import_module(f".commands.{home}", __name__), f"{name}_")
        command.short_help = what  # what a shell shows beside it
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if ctx.resilient_parsing:  # words are being completed: they may be half of a name
            return super().resolve_command(ctx, args)
        if args[0] not in _COMMANDS:
            from difflib import get_close_matches

            near = get_close_matches(args[0], _COMMANDS)
            hint = f": do you mean {' or '.join(near)}?" if near else ""
            raise click.UsageError(f"there is no command {args[0]!r}{hint}", ctx)
        return super().resolve_command(ctx, args)


def _version(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked:
        from ..evaluation.evaluator import is_compiled

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
        _drop(1)  # whoever read the output has enough
        return 0
    except OSError as error:
        return report(f"cannot go on: {os_message(error)}")
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
        # Of an option without its value click does not say of which command it is.
        path = error.ctx.command_path if error.ctx else " ".join(["bw", *args[:1]])
        message = error.format_message().rstrip(".")
        if message.startswith("Got unexpected extra"):
            message += ": what belongs together stands in quotes"
        return report(f"{message} ({path} -h shows how)")
    except BwError as error:
        return report(str(error))
    return 0
