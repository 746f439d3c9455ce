"""Commands about the best sale: sell, outs."""

from __future__ import annotations

from collections.abc import Iterator

import click

from .. import advice, decisions, sales
from ..decisions import Method
from ..errors import InvalidError
from ..lexicon import Lexicon
from ..tiles import Hand, parse_hand, parse_letters, quote, without
from .advise import cents, note
from .options import each_query, lexicon_options, read_hand, top_option, wilds_option, within
from .output import Layout, Row, output
from .situation import Known, situation_options

SELL = Layout(
    fields=(*("rank", "revenue", "words", "wilds_used", "left", "wilds_left", "discard"),),
    plain=lambda row: " ".join(word["play"] for word in row["words"]),
    money=("revenue",),
)
EQUITY = SELL._replace(
    fields=(*SELL.fields, "equity", "stderr", "basis", "trained_on"),
    money=("revenue", "equity", "stderr"),
    table=(*SELL.fields, "equity", "stderr", "basis"),
    note=note,
)


def sell_rows(
    lexicon: Lexicon, hand: Hand, kept: Hand, top: int = 10, max_words: int | None = None
) -> Iterator[Row]:
    """The rows of the best sales from a hand; `kept` is held too, and not sold.

    Raises InvalidError: the hand is too large for an exact sale.
    """
    for rank, outcome in enumerate(sales.best_sales(lexicon, hand, top, max_words), 1):
        thrown = advice.discard_by_rule(outcome.left.plus(*kept).letters, lexicon.tiles)
        yield _sell_row(rank, outcome, hand, kept, thrown)


def equity_rows(
    lexicon: Lexicon,
    hand: Hand,
    kept: Hand,
    situation: advice.Situation,
    method: Method,
    top: int = 10,
    max_words: int | None = None,
) -> Iterator[Row]:
    """The rows of the sales that are best with the worth of what is left; nothing is one too.

    By rule they are the best sales. Raises as `decisions.judge_sales`.
    """
    found = decisions.judge_sales(lexicon, hand, kept, situation, method, top, max_words)
    if found is None:
        for row in sell_rows(lexicon, hand, kept, top, max_words):
            yield {**row, "equity": None, "stderr": None, "basis": "rule", "trained_on": None}
        return
    ways, judged = found
    order = judged.order()
    for rank, option in enumerate(order[:top], 1):
        sold = ways[option]
        yield {
            **_sell_row(rank, sold.outcome, hand, kept, sold.discard),
            "equity": cents(judged.totals.value(option) - situation.money),
            "stderr": cents(judged.totals.gain(option, order[0])[1]),
            "basis": judged.basis,
            "trained_on": judged.trained_on,
        }


def _sell_row(rank: int, outcome: sales.Outcome, hand: Hand, kept: Hand, thrown: str) -> Row:
    left = outcome.left.plus(*kept)
    return {
        "rank": rank,
        "revenue": outcome.revenue,
        "words": [_sale_row(sale) for sale in outcome.sales],
        "wilds_used": hand.wilds - outcome.left.wilds,
        "left": left.letters,
        "wilds_left": left.wilds,
        "discard": thrown,
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
@situation_options
@lexicon_options
@output(lambda options: EQUITY if options["by"] == "equity" else SELL)
def sell_(
    hand: str,
    wilds: int,
    top: int,
    max_words: int | None,
    keep: str,
    by: str,
    known: Known,
    method: Method,
    lexicon: Lexicon,
) -> Iterator[Row]:
    """Find the best words to sell together from HAND; none better exist.

    Equity is what they bring and the further money to expect with what is left; the options from
    --money to --time are for it. Selling nothing is then a row too, and the standard error is that
    of the difference to the first row, of sampling alone.

    \b
    bw sell aeinrstqu..
    bw sell aeinrstqu.. --keep qu. --top 3
    bw sell aeinrstqu.. --by equity
    """
    kept = parse_hand(keep)

    def answer(text: str) -> Iterator[Row]:
        hand = read_hand(text, wilds)
        free = _without(hand, kept)
        if by == "revenue":
            return sell_rows(lexicon, free, kept, top, max_words)
        situation = known.situation(lexicon.tiles, hand)
        return equity_rows(lexicon, free, kept, situation, method, top, max_words)

    return each_query(hand, "hand", answer)


def _without(hand: Hand, kept: Hand) -> Hand:
    for letter in set(kept.letters):
        if kept.letters.count(letter) > hand.letters.count(letter):
            raise InvalidError(f"--keep names more {letter} than the hand {quote(str(hand))} has")
    if kept.wilds > hand.wilds:
        raise InvalidError(f"--keep names more wilds than the hand {quote(str(hand))} has")
    return Hand(without(hand.letters, kept.letters), hand.wilds - kept.wilds)


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
