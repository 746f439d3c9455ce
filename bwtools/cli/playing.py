"""A game at the terminal from where it stands to its end: who plays, by which words, the result."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

from .. import players
from ..errors import BwError
from ..game import Deal, Rules
from ..lexicon import Lexicon, open_lexicon
from ..record import Header, Seat, Writer, resume_game
from . import warn
from .daily import is_daily, share_lines
from .kept import own_lexicon
from .output import put
from .screen import result_lines, scores
from .session import Session

STRONGEST = "master"  # of those who are quick


def resume(path: Path, dictionary: str | None = None) -> None:
    """Go on with a recorded game, with the dictionary that it names or another.

    Raises InvalidError: there is no such game, it is damaged, or it is being played elsewhere.
    """
    with resume_game(path) as writer:
        game = writer.game
        header = game.header
        lexicon = (
            own_lexicon(path, header)
            if dictionary is None
            else open_lexicon(dictionary, header.tiles)
        )
        if is_daily(header):
            lexicon = lexicon.without_house()
        if lexicon.sha256() != header.sha256:
            warn(
                f"the dictionary {lexicon.name} is not what it was when the game began: "
                "the words of today count"
            )
        if game.deal is None:
            from .track import track_game

            track_game(writer, lexicon)
            return
        computers = computer_players(header.seats, header.seed, lexicon)
        put([f"The game of {header.date}, seed {header.seed}: {scores(game)}."])
        play_on(writer, lexicon, computers)


def play_on(writer: Writer, lexicon: Lexicon, computers: dict[int, players.Seat]) -> None:
    """Play a recorded game on, and tell how it ended if it did. Raises as Session.play."""
    Session(writer, lexicon, computers).play()
    game = writer.game
    if game.state.phase != "over":
        return
    put(result_lines(game))
    if len(game.header.seats) > 1 or computers:
        return
    rival = _strongest_result(game.header, lexicon)
    put([f"On the very same deal {rival}."])
    if is_daily(game.header):
        put(["", "To share:", "", *share_lines(game, rival)])


def computer_players(
    seats: Sequence[Seat], seed: int | None, lexicon: Lexicon
) -> dict[int, players.Seat]:
    """The computer players of a game, by seat. Raises InvalidError: there is no such player.

    They know the dictionary, not the rulings of the table. What they leave to chance follows from
    the seed of the game; but theirs is another, by which they cannot look into the bag.
    """
    return {
        number: players.Seat(
            seat.name,
            players.open_player(seat.kind, lexicon, Random(f"{seed} {number}").getrandbits(32)),
        )
        for number, seat in enumerate(seats)
        if not seat.is_person
    }


def _strongest_result(header: Header, lexicon: Lexicon) -> str:
    """What the strongest computer player makes alone of the deal of a game, in words."""
    assert header.seed is not None
    rules, deal = Rules(header.tiles), Deal(header.tiles, header.seed)
    try:
        seat = players.Seat(STRONGEST, players.open_player(STRONGEST, lexicon))
        *_, (_, end) = players.play_game(rules, lexicon, deal, [seat], rules.start(1))
    except BwError as error:
        return f"{STRONGEST} failed: {error}"
    return f"{STRONGEST} made ${end.player.money}"
