"""The command that plays the game at the terminal: play."""

from __future__ import annotations

from pathlib import Path

import click
from click.core import ParameterSource

from ..errors import InvalidError
from ..lexicon import open_lexicon
from ..players import player_names
from ..record import Seat
from ..tiles import TileSet, load_tiles, quote
from .daily import DICTIONARY, TILES, daily_seed, is_daily
from .kept import begin_game, kept_games, now
from .options import dictionary_option, tiles_option
from .output import put
from .playing import computer_players, play_on, resume
from .screen import join
from .session import PERSON

MOST_OF_NAME = 12  # characters, so that a table fits the screen


@click.command("play")
@click.option(
    "--players",
    default="you",
    metavar="NAMES",
    help="Who plays, commas between: you, other people, computer players (default: you).",
)
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="The deal (default: any).")
@click.option("--daily", is_flag=True, help="The game of the day, the same for everyone.")
@click.option("--variant", metavar="NAME", help="Play a variant of the rules.")
@click.option("--record", type=click.Path(), metavar="FILE", help="Keep the game in this file.")
@dictionary_option
@tiles_option
@click.pass_context
def play_(
    ctx: click.Context,
    players: str,
    seed: int | None,
    daily: bool,
    variant: str | None,
    record: str | None,
    dictionary: str,
    tiles: TileSet,
) -> None:
    """Play BuyWord: alone, with others at this terminal, against the computer.

    Answers are short; help lists them. The game is kept as it is played: it can be stopped at any
    time, and bw resume goes on with it. The computer plays as novice, casual, club or
    master.

    \b
    bw play                          alone, for $800, $900 or $1000
    bw play --players you,club,Anna
    bw play --daily                  the deal that everyone has today
    """
    if variant is not None:
        raise InvalidError(
            f"there is no variant {quote(variant)}: variants come with a later version of bwtools"
        )
    date = now()
    if daily:
        _check_daily(ctx)
        if begun := _begun_today(date):
            resume(begun)
            return
        players, seed = "you", daily_seed(date)
        dictionary, tiles = DICTIONARY, load_tiles(TILES)
    if seed is None:
        seed = random_seed()
    lexicon = open_lexicon(dictionary, tiles)
    if daily:
        lexicon = lexicon.without_house()
    seats = read_seats(players)
    computers = computer_players(seats, seed, lexicon)  # before there is a game
    with begin_game(lexicon, seats, seed, record, date) as writer:
        names = [seat.name if seat.kind == PERSON else f"{seat.name} (computer)" for seat in seats]
        put([f"A new game, seed {seed}: {join(names)}."])
        put(["Say help to see what can be answered. The game is kept in", f"  {writer.path}"])
        play_on(writer, lexicon, computers)


def read_seats(text: str) -> tuple[Seat, ...]:
    """The seats of `--players`. Raises InvalidError: a name is taken, or none."""
    names = [" ".join(name.split()) for name in text.split(",")]
    computers = player_names()
    counts: dict[str, int] = {}
    seats = []
    for name in names:
        if name in computers:
            counts[name] = counts.get(name, 0) + 1
            several = names.count(name) > 1
            seats.append(Seat(f"{name} {counts[name]}" if several else name, name))
            continue
        near = [computer for computer in computers if computer.casefold() == name.casefold()]
        if near:
            raise InvalidError(
                f"{name} is the name of a computer player: write {near[0]} for it, or give the "
                "person another name"
            )
        if not 1 <= len(name) <= MOST_OF_NAME or not name.isprintable():
            raise InvalidError(
                f"{quote(name)} cannot be a name: take 1 to {MOST_OF_NAME} printable characters"
            )
        seats.append(Seat("you" if name.lower() == "you" else name, PERSON))
    taken = {seat.name for seat in seats}
    for name in taken:
        if sum(seat.name == name for seat in seats) > 1:
            raise InvalidError(f"two players are called {name}: give one another name")
    return tuple(seats)


def random_seed() -> int:
    """A seed that nobody knows, short enough to be told to others."""
    from secrets import randbelow

    return randbelow(1_000_000)


def _check_daily(ctx: click.Context) -> None:
    """Raises InvalidError: an option would make the game of the day another one."""
    fixed = ("players", "seed", "dictionary", "tiles_name")
    for parameter in ctx.command.params:
        source = ctx.get_parameter_source(parameter.name or "")
        if parameter.name in fixed and source is ParameterSource.COMMANDLINE:
            raise InvalidError(
                f"the game of the day is the same for everyone: leave {parameter.opts[-1]} out"
            )


def _begun_today(date: str) -> Path | None:
    """Today's game of the day, if it is not finished yet."""
    for path, game in kept_games():
        header = game.header
        if is_daily(header) and header.date[:10] == date[:10] and game.state.phase != "over":
            return path
    return None
