"""The command hint: what to do now, in the row of the command for that decision."""

from __future__ import annotations

import click

from ..advice import situation_of
from ..decisions import Method
from ..errors import IllegalError
from ..game import State
from ..lexicon import Lexicon, open_lexicon
from ..sales import most_words
from ..tiles import Hand, TileSet
from . import completion
from .advise import BUY, CHOOSE, DISCARD, buy_row, choose_rows, discard_rows
from .options import dictionary_option, named_dictionary, tiles_option
from .output import Layout, Row, format_option, write
from .sell import EQUITY, equity_rows

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


def hint_lines(lexicon: Lexicon, state: State, method: Method = _METHOD) -> list[str]:
    """The same in words. Raises as `hint_rows`."""
    layout, rows = hint_rows(lexicon, state, method)
    if not rows:
        return ["There is nothing to sell."]
    by_rule = rows[0]["basis"] == "rule"
    say = {BUY: _say_buy, CHOOSE: _say_choose, EQUITY: _say_sell, DISCARD: _say_discard}[layout]
    note = layout.note(rows[0])
    return [say(rows, by_rule), *([note] if note else [])]


def _say_buy(rows: list[Row], by_rule: bool) -> str:
    (row,) = rows
    what = f"{'Buy' if row['verdict'] == 'buy' else 'Pass on'} {row['set']}"
    if not row["affordable"]:
        return f"{what}: it costs ${row['cost']}, which is more than you have."
    if by_rule:
        return (
            f"{what} (a rule of thumb): with it you could sell for ${row['sell_with']} "
            f"now, without it for ${row['sell_without']}; it costs ${row['cost']}."
        )
    return (
        f"{what}: you can expect to end with ${row['value_buy']:.0f} if you buy and with "
        f"${row['value_pass']:.0f} if you pass; {_difference(row, row['gain'])}."
    )


def _say_choose(rows: list[Row], by_rule: bool) -> str:
    best, *others = rows
    if by_rule:
        return f"Name {best['tiles']} on choice (a rule of thumb)."
    less = (f"{row['tiles']}: {_difference(row, row['value'] - best['value'])}" for row in others)
    return (
        f"Name {best['tiles']} on choice: you can expect to end with ${best['value']:.0f} "
        f"({'; '.join(less)})."
    )


def _say_sell(rows: list[Row], by_rule: bool) -> str:
    if by_rule:
        best = [f"${row['revenue']} {EQUITY.plain(row)}" for row in rows[:3]]
        return f"Best sales now: {'; '.join(best)}."
    best = [f"{EQUITY.plain(row) or 'nothing'} (${row['equity']:.0f})" for row in rows[:3]]
    return f"Sell {'; or '.join(best)}. The dollars include the worth of what is left."


def _say_discard(rows: list[Row], by_rule: bool) -> str:
    (row,) = rows
    what = f"Discard {row['discard'] or 'nothing'}"
    if by_rule:
        return f"{what} (a rule of thumb: lowest pips first)."
    return f"{what}: you can expect to end with ${row['value']:.0f}."


def _difference(row: Row, dollars: float) -> str:
    """A difference with its standard error, if it was sampled."""
    error = f" ± {row['stderr']:.2f}" if row["stderr"] else ""
    return f"{'-' if dollars < 0 else '+'}${abs(dollars):.2f}{error}"


@click.command("hint")
@click.argument(
    "source", required=False, metavar="[FILE|POSITION]", shell_complete=completion.games
)
@dictionary_option
@tiles_option
@format_option()
@click.pass_context
def hint_(
    ctx: click.Context, source: str | None, dictionary: str, tiles: TileSet, form: str
) -> None:
    """Say what to do now in the game of a FILE or in a POSITION (one argument, in quotes).

    The answer is that of bw buy, sell --by equity, discard or choose; where the die is to be
    rolled, it is the number to name on choice. A game has its own tile set, and its own
    dictionary if -d names no other. FILE is a file, or a name that bw games lists;
    without one it is the last game that is not over.

    \b
    bw hint
    bw hint 'bw1 buy 12 1 1 A3CD2E4GI2LN2O3PRST2U 150,AERST,2,GIN'
    """
    if source is not None and source.split()[:1] == ["bw1"]:
        from ..position import parse_position

        state = parse_position(source, tiles)
        lexicon = open_lexicon(dictionary, tiles)
    else:
        from ..record import read_game
        from .kept import find_game, game_lexicon, last_unfinished

        path = last_unfinished() if source is None else find_game(source)
        game = read_game(path)
        if variants := game.header.variants:
            raise IllegalError(
                f"bw hint knows the printed rules only, not {' and '.join(variants)}: in the game "
                "itself, which bw resume goes on with, hint says what master would do"
            )
        state = game.state
        lexicon = game_lexicon(path, game, named_dictionary(ctx, dictionary))
    layout, rows = hint_rows(lexicon, state)
    write(rows, layout, form)
