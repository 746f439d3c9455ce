"""Measure the engine: games, decisions, best sales and finding words, beside the limits.

    python scripts/bench_engine.py [--games N] [--interpreted]

The deals have the seeds 1, 2, 3 and so on. `--interpreted` runs the source without the compiled
modules.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from statistics import mean, median, stdev
from typing import Any, NamedTuple

import bwtools
from bwtools.evaluation import evaluator, weights
from bwtools.evaluation.evaluator import encode, letter_counts
from bwtools.game.deal import Deal
from bwtools.lexicon.lexicon import Lexicon, open_lexicon
from bwtools.tiles.tile_set import ALPHABET, TileSet

MODULES = ("solver", "net", "policy")


class Engine(NamedTuple):
    """The classes of the engine."""

    Solver: Any
    Net: Any
    Policy: Any


def load_engine(package: str) -> Engine:
    modules = [import_module(f"{package}.{name}") for name in MODULES]
    return Engine(*map(getattr, modules, Engine._fields))


def load_interpreted() -> Engine:
    """Load a copy of the engine's source, run by Python."""
    source = Path(bwtools.__file__).with_name("_engine")
    with tempfile.TemporaryDirectory() as folder:
        extensions = shutil.ignore_patterns("*.so", "*.pyd")
        shutil.copytree(source, Path(folder, "interpreted"), ignore=extensions)
        sys.path.insert(0, folder)
        return load_engine("interpreted")


def all_counts(tiles: TileSet) -> list[int]:
    """Return how many tiles of each letter there are, A to Z."""
    return [tiles.counts[letter] for letter in ALPHABET]


def timed(run: Callable[[], Any], times: int) -> float:
    """Return the mean milliseconds of a run."""
    begin = time.process_time()
    for _ in range(times):
        run()
    return (time.process_time() - begin) / times * 1000


def build(engine: Engine, lexicon: Lexicon, players: int) -> Any:
    tiles = lexicon.tiles
    arrays: dict[str, Any] = {**weights.shipped_weights(players).arrays, "players": players}
    pips = [tiles.pips[letter] for letter in ALPHABET]
    solver = engine.Solver(lexicon.indexes[0], pips, tiles.wild_pips)
    net = engine.Net(arrays, all_counts(tiles), [1, 1, 1, 1], 2)
    return solver, engine.Policy(solver, net, tiles.hand_limit)


def bench_games(policy: Any, lexicon: Lexicon, players: int, games: int) -> None:
    tiles = lexicon.tiles
    wilds = [tiles.wilds_dealt[players - 1]] * players
    money, spent, most = [], 0.0, 0.0
    for seed in range(1, games + 1):
        deal = Deal(tiles, seed)
        die = bytes(face or 0 for face in deal.faces)
        held = [[0] * 26] * players
        begin = time.process_time()
        policy.deal(held, wilds, [200] * players, all_counts(tiles), encode(deal.order), die)
        ended = policy.play_out()
        took = time.process_time() - begin
        money.append(mean(ended))
        spent, most = spent + took, max(most, took)
    error = stdev(money) / games**0.5
    print(
        f"{players} player(s), {games} games: mean ${mean(money):.1f} +- {error:.1f}, "
        f"{games / spent:.0f} games a second, {spent / games * 1000:.2f} ms a game "
        f"(worst {most * 1000:.1f})"
    )


def bench_sales(solver: Any, bag: str, letters: int, hands: int, limit: str) -> None:
    chance = random.Random(1)
    times = []
    for _ in range(hands):
        held = letter_counts("".join(chance.sample(bag, letters)))
        times.append(timed(lambda held=held: solver.best_sales(held, 4, 10, letters), 1))  # type: ignore[misc]
    print(
        f"best sale, top 10, {letters} letters + 4 wilds: median {median(times):.2f} ms, "
        f"worst {max(times):.2f} ms of {hands} hands (limit {limit})"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int)
    parser.add_argument("--players", type=int, nargs="+", default=[1, 2, 3, 4])
    parser.add_argument("--interpreted", action="store_true")
    options = parser.parse_args()
    engine = load_interpreted() if options.interpreted else load_engine("bwtools._engine")
    compiled = evaluator.is_compiled() and not options.interpreted
    games = options.games or (2000 if compiled else 10)
    lexicon = open_lexicon()
    bag = "".join(letter * lexicon.tiles.counts[letter] for letter in ALPHABET)
    print("compiled" if compiled else "interpreted")
    for players in options.players:
        solver, policy = build(engine, lexicon, players)
        bench_games(policy, lexicon, players, games)
    print("  (limits, alone: 300 games a second compiled, 300 ms a game interpreted)")
    for hand, limit in (("AEINRSTL", 27), ("AEINRST.", 58), ("AEINRSTLDOGCU.", 280)):
        held, wild = letter_counts(hand.replace(".", "")), "." in hand
        took = timed(lambda held=held, wild=wild: solver.words(held, wild), 20)  # type: ignore[misc]
        words = len(solver.words(held, wild))
        print(f"words of {hand}: {words} in {took * 1000:.0f} us (limit compiled {limit})")
    bench_sales(solver, bag, 13, 200 if compiled else 20, "compiled 0.4 / 2")
    bench_sales(solver, bag, 20, 20 if compiled else 5, "compiled 10")
    held = letter_counts("AEGINRSSTTU")
    rest = letter_counts("".join(c for c in bag if c not in "AEGINRSSTTU"))

    def sell() -> None:
        policy.set_player(held, 4, 300, rest)
        policy.sell(1)

    took = timed(sell, 20)
    print(f"what to sell from 11 letters + 4 wilds: {took:.3f} ms")


if __name__ == "__main__":
    main()
