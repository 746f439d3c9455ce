"""Commands about a hand: words, sell, outs, buy, discard, price."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import click

from .. import advice, sales, search
from ..errors import InvalidError
from ..lexicon import Lexicon
from ..tiles import (
    Hand,
    Play,
    TileSet,
    parse_hand,
    parse_letters,
    parse_play,
    price,
    quote,
)
from .options import (
    each_query,
    lexicon_options,
    tiles_option,
    top_option,
    wilds_option,
)
from .output import Layout, Row, output


def _hand(text: str, wilds: int = 0) -> Hand:
    hand = parse_hand(text, wilds)
    if not hand.letters and not hand.wilds:
        raise InvalidError("the hand is empty: give letters, and . for a wild, as in aeinrst.")
    return hand


def play_row(play: Play, pips: int) -> Row:
    """The row of one play."""
    return {
        "word": play.word,
        "play": str(play),
        "wild": play.wild_letter,
        "length": len(play.word),
        "pips": pips,
        "price": price(pips),
    }


PLAYS = Layout(
    fields=("word", "play", "wild", "length", "pips", "price"),
    plain=lambda row: str(row["play"]),
    money=("price",),
    table=("play", "length", "pips", "price"),
)


@click.command("words")
@click.argument("hand")
@wilds_option
@click.option("--min-length", type=int, default=2, metavar="N", help="Words of N letters or more.")
@click.option("--max-length", type=int, metavar="N", help="Words of N letters or fewer.")
@click.option("--contains", default="", metavar="LETTERS", help="Words with all these letters.")
@click.option("--pattern", metavar="P", help="Words that fit a pattern, as in `bw match`.")
@click.option("--theme", type=click.Path(), metavar="FILE", help="Words on a list of your own.")
@click.option(
    "--sort",
    type=click.Choice(["price", "length", "word"]),
    default="price",
    help="Dearest first (default), longest first, or A to Z.",
)
@top_option(None)
@lexicon_options
@output(PLAYS)
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
    """List every word that HAND can sell, at its best price.

    \b
    bw words aeinrst. --top 5
    bw words quizst --pattern 'q*'
    """
    wanted = parse_letters(contains)
    counts = {letter: wanted.count(letter) for letter in wanted}
    regex = search.pattern_regex(pattern) if pattern else None
    allowed = _theme(theme) if theme else None

    def fits(word: str) -> bool:
        return (
            min_length <= len(word) <= (max_length or len(word))
            and all(word.count(letter) >= count for letter, count in counts.items())
            and (not regex or regex.fullmatch(word) is not None)
            and (allowed is None or word in allowed)
        )

    def answer(text: str) -> Iterator[Row]:
        found: Iterator[tuple[Play, int]] = (
            p for p in search.plays(lexicon, _hand(text, wilds)) if fits(p[0].word)
        )
        if sort == "length":
            found = iter(sorted(found, key=lambda p: -len(p[0].word)))
        elif sort == "word":
            found = iter(sorted(found, key=lambda p: p[0].word))
        return (play_row(*play) for play in islice(found, top))

    return each_query(hand, "hand", answer)


def _theme(name: str) -> frozenset[str]:
    from ..compiled import read_file
    from ..wordlist import read_words

    return frozenset(read_words(read_file(Path(name)), name).words)


@click.command("sell")
@click.argument("hand")
@wilds_option
@top_option(10)
@click.option("--max-words", type=click.IntRange(min=1), metavar="N", help="Sell N words at most.")
@click.option("--keep", default="", metavar="LETTERS", help="Tiles not to sell (. for a wild).")
@click.option(
    "--by",
    type=click.Choice(["revenue", "equity"]),
    default="revenue",
    help="Best by dollars now (default), or with the worth of what is left.",
)
@lexicon_options
@output(
    Layout(
        fields=(*("rank", "revenue", "words", "wilds_used", "left", "wilds_left", "discard"),),
        plain=lambda row: " ".join(word["play"] for word in row["words"]),
        money=("revenue",),
    )
)
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
        held = _hand(text, wilds)
        free = _without(held, kept)
        for rank, outcome in enumerate(sales.best_sales(lexicon, free, top, max_words), 1):
            left = "".join(sorted(outcome.left.letters + kept.letters))
            yield {
                "rank": rank,
                "revenue": outcome.revenue,
                "words": [_sale_row(sale) for sale in outcome.sales],
                "wilds_used": free.wilds - outcome.left.wilds,
                "left": left,
                "wilds_left": outcome.left.wilds + kept.wilds,
                "discard": advice.discard_by_rule(left, lexicon.tiles),
            }

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
    held = _hand(hand, wilds)
    bag = lexicon.tiles.bag_without(held.letters, parse_letters(seen))
    for out in sales.outs(lexicon, held, bag):
        yield {
            "letter": out.letter,
            "count": out.left,
            "plays": [str(sale.play) for sale in out.sales],
            "revenue": out.revenue,
            "gain": out.gain,
        }


@click.command("buy")
@click.argument("drawn", metavar="SET")
@click.option("--hand", "held", default="", metavar="HAND", help="What you hold.")
@wilds_option
@click.option(
    "--money", type=click.IntRange(min=0), default=200, metavar="N", help="Yours (default: 200)."
)
@click.option("--players", type=click.IntRange(min=1), default=1, metavar="P", help="At the table.")
@click.option("--seen", default="", metavar="LETTERS", help="Letters gone from the bag.")
@click.option("--bag", metavar="LETTERS", help="The letters in the bag, outright.")
@click.option("--bag-size", type=click.IntRange(min=0), metavar="N", help="Tiles in the bag.")
@click.option("--seed", type=int, default=0, metavar="S", help="For sampling; the rule has none.")
@click.option("--samples", type=click.IntRange(min=1), metavar="N", help="As --seed.")
@click.option("--time", type=click.FloatRange(min=0), metavar="SECONDS", help="As --seed.")
@lexicon_options
@output(
    Layout(
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
)
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
    most = max(face or 0 for face in (*lexicon.tiles.die, lexicon.tiles.choice[-1]))

    def answer(text: str) -> Iterator[Row]:
        letters = parse_letters(text)
        if not 1 <= len(letters) <= most:
            raise InvalidError(f"a set has 1 to {most} letters, and {quote(text)} {len(letters)}")
        left = advice.tiles_left(
            lexicon.tiles,
            hand.letters + letters,
            parse_letters(seen),
            None if bag is None else parse_letters(bag),
            bag_size,
        )
        found = advice.buy_by_rule(lexicon, letters, hand, money, left, players)
        yield {
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

    return each_query(drawn, "set", answer)


@click.command("discard")
@click.argument("hand")
@wilds_option
@tiles_option
@output(
    Layout(
        fields=("discard", "keep", "value", "basis"),
        plain=lambda row: str(row["discard"]),
        money=("value",),
    )
)
def discard_(hand: str, wilds: int, tiles: TileSet) -> Iterator[Row]:
    """Say what to throw away to get HAND down to 8 letter tiles.

    The rule: lowest pips first, then A to Z. Wilds are kept, and do not count.

    \b
    bw discard aeinrstqzu.
    """
    held = _hand(hand, wilds)
    thrown = advice.discard_by_rule(held.letters, tiles)
    keep = Hand(advice.without(held.letters, thrown), held.wilds)
    yield {"discard": thrown, "keep": str(keep), "value": None, "basis": "rule"}


@click.command("price")
@click.argument("tiles_", metavar="TILES...", nargs=-1, required=True)
@tiles_option
@output(
    Layout(
        fields=("tiles", "pips", "price"),
        plain=lambda row: str(row["price"]),
        money=("price",),
    )
)
def price_(tiles_: tuple[str, ...], tiles: TileSet) -> Iterator[Row]:
    """Give the pips and the price of sets or plays.

    In a play the letter that a wild stands for is small among capitals.

    \b
    bw price des RETiNAS
    """

    def answer(text: str) -> Iterator[Row]:
        shown, pips = _pips(text, tiles)
        yield {"tiles": shown, "pips": pips, "price": price(pips)}

    for text in tiles_:
        for row in each_query(text, "line", answer):
            row.pop("line", None)
            yield row


def _pips(text: str, tiles: TileSet) -> tuple[str, int]:
    if text.isascii() and text.isalpha():
        play = parse_play(text)
        return str(play), play.pips(tiles)
    hand = _hand(text)
    return str(hand), tiles.set_pips(*hand)
