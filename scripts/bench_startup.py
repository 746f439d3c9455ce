"""Measure what is felt: cold commands, a review, and the memory for a long list, beside the limits.

    python scripts/bench_startup.py [--quick] [--only PART,PART]

  start     commands from start to end, taking turns, over `import click, marisa_trie` or `bw words`
  review    the review of a solo game, over a cold `bw words`
  list      five million words, opened for the first time

Times are processor times of all processes together, so that other load on the machine matters
little, and the limits are ratios. Do not use an editable install: it slows every start of Python.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

from bench_scale import make_list
from measuring import bw, measure_apart, measure_command

IMPORTS, WORDS = "the imports", "words"
POSITION = "bw1 buy 12 1 1 A3CD2E4GI2LN2O3PRST2U 150,AERST,2,GIN"
COMMANDS = {
    IMPORTS: [sys.executable, "-c", "import click, marisa_trie"],
    WORDS: [bw(), "words", "aeinrst.", "--top", "20"],
    "check": [bw(), "check", "quiz"],
    "sell": [bw(), "sell", "aeinrst."],
    "buy": [bw(), "buy", "gin", "--hand", "aerst.."],
    "hint": [bw(), "hint", POSITION],
    "choose": [bw(), "choose", "--hand", "aerst.."],
    "play": [bw(), "play", "--seed", "1"],  # to the end of its input: the first prompt
}
LIMITS = (  # command, over another, limit
    (WORDS, IMPORTS, 1.15),
    ("check", IMPORTS, 1.15),
    ("sell", WORDS, 1.2),
    ("buy", WORDS, 2),
    ("hint", WORDS, 2),
    ("choose", WORDS, 2),
    ("play", IMPORTS, 2),
)
REVIEW_LIMIT, LIST_LIMIT = 10, 600  # times `bw words`; megabytes


def row(what: str, value: float, limit: float, unit: str, note: str = "") -> None:
    """Print a measurement beside its limit."""
    verdict = "ok" if value <= limit else "MISSED"
    print(f"{what:<44} {value:>8.2f} {unit:<2} {limit:>8g} {unit:<2} {verdict:<8}{note}".rstrip())


def processor_times(commands: Sequence[str], runs: int) -> dict[str, float]:
    """Return the median processor time of each command in seconds; they take turns."""
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(runs):
        for name in commands:
            times[name].append(measure_command(*COMMANDS[name]).processor)
    return {name: median(taken) for name, taken in times.items()}


def bench_start(_: Path, less: int) -> None:
    taken = processor_times(list(COMMANDS), max(5, 40 // less))
    print(", ".join(f"{name} {seconds * 1000:.0f} ms" for name, seconds in taken.items()))
    for name, base, limit in LIMITS:
        row(f"cold {name}, over {base}", taken[name] / taken[base], limit, "x")


def bench_review(folder: Path, less: int) -> None:
    for player in ("club", "master"):
        games = folder / player
        options = ["--players", player, "--games", "1", "--seed", "1", "--record", str(games)]
        measure_command(bw(), "simulate", *options)
        (file,) = games.iterdir()
        words, reviewed = [], []
        for seed in range(max(1, 4 // less)):  # another seed: the review is not read again
            words += [measure_command(*COMMANDS[WORDS]).processor for _ in range(5)]
            reviewed.append(measure_command(bw(), "review", str(file), "--seed", str(seed)))
        seconds = median(used.processor for used in reviewed)
        clock = median(used.clock for used in reviewed)
        note = f"{seconds:.2f} s, by the clock {clock:.2f} s"
        what = f"review of a solo game of {player}, over words"
        row(what, seconds / median(words), REVIEW_LIMIT, "x", note)


def bench_list(folder: Path, less: int) -> None:
    words = 5_000_000 // (100 if less > 1 else 1)
    path = str(folder / "long.txt")
    measure_apart(make_list, path, words)
    used = measure_command(bw(), "dict", "info", path)
    note = f"{used.processor:.1f} s"
    row(f"{words:,} words, opened first: memory", used.memory, LIST_LIMIT, "MB", note)


def main() -> None:
    """Measure the parts that are selected."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="fewer runs, and a hundredth list")
    parser.add_argument("--only", help="parts, with commas between")
    options = parser.parse_args()
    parts: dict[str, Callable[[Path, int], None]] = {
        "start": bench_start,
        "review": bench_review,
        "list": bench_list,
    }
    chosen = options.only.split(",") if options.only else list(parts)
    if unknown := set(chosen) - parts.keys():
        parser.error(f"no part {', '.join(unknown)}: the parts are {', '.join(parts)}")
    for variable in ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED"):
        os.environ.pop(variable, None)  # they slow commands down
    with tempfile.TemporaryDirectory() as name:
        os.environ["BW_HOME"] = name
        measure_command(bw(), "check", "aa")  # compiles ENABLE
        print(f"{'what':<44} {'now':>11} {'limit':>11}")
        for part in chosen:
            parts[part](Path(name), 4 if options.quick else 1)


if __name__ == "__main__":
    main()
