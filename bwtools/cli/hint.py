"""The command hint: what to do now, in the row of the command for that decision."""

from __future__ import annotations

import click
from click.core import ParameterSource

from ..errors import IllegalError
from ..game import State
from ..lexicon import Lexicon, open_lexicon
from ..sales import FEW_WORDS, MOST_LETTERS
from ..tiles import Hand, TileSet
from .advise import BUY, CHOOSE, DISCARD, buy_row, choose_row, discard_row
from .options import dictionary_option, tiles_option
from .output import Layout, Row, format_option, write
from .sell import SELL, sell_rows


def hint_rows(lexicon: Lexicon, state: State) -> tuple[Layout, list[Row]]:
    """The rows about what the player at turn decides, and their layout.

    Raises IllegalError: there is nothing to decide; InvalidError: the hand is too large to buy for.
    """
    money, hand, drawn = state.player
    match state.phase:
        case "choose" if state.number:
            raise IllegalError(
                f"player {state.turn + 1} is to draw {state.number} tiles: "
                "there is nothing to decide before all have drawn"
            )
        case "choose":
            return CHOOSE, [choose_row(hand, lexicon.tiles)]
        case "buy":
            row = buy_row(lexicon, drawn, hand, money, len(state.bag), len(state.players))
            return BUY, [row]
        case "sell":
            few = None if len(hand.letters) <= MOST_LETTERS else FEW_WORDS
            return SELL, list(sell_rows(lexicon, hand, Hand(""), max_words=few))
        case "discard":
            return DISCARD, [discard_row(hand, lexicon.tiles)]
        case "over":
            raise IllegalError("the game is over: there is nothing to decide any more")


def hint_lines(lexicon: Lexicon, state: State) -> list[str]:
    """The same in words. Raises as `hint_rows`."""
    layout, rows = hint_rows(lexicon, state)
    if layout is SELL:
        best = [f"${row['revenue']} {layout.plain(row)}" for row in rows[:3]]
        return [f"Best sales now: {'; '.join(best) or 'none'}."]
    (row,) = rows
    if layout is CHOOSE:
        return [f"Name {row['tiles']} on choice (a rule of thumb)."]
    if layout is DISCARD:
        return [f"Discard {row['discard'] or 'nothing'} (a rule of thumb: lowest pips first)."]
    what = "Buy" if row["verdict"] == "buy" else "Pass on"
    return [
        f"{what} {row['set']} (a rule of thumb): with it you could sell for ${row['sell_with']} "
        f"now, without it for ${row['sell_without']}; it costs ${row['cost']}."
    ]


@click.command("hint")
@click.argument("source", metavar="FILE|POSITION")
@dictionary_option
@tiles_option
@format_option()
@click.pass_context
def hint_(ctx: click.Context, source: str, dictionary: str, tiles: TileSet, form: str) -> None:
    """Say what to do now in the game of a FILE or in a POSITION (one argument, in quotes).

    The answer is by rules of thumb, as from bw buy, sell or discard; where the die is to be
    rolled, it is the number to name on choice. A game has its own tile set, and its own
    dictionary if -d names no other.

    \b
    bw hint 'bw1 buy 12 1 1 A3CD2E4GI2LN2O3PRST2U 150,AERST,2,GIN'
    """
    if source.split()[:1] == ["bw1"]:
        from ..position import parse_position

        state = parse_position(source, tiles)
        lexicon = open_lexicon(dictionary, tiles)
    else:
        from ..record import read_game
        from .kept import find_game, game_lexicon

        game = read_game(find_game(source))
        named = ctx.get_parameter_source("dictionary") is ParameterSource.COMMANDLINE
        state = game.state
        lexicon = game_lexicon(game, dictionary if named else None)
    layout, rows = hint_rows(lexicon, state)
    write(rows, layout, form)
