"""The command hint: advice on the decision at hand, as rows of the command for it."""

from __future__ import annotations

from functools import partial

import click

from ...advice.advise import advise
from ...errors import IllegalError
from ...lexicon.lexicon import Lexicon, open_lexicon
from ...tiles.tile_set import TileSet
from .. import completion
from ..advice_rows import BUY, CHOOSE, DISCARD, EQUITY, hint_rows, note
from ..options import dictionary_option, named_dictionary, tiles_option, within
from ..output import STATUS, Layout, Row, cell_text, format_option, write
from ..queries import each_query, jobs_option


@click.command("hint")
@click.argument(
    "source", required=False, metavar="[FILE|POSITION|-]", shell_complete=completion.games
)
@click.option("--top", type=within(1), metavar="N", help="At most N options (default: all).")
@jobs_option
@dictionary_option
@tiles_option
@format_option()
@click.pass_context
def hint_(
    ctx: click.Context,
    source: str | None,
    top: int | None,
    jobs: int,
    dictionary: str,
    tiles: TileSet,
    form: str,
) -> None:
    """Advise what to do now in the game of a FILE or in a POSITION (one argument, in quotes).

    With -, each line of stdin is a position.

    The answer is that of bw buy, sell --by equity, discard or choose; before the die is rolled, it
    is the number to name on choice. A game has its own tile set, and its own dictionary unless -d
    names another. FILE is a file, or a name that bw games lists; the default is the last game that
    is not over. In the game of the day, a hint is counted.

    \b
    bw hint
    bw hint 'bw1 buy 12 1 1 A3CD2E4GI2LN2O3PRST2U 150,AERST,2,GIN'
    """
    if source == "-":
        answer = partial(_hints, top=top, lexicon=open_lexicon(dictionary, tiles))
        found = each_query(source, "position", answer, jobs=jobs)
        if form not in ("json", "jsonl"):
            found = ({**dict.fromkeys(_HINTS.fields), **row} for row in found)
        write(found, _HINTS, form)
        ctx.exit(ctx.meta.get(STATUS, 0))
    if source is not None and source.split()[:1] == ["bw1"]:
        from ...game.position import parse_position

        state, is_daily = parse_position(source, tiles), False
        lexicon = open_lexicon(dictionary, tiles)
    else:
        from ...records.game_record import Hint
        from ...records.record_file import read_game, resume_game
        from ..saved_games import find_game, game_command, game_lexicon, last_unfinished

        path = last_unfinished() if source is None else find_game(source)
        game = read_game(path)
        lexicon = game_lexicon(path, game, named_dictionary(ctx, dictionary))
        if variants := game.header.variants:
            resume = game_command("resume", path, game.header, lexicon)
            raise IllegalError(
                f"bw hint supports the printed rules only, not {' and '.join(variants)}: continue "
                f"the game with {resume}, where hint says what master would do"
            )
        state, is_daily = game.state, game.header.daily
    layout, rows = hint_rows(advise(lexicon, state), state.player)
    if is_daily:
        with resume_game(path) as writer:
            writer.add(Hint())
    write(rows[:top], layout, form)


_LAYOUTS = (CHOOSE, BUY, EQUITY, DISCARD)
_HINTS = Layout(
    fields=("decision", "option", *dict.fromkeys(sum((each.fields for each in _LAYOUTS), ()))),
    plain="option",
    money=sum((each.money for each in _LAYOUTS), ()),
    table=(
        *("decision", "option", "value", "value_pass", "value_buy", "equity"),
        *("stderr", "basis"),
    ),
    hide_if_empty=("value", "value_pass", "value_buy", "equity", "stderr"),
    footer=note,
)


def _hints(line: str, top: int | None, lexicon: Lexicon) -> list[Row]:
    """Return the rows of a position, each with the decision and the option as plain text."""
    from ...game.position import parse_position

    state = parse_position(line, lexicon.tiles)
    advice = advise(lexicon, state)
    layout, rows = hint_rows(advice, state.player)
    return [
        {"decision": advice.decision, "option": cell_text(row[str(layout.plain)]), **row}
        for row in rows[:top]
    ]
