"""The commands games and resume."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

import click

from ...errors import InvalidError, counted, printable
from ...records.game_folder import SavedGame, game_files, read_summaries
from ...records.game_summary import GameSummary
from .. import completion
from ..messages import warn
from ..options import plain_option
from ..output import Layout, Row, format_option, print_lines, write
from ..saved_games import delete_saved_game, find_game, last_unfinished, saved_game

_GAMES = Layout(
    fields=(
        *("file", "date", "players", "money", "over", "seed", "dictionary"),
        *("name", "result", "variants", "rank", "rounds", "daily"),
    ),
    plain="file",
    table=("rank", "name", "result", "over", "rounds", "seed", "daily", "variants"),
    hide_if_empty=("rank", "daily", "variants"),
)


@click.command("games")
@click.option("--best", is_flag=True, help="Rank the finished games by result.")
@click.option(
    "--delete",
    "deleted",
    multiple=True,
    metavar="NAME",
    shell_complete=completion.saved_games,
    help="Delete this game, after asking; repeat it for more games.",
)
@click.option("--yes", is_flag=True, help="Delete without asking.")
@format_option()
def games_(best: bool, deleted: tuple[str, ...], yes: bool, form: str) -> None:
    """List the saved games by date, or delete some of them.

    --best ranks each game among those with the same number of players and the same variants. A
    deleted game is gone with its review; of a game of the day, the result remains.

    \b
    bw games
    bw games --best
    """
    if best and deleted:
        raise InvalidError("--best ranks games, and --delete deletes them: give only one")
    if yes and not deleted:
        raise InvalidError("--yes is for --delete: name the game to delete")
    if deleted and not yes and form != "table":
        raise InvalidError(f"-f {form} does not ask before it deletes: use --yes")
    rows = _deleted(deleted, yes) if deleted else _listed(best)
    if deleted and form == "table":
        print_lines([f"{counted(len(list(rows)), 'game')} deleted."])
    else:
        write(rows, _GAMES, form)


def _listed(best: bool) -> Iterator[Row]:
    games = read_summaries(game_files(), warn)
    games.sort(key=lambda saved: saved.game.date)
    ranks: list[int | None] = [None] * len(games)
    if best:
        games = [saved for saved in games if saved.game.over]
        games.sort(key=lambda saved: (_kind(saved.game), -_score(saved.game)))
        ranks = list(_ranks([saved.game for saved in games]))
    for saved, rank in zip(games, ranks, strict=True):
        yield _row(saved, rank)


def _row(saved: SavedGame, rank: int | None = None) -> Row:
    path, game = saved
    return {
        "file": str(path),
        "date": game.date,
        "players": [seat.name for seat in game.seats],
        "money": [seat.money for seat in game.seats],
        "over": game.over,
        "seed": game.seed,
        "dictionary": game.dictionary,
        "name": path.stem,
        "result": _result(game),
        "variants": list(game.variants),
        "rank": rank,
        "rounds": game.rounds,
        "daily": game.daily,
    }


def _result(game: GameSummary) -> str:
    return ", ".join(f"{seat.name} ${seat.money}" for seat in game.seats)


def _kind(game: GameSummary) -> tuple[tuple[str, ...], int]:
    """Return what games must have in common for their results to be compared."""
    return tuple(sorted(game.variants)), len(game.seats)


def _ranks(games: Sequence[GameSummary]) -> Iterator[int]:
    """Yield the rank of each sorted game among those of its kind; equal results share one."""
    for _, group in groupby(games, _kind):
        scores = list(map(_score, group))
        yield from (1 + scores.index(score) for score in scores)


def _score(game: GameSummary) -> int:
    """Return the most money that a person made, or, without any people, a computer player."""
    people = [seat.money for seat in game.seats if seat.is_person]
    return max(people or [seat.money for seat in game.seats])


def _deleted(names: Sequence[str], yes: bool) -> Iterator[Row]:
    """Delete saved games, and yield their rows. Raise InvalidError before any is deleted."""
    paths = list(dict.fromkeys(map(saved_game, names)))
    for path in paths:
        found = read_summaries([path])
        if yes or _is_confirmed(_question(path, found)):
            delete_saved_game(path, found[0].game if found else None)
            yield _row(found[0]) if found else {**dict.fromkeys(_GAMES.fields), "file": str(path)}


def _question(path: Path, found: Sequence[SavedGame]) -> str:
    if not found:
        return f"Delete {path.stem}, which cannot be read? [y/n] "
    game = found[0].game
    over = "over" if game.over else f"in round {game.rounds}"
    mark = ", the game of the day, whose result remains" if game.daily else ""
    return f"Delete {path.stem} ({_result(game)}, {over}{mark}) for good? [y/n] "


def _is_confirmed(question: str) -> bool:
    """Return whether the answer is yes. Raise InvalidError if there is none."""
    from ..terminal.prompt import ask

    answer = ask(printable(question))
    if answer is None:
        raise InvalidError("nobody answered, so the game was not deleted: use --yes")
    return answer.lower() in ("y", "yes")


@click.command("resume")
@click.argument("file", required=False, shell_complete=completion.games)
@click.option(
    "-d",
    "--dictionary",
    metavar="NAME|FILE",
    shell_complete=completion.dictionaries,
    help="The dictionary, if the name in the record no longer leads to it.",
)
@plain_option
def resume_(file: str | None, dictionary: str | None, plain: bool) -> None:
    """Continue the last unfinished game, or the game in FILE.

    FILE is a file, or a name that bw games lists.

    \b
    bw resume
    """
    from ..terminal.run_game import resume

    resume(last_unfinished() if file is None else find_game(file), dictionary, plain)
