"""The commands `words` and `price`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import click

from ...lexicon import search
from ...lexicon.lexicon import Lexicon
from ...tiles.hand import Play, parse_letters, parse_play
from ...tiles.tile_set import TileSet, price
from .. import completion
from ..options import read_hand, tiles_option, top_option, wilds_option, within
from ..output import Layout, Row, output
from ..queries import each_query
from ..word_rows import PLAYS, play_row, word_output


@click.command("words")
@click.argument("hand")
@wilds_option
@click.option(
    "--min-length", type=within(0), default=2, metavar="N", help="Only words of N letters or more."
)
@click.option("--max-length", type=within(0), metavar="N", help="Only words of N letters or fewer.")
@click.option(
    "--contains", default="", metavar="LETTERS", help="Only words with all these letters."
)
@click.option("--pattern", metavar="P", help="Only words that fit a pattern of `bw match`.")
@click.option(
    "--theme", shell_complete=completion.files, metavar="FILE", help="Only words in this word list."
)
@click.option(
    "--sort",
    type=click.Choice(["price", "length", "word"]),
    default="price",
    help="Highest price first (default), longest first, or A to Z.",
)
@top_option(None)
@word_output(PLAYS)
def words_(
    hand: str,
    wilds: int,
    min_length: int,
    max_length: int | None,
    contains: str,
    pattern: str | None,
    theme: str | None,
    sort: str,
    top: int | None,
    lexicon: Lexicon,
) -> Iterator[Row]:
    """List all words that HAND can sell, each at its best price.

    \b
    bw words aeinrst. --top 5
    bw words quizst --pattern 'q*'
    """
    wanted = parse_letters(contains)
    counts = {letter: wanted.count(letter) for letter in wanted}
    regex = None if pattern is None else search.pattern_regex(pattern)
    allowed = None if theme is None else _theme(theme)

    def fits(word: str) -> bool:
        return (
            min_length <= len(word)
            and (max_length is None or len(word) <= max_length)
            and all(word.count(letter) >= count for letter, count in counts.items())
            and (not regex or regex.fullmatch(word) is not None)
            and (allowed is None or word in allowed)
        )

    def answer(text: str) -> Iterator[Row]:
        found: Iterator[tuple[Play, int]] = (
            p for p in search.plays(lexicon, read_hand(text, wilds)) if fits(p[0].word)
        )
        if sort == "length":
            found = iter(sorted(found, key=lambda p: -len(p[0].word)))
        elif sort == "word":
            found = iter(sorted(found, key=lambda p: p[0].word))
        return (play_row(*play) for play in islice(found, top))

    return each_query(hand, "hand", answer, PLAYS.fields)


def _theme(name: str) -> frozenset[str]:
    from ...lexicon.theme import read_theme

    return frozenset(read_theme(name).words)


@click.command("price")
@click.argument("tiles_", metavar="TILES...", nargs=-1, required=True)
@tiles_option
@output(
    Layout(
        fields=("tiles", "pips", "price"),
        plain="price",
        money=("price",),
    )
)
def price_(tiles_: tuple[str, ...], tiles: TileSet) -> Iterator[Row]:
    """Print the pips and the price of sets or plays.

    In a play, one lower-case letter among capitals is a wild.

    \b
    bw price des RETiNAS
    """

    def answer(text: str) -> Iterator[Row]:
        shown, pips = _pips(text, tiles)
        yield {"tiles": shown, "pips": pips, "price": price(pips)}

    for text in tiles_:
        if text != "-":
            _pips(text, tiles)  # report an error before the first row
    for text in tiles_:
        yield from each_query(text, "tiles", answer)


def _pips(text: str, tiles: TileSet) -> tuple[str, int]:
    if text.isascii() and text.isalpha():
        play = parse_play(text)
        return str(play), play.pips(tiles)
    hand = read_hand(text)
    return str(hand), tiles.set_pips(*hand)
