"""Simulation: results from any workers, records, statistics, the histogram, and failures."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from array import array
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import closing, nullcontext
from functools import partial
from multiprocessing import active_children
from pathlib import Path
from typing import Any, TypeVar
from xml.etree import ElementTree

import pytest
from marks import slow
from shell import bw, streams

from bwtools.analysis.executors import processes
from bwtools.analysis.simulation import (
    BATCH,
    LUCK_UNIT,
    Batch,
    Table,
    play_batch,
    play_deals,
    set_table,
)
from bwtools.analysis.simulation_stats import SHARE, best_share, rows
from bwtools.cli import run
from bwtools.errors import InvalidError
from bwtools.game.deal import Deal
from bwtools.game.rules import Rules
from bwtools.game.state import State
from bwtools.lexicon.lexicon import Lexicon, open_lexicon
from bwtools.players import registry
from bwtools.players.game_loop import play_game
from bwtools.players.registry import open_player
from bwtools.players.rule_players import Casual, Novice
from bwtools.players.strategy import Computer
from bwtools.records.record_file import read_game
from bwtools.reports.histogram import histogram
from bwtools.storage.folders import SHIPPED_DATA

T = TypeVar("T")


@pytest.fixture(scope="module")
def everyday(home: Path) -> Lexicon:
    del home
    return open_lexicon("everyday")


@pytest.fixture(scope="module")
def two(everyday: Lexicon) -> Table:
    return set_table(everyday, ["novice", "casual"])


def simulate(*args: str) -> list[dict[str, Any]]:
    """Return the rows of a run, without the seconds."""
    done = bw("simulate", "-f", "jsonl", *args)
    assert (done.status, done.err) == (0, "")
    return [timeless(row) for row in done.rows]


def timeless(row: dict[str, Any]) -> dict[str, Any]:
    assert row.pop("seconds_per_game") > 0
    return row


def results(batches: list[Batch]) -> list[Any]:
    """Return the results that must not depend on the workers."""
    return [(batch.deals, batch.money, batch.luck, batch.records) for batch in batches]


def test_seeds_have_golden_results() -> None:
    fields = ("player", "games", "mean", "stderr", "median", "p5", "p95", "win_share", "win_stderr")
    found = simulate("--players", "casual,novice", "--games", "50", "--seed", "7")
    assert [tuple(map(row.get, fields)) for row in found] == [
        ("casual", 50, 479.72, 8.91, 481.0, 369.0, 582.65, 0.98, 0.02),
        ("novice", 50, 339.24, 7.04, 350.0, 251.45, 397.55, 0.02, 0.02),
    ]


def test_results_do_not_depend_on_the_number_of_processes(tmp_path: Path) -> None:
    left: list[Any] = []
    for jobs in "12":
        folder = tmp_path / jobs
        args = ("--games", "13", "--jobs", jobs, "--record", str(folder / "games"))
        found = simulate("--players", "novice,casual", *args, "--plot", str(tmp_path / "plot.svg"))
        records = {file.name: file.read_bytes() for file in (folder / "games").iterdir()}
        left.append((found, records, (tmp_path / "plot.svg").read_bytes()))
    assert left[0] == left[1]
    assert len(left[0][1]) == 13


def test_deal_i_has_seed_s_plus_i(enable: Lexicon) -> None:
    rules, seat = Rules(enable.tiles), Computer("casual", open_player("casual", enable))
    money = []
    for seed in (7, 8):
        *_, (_, end) = play_game(rules, enable, Deal(enable.tiles, seed), [seat], rules.start(1))
        money.append(end.player.money)
    (row,) = simulate("--players", "casual", "--games", "2", "--seed", "7")
    assert row["mean"] == sum(money) / 2


def test_adjusted_mean_excludes_luck() -> None:
    """Check that the luck measured by V explains most of the variance between games."""
    table = set_table(open_lexicon("enable"), ["master"])
    (row,) = rows(table, [play_batch(table, range(1, 25))])
    assert 0 < row["adjusted_stderr"] < 0.8 * row["stderr"]
    assert abs(row["adjusted"] - row["mean"]) < 3 * row["stderr"]


@pytest.mark.parametrize("names", ["master", "master,novice", *slow("master,master,master")])
def test_raw_run_has_the_same_money_and_no_adjusted_mean(names: str) -> None:
    args = ("--players", names, "--games", "13", "--jobs", "1")
    (whole, raw) = simulate(*args), simulate(*args, "--raw")
    assert all(row["adjusted"] for row in whole)
    unadjusted = {"adjusted": None, "adjusted_stderr": None}
    assert raw == [row | unadjusted for row in whole]


def test_raw_run_supports_tile_sets_without_small_draws(tmp_path: Path) -> None:
    classic = (Path(SHIPPED_DATA) / "classic.toml").read_text("utf-8")
    lines = {"die": "die = [4, 5]", "choice": "choice = [3, 6]"}
    rules = [lines.get(line.split(" =")[0], line) for line in classic.splitlines()]
    (tmp_path / "large.toml").write_text("\n".join(rules))
    args = ("--players", "master", "--games", "2", "-t", str(tmp_path / "large.toml"))
    (whole,), (raw,) = simulate(*args), simulate(*args, "--raw")
    assert raw["mean"] == whole["mean"]


def test_raw_table_has_no_adjusted_columns() -> None:
    args = ("simulate", "--players", "novice", "--games", "2")
    assert "adjusted" in bw(*args).lines[0]
    assert "adjusted" not in bw(*args, "--raw").lines[0]


def test_raw_games_can_be_recorded(tmp_path: Path) -> None:
    folders = [tmp_path / "whole", tmp_path / "raw"]
    for folder, more in zip(folders, ([], ["--raw"]), strict=True):
        simulate("--players", "master", "--games", "2", "--record", str(folder), *more)
    whole, raw = ([file.read_bytes() for file in sorted(each.iterdir())] for each in folders)
    assert raw == whole


def test_solo_player_always_wins() -> None:
    (row,) = simulate("--players", "novice", "--games", "3")
    assert (row["win_share"], row["win_stderr"]) == (1, 0)


def test_seats_rotate_and_records_replay_to_the_result(tmp_path: Path) -> None:
    names = ["novice", "casual", "novice-2"]
    folder = str(tmp_path / "new" / "games")
    found = simulate(
        *("--players", "novice,casual,novice", "--games", "3", "--seed", "9", "--record", folder)
    )
    games = [read_game(Path(folder, f"{seed}.jsonl")) for seed in (9, 10, 11)]
    assert [[seat.name for seat in game.header.seats] for game in games] == [
        names,
        ["novice-2", "novice", "casual"],
        ["casual", "novice-2", "novice"],
    ]
    assert [seat.kind for seat in games[0].header.seats] == ["novice", "casual", "novice"]
    assert all(game.state.phase == "over" for game in games)
    assert [game.header.seed for game in games] == [9, 10, 11]
    for row in found:
        money = [
            player.money
            for game in games
            for seat, player in zip(game.header.seats, game.state.players, strict=True)
            if seat.name == row["player"]
        ]
        assert row["mean"] == round(sum(money) / 3, 2)


def test_two_players_of_one_name_play_differently(everyday: Lexicon) -> None:
    table = set_table(everyday, ["novice", "novice"])
    assert table.names == ("novice", "novice-2")
    first, second = play_batch(table, range(24)).money
    assert sorted(first) != sorted(second)


def test_numbered_name_that_exists_is_skipped(
    everyday: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(registry.BUILT_IN, "novice-2", Casual)
    table = set_table(everyday, ["novice", "novice", "novice-2"])
    assert table.names == ("novice", "novice-3", "novice-2")


def test_folder_with_one_of_the_games_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "3.jsonl").write_text("mine")
    done = bw("simulate", "--players", "novice", "--games", "3", "--record", str(tmp_path))
    assert done.error == f"{tmp_path / '3.jsonl'} exists already: use another folder"
    assert [file.name for file in tmp_path.iterdir()] == ["3.jsonl"]


def batch(*money: list[int], luck: list[list[int]] | None = None) -> Batch:
    arrays = tuple(array("q", own) for own in luck) if luck else None
    return Batch(range(len(money[0])), tuple(array("q", own) for own in money), 0.5, arrays)


def test_shares_of_wins_are_percentages_in_tables() -> None:
    table = bw("simulate", "--games", "3", "--players", "club,novice", "--raw")
    assert "100%" in table.lines[1].split()
    assert "0%" in table.lines[2].split()


def test_equal_money_shares_the_win(two: Table) -> None:
    first, second = rows(two, [batch([5, 5], [5, 3]), batch([1, 9], [2, 9])])
    assert (first["win_share"], second["win_share"]) == (0.5, 0.5)
    assert first["win_stderr"] == second["win_stderr"] == 0.2041  # of 1/2, 1, 0, 1/2


def test_row_has_mean_stderr_and_interpolated_percentiles(two: Table) -> None:
    row, _ = rows(two, [batch([400, 100, 300], [0, 0, 0]), batch([200], [0])])
    assert row == {
        "player": "novice",
        "games": 4,
        "mean": 250,
        "stderr": 64.55,
        "adjusted": None,
        "adjusted_stderr": None,
        "median": 250,
        "p5": 115,
        "p95": 385,
        "win_share": 1,
        "win_stderr": 0,
        "seconds_per_game": 0.25,
    }


def test_adjusted_is_money_less_luck(two: Table) -> None:
    first = batch([400, 100], [5, 5], luck=[[256, -512], [0, 0]])
    row, _ = rows(two, [first, batch([203], [5], luck=[[128], [0]])])
    assert (row["adjusted"], row["adjusted_stderr"]) == (234.5, 87.22)  # of 399, 102, 202.5


def test_share_of_luck_is_the_coefficient_of_a_control_variate() -> None:
    luck = [-30, -10, 10, 30] * 10
    money = [500 + own // 2 + extra for own, extra in zip(luck, [7, -7] * 20, strict=True)]
    assert best_share(luck, [LUCK_UNIT * own for own in luck]) == SHARE
    assert best_share([3 * own for own in luck], [LUCK_UNIT * own for own in luck]) == 3 * SHARE
    assert abs(best_share(money, [LUCK_UNIT * own for own in luck]) - SHARE // 2) < SHARE // 4
    assert best_share([500] * 40, [LUCK_UNIT * own for own in luck]) == 0
    assert best_share(money, [0] * 40) == best_share([1, 2], [3, 4]) == SHARE


@pytest.mark.parametrize("name", ["novice", "casual"])
def test_adjusted_mean_of_a_weak_player_is_not_less_precise(name: str) -> None:
    row = simulate("--players", name, "--games", "80")[0]
    assert row["adjusted_stderr"] < 1.05 * row["stderr"]


def test_adjusted_is_empty_without_v(tmp_path: Path) -> None:
    classic = (Path(SHIPPED_DATA) / "classic.toml").read_text("utf-8")
    (tmp_path / "nine.toml").write_text(classic.replace("hand_limit = 8", "hand_limit = 9"))
    args = ("--players", "novice", "--games", "2", "-t", str(tmp_path / "nine.toml"))
    (row,) = simulate(*args)
    assert (row["adjusted"], row["adjusted_stderr"]) == (None, None)


def test_one_game_has_no_stderr(two: Table) -> None:
    row, _ = rows(two, [batch([400], [400])])
    assert (row["mean"], row["stderr"], row["win_share"], row["win_stderr"]) == (
        400,
        None,
        0.5,
        None,
    )


class Here(Executor):
    """An executor that runs submitted work at once, in this process."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class Dead(Executor):
    """An executor in which all work fails."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_exception(self.error)
        return future


def test_any_executor_can_play(two: Table) -> None:
    here = list(play_deals(two, range(30), lambda: nullcontext(Here()), recorded=True))
    pool = list(play_deals(two, range(30), lambda: processes(2), recorded=True))
    assert [len(batch.deals) for batch in here] == [BATCH, BATCH, 30 - 2 * BATCH]
    assert results(here) == results(pool)


@pytest.mark.parametrize("games", [24, *slow(48)])
def test_killed_process_loses_nothing(two: Table, games: int) -> None:
    undisturbed = list(play_deals(two, range(games), lambda: nullcontext(Here())))
    batches = []
    with closing(play_deals(two, range(games), lambda: processes(2))) as played:
        for number, batch in enumerate(played):
            batches.append(batch)
            if number == 0:
                active_children()[0].kill()
    assert results(batches) == results(undisturbed)


def test_a_process_killed_while_it_waits_does_not_block_the_others() -> None:
    for _ in range(4):
        with processes(2) as executor:
            assert list(executor.map(abs, [-1, 2])) == [1, 2]
            active_children()[0].kill()
    assert not active_children()


def test_processes_that_keep_dying_are_an_error(two: Table) -> None:
    dead = Dead(BrokenExecutor("out of memory"))
    with pytest.raises(InvalidError, match=r"^cannot continue: 3 times a process died that played"):
        next(play_deals(two, range(30), lambda: nullcontext(dead)))


def test_failing_worker_is_a_one_line_error(two: Table) -> None:
    dead = Dead(ModuleNotFoundError("No module\nnamed 'bwtools'"))
    with pytest.raises(InvalidError) as caught:
        next(play_deals(two, range(30), lambda: nullcontext(dead)))
    assert str(caught.value) == (
        "cannot continue: a worker failed: ModuleNotFoundError No module named 'bwtools'"
    )


def test_failing_player_is_named(everyday: Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(Novice):
        def discard(self, state: State) -> str:
            return "?" * state.round

    monkeypatch.setitem(registry.BUILT_IN, "broken", Broken)
    table = set_table(everyday, ["broken"])
    with pytest.raises(Exception, match="the player broken broke a rule"):
        next(play_deals(table, range(30), lambda: nullcontext(Here())))


def test_stopping_early_ends_the_processes(two: Table) -> None:
    with closing(play_deals(two, range(10_000), lambda: processes(2))) as played:
        next(played)
        assert active_children()
    assert not active_children()


def test_worker_with_other_words_is_an_error(two: Table) -> None:
    with pytest.raises(InvalidError, match="a worker has other words in the dictionary everyday"):
        play_batch(two._replace(sha256="0" * 64), range(3))


def test_worker_with_another_version_is_an_error(two: Table) -> None:
    with pytest.raises(InvalidError, match=r"a worker has bwtools .*, not 99: install"):
        play_batch(two._replace(version="99"), range(3))


def test_own_word_list_is_sent_by_its_full_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pets.txt").write_text("cat\ndog\nhamster\n")
    monkeypatch.chdir(tmp_path)
    table = set_table(open_lexicon("pets.txt"), ["novice"])
    assert table.dictionary == str(tmp_path / "pets.txt")


def test_record_has_the_full_path_of_an_own_word_list(tmp_path: Path) -> None:
    (tmp_path / "pets.txt").write_text("cat\ndog\nhamster\n")
    table = set_table(open_lexicon(str(tmp_path / "pets.txt")), ["novice"])
    (tmp_path / "game.jsonl").write_bytes(play_batch(table, range(1), recorded=True).records[0])
    assert read_game(tmp_path / "game.jsonl").header.dictionary == str(tmp_path / "pets.txt")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--players", "clubb"], "there is no player 'clubb': do you mean club?"),
        (["--players", "novice,"], "there is no player ''"),
        (
            ["--players", "novice,casual,club,novice,casual"],
            "is for 1 to 4 players, not 5",
        ),
        ([], "Missing option '--players'"),
        (
            ["--players", "novice", "--games", "0"],
            "must be a whole number from 1 to 1000000000, not '0'",
        ),
        (["--players", "novice", "--seed", "-1"], "must be a whole number of 0 or more, not '-1'"),
        (["--players", "novice", "--jobs", "2", "--dask", "tcp://x:1"], "use only one of them"),
        (
            ["--players", "novice", "--record", __file__],
            f"cannot save games in {__file__}: Not a directory",
        ),
        (["--players", "novice", "--plot", "no/such/folder.svg"], "No such file or directory"),
    ],
)
def test_invalid_options_are_one_line_errors(args: list[str], message: str) -> None:
    assert message in bw("simulate", *args).error


def test_missing_dask_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    done = bw("simulate", "--players", "novice", "--dask", "tcp://127.0.0.1:8786")
    assert done.error == "Dask is not installed: pip install 'bwtools[cluster]'"


def test_table_shows_cents_and_plain_shows_the_mean() -> None:
    args = ("simulate", "--players", "novice", "--games", "2")
    (row,) = simulate(*args[1:])
    assert f"${row['mean']:.2f}" in bw(*args).lines[1]
    assert bw(*args, "-f", "plain").lines == [f"novice {row['mean']}"]


SVG = "{http://www.w3.org/2000/svg}"


def test_histogram_counts_every_game_of_every_player() -> None:
    money = [[900, 955, 958, 1402], [300, 310, 320, 1105]]
    svg = ElementTree.fromstring(histogram(["club", "casual"], money))
    bars = [title.text or "" for title in svg.findall(f"{SVG}rect/{SVG}title")]
    assert bars[:2] == ["$900 to $949: 1 game", "$950 to $999: 2 games"]
    assert sum(int(bar.split(": ")[1].split()[0]) for bar in bars) == 8
    texts = ["".join(text.itertext()) for text in svg.iter(f"{SVG}text")]
    assert "clubmean $1,054, median $956, 4 games" in texts
    assert "5%: $908" in texts
    assert "95%: $1,335" in texts
    assert {"$400", "$1,000", "money at the end of the game"} <= set(texts)
    assert len({bar.get("fill") for bar in svg.findall(f"{SVG}rect") if len(bar)}) == 2


def test_histogram_stays_inside_its_picture() -> None:
    svg = ElementTree.fromstring(histogram(["one"], [[7] * 99 + [5000]]))
    _, _, width, height = map(float, svg.attrib["viewBox"].split())
    for bar in svg.findall(f"{SVG}rect"):
        left, top = float(bar.get("x", 0)), float(bar.get("y", 0))
        assert 0 <= left < left + float(bar.attrib["width"]) <= width
        assert 0 <= top < top + float(bar.attrib["height"]) <= height


def test_names_in_a_histogram_are_escaped() -> None:
    name = "<b>&amp;\x00\ud800\"']]>"
    svg = ElementTree.fromstring(histogram([name], [[200]]))
    assert "<b>&amp;??\"']]>" in "".join(svg.itertext())


@pytest.fixture
def running() -> Iterator[subprocess.Popen[bytes]]:
    """Return a long run whose terminal has shown some progress."""
    pty = pytest.importorskip("pty")
    screen, terminal = pty.openpty()
    command = [sys.executable, "-m", "bwtools", "simulate", "--games", "1000000", "--jobs", "2"]
    process = subprocess.Popen(
        [*command, "--players", "novice,casual", "-d", "everyday", "-f", "json"],
        stdout=subprocess.PIPE,
        stderr=terminal,
        start_new_session=True,
    )
    try:
        os.close(terminal)
        shown = b""
        while b"24/1000000" not in shown:
            shown += os.read(screen, 1000)
        yield process
    finally:
        process.kill()
        process.communicate()
        os.close(screen)


class Screen(io.StringIO):
    """A stream that looks like a terminal to a progress bar."""

    def isatty(self) -> bool:
        return True


def test_terminal_shows_a_progress_bar() -> None:
    with streams(b""):
        sys.stderr = screen = Screen()
        assert run(["simulate", "--players", "novice", "--games", "2", "--jobs", "1"]) == 0
    assert "0/2" in screen.getvalue()
    assert "2/2" in screen.getvalue()


def test_windows_limits_the_number_of_processes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    with processes(100):  # Windows supports at most 61
        pass


def test_ctrl_c_prints_the_games_so_far_and_exits_with_130(
    running: subprocess.Popen[bytes],
) -> None:
    import json

    os.killpg(running.pid, signal.SIGINT)
    out, _ = running.communicate(timeout=60)
    assert running.returncode == 130
    found = json.loads(out)
    games = found[0]["games"]
    assert games >= 24
    assert games % BATCH == 0
    again = simulate("--players", "novice,casual", "-d", "everyday", "--games", str(games))
    assert [timeless(row) for row in found] == again


def test_processes_end_with_a_killed_parent(
    running: subprocess.Popen[bytes],
) -> None:
    running.kill()
    out, _ = running.communicate(timeout=60)  # returns when all processes have closed stdout
    assert out == b""


def start(command: str, *args: str, until: str) -> tuple[subprocess.Popen[str], str]:
    """Yield a Dask process and the line that says it is ready."""
    process = subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.{command}", "--no-dashboard", *args],
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr
    return process, next(line for line in process.stderr if until in line)


@pytest.fixture(scope="module")
def dask(home: Path) -> Iterator[tuple[str, list[subprocess.Popen[str]]]]:
    """Yield the address of a scheduler, and two workers."""
    del home
    pytest.importorskip("distributed")
    scheduler, line = start("dask_scheduler", "--host=127.0.0.1", "--port=0", until="Scheduler at")
    address = line.split()[-1]
    workers = [
        start("dask_worker", address, "--no-nanny", "--nthreads=2", until="Registered to")[0]
        for _ in range(2)
    ]
    yield address, workers
    for process in (*workers, scheduler):
        process.kill()
        process.communicate()


def test_cluster_gives_the_same_results(
    dask: tuple[str, list[subprocess.Popen[str]]], tmp_path: Path
) -> None:
    args = ("--players", "novice,casual", "--games", "26")
    far, near = tmp_path / "far", tmp_path / "near"
    assert simulate(*args, "--dask", dask[0], "--record", str(far)) == simulate(
        *args, "--record", str(near)
    )
    assert {file.name: file.read_bytes() for file in far.iterdir()} == {
        file.name: file.read_bytes() for file in near.iterdir()
    }


def test_killed_cluster_worker_loses_nothing(
    dask: tuple[str, list[subprocess.Popen[str]]], two: Table
) -> None:
    from bwtools.analysis.executors import cluster

    address, workers = dask
    batches = []
    with closing(play_deals(two, range(60), partial(cluster, address))) as played:
        for number, batch in enumerate(played):
            batches.append(batch)
            if number == 0:
                workers[0].kill()
    assert results(batches) == results(list(play_deals(two, range(60), lambda: processes(1))))


def test_address_without_a_scheduler_is_a_one_line_error() -> None:
    pytest.importorskip("distributed")
    done = bw("simulate", "--players", "novice", "--dask", "nonsense")
    assert done.error.startswith("there is no Dask scheduler at 'nonsense': missing port number")


def test_no_games_give_no_rows(enable: Lexicon) -> None:
    assert rows(set_table(enable, ["club"]), []) == []
