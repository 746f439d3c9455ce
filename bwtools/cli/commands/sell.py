"""Commands about the best sale: sell, outs."""

from __future__ import annotations

from collections.abc import Iterator

import click

from ...advice.advise import advise_sale, sales_by_revenue
from ...advice.situation import Method
from ...errors import InvalidError, quote
from ...lexicon.lexicon import Lexicon
from ...sales import outs
from ...tiles.hand import Hand, parse_hand, parse_letters
from ..advice_rows import EQUITY, SELL, equity_rows, sell_row
from ..options import each_query, lexicon_options, read_hand, top_option, wilds_option, within
from ..output import Layout, Row, output
from ..situation_options import TableOptions, situation_options


@click.command("sell")
@click.argument("hand")
@wilds_option
@top_option(10)
@click.option("--max-words", type=within(1), metavar="N", help="Sell at most N words.")
@click.option("--keep", default="", metavar="LETTERS", help="Tiles not to sell (. is a wild).")
@click.option(
    "--by",
    type=click.Choice(["revenue", "equity"]),
    default="revenue",
    help="Rank by dollars now (default), or by dollars plus the leave value.",
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
    known: TableOptions,
    method: Method,
    lexicon: Lexicon,
) -> Iterator[Row]:
    """Find the best words to sell together from HAND. The answer is exact.

    Equity is the revenue plus the leave value, the expected future income from the tiles left. The
    options from --money to --time apply to it, and selling nothing is a row too. The stderr is that
    of the difference to the first row; it covers sampling only.

    \b
    bw sell aeinrstqu..
    bw sell aeinrstqu.. --keep qu. --top 3
    bw sell aeinrstqu.. --by equity
    """
    reserved = parse_hand(keep)

    def answer(text: str) -> list[Row]:
        hand = read_hand(text, wilds)
        sellable = _without(hand, reserved)
        if by == "revenue":
            options = sales_by_revenue(lexicon, sellable, reserved, top, max_words)
            return [sell_row(rank, option) for rank, option in enumerate(options, 1)]
        situation = known.situation(lexicon.tiles, hand)
        advice = advise_sale(lexicon, sellable, reserved, situation, method, top, max_words)
        return equity_rows(advice, situation.money, top)

    return each_query(hand, "hand", answer)


def _without(hand: Hand, kept: Hand) -> Hand:
    for letter in set(kept.letters):
        if kept.letters.count(letter) > hand.letters.count(letter):
            raise InvalidError(f"--keep names more {letter} than the hand {quote(str(hand))} has")
    if kept.wilds > hand.wilds:
        raise InvalidError(f"--keep names more wilds than the hand {quote(str(hand))} has")
    return hand.minus(*kept)


@click.command("outs")
@click.argument("hand")
@wilds_option
@click.option("--seen", default="", metavar="LETTERS", help="Letters that have left the bag.")
@lexicon_options
@output(
    Layout(
        fields=("letter", "count", "plays", "revenue", "gain"),
        plain="letter",
        money=("revenue", "gain"),
    )
)
def outs_(hand: str, wilds: int, seen: str, lexicon: Lexicon) -> Iterator[Row]:
    """List what HAND would sell for with each letter that could come.

    \b
    bw outs aeinrst
    """
    held = read_hand(hand, wilds)
    bag = lexicon.tiles.bag_without(held.letters, parse_letters(seen))
    for out in outs.outs(lexicon, held, bag):
        yield {
            "letter": out.letter,
            "count": out.left,
            "plays": [str(sale.play) for sale in out.sales],
            "revenue": out.revenue,
            "gain": out.gain,
        }
