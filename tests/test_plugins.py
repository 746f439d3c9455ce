"""Plug-in players cannot disturb games: neither by what they keep nor by how they fail."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from statistics import mean

import pytest
from shell import bw

DICEY = """\
import random
from bwtools import plays


class Dicey:
    def __init__(self, lexicon, seed):
        self.lexicon, self.random = lexicon, random.Random(seed)

    def choose(self, state):
        return self.random.randint(2, 5)

    def buy(self, state):
        cost = self.lexicon.tiles.set_pips(state.player.drawn) ** 2
        return cost <= state.player.money and self.random.random() < 0.5

    def sell(self, state):
        found = [play for play, _ in plays(self.lexicon, state.player.hand)][:9]
        return self.random.sample(found, 1) if found else []

    def discard(self, state):
        return state.player.hand.letters[8:]
"""
EXITS = {
    "imported": "import sys\nsys.exit(0)\n" + DICEY,
    "made": DICEY.replace("        self.lexicon, self", "        raise SystemExit\n        self"),
    "asked": DICEY.replace("        cost =", "        raise SystemExit(0)\n        cost ="),
    "asked rudely": DICEY.replace("        cost =", "        raise GeneratorExit\n        cost ="),
}


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> str:
    """Install a plug-in with the source given, and return its name."""
    number = sha256(request.node.name.encode()).hexdigest()[:8]  # a module for each test
    name, module = f"dicey{number}", f"module{number}"
    info = tmp_path / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[bwtools.players]\n{name} = {module}:Dicey\n")
    (tmp_path / f"{module}.py").write_text(getattr(request, "param", DICEY))
    monkeypatch.syspath_prepend(tmp_path)
    return name


def means(plugin: str, seed: int, games: int) -> float:
    (row,) = bw(
        *("simulate", "--players", plugin, "--seed", str(seed), "--games", str(games)),
        *("--raw", "--jobs", "1", "-f", "jsonl"),
    ).rows
    return float(row["mean"])


def test_what_a_player_keeps_does_not_reach_the_next_deal(plugin: str) -> None:
    alone = [means(plugin, seed, 1) for seed in range(1, 5)]
    assert means(plugin, 1, 4) == pytest.approx(mean(alone), abs=0.01)


@pytest.mark.parametrize("plugin", EXITS.values(), ids=EXITS, indirect=True)
def test_a_player_that_exits_is_an_error_in_one_line(plugin: str) -> None:
    done = bw("simulate", "--players", plugin, "--games", "2", "--raw", "--jobs", "1")
    assert f"the player {plugin}" in done.error
    assert "Exit" in done.error
    assert f"the player {plugin}" in bw("play", "--players", f"{plugin},you", "--seed", "1").error
