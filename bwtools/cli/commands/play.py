"""The command play."""

from __future__ import annotations

import click
from click.core import ParameterSource

from ...errors import InvalidError
from ...game.deal import random_seed
from ...game.variants import NAMES, combined
from ...lexicon.lexicon import open_lexicon
from ...lexicon.theme import Theme, read_theme, themed
from ...players.registry import player_names, unique_names
from ...records.daily_games import daily_games, deleted_result, first_result, note_daily
from ...records.game_record import PERSON, Seat
from ...storage.dates import now
from ...tiles.tile_set import TileSet, load_tiles
from .. import completion
from ..options import dictionary_option, tiles_option, within
from ..output import print_lines
from ..saved_games import begin_game, game_names
from ..terminal.player_names import check_names
from ..terminal.run_game import computer_players, play_on, resume
from ..terminal.screen import join, rules_lines, show

_WORDS = (
    "Words are checked in ENABLE, which does not have newer ones such as QI and ZA. To play with "
    "those, start with bw play -d wordnik."
)


@click.command("play")
@click.option(
    "--players",
    default="you",
    metavar="NAMES",
    help="You, other people and computer players, separated by commas (default: you).",
)
@click.option("--seed", type=within(0), metavar="N", help="The seed of the deal (default: random).")
@click.option("--daily", is_flag=True, help="Play the game of the day, the same for everyone.")
@click.option(
    "--variant",
    "variants",
    multiple=True,
    metavar="NAMES",
    help=f"Variants of the rules, separated by commas: {', '.join(NAMES)}.",
)
@click.option(
    "--theme",
    metavar="FILE",
    shell_complete=completion.files,
    help="A word list with the words of the variant theme.",
)
@click.option("--rules", "only_rules", is_flag=True, help="Print the rules and stop.")
@click.option(
    "--record", shell_complete=completion.files, metavar="FILE", help="Save the game in this file."
)
@dictionary_option
@tiles_option
@click.pass_context
def play_(
    ctx: click.Context,
    players: str,
    seed: int | None,
    daily: bool,
    variants: tuple[str, ...],
    theme: str | None,
    only_rules: bool,
    record: str | None,
    dictionary: str,
    tiles: TileSet,
) -> None:
    """Play BuyWord alone, with other people at this terminal, or against the computer.

    Type help for the answers and commands. The game is saved as you play: you can stop at any time
    and continue with bw resume. The computer players are novice, casual, club, master, expert and
    expert-slow.

    \b
    bw play
    bw play --players you,club,Anna
    bw play --daily
    bw play --variant auction --rules
    """
    chosen = _variant_names(variants, theme)
    if only_rules:
        show(*rules_lines(tiles, combined(chosen, 2)))
        return
    date, first = now(), None
    if daily:
        _check_daily(ctx)
        first = deleted_result(date[:10])
        for path, game in daily_games(date[:10]):
            if game.state.phase != "over":
                resume(path)
                return
            first = first_result(game)
        if first is not None:
            show(
                f"You have played the game of the day: your result is ${first}. Another game is "
                "practice."
            )
        players, seed = "you", int(date[:10].replace("-", ""))
        dictionary, tiles = "enable", load_tiles("classic")
    if seed is None:
        seed = random_seed()
    lexicon = open_lexicon(dictionary, tiles)
    if daily:
        lexicon = lexicon.without_house()
    seats = read_seats(players)
    played = combined(chosen, len(seats))
    on_theme = _theme(theme) if "theme" in played else None
    words = themed(lexicon, on_theme)
    computers = computer_players(seats, seed, words, played)  # may fail: before the file exists
    named = ctx.get_parameter_source("dictionary") is not ParameterSource.DEFAULT
    is_first = not (named or daily or game_names())
    with begin_game(lexicon, seats, seed, record, date, played, on_theme, daily, first) as writer:
        if daily:
            note_daily(writer.path, writer.game)
        names = [seat.name if seat.is_person else f"{seat.name} (computer)" for seat in seats]
        title = f", {join(played)}" if played else ""
        show(f"A new game{title}, seed {seed}: {join(names)}.")
        print_lines(["Type help for commands. The game is saved in", f"  {writer.path}"])
        if is_first:
            show(_WORDS)
        play_on(writer, words, computers)


def read_seats(text: str) -> tuple[Seat, ...]:
    """Return the seats of `--players`. Raise InvalidError if a name is taken or not valid."""
    computers = player_names()
    names = [" ".join(name.split()) for name in text.split(",")]
    people = ["you" if name.lower() == "you" else name for name in names if name not in computers]
    for name in people:
        for computer in computers:
            if name.casefold() == computer.casefold():
                raise InvalidError(
                    f"{name} is the name of a computer player: type {computer} to play against "
                    "it, or give the person another name"
                )
    check_names(people)
    computer_names = iter(unique_names([name for name in names if name in computers], people))
    people_names = iter(people)
    return tuple(
        Seat(next(computer_names), name) if name in computers else Seat(next(people_names), PERSON)
        for name in names
    )


def _variant_names(variants: tuple[str, ...], theme: str | None) -> list[str]:
    """Return the variants named by `--variant` and `--theme`."""
    names = [name.strip() for text in variants for name in text.split(",")]
    return names if theme is None else [*names, "theme"]


def _theme(file: str | None) -> Theme:
    if file is None:
        raise InvalidError("the variant theme needs a word list: name one with --theme FILE")
    return read_theme(file)


def _check_daily(ctx: click.Context) -> None:
    """Raise InvalidError if an option would change the game of the day."""
    fixed = ("players", "seed", "dictionary", "tiles_name", "variants", "theme")
    for parameter in ctx.command.params:
        source = ctx.get_parameter_source(parameter.name or "")
        if parameter.name in fixed and source is ParameterSource.COMMANDLINE:
            raise InvalidError(
                f"the game of the day is the same for everyone: leave {parameter.opts[-1]} out"
            )
