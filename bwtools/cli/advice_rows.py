"""Rows and layouts of advice, shared by several commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .output import Layout, Row

if TYPE_CHECKING:
    from ..advice.advise import Advice
    from ..game.state import Player
    from ..sales.alphagrams import Sale
    from ..sales.best_sales import Outcome
    from ..tiles.hand import Hand


def note(row: Row) -> str | None:
    """Return the line below a table that says that V was trained on another game."""
    elsewhere = row["trained_on"]
    return elsewhere and f"Values come from play with {elsewhere}: for this game they are rough."


BUY = Layout(
    fields=(
        *("set", "pips", "cost", "affordable", "sell_without", "sell_with", "profit_now"),
        *("value_pass", "value_buy", "gain", "stderr", "basis", "verdict", "trained_on"),
    ),
    plain="verdict",
    money=(
        *("cost", "sell_without", "sell_with", "profit_now"),
        *("value_pass", "value_buy", "gain", "stderr"),
    ),
    table=(
        *("set", "cost", "sell_without", "sell_with", "profit_now"),
        *("value_pass", "value_buy", "gain", "stderr", "basis", "verdict"),
    ),
    footer=note,
)

CHOOSE = Layout(
    fields=("tiles", "value", "stderr", "best", "basis", "trained_on"),
    plain="tiles",
    money=("value", "stderr"),
    table=("tiles", "value", "stderr", "best", "basis"),
    footer=note,
)

DISCARD = Layout(
    fields=("discard", "keep", "value", "basis", "trained_on"),
    plain="discard",
    money=("value",),
    table=("discard", "keep", "value", "basis"),
    footer=note,
)

SELL = Layout(
    fields=("rank", "revenue", "words", "wilds_used", "left", "wilds_left", "discard"),
    plain="words",
    money=("revenue",),
)

EQUITY = SELL._replace(
    fields=(*SELL.fields, "equity", "stderr", "basis", "trained_on"),
    money=("revenue", "equity", "stderr"),
    table=(*SELL.fields, "equity", "stderr", "basis"),
    footer=note,
)


def buy_row(advice: Advice, drawn: str) -> Row:
    """Return the row for advice on buying the drawn letters."""
    from ..game.state import Buy

    rule, buying, passing = advice.purchase, advice.option(Buy(True)), advice.option(Buy(False))
    assert rule
    assert passing
    return {
        "set": drawn,
        "pips": rule.pips,
        "cost": rule.cost,
        "affordable": rule.affordable,
        "sell_without": rule.sell_without,
        "sell_with": rule.sell_with,
        "profit_now": rule.profit_now,
        "value_pass": passing.value,
        "value_buy": buying and buying.value,
        "gain": advice.gain,
        "stderr": buying and advice.options[1].stderr,
        "basis": advice.basis,
        "verdict": "buy" if advice.verdict.event == Buy(True) else "pass",
        "trained_on": advice.trained_on,
    }


def choose_rows(advice: Advice) -> list[Row]:
    """Return the rows for advice on the number to name, best first."""
    from ..game.state import Choose

    return [
        {
            "tiles": option.event.number if isinstance(option.event, Choose) else None,
            "value": option.value,
            "stderr": option.stderr,
            "best": option is advice.verdict,
            **_source(advice),
        }
        for option in advice.options
    ]


def discard_rows(advice: Advice, top: int) -> list[Row]:
    """Return the rows for the `top` best options of advice on a discard."""
    return [
        {
            "discard": option.discard,
            "keep": option.kept and option.kept.letters,
            "value": option.value,
            **_source(advice),
        }
        for option in advice.options[:top]
    ]


def equity_rows(advice: Advice, money: int, top: int) -> list[Row]:
    """Return the rows for the `top` best options of advice on a sale by a player with `money`."""
    from ..advice.advise import cents

    rows = []
    for rank, option in enumerate(advice.options[:top], 1):
        assert option.sale
        assert option.kept
        row = sell_row(rank, option.sale, option.kept, option.discard)
        row["equity"] = None if option.value is None else cents(option.value - money)
        row["stderr"] = option.stderr
        rows.append({**row, **_source(advice)})
    return rows


def _source(advice: Advice) -> Row:
    return {"basis": advice.basis, "trained_on": advice.trained_on}


def sell_row(rank: int, outcome: Outcome, kept: Hand, discard: str) -> Row:
    """Return the row for a sale, given the leave after it and the letters discarded."""
    return {
        "rank": rank,
        "revenue": outcome.revenue,
        "words": [_sale_row(sale) for sale in outcome.sales],
        "wilds_used": sum(sale.play.wild is not None for sale in outcome.sales),
        "left": "".join(sorted(kept.letters + discard)),
        "wilds_left": kept.wilds,
        "discard": discard,
    }


def _sale_row(sale: Sale) -> Row:
    return {
        "word": sale.play.word,
        "play": str(sale.play),
        "wild": sale.play.wild_letter,
        "pips": sale.pips,
        "price": sale.price,
        "alternatives": [str(play) for play in sale.alternatives],
    }


def hint_rows(advice: Advice, player: Player) -> tuple[Layout, list[Row]]:
    """Return the layout and the rows of the command for a decision of a player."""
    match advice.decision:
        case "choose":
            return CHOOSE, choose_rows(advice)
        case "buy":
            return BUY, [buy_row(advice, player.drawn)]
        case "sell":
            return EQUITY, equity_rows(advice, player.money, 10)
    return DISCARD, discard_rows(advice, 1)
