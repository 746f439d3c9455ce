"""Rows and layouts of advice, shared by several commands."""

from __future__ import annotations

from collections.abc import Iterator

from ..advice import decisions, rules_of_thumb, situation
from ..advice.decisions import Evaluation, Method
from ..advice.situation import situation_of
from ..errors import IllegalError
from ..game.state import State
from ..lexicon.lexicon import Lexicon
from ..sales import best_sales
from ..sales.best_sales import most_words
from ..tiles.hand import Hand, remove_letters
from .output import Layout, Row


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
    lexicon: Lexicon, letters: str, hand: Hand, situation: situation.Situation, method: Method
) -> Row:
    """The row about a set drawn. Raises as `advice.buy_by_rule` and `decisions.judge_hands`."""
    rule = rules_of_thumb.buy_by_rule(
        lexicon, letters, hand, situation.money, situation.size, situation.players
    )
    options = [(hand, situation.money)]
    if rule.affordable:
        options.append((hand.plus(letters), situation.money - rule.cost))
    judged = decisions.evaluate_hands(lexicon, options, situation, method)
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


def _worth_buying(judged: Evaluation | None, rule: rules_of_thumb.Purchase) -> Row:
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
    lexicon: Lexicon, hand: Hand, situation: situation.Situation, method: Method
) -> Iterator[Row]:
    """The rows about the numbers that a leader with this hand may name, the best first.

    By rule there is one row. Raises as `decisions.judge_numbers`.
    """
    judged = decisions.evaluate_numbers(lexicon, hand, situation, method)
    if judged is None:
        number = rules_of_thumb.choose_by_rule(len(hand.letters), lexicon.tiles)
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
    lexicon: Lexicon, hand: Hand, situation: situation.Situation, method: Method, top: int = 1
) -> Iterator[Row]:
    """The rows about a hand to get down to the limit, the best first. Raises as the judge."""
    found = decisions.evaluate_discards(lexicon, hand, situation, method, top)
    if found is None:
        thrown = rules_of_thumb.discard_by_rule(hand.letters, lexicon.tiles)
        keep = remove_letters(hand.letters, thrown)
        yield _row({"discard": thrown, "keep": keep, "value": None}, None)
        return
    ways, judged = found
    for option in judged.order()[:top]:
        thrown, kept = ways[option]
        value = cents(judged.totals.value(option))
        yield _row({"discard": thrown, "keep": kept.letters, "value": value}, judged)


def _row(row: Row, judged: Evaluation | None) -> Row:
    if judged is None:
        return {**row, "basis": "rule", "trained_on": None}
    return {**row, "basis": judged.basis, "trained_on": judged.trained_on}


def cents(dollars: float) -> float:
    """Dollars rounded to cents."""
    return round(dollars, 2) + 0.0  # no negative zero


_METHOD = Method()


def hint_rows(lexicon: Lexicon, state: State, method: Method = _METHOD) -> tuple[Layout, list[Row]]:
    """The rows about what the player at turn decides, and their layout.

    Raises IllegalError: there is nothing to decide; InvalidError: the hand is too large to buy for.
    """
    _, hand, drawn = state.player
    situation = situation_of(state)
    match state.phase:
        case "choose" if state.number:
            raise IllegalError(
                f"player {state.turn + 1} is to draw {state.number} tiles: "
                "there is nothing to decide before all have drawn"
            )
        case "choose":
            return CHOOSE, list(choose_rows(lexicon, hand, situation, method))
        case "buy":
            return BUY, [buy_row(lexicon, drawn, hand, situation, method)]
        case "sell":
            most = most_words(hand)
            rows = equity_rows(lexicon, hand, Hand(""), situation, method, max_words=most)
            return EQUITY, list(rows)
        case "discard":
            return DISCARD, list(discard_rows(lexicon, hand, situation, method))
        case "over":
            raise IllegalError("the game is over: there is nothing to decide any more")
    raise IllegalError(f"there is no advice for who is to {state.phase}")


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
    for rank, outcome in enumerate(best_sales.best_sales(lexicon, hand, top, max_words), 1):
        thrown = rules_of_thumb.discard_by_rule(outcome.left.plus(*kept).letters, lexicon.tiles)
        yield _sell_row(rank, outcome, hand, kept, thrown)


def equity_rows(
    lexicon: Lexicon,
    hand: Hand,
    kept: Hand,
    situation: situation.Situation,
    method: Method,
    top: int = 10,
    max_words: int | None = None,
) -> Iterator[Row]:
    """The rows of the sales that are best with the worth of what is left; nothing is one too.

    By rule they are the best sales. Raises as `decisions.judge_sales`.
    """
    found = decisions.evaluate_sales(lexicon, hand, kept, situation, method, top, max_words)
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


def _sell_row(rank: int, outcome: best_sales.Outcome, hand: Hand, kept: Hand, thrown: str) -> Row:
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


def _sale_row(sale: best_sales.Sale) -> Row:
    return {
        "word": sale.play.word,
        "play": str(sale.play),
        "wild": sale.play.wild_letter,
        "pips": sale.pips,
        "price": sale.price,
        "alternatives": [str(play) for play in sale.alternatives],
    }
