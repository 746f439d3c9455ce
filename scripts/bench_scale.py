"""Measure how bwtools scales: each part at sizes ten times apart, with the growth of its cost.

    python scripts/bench_scale.py [--quick] [--games N] [--dask N] [--only PART,PART]

  list      a word list of five million: opened for the first time and later, searched
  hand      hands of up to 24 letters with 8 wilds
  check     a stream of ten million words
  players   games a second of each computer player
  simulate  N games over processes (10,000; a million takes hours)
  results   synthetic results of a million games: memory and time of the summary
  dask      N games (1,000) by two workers of a cluster on this machine, if Dask is installed

Seconds are processor time of all processes together, so that other load on the machine matters
little. Megabytes are the peak of the command itself. --quick: a hundredth of each.
"""

from __future__ import annotations

import argparse
import importlib.util
import itertools
import os
import random
import subprocess
import sys
import tempfile
import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from typing import NamedTuple

from measuring import ENABLE, MB, bw, measure_apart, measure_command, milliseconds

HAND = "aeinrstdlogcp."
PLAYERS = {"novice": 60, "casual": 60, "club": 60, "master": 60, "expert": 20}  # games


class Taken(NamedTuple):
    """The cost of a size."""

    seconds: float
    memory: float  # megabytes
    note: str = ""


def print_growth(what: str, sizes: Sequence[int], measure: Callable[[int], Taken]) -> None:
    """Measure each size, and print it with its growth over the previous one."""
    before: Taken | None = None
    for size in sizes:
        taken = measure(size)
        times = more = ""
        if before:
            times = f"x {taken.seconds / before.seconds:.1f}"
            more = f"{taken.memory - before.memory:+.0f} MB"
        seconds = f"{taken.seconds:.3g}" if taken.seconds < 1 else f"{taken.seconds:,.1f}"
        line = f"{what:<32} {size:>10,} {seconds:>9} s {times:>7} {taken.memory:>6.0f} MB {more:>8}"
        print(f"{line}  {taken.note}".rstrip(), flush=True)
        before = taken


def sizes(largest: int, steps: int = 3) -> list[int]:
    """Return sizes ten times apart, up to the largest."""
    return [largest // 10**step for step in reversed(range(steps))]


def make_list(path: str, words: int) -> None:
    """Write a list of distinct words, each joined from two words of ENABLE."""
    listed = Path(ENABLE).read_text().split()
    first = [word for word in listed if len(word) == 5][::4]
    second = [word for word in listed if len(word) <= 8][::32]
    made = (f"{a}{b}\n" for a, b in itertools.product(first, second))
    with open(path, "w") as file:
        file.writelines(itertools.islice(made, words))


def bench_list(folder: Path, largest: int) -> None:
    """Measure a long list: opened for the first time and later, and searched."""

    limit = "(limit for the first time: 60 s, 600 MB)"

    def path(size: int) -> str:
        return str(folder / f"{size}.txt")

    def opened(size: int) -> Taken:
        used = measure_command(bw(), "dict", "info", path(size))
        return Taken(used.processor, used.memory, limit if size == 5_000_000 else "")

    def searched(size: int) -> Taken:
        (seconds, found), share = measure_apart(search_list, path(size))
        return Taken(seconds, share.own, f"{found:,} words of {HAND}")

    for size in sizes(largest):
        measure_apart(make_list, path(size), size)
    print_growth("list opened first, words", sizes(largest), opened)
    for size in sizes(largest):
        opened(size)  # checks the list again, since it is too new for its time stamp to be trusted
    print_growth("  later", sizes(largest), opened)
    print_growth("  searched for a hand, once open", sizes(largest), searched)


def search_list(path: str) -> tuple[float, int]:
    """Return the seconds of a search, and how many words it finds."""
    from bwtools.lexicon.lexicon import open_lexicon
    from bwtools.lexicon.search import words
    from bwtools.tiles.hand import parse_hand

    search = partial(words, open_lexicon(path), parse_hand(HAND))
    return milliseconds(search, 3, time.process_time) / 1000, len(search())


def bench_hand() -> None:
    """Measure large hands with eight wilds, and print which are rejected."""
    for letters in (8, 13, 20, 24):
        told, share = measure_apart(search_hands, letters)
        print(f"{letters} letters + 8 wilds: {told}; {share.own:.0f} MB", flush=True)
    used = measure_command(bw(), "sell", "abcdefghijklmnopqrstuvwxy", "--wilds", "8", status=2)
    print(f"25 letters + 8 wilds: {used.stderr}")


def search_hands(letters: int) -> str:
    """Return the times of the words and of the ten best sales of ten random hands."""
    from bwtools.lexicon.lexicon import open_lexicon
    from bwtools.lexicon.search import words
    from bwtools.sales.best_sales import best_sales
    from bwtools.sales.engine import COMPILED
    from bwtools.tiles.hand import Hand

    lexicon, rng = open_lexicon(), random.Random(letters)
    bag = "".join(letter * count for letter, count in lexicon.tiles.counts.items())
    hands = [Hand("".join(sorted(rng.sample(bag, letters))), 8) for _ in range(10)]
    best_sales(lexicon, hands[0], top=1)  # prepares the engine
    found = median(len(words(lexicon, hand)) for hand in hands)
    told = []
    for ask in (words, best_sales):
        asked = (partial(ask, lexicon, hand) for hand in hands)
        times = [milliseconds(each, 1, time.process_time) for each in asked]
        told.append(f"{median(times):.1f} ms (worst {max(times):.1f})")
    engine = "compiled" if COMPILED else "interpreted"
    return f"{found:,.0f} words in {told[0]}; ten best sales, {engine}, in {told[1]}"


def bench_check(folder: Path, largest: int) -> None:
    """Measure a stream of words in each format for scripts."""
    stream = folder / "stream.txt"

    def check(options: Sequence[str], size: int) -> Taken:
        measure_apart(make_stream, stream, size)
        used = measure_command(bw(), "check", "-", *options, stdin=str(stream))
        return Taken(used.processor, used.memory, f"{size / used.processor:,.0f} a second")

    for options in (["-q"], ["-f", "plain"], ["-f", "jsonl"]):
        print_growth(f"check {' '.join(options)}, words", sizes(largest), partial(check, options))


def make_stream(path: str, words: int) -> None:
    """Write `words` words, repeating ENABLE."""
    listed = Path(ENABLE).read_text().splitlines(keepends=True)
    with open(path, "w") as file:
        file.writelines(itertools.islice(itertools.cycle(listed), words))


def simulate(players: str, games: int, *options: str) -> Taken:
    """Measure games of the command; its peak memory excludes that of its workers."""
    args = ["simulate", "--players", players, "--games", str(games), *options]
    _, share = measure_apart(run_quietly, args)
    note = f"{share.processor / games * 1000:.1f} ms a game; a worker {share.others:.0f} MB"
    return Taken(share.processor, share.own, note)


def run_quietly(args: list[str]) -> None:
    """Run the command line without its output. Raise RuntimeError if it fails."""
    from bwtools.cli import run

    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    if status := run(args):
        raise RuntimeError(f"bw {' '.join(args)}: status {status}")


def bench_players(less: int) -> None:
    """Measure the games a second of each player on one processor, with luck."""
    for name, more in PLAYERS.items():
        begin, end = (simulate(name, number, "--jobs", "1") for number in (12, 12 + more // less))
        rate = more // less / (end.seconds - begin.seconds)  # excluding start-up
        print(f"games of {name:<23} {rate:>10.1f} a second of one processor", flush=True)


def bench_simulate(games: int) -> None:
    """Measure games of master on all processors, with luck and without."""
    print_growth("simulate master, games", sizes(games), partial(simulate, "master"))
    raw = [10 * size for size in sizes(games)]
    print_growth("simulate --raw, games", raw, lambda size: simulate("master", size, "--raw"))


def bench_results(largest: int) -> None:
    """Measure the memory and time of the summary after all games."""

    def reckoned(games: int) -> Taken:
        seconds, share = measure_apart(reckon, games)
        return Taken(seconds, share.own)

    print_growth("  results made up, games", sizes(largest), reckoned)


def reckon(games: int) -> float:
    """Return the seconds for summarising synthetic results of `games` games."""
    from bwtools.analysis.simulation import BATCH, Batch, Table
    from bwtools.analysis.simulation_stats import rows

    rng = random.Random(games)
    batches = []
    for first in range(0, games, BATCH):
        deals = range(first, min(first + BATCH, games))
        money = array("q", [rng.randrange(1200, 2000) for _ in deals])
        luck = array("q", [rng.randrange(-50_000, 50_000) for _ in deals])
        batches.append(Batch(deals, (money,), rng.random(), (luck,)))
    table = Table(("master",), ("master",), "enable", "", "")
    return milliseconds(partial(rows, table, batches), 1, time.process_time) / 1000


def bench_dask(games: int) -> None:
    """Measure games by a cluster on this machine."""
    if not importlib.util.find_spec("distributed"):
        print('dask: not installed (pip install "bwtools[cluster]")')
        return

    def play(number: int) -> Taken:
        with cluster() as (address, told):
            client = simulate("master", number, "--dask", address)
        scheduler, *workers = (memory for _, memory in told)
        seconds = client.seconds + sum(seconds for seconds, _ in told)
        note = f"{seconds / number * 1000:.1f} ms a game; "
        note += f"scheduler {scheduler:.0f} MB, a worker {max(workers):.0f} MB"
        return Taken(seconds, client.memory, note)

    print_growth("simulate --dask, games", sizes(games, 2), play)


@contextmanager
def cluster() -> Iterator[tuple[str, list[tuple[float, float]]]]:
    """Yield the address of a scheduler with two workers; then print the cost of each process."""
    told: list[tuple[float, float]] = []
    processes = []
    try:
        scheduler, line = start_dask("Scheduler at", "scheduler", "--host=127.0.0.1", "--port=0")
        processes.append(scheduler)
        address = line.split()[-1]
        for _ in range(2):
            worker, _ = start_dask("Registered", "worker", address, "--no-nanny", "--nthreads=1")
            processes.append(worker)
        yield address, told
    finally:
        for process in processes:
            process.kill()
            _, process.returncode, usage = os.wait4(process.pid, 0)
            told.append((usage.ru_utime + usage.ru_stime, usage.ru_maxrss / MB))


def start_dask(ready: str, kind: str, *args: str) -> tuple[subprocess.Popen[str], str]:
    """Start a process of Dask; return it and the line that reports that it is ready."""
    command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--no-dashboard", *args]
    with tempfile.NamedTemporaryFile("r") as log, open(log.name, "w") as out:
        process = subprocess.Popen(command, stderr=out, text=True)
        while process.poll() is None:
            for line in log:
                if ready in line:
                    return process, line
            time.sleep(0.1)
    raise RuntimeError(f"Dask's {kind} ended at once")


def main() -> None:
    """Measure the parts that are selected."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--dask", type=int, default=1000)
    parser.add_argument("--only", help="parts, with commas between")
    options = parser.parse_args()
    less = 100 if options.quick else 1
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["BW_HOME"] = name
        parts: dict[str, Callable[[], None]] = {
            "list": lambda: bench_list(folder, 5_000_000 // less),
            "hand": bench_hand,
            "check": lambda: bench_check(folder, 10_000_000 // less),
            "players": lambda: bench_players(min(less, 5)),
            "simulate": lambda: bench_simulate(options.games // less),
            "results": lambda: bench_results(1_000_000 // less),
            "dask": lambda: bench_dask(options.dask // less),
        }
        chosen = options.only.split(",") if options.only else list(parts)
        if unknown := set(chosen) - parts.keys():
            parser.error(f"no part {', '.join(unknown)}: the parts are {', '.join(parts)}")
        measure_command(bw(), "check", "aa")  # compiles ENABLE
        print("what, size, processor seconds, against a tenth, memory, more than a tenth")
        for part in chosen:
            parts[part]()


if __name__ == "__main__":
    main()
