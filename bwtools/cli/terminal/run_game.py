"""Plays a game at the terminal to its end, and shows the result."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ...errors import BwError, InvalidError
from ...lexicon.lexicon import Lexicon
from ...lexicon.theme import themed
from ...players import game_loop, registry, strategy
from ...records.game_record import Game, Seat
from ...records.record_file import GameWriter, resume_game
from ..output import print_lines
from ..saved_games import next_command, reopen_lexicon
from .phases.phase_prompt import board
from .prompt import run
from .screen import result_lines, show, standings
from .session import PlaySession
from .share import share_lines


def resume(path: Path, dictionary: str | None = None) -> None:
    """Continue a recorded game, with the dictionary that it names or another one.

    Raise InvalidError if there is no such game, or if it is damaged or being played elsewhere.
    """
    with resume_game(path) as writer:
        game = writer.game
        header = game.header
        lexicon = themed(reopen_lexicon(path, header, dictionary), header.theme)
        if game.deal is None and header.variants:
            raise InvalidError("bw track follows games by the printed rules only")
        if game.deal is None:
            from .tracking import track_game

            track_game(writer, lexicon)
            return
        computers = computer_players(header.seats, header.seed, lexicon, header.variants)
        show(f"The game of {header.day}, seed {header.seed}: {standings(game)}.")
        play_on(writer, lexicon, computers)


def play_on(writer: GameWriter, lexicon: Lexicon, computers: dict[int, strategy.Computer]) -> None:
    """Play a recorded game on, and show the result if it is over. Raise as `run`."""
    session = PlaySession(writer, lexicon, computers)
    try:
        run(session)
    finally:
        if not session.is_over:
            print_lines([next_command(writer.path, writer.game, lexicon)])
    game = writer.game
    if not session.is_over:
        return
    is_alone = len(game.header.seats) == 1 and not computers
    show(*board(game.rules, game.state), *result_lines(game))
    rival = _strongest_result(game, lexicon) if is_alone else ""
    if is_alone:
        show(f"On the same deal, {rival}.")
    if not game.header.variants:
        print_lines([next_command(writer.path, game, lexicon)])
    if is_alone and game.header.daily:
        show("", "To share:", "", *share_lines(game, rival))


def computer_players(
    seats: Sequence[Seat], seed: int | None, lexicon: Lexicon, variants: Sequence[str] = ()
) -> dict[int, strategy.Computer]:
    """Return the computer players of a game by seat. Raise InvalidError if there is no such player.

    They know the dictionary without the words accepted in the game. Their random choices follow
    from the seed of the game through a seed of their own, which reveals nothing about the bag.
    """
    computers = {}
    for number, seat in enumerate(seats):
        if not seat.is_person:
            own = registry.player_seed(seed, number)
            player = registry.open_player(seat.kind, lexicon, own, variants)
            computers[number] = strategy.Computer(seat.name, player)
    return computers


def _strongest_result(game: Game, lexicon: Lexicon) -> str:
    """Return what the strongest computer player makes of the same deal alone, as in "X made $1"."""
    assert game.deal is not None
    try:
        name, variants = registry.STRONGEST, game.header.variants
        player = strategy.Computer(name, registry.open_player(name, lexicon, variants=variants))
        *_, (_, end) = game_loop.play_game(game.rules, lexicon, game.deal, [player])
    except BwError as error:
        return str(error)  # it names the player
    return f"{registry.STRONGEST} made ${end.player.money}"
