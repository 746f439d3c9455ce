"""The command play."""

from __future__ import annotations

import click
from click.core import ParameterSource

from ...errors import InvalidError
from ...game.variants import NAMES, combined
from ...lexicon.theme import read_theme
from ...tiles.tile_set import TileSet
from .. import completion
from ..options import dictionary_option, plain_option, tiles_option, within
from ..saved_games import game_names
from ..terminal.new_game import WORDS, GameOptions, daily_session, new_session, read_seats
from ..terminal.run_game import play_on
from ..terminal.screen import rules_lines, show


@click.command("play")
@click.option(
    "--players",
    default="you",
    metavar="NAMES",
    shell_complete=completion.players,
    help="You, other people and computer players, separated by commas (default: you).",
)
@click.option("--seed", type=within(0), metavar="N", help="The seed of the deal (default: random).")
@click.option("--daily", is_flag=True, help="Play the game of the day, the same for everyone.")
@click.option(
    "--variant",
    "variants",
    multiple=True,
    metavar="NAMES",
    shell_complete=completion.variants,
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
@plain_option
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
    plain: bool,
    dictionary: str,
    tiles: TileSet,
) -> None:
    """Play BuyWord alone, with other people at this terminal, or against the computer.

    Type help for the answers and commands. The game is saved as you play: you can stop at any time
    and continue with bw resume. The computer players are novice, casual, club, master and expert.

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
    options = GameOptions(
        read_seats(players),
        dictionary,
        tiles,
        tuple(chosen),
        None if theme is None else read_theme(theme),
    )
    named = ctx.get_parameter_source("dictionary") is not ParameterSource.DEFAULT
    is_first = not (named or daily or game_names())
    if daily:
        _check_daily(ctx)
        session = daily_session(record)
    else:
        session = new_session(options, seed, record)
    if is_first:
        session.opening.append(WORDS)
    play_on(session, options, plain)


def _variant_names(variants: tuple[str, ...], theme: str | None) -> list[str]:
    """Return the variants named by `--variant` and `--theme`."""
    names = [name.strip() for text in variants for name in text.split(",")]
    return names if theme is None else [*names, "theme"]


def _check_daily(ctx: click.Context) -> None:
    """Raise InvalidError if an option would change the game of the day."""
    fixed = ("players", "seed", "dictionary", "tiles_name", "variants", "theme")
    for parameter in ctx.command.params:
        source = ctx.get_parameter_source(parameter.name or "")
        if parameter.name in fixed and source is ParameterSource.COMMANDLINE:
            raise InvalidError(
                f"the game of the day is the same for everyone: leave {parameter.opts[-1]} out"
            )
