"""Hints as sentences."""

from __future__ import annotations

from ...advice.advise import Advice, advise
from ...advice.situation import AUTO, Method
from ...game.state import State
from ...lexicon.lexicon import Lexicon
from ..advice_rows import BUY, CHOOSE, DISCARD, EQUITY, hint_rows
from ..output import Row, cell_text


def hint_lines(lexicon: Lexicon, state: State, method: Method = AUTO) -> list[str]:
    """Return advice for the player to move as sentences. Raise as `advise`."""
    advice = advise(lexicon, state, method)
    layout, rows = hint_rows(advice, state.player)
    say = {BUY: _say_buy, CHOOSE: _say_choose, EQUITY: _say_sell, DISCARD: _say_discard}[layout]
    note = layout.footer(rows[0])
    return [say(rows, advice), *([note] if note else [])]


def _say_buy(rows: list[Row], advice: Advice) -> str:
    (row,) = rows
    what = f"{'Buy' if row['verdict'] == 'buy' else 'Pass on'} {row['set']}"
    if not row["affordable"]:
        return f"{what}: it costs ${row['cost']}, which is more than you have."
    if advice.basis == "rule":
        return (
            f"{what} (a rule of thumb): it costs ${row['cost']}, and you could sell for "
            f"${row['sell_with']} now with it and for ${row['sell_without']} without it."
        )
    gain = (advice.options[1].lost or 0) * (1 if row["verdict"] == "buy" else -1)
    return (
        f"{what}: you can expect to end with ${row['value_buy']:.0f} if you buy and with "
        f"${row['value_pass']:.0f} if you pass; {_difference(row, gain)}."
    )


def _say_choose(rows: list[Row], advice: Advice) -> str:
    best = rows[0]
    if advice.basis == "rule":
        return f"Name {best['tiles']} on choice (a rule of thumb)."
    less = (
        f"{row['tiles']}: {_difference(row, -(option.lost or 0))}"
        for row, option in zip(rows[1:], advice.options[1:], strict=True)
    )
    return (
        f"Name {best['tiles']} on choice: you can expect to end with ${best['value']:.0f} "
        f"({'; '.join(less)})."
    )


def _say_sell(rows: list[Row], advice: Advice) -> str:
    if advice.basis == "rule" and not rows[0]["words"]:
        return "There is nothing to sell."
    if advice.basis == "rule":
        best = [f"${row['revenue']} {cell_text(row['words'])}" for row in rows[:3]]
        return f"Best sales now: {'; '.join(best)}."
    best = [f"{cell_text(row['words']) or 'nothing'} (${row['equity']:.0f})" for row in rows[:3]]
    return f"Sell {'; or '.join(best)}. The dollars include the leave value."


def _say_discard(rows: list[Row], advice: Advice) -> str:
    (row,) = rows
    what = f"Discard {row['discard'] or 'nothing'}"
    if advice.basis == "rule":
        return f"{what} (a rule of thumb: lowest pips first)."
    return f"{what}: you can expect to end with ${row['value']:.0f}."


def _difference(row: Row, dollars: float) -> str:
    """Return a difference in dollars, with its standard error if it was sampled."""
    error = f" ± {row['stderr']:.2f}" if row["stderr"] else ""
    return f"{'-' if dollars < 0 else '+'}${abs(dollars):.2f}{error}"
