"""Commands that advise: buy, choose, discard."""

from __future__ import annotations

from collections.abc import Iterator

import click

from ...advice.advise import advise_discard, advise_number, advise_purchase
from ...advice.situation import Method
from ...errors import InvalidError, quote
from ...lexicon.lexicon import Lexicon
from ...tiles.hand import parse_hand, parse_set
from ..advice_rows import BUY, CHOOSE, DISCARD, buy_row, choose_rows, discard_rows
from ..options import each_query, lexicon_options, read_hand, top_option, wilds_option
from ..output import Row, output
from ..situation_options import TableOptions, situation_options


def held_option(command: click.decorators.FC) -> click.decorators.FC:
    """Give a command --hand."""
    return click.option("--hand", "held", default="", metavar="HAND", help="What you hold.")(
        command
    )


@click.command("buy")
@click.argument("drawn", metavar="SET")
@held_option
@wilds_option
@situation_options
@lexicon_options
@output(BUY)
def buy_(
    drawn: str, held: str, wilds: int, known: TableOptions, method: Method, lexicon: Lexicon
) -> Iterator[Row]:
    """Judge whether a drawn SET of letters is worth its price.

    The values are the final money to expect if you pass and if you buy, over the same draws; the
    standard error of the gain is that of sampling alone. Where hands cannot be valued the verdict
    is a rule of thumb: buy what pays at once; and while the bag has 12 tiles or more for each
    player, a set of at most $10 a pip.

    \b
    bw buy ing --hand retas.. --money 150
    """
    hand = parse_hand(held, wilds)
    tiles = lexicon.tiles
    most = tiles.most_drawn

    def answer(text: str) -> Iterator[Row]:
        letters = parse_set(text)
        if not 1 <= len(letters) <= most:
            raise InvalidError(f"a set has 1 to {most} letters, and {quote(text)} {len(letters)}")
        situation = known.situation(tiles, hand, letters)
        yield buy_row(advise_purchase(lexicon, letters, hand, situation, method), letters)

    return each_query(drawn, "set", answer)


@click.command("choose")
@held_option
@wilds_option
@situation_options
@lexicon_options
@output(CHOOSE)
def choose_(
    held: str, wilds: int, known: TableOptions, method: Method, lexicon: Lexicon
) -> list[Row]:
    """Say which number to name as leader on choice, the best first.

    The value is the final money to expect; the standard error is that of the difference to the
    best, from the same draws, and measures sampling alone. Where hands cannot be valued there is
    one row, by a rule of thumb: 4 with 8 letters or more, 3 with 5 or more, else 2.

    \b
    bw choose --hand retas.. --money 150
    """
    hand = parse_hand(held, wilds)
    situation = known.situation(lexicon.tiles, hand, leads=True)
    return choose_rows(advise_number(lexicon, hand, situation, method))


@click.command("discard")
@click.argument("hand")
@wilds_option
@top_option(1)
@situation_options
@lexicon_options
@output(DISCARD)
def discard_(
    hand: str, wilds: int, top: int, known: TableOptions, method: Method, lexicon: Lexicon
) -> list[Row]:
    """Say what to throw away to get HAND down to 8 letter tiles.

    The value is the final money to expect with what is kept. Where hands cannot be valued the
    lowest pips go first, then A to Z. Wilds are kept, and do not count.

    \b
    bw discard aeinrstqzu.
    """
    held = read_hand(hand, wilds)
    situation = known.situation(lexicon.tiles, held)
    return discard_rows(advise_discard(lexicon, held, situation, method, top), top)
