"""The commands games and resume."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import click

from ...records.game_record import Game
from .. import completion
from ..output import Layout, Row, output
from ..saved_games import find_game, last_unfinished, saved_games
from ..terminal.run_game import resume
from ..terminal.screen import standings


@click.command("games")
@click.option("--best", is_flag=True, help="Rank the finished games by result.")
@output(
    Layout(
        fields=(
            *("file", "date", "players", "money", "over", "seed", "dictionary"),
            *("name", "result", "variants", "rank"),
        ),
        plain="file",
        table=("rank", "name", "result", "over", "variants"),
        hide_if_empty=("rank",),
    )
)
def games_(best: bool) -> Iterator[Row]:
    """List the saved games by date.

    --best ranks each game among those with the same number of players and the same variants.

    \b
    bw games
    bw games --best
    """
    games = sorted(saved_games(), key=lambda saved: saved[1].header.date)
    ranks: list[int | None] = [None] * len(games)
    if best:
        games = [(path, game) for path, game in games if game.state.phase == "over"]
        games.sort(key=lambda saved: (_kind(saved[1]), -_score(saved[1])))
        ranks = list(_ranks([game for _, game in games]))
    for (path, game), rank in zip(games, ranks, strict=True):
        header = game.header
        yield {
            "file": str(path),
            "date": header.date,
            "players": [seat.name for seat in header.seats],
            "money": [player.money for player in game.state.players],
            "over": game.state.phase == "over",
            "seed": header.seed,
            "dictionary": header.dictionary,
            "name": path.stem,
            "result": standings(game),
            "variants": list(header.variants),
            "rank": rank,
        }


def _kind(game: Game) -> tuple[tuple[str, ...], int]:
    """Return what games must have in common for their results to be compared."""
    return tuple(sorted(game.header.variants)), len(game.header.seats)


def _ranks(games: Sequence[Game]) -> Iterator[int]:
    """Yield the rank of each sorted game among those of its kind; equal results share one."""
    for _, group in groupby(games, _kind):
        scores = list(map(_score, group))
        yield from (1 + scores.index(score) for score in scores)


def _score(game: Game) -> int:
    """Return the most money that a person made, or, without any people, a computer player."""
    money = [player.money for player in game.state.players]
    people = [at for at, seat in enumerate(game.header.seats) if seat.is_person]
    return max(money[at] for at in people or range(len(money)))


@click.command("resume")
@click.argument("file", required=False, shell_complete=completion.games)
@click.option(
    "-d",
    "--dictionary",
    metavar="NAME|FILE",
    shell_complete=completion.dictionaries,
    help="The dictionary, if the name in the record no longer leads to it.",
)
def resume_(file: str | None, dictionary: str | None) -> None:
    """Continue the last unfinished game, or the game in FILE.

    FILE is a file, or a name that bw games lists.

    \b
    bw resume
    """
    resume(last_unfinished() if file is None else find_game(file), dictionary)
