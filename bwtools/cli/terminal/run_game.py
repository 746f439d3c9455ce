"""A game at the terminal from where it stands to its end: who plays, by which words, the result."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

from ...errors import BwError, InvalidError
from ...lexicon.lexicon import Lexicon
from ...lexicon.theme import themed
from ...players import game_loop, registry, strategy
from ...players.variants import adapted
from ...records.daily import is_daily
from ...records.game_record import Game, Seat
from ...records.record_file import GameWriter, resume_game
from ..output import print_lines
from ..saved_games import reopen_lexicon, review_lines, tell_changed
from .phases.printed import board
from .screen import result_lines, standings, wrap
from .session import Session
from .share import share_lines


def resume(path: Path, dictionary: str | None = None) -> None:
    """Go on with a recorded game, with the dictionary that it names or another.

    Raises InvalidError: there is no such game, it is damaged, or it is being played elsewhere.
    """
    with resume_game(path) as writer:
        game = writer.game
        header = game.header
        lexicon = themed(reopen_lexicon(path, header, dictionary), header.theme)
        if dictionary is None:
            tell_changed(path, header)
        if game.deal is None and header.variants:
            raise InvalidError("bw track follows games by the printed rules only")
        if game.deal is None:
            from .tracking import track_game

            track_game(writer, lexicon)
            return
        computers = computer_players(header.seats, header.seed, lexicon, header.variants)
        print_lines(wrap(f"The game of {header.date}, seed {header.seed}: {standings(game)}."))
        play_on(writer, lexicon, computers)


def play_on(writer: GameWriter, lexicon: Lexicon, computers: dict[int, strategy.Computer]) -> None:
    """Play a recorded game on, and tell how it ended if it did. Raises as Session.play."""
    Session(writer, lexicon, computers).play()
    game = writer.game
    if game.state.phase != "over":
        return
    print_lines([*board(game.rules, game.state), *result_lines(game)])
    alone = len(game.header.seats) == 1 and not computers
    rival = _strongest_result(game, lexicon) if alone else ""
    if alone:
        print_lines(wrap(f"On the very same deal {rival}."))
    if not game.header.variants:
        print_lines(review_lines(writer.path))
    if alone and is_daily(game.header):
        print_lines(["", "To share:", "", *share_lines(game, rival)])


def computer_players(
    seats: Sequence[Seat], seed: int | None, lexicon: Lexicon, variants: Sequence[str] = ()
) -> dict[int, strategy.Computer]:
    """The computer players of a game, by seat. Raises InvalidError: there is no such player.

    They know the dictionary, not the rulings of the table. What they leave to chance follows from
    the seed of the game; but theirs is another, by which they cannot look into the bag.
    """
    computers = {}
    for number, seat in enumerate(seats):
        if not seat.is_person:
            own = Random(f"{seed} {number}").getrandbits(32)
            player = registry.open_player(seat.kind, lexicon, own)
            computers[number] = strategy.Computer(seat.name, adapted(player, variants, lexicon))
    return computers


def _strongest_result(game: Game, lexicon: Lexicon) -> str:
    """What the strongest computer player makes alone of the deal of a game, in words."""
    assert game.deal is not None
    try:
        player = registry.open_player(registry.STRONGEST, lexicon)
        seat = strategy.Computer(registry.STRONGEST, adapted(player, game.header.variants, lexicon))
        *_, (_, end) = game_loop.play_game(game.rules, lexicon, game.deal, [seat], game.states[0])
    except BwError as error:
        return str(error)  # which names the player
    return f"{registry.STRONGEST} made ${end.player.money}"
