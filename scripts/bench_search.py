"""Measure finding, selling, starting, compiling and checking, each beside its limit, in one run.

    python scripts/bench_search.py [--quick] [--million]

Times depend on the machine and on what else it does, so the limits that can be are ratios: to the
start of click and marisa-trie, and to kjxqz (PyPI) on the same words, in process. Debian's `an`
and `wordplay` are timed as commands where they are installed. --million adds the list of five
million words, which takes a minute. Install bwtools plainly for this: an editable install slows
every start of Python. The figures are for plain Python: the compiled engine has its own script.
"""

from __future__ import annotations

import argparse
import itertools
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from bwtools import paths
from bwtools.compiled import compile_file
from bwtools.lexicon import Lexicon, open_lexicon
from bwtools.sales import plain_sales
from bwtools.search import words
from bwtools.tiles import Hand, parse_hand

ENABLE = os.path.join(paths.SHIPPED_DICTIONARIES, "enable.txt")
HANDS = {"8 letters": "aeinrstd", "8 + wild": "aeinrst.", "13 + wild": "aeinrstdlogcp."}


def row(what: str, value: str, limit: str = "", ok: bool | None = None) -> None:
    """Print a measure beside its limit."""
    verdict = {None: "", True: "ok", False: "MISSED"}[ok]
    print(f"{what:<52} {value:>16} {limit:>20} {verdict}", flush=True)


def milliseconds(function: Callable[[], Any], runs: int) -> float:
    """The median time of a call."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1000


def consume(function: Callable[[str], Any], text: str) -> list[Any]:
    """All that a lazy function gives."""
    return list(function(text))


def command(*args: str, stdin: str | None = None) -> None:
    """Run a command to its end and throw its output away."""
    with open(stdin or os.devnull, "rb") as given:
        subprocess.run(args, stdin=given, stdout=subprocess.DEVNULL, check=True)


def bw() -> str:
    """The installed command beside this Python."""
    beside = Path(sys.executable).with_name("bw")
    return str(beside) if beside.exists() else shutil.which("bw") or "bw"


def bench_start(runs: int) -> None:
    """A cold command against the imports that it cannot do without, in turn."""
    ours, base = [], []
    for _ in range(runs):
        base.append(
            milliseconds(lambda: command(sys.executable, "-c", "import click, marisa_trie"), 1)
        )
        ours.append(milliseconds(lambda: command(bw(), "words", "aeinrst.", "--top", "20"), 1))
    ratio = statistics.median(ours) / statistics.median(base)
    row(
        "cold `bw words aeinrst. --top 20`, of the imports", f"{ratio:.2f} x", "1.5 x", ratio <= 1.5
    )
    row("  in milliseconds", f"{statistics.median(ours):.0f} ms")


def bench_words(lexicon: Lexicon, runs: int) -> None:
    """Words as strings, best first, against kjxqz on the same list."""
    try:
        import kjxqz
    except ImportError:
        kjxqz = None
    else:
        kjxqz._DAWG = kjxqz.build_dawg(Path(ENABLE).read_text().split())
    for (name, text), share in zip(HANDS.items(), (5, 12, 12), strict=True):
        hand = parse_hand(text)
        ours = milliseconds(partial(words, lexicon, hand), runs)
        label = f"words of {name} ({len(words(lexicon, hand)):,})"
        if kjxqz is None:
            row(label, f"{ours:.2f} ms", "kjxqz not installed")
            continue
        asked = text.replace(".", "?")
        theirs = milliseconds(partial(consume, kjxqz.isearch, asked), max(3, runs // 4))
        row(
            label,
            f"{ours:.2f} ms",
            f"1/{share} of kjxqz: {theirs / share:.2f}",
            ours <= theirs / share,
        )


def bench_peers(runs: int) -> None:
    """The same question to whole commands."""
    text = HANDS["8 letters"]
    row("`bw words` of 8 letters, as a command", f"{_cold(bw(), 'words', text, runs=runs):.0f} ms")
    for peer, args in {
        "an": ["-w", "-d", ENABLE, text],
        "wordplay": ["-lx", text, "-f", ENABLE],
    }.items():
        path = shutil.which(peer) or shutil.which(peer, path="/usr/games")
        shown = f"{_cold(path, *args, runs=runs):.0f} ms" if path else "not installed"
        row(f"  Debian's {peer}", shown)


def _cold(*args: str, runs: int) -> float:
    return milliseconds(lambda: command(*args), runs)


def bench_sell(
    lexicon: Lexicon, letters: int, hands: int, typical: float | None, worst: float
) -> None:
    """The ten best sales of random hands with four wilds."""
    rng = random.Random(letters)
    bag = "".join(letter * count for letter, count in lexicon.tiles.counts.items())
    times = sorted(
        milliseconds(partial(plain_sales, lexicon, hand, 10, None), 1)
        for hand in [Hand("".join(sorted(rng.sample(bag, letters))), 4) for _ in range(hands)]
    )
    name = f"sell, {letters} letters + 4 wilds, {hands} hands"
    if typical:
        median = statistics.median(times)
        row(f"{name}, median", f"{median:.1f} ms", f"{typical:.0f} ms", median <= typical)
    row(f"{name}, worst", f"{times[-1]:.1f} ms", f"{worst:.0f} ms", times[-1] <= worst)


def bench_dictionary(lexicon: Lexicon, folder: Path, runs: int) -> None:
    """Compiling ENABLE and opening it again."""
    pips = lexicon.tiles.pips

    def compiled() -> None:
        shutil.rmtree(folder / "cache", ignore_errors=True)
        compile_file(ENABLE, pips)

    seconds = milliseconds(compiled, 3) / 1000
    row("compile ENABLE", f"{seconds:.2f} s", "2 s", seconds <= 2)
    opened = milliseconds(lambda: compile_file(ENABLE, pips), runs)
    row("open it later", f"{opened:.1f} ms", "6 ms", opened <= 6)


def bench_check(folder: Path, copies: int) -> None:
    """Words a second of a stream, and the memory that it takes."""
    stream = folder / "stream.txt"
    data = Path(ENABLE).read_bytes()
    with stream.open("wb") as file:
        for _ in range(copies):
            file.write(data)
    count = data.count(b"\n") * copies
    for name, args, limit in (
        ("-q", ["-q"], 800_000),
        ("-f plain", ["-f", "plain"], 800_000),
        ("-f jsonl", ["-f", "jsonl"], 300_000),
    ):
        seconds, peak = _measured(bw(), "check", "-", *args, stdin=str(stream))
        rate = count / seconds
        row(f"check {name}, words a second", f"{rate:,.0f}", f"{limit:,}", rate >= limit)
        row("  memory", f"{peak:.0f} MB", "40 MB", peak < 40)


def _measured(*args: str, stdin: str | None = None) -> tuple[float, float]:
    """Seconds and peak megabytes of a command."""
    # A process of its own starts it: a child's peak is never below that of its parent.
    script = (
        "import resource, subprocess, sys, time; start = time.perf_counter();"
        "subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True);"
        "usage = resource.getrusage(resource.RUSAGE_CHILDREN);"
        "print(time.perf_counter() - start, usage.ru_maxrss)"
    )
    with open(stdin or os.devnull, "rb") as given:
        done = subprocess.run(
            [sys.executable, "-c", script, *args], stdin=given, capture_output=True, check=True
        )
    seconds, peak = map(float, done.stdout.split())
    return seconds, peak / (1 << (20 if sys.platform == "darwin" else 10))


def bench_million(folder: Path) -> None:
    """A list of five million words, opened for the first time and again."""
    path = folder / "millions.txt"
    letters = "etaoinsrhdlucmfywgpbvkxqjz"
    with path.open("w") as file:
        made = itertools.product(letters[:22], repeat=5)
        file.writelines(f"{''.join(word)}\n" for word in itertools.islice(made, 5_000_000))
    for name, limit in (("the first time", 60.0), ("again", None)):
        seconds, peak = _measured(bw(), "check", "-q", "-d", str(path), "taken")
        ok = None if limit is None else seconds <= limit and peak < 1000
        row(
            f"open a list of 5,000,000 words {name}",
            f"{seconds:.1f} s, {peak:.0f} MB",
            "60 s, 1000 MB" if limit else "",
            ok,
        )


def main() -> None:
    """Run the measures that are asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="fewer runs")
    parser.add_argument("--million", action="store_true", help="the list of five million words too")
    options = parser.parse_args()
    runs = 10 if options.quick else 40
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["BW_HOME"] = name
        lexicon = open_lexicon()
        bench_start(runs)
        bench_words(lexicon, runs)
        bench_peers(runs // 2)
        bench_sell(lexicon, 13, 50 if options.quick else 200, 20, 80)
        bench_sell(lexicon, 20, 20, None, 400)
        bench_dictionary(lexicon, folder, runs)
        bench_check(folder, 3 if options.quick else 20)
        if options.million:
            bench_million(folder)


if __name__ == "__main__":
    main()
