"""The analysis of a finished game: computer players on the same deal, and the review.

Both take seconds, and a thread would make the screen wait for them now and then. So they run in a
process of their own, which sends what it finds.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

from ...analysis.review import Review
from ...analysis.saved_reviews import load_review
from ...errors import BwError
from ...lexicon.lexicon import Lexicon
from ...players import game_loop, registry, strategy
from ...records.game_record import Game
from ...storage.files import os_message

RIVALS = ("master", "expert")
_PATIENCE = 0.1  # seconds between two looks at whether the analysis is still wanted


class Rival(NamedTuple):
    """The money of a computer player on the same deal; `problem` is the error if it has none."""

    name: str
    money: int = 0
    problem: str = ""


class Progress(NamedTuple):
    """The share of the game that is graded, from 0 to 1."""

    share: float


class Problem(NamedTuple):
    """The reason that there is no review."""

    text: str


Finding = Rival | Progress | Review | Problem


def is_alone(game: Game) -> bool:
    """Return whether a game from a deal is played by one person, without others."""
    seats = game.header.seats
    return len(seats) == 1 and seats[0].is_person and game.deal is not None


def can_be_reviewed(game: Game) -> bool:
    """Return whether the decisions of a game can be graded: those of the printed rules."""
    return not game.header.variants


def analyse(
    path: Path, dictionary: str, is_reviewed: bool, send: Callable[[Finding], object]
) -> None:
    """Find what the end of a game shows, and send it piece by piece. Errors are sent too.

    path: the record of the game.
    dictionary: the name of the dictionary, or the path of the word list.
    is_reviewed: whether a review is not needed.
    """
    from ...records.record_file import read_game
    from ..game_reviews import game_review
    from ..saved_games import game_lexicon

    try:
        game = read_game(path)
        lexicon = game_lexicon(path, game, dictionary)
        if is_alone(game):
            for name in RIVALS:
                send(_rival(name, game, lexicon))
        if can_be_reviewed(game) and not is_reviewed:
            found = game_review(path, game, dictionary, watch=lambda share: send(Progress(share)))
            send(found)
    except BwError as error:
        send(Problem(str(error)))


def _rival(name: str, game: Game, lexicon: Lexicon) -> Rival:
    """Return what a computer player makes of the deal of a game, alone."""
    assert game.deal is not None
    try:
        player = registry.open_player(name, lexicon, variants=game.header.variants)
        computer = strategy.Computer(name, player)
        *_, (_, end) = game_loop.play_game(game.rules, lexicon, game.deal, [computer])
    except BwError as error:
        return Rival(name, problem=str(error))
    return Rival(name, end.player.money)


def analysed(
    game: Game, path: Path, lexicon: Lexicon, is_wanted: Callable[[], bool]
) -> Iterator[Finding]:
    """Yield a saved review, then what `analyse` sends from another process while it is wanted."""
    saved = load_review(path, game, lexicon) if can_be_reviewed(game) else None
    if saved:
        yield saved
    if is_alone(game) or (can_be_reviewed(game) and not saved):
        yield from _from_process(game, path, lexicon.reopen_name, saved is not None, is_wanted)


def _from_process(
    game: Game, path: Path, dictionary: str, is_reviewed: bool, is_wanted: Callable[[], bool]
) -> Iterator[Finding]:
    """Yield what `analyse` sends from another process."""
    try:
        context = get_context("spawn")  # a copy of this process would have its threads' locks
        receiving, sending = context.Pipe(duplex=False)
        process = context.Process(
            target=_run, args=(path, dictionary, is_reviewed, sending), daemon=True
        )
        with redirect_stderr(None):  # Textual's stand-in has no descriptor for a child to inherit
            process.start()
    except OSError as error:
        yield Problem(f"the game was not analysed: {os_message(error)}")
        return
    sending.close()
    try:
        while is_wanted():
            if receiving.poll(_PATIENCE):
                yield _received(receiving.recv(), game)
    except (EOFError, OSError):  # the process has ended
        process.join()
        if process.exitcode:
            yield Problem("the analysis ended early: there may be too little memory")
    finally:
        process.terminate()
        process.join()
        receiving.close()


def _run(path: Path, dictionary: str, is_reviewed: bool, sending: Connection) -> None:
    """Analyse a game in a process of its own, which prints nothing."""
    sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    analyse(path, dictionary, is_reviewed, lambda found: sending.send(_packed(found)))


def _packed(found: Finding) -> Finding | tuple[object, ...]:
    """Return what is sent: a review without its game, which the other process has."""
    return tuple(found[1:]) if isinstance(found, Review) else found


def _received(sent: Finding | tuple[object, ...], game: Game) -> Finding:
    """Return what was sent, with the game."""
    if isinstance(sent, Rival | Progress | Review | Problem):
        return sent
    return Review._make([game, *sent])
