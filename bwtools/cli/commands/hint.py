"""The command hint: advice on the decision at hand, as rows of the command for it."""

from __future__ import annotations

import click

from ...advice.advise import advise
from ...errors import IllegalError
from ...lexicon.lexicon import open_lexicon
from ...tiles.tile_set import TileSet
from .. import completion
from ..advice_rows import hint_rows
from ..options import dictionary_option, named_dictionary, tiles_option
from ..output import format_option, write


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
    """Advise what to do now in the game of a FILE or in a POSITION (one argument, in quotes).

    The answer is that of bw buy, sell --by equity, discard or choose; before the die is rolled, it
    is the number to name on choice. A game has its own tile set, and its own dictionary unless -d
    names another. FILE is a file, or a name that bw games lists; the default is the last game that
    is not over. In the game of the day, a hint is counted.

    \b
    bw hint
    bw hint 'bw1 buy 12 1 1 A3CD2E4GI2LN2O3PRST2U 150,AERST,2,GIN'
    """
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
    write(rows, layout, form)
