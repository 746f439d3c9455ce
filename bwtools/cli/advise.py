"""Commands that advise: buy, choose, discard."""

from __future__ import annotations

from collections.abc import Iterator

import click

from .. import advice, decisions
from ..decisions import Judged, Method
from ..errors import InvalidError
from ..lexicon import Lexicon
from ..tiles import Hand, parse_hand, parse_set, quote, without
from .options import each_query, lexicon_options, read_hand, top_option, wilds_option
from .output import Layout, Row, output
from .situation import Known, situation_options


def note(row: Row) -> str | None:
    """What is told under a table: that V was trained on another game."""
    elsewhere = row["trained_on"]
    return elsewhere and f"Values come from play with {elsewhere}: for this game they are rough."


BUY = Layout(
    fields=(
        *("set", "pips", "cost", "affordable", "sell_without", "sell_with", "profit_now"),
        *("value_pass", "value_buy", "gain", "stderr", "basis", "verdict", "trained_on"),
    ),
    plain=lambda row: str(row["verdict"]),
    money=(
        *("cost", "sell_without", "sell_with", "profit_now"),
        *("value_pass", "value_buy", "gain", "stderr"),
    ),
    table=(
        *("set", "cost", "sell_without", "sell_with", "profit_now"),
        *("value_pass", "value_buy", "gain", "stderr", "basis", "verdict"),
    ),
    note=note,
)
CHOOSE = Layout(
    fields=("tiles", "value", "stderr", "best", "basis", "trained_on"),
    plain=lambda row: str(row["tiles"]),
    money=("value", "stderr"),
    table=("tiles", "value", "stderr", "best", "basis"),
    note=note,
)
DISCARD = Layout(
    fields=("discard", "keep", "value", "basis", "trained_on"),
    plain=lambda row: str(row["discard"]),
    money=("value",),
    table=("discard", "keep", "value", "basis"),
    note=note,
)


def buy_row(
    lexicon: Lexicon, letters: str, hand: Hand, situation: advice.Situation, method: Method
) -> Row:
    """The row about a set drawn. Raises as `advice.buy_by_rule` and `decisions.judge_hands`."""
    rule = advice.buy_by_rule(
        lexicon, letters, hand, situation.money, situation.size, situation.players
    )
    options = [(hand, situation.money)]
    if rule.affordable:
        options.append((hand.plus(letters), situation.money - rule.cost))
    judged = decisions.judge_hands(lexicon, options, situation, method)
    return {
        "set": letters,
        "pips": rule.pips,
        "cost": rule.cost,
        "affordable": rule.affordable,
        "sell_without": rule.sell_without,
        "sell_with": rule.sell_with,
        "profit_now": rule.profit_now,
        **_worth_buying(judged, rule),
    }


def _worth_buying(judged: Judged | None, rule: advice.Purchase) -> Row:
    passing = buying = gain = error = None
    buys = rule.buy
    if judged:
        passing = cents(judged.values[0])
        if rule.affordable:
            buying = cents(judged.values[1])
            gain, error = cents(buying - passing), cents(judged.totals.gain(1, 0)[1])
        buys = gain is not None and gain > 0
    return {
        "value_pass": passing,
        "value_buy": buying,
        "gain": gain,
        "stderr": error,
        "basis": judged.basis if judged else "rule",
        "verdict": "buy" if buys else "pass",
        "trained_on": judged.trained_on if judged else None,
    }


def choose_rows(
    lexicon: Lexicon, hand: Hand, situation: advice.Situation, method: Method
) -> Iterator[Row]:
    """The rows about the numbers that a leader with this hand may name, the best first.

    By rule there is one row. Raises as `decisions.judge_numbers`.
    """
    judged = decisions.judge_numbers(lexicon, hand, situation, method)
    if judged is None:
        number = advice.choose_by_rule(len(hand.letters), lexicon.tiles)
        yield _row({"tiles": number, "value": None, "stderr": None, "best": True}, None)
        return
    order = judged.order()
    for option in order:
        row = {
            "tiles": lexicon.tiles.choice[option],
            "value": cents(judged.totals.value(option)),
            "stderr": cents(judged.totals.gain(option, order[0])[1]),
            "best": option == order[0],
        }
        yield _row(row, judged)


def discard_rows(
    lexicon: Lexicon, hand: Hand, situation: advice.Situation, method: Method, top: int = 1
) -> Iterator[Row]:
    """The rows about a hand to get down to the limit, the best first. Raises as the judge."""
    found = decisions.judge_discards(lexicon, hand, situation, method, top)
    if found is None:
        thrown = advice.discard_by_rule(hand.letters, lexicon.tiles)
        keep = without(hand.letters, thrown)
        yield _row({"discard": thrown, "keep": keep, "value": None}, None)
        return
    ways, judged = found
    for option in judged.order()[:top]:
        thrown, kept = ways[option]
        value = cents(judged.totals.value(option))
        yield _row({"discard": thrown, "keep": kept.letters, "value": value}, judged)


def _row(row: Row, judged: Judged | None) -> Row:
    if judged is None:
        return {**row, "basis": "rule", "trained_on": None}
    return {**row, "basis": judged.basis, "trained_on": judged.trained_on}


def cents(dollars: float) -> float:
    """Dollars rounded to cents."""
    return round(dollars, 2) + 0.0  # no negative zero


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
    drawn: str, held: str, wilds: int, known: Known, method: Method, lexicon: Lexicon
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
        yield buy_row(lexicon, letters, hand, situation, method)

    return each_query(drawn, "set", answer)


@click.command("choose")
@held_option
@wilds_option
@situation_options
@lexicon_options
@output(CHOOSE)
def choose_(held: str, wilds: int, known: Known, method: Method, lexicon: Lexicon) -> Iterator[Row]:
    """Say which number to name as leader on choice, the best first.

    The value is the final money to expect; the standard error is that of the difference to the
    best, from the same draws, and measures sampling alone. Where hands cannot be valued there is
    one row, by a rule of thumb: 4 with 8 letters or more, 3 with 5 or more, else 2.

    \b
    bw choose --hand retas.. --money 150
    """
    hand = parse_hand(held, wilds)
    situation = known.situation(lexicon.tiles, hand, leads=True)
    return choose_rows(lexicon, hand, situation, method)


@click.command("discard")
@click.argument("hand")
@wilds_option
@top_option(1)
@situation_options
@lexicon_options
@output(DISCARD)
def discard_(
    hand: str, wilds: int, top: int, known: Known, method: Method, lexicon: Lexicon
) -> Iterator[Row]:
    """Say what to throw away to get HAND down to 8 letter tiles.

    The value is the final money to expect with what is kept. Where hands cannot be valued the
    lowest pips go first, then A to Z. Wilds are kept, and do not count.

    \b
    bw discard aeinrstqzu.
    """
    held = read_hand(hand, wilds)
    return discard_rows(lexicon, held, known.situation(lexicon.tiles, held), method, top)
