"""The commands of `dict`: list, info, build, add, remove, export, diff."""

from __future__ import annotations

from collections.abc import Iterator

import click

from ...errors import InvalidError
from ...lexicon import lexicon as lexicons
from ...lexicon.lexicon import Lexicon, open_lexicon
from ...tiles.tile_set import TileSet
from .. import completion
from ..messages import report
from ..options import tiles_option
from ..output import STATUS, Layout, Row, output

_INFO = Layout(
    fields=("name", "words", "sha256", "added", "removed", "skipped", "examples", "source"),
    plain="name",
    table=("name", "words", "added", "removed", "skipped", "examples", "source"),
    hide_if_empty=("added", "removed", "examples"),
)
_WORDS = Layout(
    fields=("word",), plain=lambda row: str(row["word"]).lower(), default_format="plain"
)


_dictionary = click.argument("dictionary", shell_complete=completion.dictionaries)
_optional_dictionary = click.argument(
    "dictionary",
    envvar="BW_DICTIONARY",
    default=lexicons.DEFAULT,
    shell_complete=completion.dictionaries,
)


def _info_row(lexicon: Lexicon) -> Row:
    return {
        "name": lexicon.name,
        "words": len(lexicon),
        "sha256": lexicon.sha256(),
        "added": sorted(lexicon.house.added),
        "removed": sorted(lexicon.house.removed),
        "skipped": lexicon.compiled.skipped,
        "examples": list(lexicon.compiled.examples),
        "source": lexicon.source,
    }


@click.group("dict", invoke_without_command=True)
@click.pass_context
def dict_(ctx: click.Context) -> None:
    """Manage dictionaries and house words.

    \b
    bw dict info enable
    bw dict add enable zzz qi
    bw dict build -h
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@dict_.command("list")
@tiles_option
@output(_INFO)
def list_(tiles: TileSet) -> Iterator[Row]:
    """List the dictionaries that have a name.

    \b
    bw dict list
    """
    for name in sorted(lexicons.dictionaries()):
        try:
            yield _info_row(open_lexicon(name, tiles))
        except InvalidError as error:  # list the others
            click.get_current_context().meta[STATUS] = report(str(error))


@dict_.command("info")
@_optional_dictionary
@tiles_option
@output(_INFO)
def info_(dictionary: str, tiles: TileSet) -> Iterator[Row]:
    """Describe a dictionary.

    Lines of its file that do not start with a word are skipped; examples are a few of those. The
    sha256, in formats other than table, is that of the output of `bw dict export`.

    \b
    bw dict info enable -f csv
    """
    yield _info_row(open_lexicon(dictionary, tiles))


@dict_.command("build")
@click.argument("file", shell_complete=completion.files)
@click.option("--name", required=True, metavar="NAME", help="The name of the dictionary.")
@output(_INFO)
def build_(file: str, name: str) -> Iterator[Row]:
    """Save the word list FILE under a name.

    A line is a word of letters A to Z, alone or followed by a space or tab and its definition, such
    as `quiz a short test`; several lines may define one word. Blank lines and comments, from # on,
    are ignored. The text is UTF-8, UTF-16 or Latin-1, plain or gzip. The option -D of check and
    words, and the command `define WORD` in play, show definitions.

    A dictionary with the same name is replaced. To delete a dictionary, delete its source file.

    \b
    echo 'quiz a short test' > mylist.txt
    bw dict build mylist.txt --name mine
    bw words quizst -d mine -D
    """
    yield _info_row(lexicons.build_dictionary(file, name))


@dict_.command("add")
@_dictionary
@click.argument("words", nargs=-1, required=True)
@output(_INFO)
def add_(dictionary: str, words: tuple[str, ...]) -> Iterator[Row]:
    """Add WORDS to a dictionary as house words.

    \b
    bw dict add enable zzz qi
    """
    lexicons.change_house_words(dictionary, add=words)
    yield _info_row(open_lexicon(dictionary))


@dict_.command("remove")
@_dictionary
@click.argument("words", nargs=-1, required=True)
@output(_INFO)
def remove_(dictionary: str, words: tuple[str, ...]) -> Iterator[Row]:
    """Remove WORDS from a dictionary.

    Adding and removing the same word cancel out.

    \b
    bw dict remove enable zzz qi
    """
    lexicons.change_house_words(dictionary, remove=words)
    yield _info_row(open_lexicon(dictionary))


@dict_.command("export")
@_optional_dictionary
@output(_WORDS)
def export_(dictionary: str) -> Iterator[Row]:
    """Print the words of a dictionary.

    House words are added and removed. By default the output is a word list: lower case, A to Z, one
    word a line.

    \b
    bw dict export enable > words.txt
    """
    for word in open_lexicon(dictionary):
        yield {"word": word}


@dict_.command("diff")
@click.argument("a", shell_complete=completion.dictionaries)
@click.argument("b", shell_complete=completion.dictionaries)
@output(Layout(fields=("word", "only"), plain="word"))
def diff_(a: str, b: str) -> Iterator[Row]:
    """List the words that only A or only B has.

    \b
    bw dict diff enable everyday
    """
    first, second = open_lexicon(a), open_lexicon(b)
    words, others = set(first), set(second)
    for word in sorted(words ^ others):
        yield {"word": word, "only": a if word in words else b}
