"""Plays a game at the terminal to its end, and shows the result."""

from __future__ import annotations

import gc
from pathlib import Path

from ...errors import BwError, InvalidError
from ...lexicon.lexicon import Lexicon
from ...lexicon.theme import themed
from ...players import game_loop, registry, strategy
from ...records.game_record import Game
from ...records.record_file import resume_game
from ..output import print_lines
from ..saved_games import next_command, reopen_lexicon
from .new_game import GameOptions, resumed_session
from .phases.phase_prompt import board
from .prompt import has_screen, run
from .screen import result_lines, show
from .session import PlaySession
from .share import share_lines


def resume(path: Path, dictionary: str | None = None, plain: bool = False) -> None:
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
            from .track_game import track_game

            track_game(writer, lexicon, plain)
            return
        options = GameOptions(
            header.seats, lexicon.reopen_name, header.tiles, header.variants, header.theme
        )
        play_on(resumed_session(writer, lexicon), options, plain)


def play_on(session: PlaySession, options: GameOptions, plain: bool = False) -> None:
    """Play a game on, on the screen or line by line, and show the result if it is over.

    `options` are for new games that the screen offers at the end. Raise as `run`.
    """
    if not plain and has_screen():
        gc.disable()  # until the table is shown: nothing before that becomes garbage
        from ..table.app import run_table

        run_table(session, options)
        return
    show(*session.opening)
    if session.is_new:
        print_lines(["Type help for commands. The game is saved in", f"  {session.writer.path}"])
    with session.writer:
        try:
            run(session)
        finally:
            if not session.is_over:
                print_lines([next_command(session.writer.path, session.game, session.lexicon)])
    if session.is_over:
        _show_end(session)


def _show_end(session: PlaySession) -> None:
    """Show the result of a game, and what to do next."""
    game = session.game
    is_alone = len(game.header.seats) == 1 and not session.computers
    show(*board(game.rules, game.state), *result_lines(game))
    rival = _strongest_result(game, session.lexicon) if is_alone else ""
    if is_alone:
        show(f"On the same deal, {rival}.")
    if not game.header.variants:
        print_lines([next_command(session.writer.path, game, session.lexicon)])
    if is_alone and game.header.daily:
        show("", "To share:", "", *share_lines(game, rival))


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
