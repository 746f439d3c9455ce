"""A recorded game from where it stands to its end: who plays it, by which words, how it ended."""

from __future__ import annotations

from pathlib import Path
from random import Random

import click

from .. import players
from ..errors import BwError, InvalidError
from ..game import Deal, Rules
from ..house import House
from ..lexicon import Lexicon, open_lexicon
from ..record import Header, Writer, resume_game
from .daily import is_daily, share_lines
from .output import put
from .screen import listed, result_lines
from .session import PERSON, STRONGEST, Session


def resume(path: Path, dictionary: str | None = None) -> None:
    """Go on with a recorded game. Raises InvalidError: it cannot be."""
    with resume_game(path) as writer:
        game = writer.game
        header = game.header
        if game.deal is None:
            raise InvalidError(f"{path} is a game on a real table: bw track goes on with it")
        lexicon = open_lexicon(dictionary or header.dictionary, header.tiles)
        lexicon = lexicon_of_table(lexicon, header)
        if lexicon.sha256() != header.sha256:
            click.echo(
                f"Warning: the dictionary {lexicon.name} is not what it was when the game began: "
                "the words of today count",
                err=True,
            )
        computers = computer_players(header, lexicon)
        put([f"Game of {header.date}, seed {header.seed}: {listed(header.seats, game.state)}"])
        play_on(writer, lexicon, computers)


def play_on(writer: Writer, lexicon: Lexicon, computers: dict[int, players.Seat]) -> None:
    """Play a recorded game on, and tell how it ends if it does. Raises as Session.play."""
    Session(writer, lexicon, computers).play()
    game = writer.game
    if game.state.phase != "over":
        return
    put(result_lines(game))
    if len(game.header.seats) > 1 or computers:
        return
    rival = strongest_result(game.header, lexicon)
    put([f"Of the very same deal {rival}."])
    if is_daily(game.header):
        put(["", "To share:", "", *share_lines(game, rival)])


def strongest_result(header: Header, lexicon: Lexicon) -> str:
    """What the strongest computer player makes alone of the deal of a game, as a sentence."""
    assert header.seed is not None
    rules, deal = Rules(header.tiles), Deal(header.tiles, header.seed)
    try:
        seat = players.Seat(STRONGEST, players.open_player(STRONGEST, lexicon))
        *_, (_, end) = players.play_game(rules, lexicon, deal, [seat], rules.start(1))
    except BwError as error:
        return f"{STRONGEST} made nothing: {error}"
    return f"{STRONGEST} made ${end.player.money}"


def lexicon_of_table(lexicon: Lexicon, header: Header) -> Lexicon:
    """The dictionary of a game: that of the day is without house words, as it is for everyone."""
    return lexicon.with_house(House()) if is_daily(header) else lexicon


def computer_players(header: Header, lexicon: Lexicon) -> dict[int, players.Seat]:
    """The computer players of a game, by seat. Raises InvalidError: there is no such player.

    They know the dictionary, not the rulings of the table. What they leave to chance follows from
    the seed of the game, from which they could not tell how the bag is shuffled.
    """
    return {
        number: players.Seat(
            seat.name,
            players.open_player(
                seat.kind, lexicon, Random(f"{header.seed} {number}").getrandbits(32)
            ),
        )
        for number, seat in enumerate(header.seats)
        if seat.kind != PERSON
    }
