"""Compare the processor time of games with that of an older build, beside the limits.

    python scripts/bench_play.py OLD [--rounds N]

OLD is the folder of another checkout, compiled. Both play the same deals in turn, several times.
The least time counts, because other work on the machine only adds to it.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

DEALS = {"master": 24, "luck": 12, "expert": 4}
_PLAY = """
import json, sys, time
from bwtools.analysis.simulation import play_batch, set_table
from bwtools.evaluation.evaluator import is_compiled
from bwtools.lexicon.lexicon import open_lexicon

if not is_compiled():
    sys.exit("the engine is not compiled")
times = {}
for name, deals in json.loads(sys.argv[1]).items():
    table = set_table(open_lexicon(), ["master" if name == "luck" else name])
    raw = name != "luck"
    play_batch(table, range(1, 2), False, raw)
    runs = []
    for _ in range(3):
        begun = time.process_time()
        play_batch(table, range(1, deals + 1), False, raw)
        runs.append((time.process_time() - begun) / deals * 1000)
    times[name] = min(runs)
print(json.dumps(times))
"""


def measure(tree: Path) -> dict[str, float]:
    """Return the milliseconds of a game of master, the same with its luck, and one of expert."""
    done = subprocess.run(
        [sys.executable, "-c", _PLAY, json.dumps(DEALS)],
        cwd="/",
        env={**os.environ, "PYTHONPATH": str(tree.resolve())},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    times: dict[str, float] = json.loads(done.stdout)
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("old", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    trees = {"old": options.old, "new": Path(__file__).parents[1]}
    best: dict[str, dict[str, float]] = {name: {} for name in trees}
    for _ in range(options.rounds):
        for name, tree in trees.items():
            for game, spent in measure(tree).items():
                best[name][game] = min(spent, best[name].get(game, spent))
    old, new = best["old"], best["new"]
    unit = old["master"]
    for game in DEALS:
        print(f"{game}: {old[game]:.2f} -> {new[game]:.2f} ms a game")
    print(f"expert over master's old: {old['expert'] / unit:.1f} -> {new['expert'] / unit:.1f} x")
    print("  (limit 22, aim 16)")
    before, after = ((times["luck"] - times["master"]) / unit for times in (old, new))
    print(f"luck over master's old: {before:.2f} -> {after:.2f} x (limit 2, aim 1.5)")
    print(f"master, old over new: {unit / new['master']:.2f} x (limit 1.33)")


if __name__ == "__main__":
    main()
