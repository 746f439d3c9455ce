"""Commands about the best sale: sell, outs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

import click

from ...advice.rules_of_thumb import sales_by_rule
from ...advice.situation import Method
from ...errors import InvalidError, quote
from ...lexicon.lexicon import Lexicon
from ...tiles.hand import Hand, parse_hand, parse_letters
from ..advice_rows import EQUITY, SELL, equity_rows, sell_row
from ..options import lexicon_options, read_hand, top_option, wilds_option, within
from ..output import Layout, Row, output, percent
from ..queries import each_query, jobs_option
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
@jobs_option
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
    jobs: int,
    lexicon: Lexicon,
) -> Iterator[Row]:
    """Find the best words to sell together from HAND (- for stdin). The answer is exact.

    Equity is the revenue plus the leave value, the expected future income from the tiles left. The
    options from --money to --time apply to it, and selling nothing is a row too. The stderr is that
    of the difference to the first row, with the error of V.

    \b
    bw sell aeinrstqu..
    bw sell aeinrstqu.. --keep qu. --top 3
    bw sell aeinrstqu.. --by equity
    """
    asked = _Sales(lexicon, wilds, parse_hand(keep), top, max_words)
    answer = asked.by_revenue if by == "revenue" else partial(asked.by_equity, known, method)
    return each_query(hand, "hand", answer, jobs=jobs)


class _Sales(NamedTuple):
    """The options of `bw outs`, which apply to each hand."""

    lexicon: Lexicon
    wilds: int
    reserved: Hand
    top: int
    max_words: int | None

    def by_revenue(self, text: str) -> list[Row]:
        hand = read_hand(text, self.wilds)
        sellable = _without(hand, self.reserved)
        sales = sales_by_rule(self.lexicon, sellable, self.reserved, self.top, self.max_words)
        return [sell_row(rank, *sale) for rank, sale in enumerate(sales, 1)]

    def by_equity(self, known: TableOptions, method: Method, text: str) -> list[Row]:
        from ...advice.advise import advise_sale

        hand = read_hand(text, self.wilds)
        sellable = _without(hand, self.reserved)
        situation = known.situation(self.lexicon.tiles, hand)
        advice = advise_sale(
            self.lexicon, sellable, self.reserved, situation, method, self.top, self.max_words
        )
        return equity_rows(advice, situation.money, self.top)


def _without(hand: Hand, kept: Hand) -> Hand:
    for letter in set(kept.letters):
        if kept.letters.count(letter) > hand.letters.count(letter):
            raise InvalidError(f"--keep names more {letter} than the hand {quote(str(hand))} has")
    if kept.wilds > hand.wilds:
        raise InvalidError(f"--keep names more wilds than the hand {quote(str(hand))} has")
    return hand.minus(*kept)


_OUTS = Layout(
    fields=("letter", "count", "plays", "revenue", "gain"),
    plain="letter",
    money=("revenue", "gain"),
)
_DRAWS = _OUTS._replace(
    fields=(*_OUTS.fields, "chance", "improves"),
    shares=("chance",),
    table=(*_OUTS.fields, "chance"),
    footer=lambda row: (
        None
        if row["improves"] is None
        else f"A draw improves the best sale with a chance of {percent(row['improves'])}."
    ),
)


@click.command("outs")
@click.argument("hand")
@wilds_option
@click.option("--seen", default="", metavar="LETTERS", help="Letters that have left the bag.")
@click.option(
    "--draw",
    type=within(1, 5),
    metavar="N",
    help="Also the chances of a draw of N tiles, 1 to 5.",
)
@lexicon_options
@output(lambda options: _DRAWS if options["draw"] else _OUTS)
def outs_(hand: str, wilds: int, seen: str, draw: int | None, lexicon: Lexicon) -> Iterator[Row]:
    """List what HAND would sell for with each letter that could come; - reads hands from stdin.

    With --draw, the chance is that of at least one such letter in a draw, and "improves" is the
    chance that a draw improves the best sale at all, if all its tiles are bought. Both are exact.

    \b
    bw outs aeinrst
    bw outs aeinrst --draw 3
    """
    from ...sales import outs

    gone = parse_letters(seen)

    def answer(text: str) -> Iterator[Row]:
        held = read_hand(text, wilds)
        bag = lexicon.tiles.bag_without(held.letters, gone)
        improves = draw and outs.chance_to_improve(lexicon, held, bag, draw)
        for out in outs.outs(lexicon, held, bag):
            row = {
                "letter": out.letter,
                "count": out.left,
                "plays": [str(sale.play) for sale in out.sales],
                "revenue": out.revenue,
                "gain": out.gain,
            }
            if draw:
                row["chance"] = outs.chance_of_letter(out.letter, bag, draw)
                row["improves"] = improves
            yield row

    return each_query(hand, "hand", answer, _DRAWS.fields if draw else _OUTS.fields)
