"""The command `check`, which streams words in constant memory."""

from __future__ import annotations

import re
import sys
from codecs import getincrementaldecoder
from collections.abc import Iterator
from io import BufferedReader
from json import dumps
from typing import cast

import click

from ...errors import InvalidError
from ...lexicon.lexicon import Lexicon
from ...storage.files import open_user_file
from ...tiles.hand import upper
from .. import completion
from ..messages import report
from ..options import lexicon_options
from ..output import STATUS, Layout, Row, format_option, print_lines, write
from ..word_rows import define, definitions_option, with_definition

_BLOCK = 1 << 16  # bytes read at a time
_LAYOUT = Layout(fields=("word", "valid", "house"), plain="word", streamed=True)


_UNDECODED = re.compile(
    "[\udc80-\udcff]"
)  # bytes that are not UTF-8, as decoded by surrogateescape


@click.command("check")
@click.argument("words", nargs=-1)
@click.option(
    "--file",
    metavar="FILE",
    shell_complete=completion.files,
    help="Check the words in a file, one a line (- for stdin).",
)
@click.option("--valid", "only", flag_value="valid", help="Print only valid words.")
@click.option("--invalid", "only", flag_value="invalid", help="Print only invalid words.")
@click.option("-q", "--quiet", is_flag=True, help="Print nothing; use the exit status.")
@definitions_option
@lexicon_options
@format_option()
@click.pass_context
def check_(
    ctx: click.Context,
    words: tuple[str, ...],
    file: str | None,
    only: str | None,
    quiet: bool,
    defined: bool,
    form: str,
    lexicon: Lexicon,
) -> None:
    """Check whether WORDS are valid; without WORDS or with -, read stdin, one word a line.

    The exit status is 0 if all words are valid, else 1. The column "house" marks house words, added
    or removed.

    \b
    bw check quiz qzxv
    echo quiz | bw check -q && echo all valid
    bw dict export everyday | bw check --invalid
    """
    check = _Check(lexicon, only)
    blocks = filter(None, _blocks(words, file))
    if quiet:
        for block in blocks:
            check.verdicts(block)
    elif form == "plain":
        for block in blocks:
            print_lines(word for word, _ in check.verdicts(block))
    elif form == "jsonl" and not defined:
        for block in blocks:
            print_lines(check.jsonl(block))
    else:
        rows = (row for block in blocks for row in check.rows(block))
        if defined:
            write(define(rows, lexicon), with_definition(_LAYOUT), form)
        else:
            write(rows, _LAYOUT, form)
    ctx.exit(ctx.meta.get(STATUS) or check.status)


class _Check:
    """A check of words, one block at a time, and its exit status so far."""

    def __init__(self, lexicon: Lexicon, only: str | None):
        self.trie = lexicon.trie
        self.house = lexicon.house
        self.house_words = lexicon.house.added | lexicon.house.removed
        self.only = only
        self.status = 0

    def verdicts(self, words: list[str]) -> list[tuple[str, bool]]:
        """Return the words to print, each with whether it is valid."""
        trie = self.trie
        capitals = list(map(str.upper if "".join(words).isascii() else upper, words))
        valid = [word in trie for word in capitals]
        if self.house_words:
            added, removed = self.house
            valid = [
                word in added or (listed and word not in removed)
                for word, listed in zip(capitals, valid, strict=True)
            ]
        if not all(valid):
            self.status = 1
        checked = zip(words, valid, strict=True)
        if self.only:
            wanted = self.only == "valid"
            return [pair for pair in checked if pair[1] is wanted]
        return list(checked)

    def rows(self, words: list[str]) -> Iterator[Row]:
        for word, valid in self.verdicts(words):
            yield {"word": word, "valid": valid, "house": upper(word) in self.house_words}

    def jsonl(self, words: list[str]) -> list[str]:
        if self.house_words:
            return list(map(dumps, self.rows(words)))
        texts = {True: 'true, "house": false}', False: 'false, "house": false}'}
        return [
            f'{{"word": "{word}", "valid": {texts[valid]}'
            if word.isascii() and word.isalpha()
            else dumps({"word": word, "valid": valid, "house": False})
            for word, valid in self.verdicts(words)
        ]


def _blocks(words: tuple[str, ...], file: str | None) -> Iterator[list[str]]:
    """Yield the words of the arguments, of stdin in place of -, and of a file."""
    if file == "-":
        words, file = (*words, "-"), None
    if not words and file is None:
        if sys.stdin is None or sys.stdin.isatty():
            raise click.UsageError(
                "there are no words to check: give words, - for stdin or --file FILE",
                click.get_current_context(),
            )
        words = ("-",)
    for number, word in enumerate(map(str.strip, words), 1):
        if not word or _UNDECODED.search(word):
            raise InvalidError(f"word {number} is empty or not UTF-8 text: give a word")
    for word in map(str.strip, words):
        if word != "-":
            yield [word]
        elif sys.stdin is None:
            raise InvalidError("standard input is closed: give words or --file FILE")
        else:
            yield from _stream(cast("BufferedReader", sys.stdin.buffer))
    if file is not None:
        try:
            with open_user_file(file) as stream:
                yield from _stream(stream)
        except OSError as error:
            raise InvalidError(f"cannot read {file}: {error.strerror}") from None


def _stream(stream: BufferedReader) -> Iterator[list[str]]:
    """Yield blocks of whole lines as they arrive; a byte order mark identifies UTF-16."""
    data = stream.read1(_BLOCK)
    if len(data) == 1:  # half of a byte order mark, from a slow pipe
        data += stream.read1(_BLOCK)
    utf16 = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    name, errors = ("utf-16", "replace") if utf16 else ("utf-8-sig", "surrogateescape")
    decoder = getincrementaldecoder(name)(errors)
    line, rest = 1, ""
    while data:
        # Hold back a CR at the end, since it may be half of a CRLF.
        text = rest + decoder.decode(data)
        held = text.endswith("\r")
        whole, end, rest = (
            text[: len(text) - held].replace("\r\n", "\n").replace("\r", "\n").rpartition("\n")
        )
        rest = rest[:_BLOCK] + "\r" * held  # no word is longer, so an endless line fits in memory
        if end:
            yield _words(whole, line)
            line += whole.count("\n") + 1
        data = stream.read1(_BLOCK)
    yield _words(rest.rstrip("\r") + decoder.decode(b"", final=True), line)


def _words(text: str, first: int) -> list[str]:
    """Return the words in lines of text; report lines that are not UTF-8, counted from `first`."""
    words = [line.strip() for line in text.split("\n")]
    if not text.isascii() and _UNDECODED.search(text):
        for index, word in enumerate(words):
            if _UNDECODED.search(word):
                message = f"line {first + index}: this is not UTF-8 text: save the list as UTF-8"
                click.get_current_context().meta[STATUS] = report(message)
                words[index] = ""
    return list(filter(None, words))
