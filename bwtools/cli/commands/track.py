"""The command track."""

from __future__ import annotations

import click

from ...lexicon.lexicon import Lexicon
from .. import completion
from ..options import lexicon_options, plain_option
from ..saved_games import begin_game
from ..terminal.track_game import track_game
from ..terminal.tracking import ask_seats, parse_seats


@click.command("track")
@click.option(
    "--players",
    metavar="NAMES",
    shell_complete=completion.people,
    help="The players in turn order, first leader first.",
)
@click.option(
    "--me",
    metavar="NAME",
    shell_complete=completion.named_people,
    help="The player who is you (default: you).",
)
@click.option(
    "--record",
    "file",
    shell_complete=completion.files,
    metavar="FILE",
    help="Save the game in this file.",
)
@click.option(
    "--position",
    default="",
    metavar="POSITION",
    help="Start from this position, before a roll of the die.",
)
@plain_option
@lexicon_options
def track_(
    players: str | None,
    me: str | None,
    file: str | None,
    position: str,
    lexicon: Lexicon,
    plain: bool,
) -> None:
    """Follow a game on a real table: enter what happens, and ask for advice.

    Type help for the entries and commands. The game is saved as you enter it, and bw resume
    continues it.

    \b
    bw track --players you,Ben
    bw track --players Anna,Ben --me Anna
    """
    seats = (
        ask_seats(me, lexicon.tiles) if players is None else parse_seats(players, me, lexicon.tiles)
    )
    if seats is None:
        return
    with begin_game(lexicon, seats, None, file, position=position) as writer:
        track_game(writer, lexicon, plain)
