"""Commands that advise: buy, discard."""

from __future__ import annotations

from collections.abc import Iterator

import click

from .. import advice
from ..errors import InvalidError
from ..lexicon import Lexicon
from ..tiles import Hand, TileSet, parse_hand, parse_letters, parse_set, quote
from .options import each_query, lexicon_options, read_hand, tiles_option, wilds_option, within
from .output import Layout, Row, output

BUY = Layout(
    fields=(
        *("set", "pips", "cost", "affordable", "sell_without", "sell_with", "profit_now"),
        *("value_pass", "value_buy", "gain", "stderr", "basis", "verdict"),
    ),
    plain=lambda row: str(row["verdict"]),
    money=("cost", "sell_without", "sell_with", "profit_now"),
    table=(
        *("set", "pips", "cost", "affordable", "sell_without", "sell_with", "profit_now"),
        *("basis", "verdict"),
    ),
)
CHOOSE = Layout(
    fields=("tiles", "value", "stderr", "best", "basis"),
    plain=lambda row: str(row["tiles"]),
    money=("value", "stderr"),
)
DISCARD = Layout(
    fields=("discard", "keep", "value", "basis"),
    plain=lambda row: str(row["discard"]),
    money=("value",),
)


def buy_row(lexicon: Lexicon, letters: str, hand: Hand, money: int, left: int, players: int) -> Row:
    """The row about a set drawn, with `left` tiles in the bag. Raises as `advice.buy_by_rule`."""
    found = advice.buy_by_rule(lexicon, letters, hand, money, left, players)
    return {
        "set": letters,
        "pips": found.pips,
        "cost": found.cost,
        "affordable": found.affordable,
        "sell_without": found.sell_without,
        "sell_with": found.sell_with,
        "profit_now": found.profit_now,
        "value_pass": None,
        "value_buy": None,
        "gain": None,
        "stderr": None,
        "basis": "rule",
        "verdict": "buy" if found.buy else "pass",
    }


def choose_row(hand: Hand, tiles: TileSet) -> Row:
    """The row about the number that a leader with this hand names on *choice*."""
    number = advice.choose_by_rule(len(hand.letters), tiles)
    return {"tiles": number, "value": None, "stderr": None, "best": True, "basis": "rule"}


def discard_row(hand: Hand, tiles: TileSet) -> Row:
    """The row about a hand to get down to the limit."""
    thrown = advice.discard_by_rule(hand.letters, tiles)
    keep = advice.without(hand.letters, thrown)
    return {"discard": thrown, "keep": keep, "value": None, "basis": "rule"}


@click.command("buy")
@click.argument("drawn", metavar="SET")
@click.option("--hand", "held", default="", metavar="HAND", help="What you hold.")
@wilds_option
@click.option("--money", type=within(0), default=200, metavar="N", help="Yours (default: 200).")
@click.option("--players", type=within(1), default=1, metavar="P", help="At the table.")
@click.option("--seen", default="", metavar="LETTERS", help="Letters gone from the bag.")
@click.option("--bag", metavar="LETTERS", help="The letters in the bag, outright.")
@click.option("--bag-size", type=within(0), metavar="N", help="Tiles in the bag.")
@click.option("--seed", type=int, default=0, metavar="S", help="For sampling; the rule has none.")
@click.option("--samples", type=within(1), metavar="N", help="As --seed.")
@click.option("--time", type=within(0, 1_000_000, float), metavar="SECONDS", help="As --seed.")
@lexicon_options
@output(BUY)
def buy_(
    drawn: str,
    held: str,
    wilds: int,
    money: int,
    players: int,
    seen: str,
    bag: str | None,
    bag_size: int | None,
    seed: int,
    samples: int | None,
    time: float | None,
    lexicon: Lexicon,
) -> Iterator[Row]:
    """Judge whether a drawn SET of letters is worth its price.

    The verdict is a rule of thumb: buy what pays at once; and while the bag has 12 tiles or more
    for each player, a set of at most $10 a pip.

    \b
    bw buy ing --hand retas.. --money 150
    """
    del seed, samples, time
    hand = parse_hand(held, wilds)
    if bag is not None and seen:
        raise InvalidError("--bag says what is in the bag, --seen what is not: give one of them")
    most = lexicon.tiles.most_drawn

    def answer(text: str) -> Iterator[Row]:
        letters = parse_set(text)
        if not 1 <= len(letters) <= most:
            raise InvalidError(f"a set has 1 to {most} letters, and {quote(text)} {len(letters)}")
        left = advice.tiles_left(
            lexicon.tiles,
            hand.letters + letters,
            parse_letters(seen),
            None if bag is None else parse_letters(bag),
            bag_size,
        )
        yield buy_row(lexicon, letters, hand, money, left, players)

    return each_query(drawn, "set", answer)


@click.command("discard")
@click.argument("hand")
@wilds_option
@tiles_option
@output(DISCARD)
def discard_(hand: str, wilds: int, tiles: TileSet) -> Iterator[Row]:
    """Say what to throw away to get HAND down to 8 letter tiles.

    The rule: lowest pips first, then A to Z. Wilds are kept, and do not count.

    \b
    bw discard aeinrstqzu.
    """
    yield discard_row(read_hand(hand, wilds), tiles)
