"""The command `check`, which streams words in constant memory."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import click

from ...errors import InvalidError
from ...lexicon.lexicon import Lexicon
from ...storage.files import open_user_file
from ...tiles.hand import upper
from .. import completion
from ..options import STDIN, error_reporter, lexicon_options, stdin_stream
from ..output import STATUS, Layout, Row, format_option, print_lines, write
from ..word_rows import define, definitions_option, with_definition

if TYPE_CHECKING:
    from ...lexicon.text_reader import Stream

_LAYOUT = Layout(fields=("word", "valid", "house"), plain="word", streamed=True)
_MOST_EXPLAINED = 10  # invalid words that a footer may explain


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

    Lists are read as -d reads them: UTF-8, UTF-16 or Latin-1, plain or gzip. Text after a word and
    lines that start with # are ignored.

    The exit status is 0 if all words are valid, else 1. The column "house" marks house words, added
    or removed.

    \b
    bw check quiz qzxv
    echo quiz | bw check -q && echo all valid
    bw dict export everyday | bw check --invalid
    """
    check = _Check(lexicon, only)
    layout = _LAYOUT._replace(footer=_explainer(lexicon))
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
            write(define(rows, lexicon), with_definition(layout), form)
        else:
            write(rows, layout, form)
    ctx.exit(ctx.meta.get(STATUS) or check.status)


def _explainer(lexicon: Lexicon) -> Callable[[Row], str | None]:
    """Return a footer that names other lists with the first invalid words."""
    left = _MOST_EXPLAINED

    def explain(row: Row) -> str | None:
        nonlocal left
        if row["valid"] or not left:
            return None
        from ...lexicon.shipped_lists import describe_without

        left -= 1
        word = upper(row["word"])
        found = describe_without(lexicon, [word])
        return f"{word} is not in {found}" if "(it is in" in found else None

    return explain


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
        from json import dumps

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
        if not word or not _is_text(word):
            raise InvalidError(f"word {number} is empty or not UTF-8 text: give a word")
    for word in map(str.strip, words):
        if word != "-":
            yield [word]
        else:
            yield from _stream(stdin_stream("give words or --file FILE"), None)
    if file is not None:
        try:
            with open_user_file(file) as stream:
                yield from _stream(stream, file)
        except OSError as error:
            raise InvalidError(f"cannot read {file}: {error.strerror}") from None


def _stream(stream: Stream, file: str | None) -> Iterator[list[str]]:
    """Yield the words of a list as they arrive; report lines that are not UTF-8.

    Raise InvalidError for data that is not text.
    """
    from ...lexicon.text_reader import binary, read_text, whole_lines
    from ...lexicon.word_list import entries

    name = file or STDIN

    def texts() -> Iterator[str]:
        for text in read_text(stream, name, error_reporter(file)):
            if "\0" in text:  # looked for here, as binary data may have no line end
                raise binary(name)
            yield text

    for text in whole_lines(texts()):
        words = map(str.strip, entries(text))
        yield [word for word in words if word and (word.isascii() or _is_text(word))]


def _is_text(word: str) -> bool:
    """Return whether a word has only characters that were UTF-8."""
    return not any("\udc80" <= char <= "\udcff" for char in word)
