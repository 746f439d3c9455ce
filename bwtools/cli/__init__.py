"""The command line, `bw`: a group of commands that are imported when they are used."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from itertools import zip_longest
from typing import NoReturn

import click

from ..errors import BwError, InvalidError, quote
from ..storage.files import os_message
from .messages import (
    COMPILE,
    ENCODE_ALL,
    NO_MEMORY,
    discard_output,
    is_closed_pipe,
    report,
    warn_if_interpreted,
    warn_if_not_locked,
)

# The commands by heading: the module of each, and its description.
_GROUPS = {
    "Hands and sets": {
        "words": ("words", "all words in a hand"),
        "sell": ("sell", "the best sales of a hand"),
        "outs": ("sell", "gain from one more letter"),
        "buy": ("advice", "whether to buy a set"),
        "choose": ("advice", "how many tiles to draw"),
        "discard": ("advice", "which letters to discard"),
    },
    "Words": {
        "check": ("check", "whether words are valid"),
        "match": ("lookup", "words that fit a pattern"),
        "anagram": ("lookup", "words that use all letters"),
        "hooks": ("lookup", "letters that extend a word"),
        "scan": ("lookup", "words hidden in a text"),
        "dict": ("dictionary", "dictionaries, house words"),
        "tiles": ("tiles", "a tile set, or a bag"),
        "price": ("words", "pips and price of tiles"),
    },
    "Games": {
        "play": ("play", "play alone or with others"),
        "track": ("track", "enter a game on a real table"),
        "games": ("games", "list saved games"),
        "stats": ("stats", "results, streak, best sales"),
        "resume": ("games", "continue a saved game"),
        "hint": ("hint", "the best decision now"),
        "replay": ("replay", "a game event by event"),
        "review": ("review", "grade every decision"),
        "quiz": ("quiz", "practise decisions"),
        "simulate": ("simulate", "compare computer players"),
        "serve": ("serve", "the table in a browser"),
    },
}

_COMMANDS = {name: about for group in _GROUPS.values() for name, about in group.items()}

_HELP = """\
Usage: bw COMMAND ... (help with examples: bw COMMAND -h; version: bw -V)

Tools for the word game BuyWord. To start with:
  bw sell aeinrst..     find the best words to sell from a hand (. is a wild)
  bw check quiz qzxv    check whether words are valid
  bw play               play the game, alone or against the computer

"""


def _group_help() -> Iterator[str]:
    """Yield the lines of the help that list the commands, two on a line."""
    for heading, group in _GROUPS.items():
        yield f"{heading}:\n"
        cells = [f"{name:<10}{text}" for name, (_, text) in group.items()]
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
        module, command_help = _COMMANDS[name]
        command: click.Command = getattr(import_module(f".commands.{module}", __name__), f"{name}_")
        if not gc.isenabled():  # see __main__
            gc.freeze()
            gc.enable()
        command.short_help = command_help  # which shells show in completions
        if _HELP_OPTION not in command.params:
            command.params.append(_HELP_OPTION)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if ctx.resilient_parsing:  # completing a name that may be incomplete
            return super().resolve_command(ctx, args)
        if args[0] not in _COMMANDS:
            from difflib import get_close_matches

            near = get_close_matches(args[0], _COMMANDS)
            hint = f": do you mean {' or '.join(near)}?" if near else ""
            raise click.UsageError(f"there is no command {args[0]!r}{hint}", ctx)
        return super().resolve_command(ctx, args)


def _show_help(ctx: click.Context, _: click.Parameter, is_set: bool) -> None:
    if is_set and not ctx.resilient_parsing:
        click.echo(ctx.get_help())
        ctx.exit()


# The option that click makes itself asks gettext for a translation, which takes time.
_HELP_OPTION = click.Option(
    ["-h", "--help"],
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_show_help,
    help="Show this message and exit.",
)


def _version(ctx: click.Context, _: click.Parameter, is_set: bool) -> None:
    if is_set:
        from .._version import __version__
        from ..evaluation.evaluator import is_compiled

        if is_compiled():
            click.echo(f"bwtools {__version__}, engine compiled")
        else:
            click.echo(f"bwtools {__version__}, engine not compiled (several times slower)")
            click.echo(f"To compile it, {COMPILE}")
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
    """Run tools for BuyWord; without a command, print the help."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


bw.params.append(_HELP_OPTION)


def main() -> NoReturn:
    """Run the command line and end the process with its exit status."""
    completing = os.environ.get("_BW_COMPLETE")
    status = _complete(completing) if completing else run(sys.argv[1:])
    warn_if_interpreted()
    _exit(status)


def _is_observed() -> bool:
    """Return whether a debugger or profiler is active. Python 3.12 has a third way."""
    monitoring = getattr(sys, "monitoring", None)
    tools = map(monitoring.get_tool, range(6)) if monitoring else ()
    return any((sys.gettrace(), sys.getprofile(), *tools))


def _exit(status: int) -> NoReturn:
    """End the process without freeing its memory, which would take a tenth of a short command."""
    if _is_observed():  # a debugger or profiler reports when Python ends
        sys.exit(status)
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # closed; `run` has reported that
            if stream is not None:
                stream.flush()
    os._exit(status)


def _complete(instruction: str) -> int:
    """Print completions, or a shell's script for them; return the exit status."""
    from .shells import answer

    try:
        sys.stdout.buffer.write(answer(bw, "_BW_COMPLETE", instruction))
        sys.stdout.flush()
    except OSError:  # which would disturb the line that is typed
        return 2
    except (KeyError, ValueError):  # from other variables that a shell sets
        return report(f"_BW_COMPLETE is {instruction!r}, which no shell sets: unset it")
    return 0


def run(args: list[str]) -> int:
    """Run the command line and return the exit status; print an error as one line on stderr."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace" if stream.isatty() else ENCODE_ALL)
    try:
        status = _run(args)
        warn_if_not_locked()
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        if is_closed_pipe(error):
            discard_output(1)  # the reader of the output has closed the pipe
            return 0
        return report(f"cannot continue: {os_message(error)}")
    except (KeyboardInterrupt, click.Abort):
        return 130
    except MemoryError:
        return report(NO_MEMORY)
    except RecursionError:
        return report("a file or path is nested too deeply, or links to itself too often")
    return status


def _check_arguments(args: list[str]) -> None:
    """Raise InvalidError for a text that no shell passes, and no file can be named."""
    for arg in args:
        try:
            valid = b"\0" not in os.fsencode(arg)
        except UnicodeEncodeError:
            valid = False
        if not valid:
            raise InvalidError(f"{quote(arg)} is not valid text: remove its wrong characters")


def _run(args: list[str]) -> int:
    try:
        _check_arguments(args)
        # Not bw.main, which ends the process with status 1 if a pipe is closed.
        with bw.make_context("bw", args) as context:
            bw.invoke(context)
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.UsageError as error:
        # For an option without its value, click does not name the command.
        path = error.ctx.command_path if error.ctx else " ".join(["bw", *args[:1]])
        message = error.format_message().rstrip(".")
        if message.startswith("Got unexpected extra"):
            message += ": quote an argument that has spaces"
        return report(f"{message} (see {path} -h)")
    except BwError as error:
        return report(str(error))
    return 0
