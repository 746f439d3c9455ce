"""The command simulate: many games between computer players."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import closing
from functools import partial

import click

from ...analysis import executors
from ...analysis.simulation import (
    BATCH,
    Batch,
    make_record_folder,
    play_deals,
    save_records,
    set_table,
)
from ...analysis.simulation_stats import columns, rows
from ...errors import InvalidError
from ...lexicon.lexicon import Lexicon
from ...reports.histogram import histogram
from .. import completion
from ..options import lexicon_options, new_file, within, write_new_file
from ..output import STATUS, Layout, Row, output


@click.command("simulate")
@click.option(
    "--games",
    type=within(1, 10**9),
    default=100,
    metavar="N",
    help="Number of games (default: 100).",
)
@click.option(
    "--players",
    required=True,
    metavar="A,B",
    shell_complete=completion.computer_players,
    help="Computer players at one table.",
)
@click.option(
    "--seed",
    type=within(0),
    default=1,
    metavar="S",
    help="Seed of the first deal (default: 1); the second has S + 1.",
)
@click.option(
    "--jobs",
    type=within(1),
    metavar="J",
    help="Number of processes (default: one a processor). Results do not depend on it.",
)
@click.option(
    "--raw",
    is_flag=True,
    help="Leave out the adjusted means: several times faster, ten times with masters only.",
)
@click.option(
    "--dask",
    metavar="ADDRESS",
    help="Play on the Dask cluster of this scheduler. It can run code here: use one you trust.",
)
@click.option(
    "--record",
    metavar="DIR",
    shell_complete=completion.folders,
    help="Save a record of each game there, named by its seed.",
)
@click.option(
    "--plot",
    "plotted",
    callback=new_file,
    metavar="FILE",
    shell_complete=completion.files,
    help="Draw a histogram of the money, as SVG.",
)
@lexicon_options
@output(
    Layout(
        fields=(
            *("player", "games", "mean", "stderr", "adjusted", "adjusted_stderr"),
            *("median", "p5", "p95", "win_share", "win_stderr", "seconds_per_game"),
        ),
        plain=lambda row: f"{row['player']} {row['mean']}",
        money=("mean", "stderr", "adjusted", "adjusted_stderr", "median", "p5", "p95"),
        shares=("win_share",),
        table=(
            *("player", "games", "mean", "stderr", "adjusted", "adjusted_stderr"),
            *("median", "p5", "p95", "win_share", "seconds_per_game"),
        ),
        hide_if_empty=("adjusted", "adjusted_stderr"),
    )
)
def simulate_(
    games: int,
    players: str,
    seed: int,
    jobs: int | None,
    raw: bool,
    dask: str | None,
    record: str | None,
    plotted: str | None,
    lexicon: Lexicon,
) -> list[Row]:
    """Play many games between computer players, and compare their results.

    The seats rotate from deal to deal. The true mean is within two standard errors (stderr) of the
    mean in 95 of 100 runs. The adjusted mean, without the luck of the draws, estimates the same
    with a smaller error from 40 games on. One game in 20 ends below p5, and one above p95. Ctrl-C
    ends a run early, with the rows of the games played so far.

    \b
    bw simulate --players club --games 20
    bw simulate --players club,casual --games 20 --plot histogram.svg
    """
    if dask is not None and jobs:
        raise InvalidError("--jobs is for this machine, --dask for a cluster: use only one of them")
    table = set_table(lexicon, [name.strip() for name in players.split(",")])
    deals = range(seed, seed + games)
    if record is not None:
        make_record_folder(record, deals)
    if dask is not None:
        pool = partial(executors.cluster, dask)
    else:
        most = -(-games // BATCH)
        pool = partial(executors.processes, min(jobs or os.cpu_count() or 1, most))
    batches: list[Batch] = []
    context = click.get_current_context()
    try:
        with closing(play_deals(table, deals, pool, record is not None, raw)) as played:
            for batch in _with_progress(played, games):
                if record is not None:
                    save_records(record, batch)
                batches.append(batch._replace(records=()))
    except KeyboardInterrupt:
        context.meta[STATUS] = 130
    if plotted and batches:
        write_new_file(plotted, histogram(table.names, columns(table, batches)))
    return rows(table, batches)


def _with_progress(played: Iterator[Batch], games: int) -> Iterator[Batch]:
    """Yield the batches, with a progress bar on a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield from played
        return
    with click.progressbar(length=games, file=sys.stderr, label="games", show_pos=True) as bar:
        for batch in played:
            yield batch
            bar.update(len(batch.deals))
