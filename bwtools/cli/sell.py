"""Commands about the best sale: sell, outs."""

from __future__ import annotations

from collections.abc import Iterator

import click

from .. import advice, sales
from ..errors import InvalidError
from ..lexicon import Lexicon
from ..tiles import Hand, parse_hand, parse_letters, quote
from .options import each_query, lexicon_options, read_hand, top_option, wilds_option, within
from .output import Layout, Row, output

SELL = Layout(
    fields=(*("rank", "revenue", "words", "wilds_used", "left", "wilds_left", "discard"),),
    plain=lambda row: " ".join(word["play"] for word in row["words"]),
    money=("revenue",),
)


def sell_rows(
    lexicon: Lexicon, hand: Hand, kept: Hand, top: int = 10, max_words: int | None = None
) -> Iterator[Row]:
    """The rows of the best sales from a hand; `kept` is held too, and not sold.

    Raises InvalidError: the hand is too large for an exact sale.
    """
    for rank, outcome in enumerate(sales.best_sales(lexicon, hand, top, max_words), 1):
        left = "".join(sorted(outcome.left.letters + kept.letters))
        yield {
            "rank": rank,
            "revenue": outcome.revenue,
            "words": [_sale_row(sale) for sale in outcome.sales],
            "wilds_used": hand.wilds - outcome.left.wilds,
            "left": left,
            "wilds_left": outcome.left.wilds + kept.wilds,
            "discard": advice.discard_by_rule(left, lexicon.tiles),
        }


@click.command("sell")
@click.argument("hand")
@wilds_option
@top_option(10)
@click.option("--max-words", type=within(1), metavar="N", help="Sell N words at most.")
@click.option("--keep", default="", metavar="LETTERS", help="Tiles not to sell (. for a wild).")
@click.option(
    "--by",
    type=click.Choice(["revenue", "equity"]),
    default="revenue",
    help="Best by dollars now (default), or with the worth of what is left.",
)
@lexicon_options
@output(SELL)
def sell_(
    hand: str,
    wilds: int,
    top: int,
    max_words: int | None,
    keep: str,
    by: str,
    lexicon: Lexicon,
) -> Iterator[Row]:
    """Find the best words to sell together from HAND; none better exist.

    \b
    bw sell aeinrstqu..
    bw sell aeinrstqu.. --keep qu. --top 3
    """
    if by == "equity":
        raise InvalidError("--by equity comes with a later version: use --by revenue")
    kept = parse_hand(keep)

    def answer(text: str) -> Iterator[Row]:
        free = _without(read_hand(text, wilds), kept)
        return sell_rows(lexicon, free, kept, top, max_words)

    return each_query(hand, "hand", answer)


def _without(hand: Hand, kept: Hand) -> Hand:
    for letter in set(kept.letters):
        if kept.letters.count(letter) > hand.letters.count(letter):
            raise InvalidError(f"--keep names more {letter} than the hand {quote(str(hand))} has")
    if kept.wilds > hand.wilds:
        raise InvalidError(f"--keep names more wilds than the hand {quote(str(hand))} has")
    return Hand(advice.without(hand.letters, kept.letters), hand.wilds - kept.wilds)


def _sale_row(sale: sales.Sale) -> Row:
    return {
        "word": sale.play.word,
        "play": str(sale.play),
        "wild": sale.play.wild_letter,
        "pips": sale.pips,
        "price": sale.price,
        "alternatives": [str(play) for play in sale.alternatives],
    }


@click.command("outs")
@click.argument("hand")
@wilds_option
@click.option("--seen", default="", metavar="LETTERS", help="Letters gone from the bag.")
@lexicon_options
@output(
    Layout(
        fields=("letter", "count", "plays", "revenue", "gain"),
        plain=lambda row: str(row["letter"]),
        money=("revenue", "gain"),
    )
)
def outs_(hand: str, wilds: int, seen: str, lexicon: Lexicon) -> Iterator[Row]:
    """For each letter that could come, what HAND would sell for with it.

    \b
    bw outs aeinrst
    """
    held = read_hand(hand, wilds)
    bag = lexicon.tiles.bag_without(held.letters, parse_letters(seen))
    for out in sales.outs(lexicon, held, bag):
        yield {
            "letter": out.letter,
            "count": out.left,
            "plays": [str(sale.play) for sale in out.sales],
            "revenue": out.revenue,
            "gain": out.gain,
        }
