"""The commands `match`, `anagram`, `hooks` and `scan`."""

from __future__ import annotations

from collections.abc import Iterator

import click

from ...errors import InvalidError
from ...lexicon import search
from ...lexicon.lexicon import Lexicon
from ...lexicon.text_reader import Stream, read_text
from ...storage.files import open_user_file
from ...tiles.tile_set import price
from .. import completion
from ..options import STDIN, error_reporter, lexicon_options, read_hand, stdin_stream, within
from ..output import Layout, Row, output
from ..queries import each_query
from ..word_rows import PLAYS, word_output

_MATCHES = Layout(fields=("word", "length", "pips", "price"), plain="word", money=("price",))
_HOOKS = Layout(fields=("hook", "side", "word"), plain="word")


@click.command("match")
@click.argument("pattern")
@word_output(_MATCHES)
def match_(pattern: str, lexicon: Lexicon) -> Iterator[Row]:
    """List the words of the dictionary that fit PATTERN; - reads patterns from stdin.

    ? or . is one letter, * any run of letters, [AEIOU] one of these, [^S] none of these. Quote the
    pattern, since shells expand ? and *.

    \b
    bw match 'q.iz*'
    """

    def answer(text: str) -> Iterator[Row]:
        for word in search.match(lexicon, text):
            pips = lexicon.tiles.set_pips(word)
            yield {"word": word, "length": len(word), "pips": pips, "price": price(pips)}

    return each_query(pattern, "pattern", answer, _MATCHES.fields)


@click.command("anagram")
@click.argument("letters")
@word_output(PLAYS)
def anagram_(letters: str, lexicon: Lexicon) -> Iterator[Row]:
    """List the words that use all LETTERS; - reads stdin. . is a wild; there may be several.

    \b
    bw anagram etx.
    """
    tiles = lexicon.tiles

    def answer(text: str) -> Iterator[Row]:
        for play, wilds in search.anagrams(lexicon, read_hand(text)):
            pips = sum(tiles.wild_pips if char.islower() else tiles.pips[char] for char in play)
            yield {
                "word": play.upper(),
                "play": play,
                "wild": wilds or None,
                "length": len(play),
                "pips": pips,
                "price": price(pips),
            }

    return each_query(letters, "letters", answer, PLAYS.fields)


@click.command("hooks")
@click.argument("word")
@word_output(_HOOKS)
def hooks_(word: str, lexicon: Lexicon) -> Iterator[Row]:
    """List the letters that extend WORD, in front or at the back; - reads words from stdin.

    \b
    bw hooks lane
    """

    def answer(text: str) -> Iterator[Row]:
        for hook, side, longer in search.hooks(lexicon, text):
            yield {"hook": hook, "side": side, "word": longer}

    return each_query(word, "base", answer, _HOOKS.fields)


_MOST_TEXT = 64_000_000  # bytes to scan


@click.command("scan")
@click.argument("file", default="-", shell_complete=completion.files)
@click.option(
    "--min-length",
    type=within(2),
    default=5,
    metavar="N",
    help="Only words of N letters or more (default: 5).",
)
@lexicon_options
@output(Layout(fields=("word", "start", "end"), plain="word"))
def scan_(file: str, min_length: int, lexicon: Lexicon) -> Iterator[Row]:
    """List the words hidden in runs of letters in FILE or stdin.

    Start and end count characters from 0; the end is exclusive.

    \b
    echo 'Sequin strings' | bw scan
    """
    text = "".join(_text(file))
    for found in search.scan(lexicon, text, min_length):
        yield found._asdict()


def _text(file: str) -> Iterator[str]:
    """Yield the text of a file or stdin; report lines that are not UTF-8."""
    if file == "-":
        yield from _pieces(stdin_stream("name a file"), None)
        return
    try:
        with open_user_file(file) as stream:
            yield from _pieces(stream, file)
    except OSError as error:
        raise InvalidError(f"cannot read {file}: {error.strerror}") from None


def _pieces(stream: Stream, file: str | None) -> Iterator[str]:
    on_error = error_reporter(file)
    return read_text(stream, file or STDIN, on_error, limit=_MOST_TEXT, keep_endings=True)
