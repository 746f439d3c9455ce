"""Options shared by several commands, and reading stdin."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from math import inf
from typing import TYPE_CHECKING, Any, cast

import click
from click.core import ParameterSource

from ..errors import InvalidError, quote
from ..lexicon.lexicon import DEFAULT, open_lexicon
from ..storage.files import LONGEST_LINE, check_writable, write_user_file
from ..tiles.hand import Hand, parse_hand
from ..tiles.tile_set import load_tiles
from . import completion
from .messages import report
from .output import STATUS

if TYPE_CHECKING:
    from ..lexicon.text_reader import Stream

Function = Callable[..., Any]
STDIN = "standard input"  # in messages


def within(low: int, high: float = inf, kind: type[float] = int) -> Callable[[str], float]:
    """Return a click type for a number from `low` to `high`: whole, or of another kind."""

    def convert(text: str) -> float:
        with suppress(ValueError):
            value = kind(text)
            if low <= value <= high:  # false for NaN
                return value
        noun = "whole number" if kind is int else "number"
        limits = f"of {low} or more" if high == inf else f"from {low} to {high}"
        raise click.BadParameter(f"must be a {noun} {limits}, not {quote(str(text))}")

    return convert


def tiles_option(function: Function) -> Function:
    """Give a command -t, and the tile set as `tiles`."""

    @click.option(
        "-t",
        "--tiles",
        "tiles_name",
        envvar="BW_TILES",
        default="classic",
        metavar="NAME|FILE",
        shell_complete=completion.tile_sets,
        help="The tile set (default: $BW_TILES, or classic).",
    )
    @functools.wraps(function)
    def command(*args: Any, tiles_name: str, **options: Any) -> Any:
        return function(*args, tiles=load_tiles(tiles_name), **options)

    return command


plain_option = click.option(
    "--plain", is_flag=True, help="Play line by line, without the table on the screen."
)

dictionary_option = click.option(
    "-d",
    "--dictionary",
    envvar="BW_DICTIONARY",
    default=DEFAULT,
    metavar="NAME|FILE",
    shell_complete=completion.dictionaries,
    help=f"The dictionary (default: $BW_DICTIONARY, or {DEFAULT}).",
)

wilds_option = click.option(
    "--wilds",
    type=within(0, 1_000_000),
    default=0,
    metavar="N",
    help="Wilds in the hand, besides those written as . (default: 0).",
)


def named_dictionary(ctx: click.Context, dictionary: str) -> str | None:
    """Return the dictionary if -d names it; otherwise a saved game's own takes precedence."""
    named = ctx.get_parameter_source("dictionary") is ParameterSource.COMMANDLINE
    return dictionary if named else None


def lexicon_options(function: Function) -> Function:
    """Give a command -d and -t, and the opened dictionary as `lexicon`."""

    @dictionary_option
    @tiles_option
    @functools.wraps(function)
    def command(*args: Any, dictionary: str, tiles: Any, **options: Any) -> Any:
        return function(*args, lexicon=open_lexicon(dictionary, tiles), **options)

    return command


def top_option(default: int | None) -> Callable[[Function], Function]:
    """Give a command --top."""
    return click.option(
        "--top",
        type=within(1, 1_000_000_000),
        default=default,
        metavar="N",
        help=f"At most N rows (default: {default or 'all'}).",
    )


def new_file(_: click.Context, option: click.Parameter, path: str | None) -> str | None:
    """Return the path of an option for a file to write. Raise InvalidError if it cannot be."""
    if path is None:
        return None
    if path in ("", "-"):
        raise InvalidError(
            f"{option.opts[0]} needs a file name: rows are printed to standard output"
        )
    try:
        check_writable(path)
    except OSError as error:
        raise InvalidError(f"cannot write {path}: {error.strerror}") from None
    return path


def write_new_file(path: str, text: str) -> None:
    """Write a file, or report an error and make the exit status 2."""
    try:
        write_user_file(path, text.encode())
    except OSError as error:
        message = f"cannot write {path}: {error.strerror or error}"
        click.get_current_context().meta[STATUS] = report(message)


def read_hand(text: str, wilds: int = 0) -> Hand:
    """Read a hand that must not be empty. Raise InvalidError."""
    hand = parse_hand(text, wilds)
    if not hand.letters and not hand.wilds:
        raise InvalidError("the hand is empty: give letters, and . for a wild, such as aeinrst.")
    return hand


def stdin_lines() -> Iterator[tuple[int, str]]:
    """Yield the number and text of each line of stdin that is not blank or a comment.

    Report lines that are not UTF-8 or too long. Raise InvalidError.
    """
    from ..lexicon.text_reader import UNDECODED, read_text, whole_lines

    stream = stdin_stream("give the query as an argument")
    blocks = whole_lines(read_text(stream, STDIN, error_reporter()))
    for number, line in enumerate((line for block in blocks for line in block.split("\n")), 1):
        text = line.strip()
        if len(text) >= LONGEST_LINE:
            click.get_current_context().meta[STATUS] = report(
                f"line {number} is longer than {LONGEST_LINE:,} characters: leave it out"
            )
        elif text and text[0] != "#" and not UNDECODED.search(text):
            yield number, text


def stdin_stream(instead: str) -> Stream:
    """Return the bytes of stdin. Raise InvalidError, with what to do `instead`, if it is closed."""
    if sys.stdin is None:
        raise InvalidError(f"{STDIN} is closed: {instead}")
    return cast("Stream", sys.stdin.buffer)


def error_reporter(file: str | None = None) -> Callable[[str], None]:
    """Return a function that reports an error in stdin or a file; the exit status becomes 2."""
    context = click.get_current_context()

    def report_error(message: str) -> None:
        context.meta[STATUS] = report(f"{file}, {message}" if file else message)

    return report_error
