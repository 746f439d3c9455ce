"""Measure finding words, selling and compiling, each beside its limit, in one run.

    python scripts/bench_search.py [--quick]

Times depend on the machine and its load, so limits for finding words are ratios to kjxqz (PyPI) on
the same words, in process. The figures are for plain Python: see bench_engine.py for the compiled
engine, bench_startup.py for cold commands, bench_peers.py for other programs, bench_scale.py for
long streams and lists.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import statistics
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from measuring import ENABLE, milliseconds

from bwtools.lexicon.compiled import compile_file
from bwtools.lexicon.lexicon import Lexicon, lexicon_from_words, open_lexicon
from bwtools.lexicon.search import words
from bwtools.sales.best_sales import python_best_sales
from bwtools.tiles.hand import Hand, parse_hand

HANDS = {"8 letters": "aeinrstd", "8 + wild": "aeinrst.", "13 + wild": "aeinrstdlogcp."}


def row(what: str, value: str, limit: str = "", ok: bool | None = None) -> None:
    """Print a measurement beside its limit."""
    verdict = {None: "", True: "ok", False: "MISSED"}[ok]
    print(f"{what:<52} {value:>16} {limit:>20} {verdict}", flush=True)


def consume(function: Callable[[str], Any], text: str) -> list[Any]:
    """Return everything that a generator function yields."""
    return list(function(text))


def bench_words(lexicon: Lexicon, runs: int) -> None:
    """Compare finding words as strings, best first, with kjxqz on the same list."""
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


def bench_sell(
    lexicon: Lexicon, letters: int, hands: int, typical: float | None, worst: float
) -> None:
    """Measure the ten best sales of random hands with four wilds."""
    rng = random.Random(letters)
    bag = "".join(letter * count for letter, count in lexicon.tiles.counts.items())
    times = sorted(
        milliseconds(partial(python_best_sales, lexicon, hand, 10, None), 1)
        for hand in [Hand("".join(sorted(rng.sample(bag, letters))), 4) for _ in range(hands)]
    )
    name = f"sell, {letters} letters + 4 wilds, {hands} hands"
    if typical:
        median = statistics.median(times)
        row(f"{name}, median", f"{median:.1f} ms", f"{typical:.0f} ms", median <= typical)
    row(f"{name}, worst", f"{times[-1]:.1f} ms", f"{worst:.0f} ms", times[-1] <= worst)


def bench_short_words(lexicon: Lexicon, hands: int) -> None:
    """Measure the ten best sales where millions tie, from a list of short words only."""
    short = lexicon_from_words([word for word in lexicon if len(word) <= 3], lexicon.tiles)
    rng = random.Random(1)
    bag = "".join(letter * count for letter, count in lexicon.tiles.counts.items())
    for letters in (13, 20):
        times = [
            milliseconds(
                partial(python_best_sales, short, Hand("".join(sorted(held)), 4), 10, None), 1
            )
            for held in [rng.sample(bag, letters) for _ in range(hands)]
        ]
        name = f"sell, words of 2 or 3 letters, {letters} letters + 4 wilds"
        row(f"{name}, worst", f"{max(times):.1f} ms")


def bench_dictionary(lexicon: Lexicon, folder: Path, runs: int) -> None:
    """Measure compiling ENABLE and opening it again."""
    pips = lexicon.tiles.pips

    def compiled() -> None:
        shutil.rmtree(folder / "cache", ignore_errors=True)
        compile_file(ENABLE, pips)

    seconds = milliseconds(compiled, 3) / 1000
    row("compile ENABLE", f"{seconds:.2f} s", "2 s", seconds <= 2)
    opened = milliseconds(lambda: compile_file(ENABLE, pips), runs)
    row("open it later", f"{opened:.1f} ms", "6 ms", opened <= 6)


def main() -> None:
    """Run all measurements."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="fewer runs")
    options = parser.parse_args()
    runs = 10 if options.quick else 40
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["BW_HOME"] = name
        lexicon = open_lexicon()
        bench_words(lexicon, runs)
        bench_sell(lexicon, 13, 50 if options.quick else 200, 20, 80)
        bench_sell(lexicon, 20, 20, None, 400)
        bench_short_words(lexicon, 20 if options.quick else 50)
        bench_dictionary(lexicon, folder, runs)


if __name__ == "__main__":
    main()
