"""Commands with advice: buy, choose, discard."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import click

from ...advice.advise import advise_discard, advise_number, advise_purchase
from ...advice.situation import Method
from ...errors import InvalidError, quote
from ...lexicon.lexicon import Lexicon
from ...tiles.hand import Hand, parse_hand, parse_set
from ..advice_rows import BUY, CHOOSE, DISCARD, buy_row, choose_rows, discard_rows
from ..options import lexicon_options, read_hand, top_option, wilds_option
from ..output import Row, output
from ..queries import each_query, jobs_option
from ..situation_options import TableOptions, situation_options


def held_option(command: click.decorators.FC) -> click.decorators.FC:
    """Give a command --hand."""
    return click.option("--hand", "held", default="", metavar="HAND", help="Your hand.")(command)


@click.command("buy")
@click.argument("drawn", metavar="SET")
@held_option
@wilds_option
@situation_options
@jobs_option
@lexicon_options
@output(BUY)
def buy_(
    drawn: str,
    held: str,
    wilds: int,
    known: TableOptions,
    method: Method,
    jobs: int,
    lexicon: Lexicon,
) -> Iterator[Row]:
    """Advise whether to buy a drawn SET of letters, or with - each line of stdin.

    The values are the expected final money if you pass and if you buy, over the same draws. The
    stderr is that of the gain, with the error of V. If hands cannot be valued, the verdict is by a
    rule of thumb: buy a set that pays at once, and while the bag has 12 tiles or more for each
    player, a set of at most $10 a pip.

    \b
    bw buy ing --hand retas.. --money 150
    """
    hand = parse_hand(held, wilds)
    answer = partial(_purchase, hand=hand, known=known, method=method, lexicon=lexicon)
    return each_query(drawn, "set", answer, jobs=jobs)


def _purchase(
    text: str, hand: Hand, known: TableOptions, method: Method, lexicon: Lexicon
) -> list[Row]:
    letters = parse_set(text)
    most = lexicon.tiles.most_drawn
    if not 1 <= len(letters) <= most:
        raise InvalidError(f"a set has 1 to {most} letters, but {quote(text)} has {len(letters)}")
    situation = known.situation(lexicon.tiles, hand, letters)
    return [buy_row(advise_purchase(lexicon, letters, hand, situation, method), letters)]


@click.command("choose")
@held_option
@wilds_option
@situation_options
@lexicon_options
@output(CHOOSE)
def choose_(
    held: str, wilds: int, known: TableOptions, method: Method, lexicon: Lexicon
) -> list[Row]:
    """Advise which number to name as leader on choice, best first.

    The value is the expected final money. The stderr is that of the difference to the best number,
    over the same draws, with the error of V. If hands cannot be valued, there is one row by a
    rule of thumb: 4 with 8 letters or more, 3 with 5 or more, else 2.

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
@jobs_option
@lexicon_options
@output(DISCARD)
def discard_(
    hand: str,
    wilds: int,
    top: int,
    known: TableOptions,
    method: Method,
    jobs: int,
    lexicon: Lexicon,
) -> Iterator[Row]:
    """Advise what to discard to get HAND down to 8 letter tiles; - reads hands from stdin.

    The value is the expected final money with the tiles kept. If hands cannot be valued, the lowest
    pips are discarded first, then A to Z. Wilds are kept, and do not count.

    \b
    bw discard aeinrstqzu.
    """
    answer = partial(_discards, wilds=wilds, top=top, known=known, method=method, lexicon=lexicon)
    return each_query(hand, "hand", answer, jobs=jobs)


def _discards(
    text: str, wilds: int, top: int, known: TableOptions, method: Method, lexicon: Lexicon
) -> list[Row]:
    hand = read_hand(text, wilds)
    situation = known.situation(lexicon.tiles, hand)
    return discard_rows(advise_discard(lexicon, hand, situation, method, top), top)
