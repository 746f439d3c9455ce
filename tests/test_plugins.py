"""Plug-in players cannot disturb games: neither by what they keep nor by how they fail."""

from __future__ import annotations

from hashlib import sha256
from importlib.metadata import entry_points
from pathlib import Path
from statistics import mean

import pytest
from shell import bw
from variant_games import rules

from bwtools.analysis.simulation import play_batch, set_table
from bwtools.errors import InvalidError
from bwtools.game.variants.auction import Bid
from bwtools.game.variants.crossword import Lay
from bwtools.game.variants.draft import Pick
from bwtools.game.variants.trade import Offer
from bwtools.lexicon.lexicon import Lexicon
from bwtools.players.game_loop import decide
from bwtools.players.registry import PLUGIN_GROUP, open_player
from bwtools.players.strategy import Computer

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
UNPRINTABLE = """
class Unprintable({}):
    def __repr__(self):
        raise SystemExit(0)

    __str__ = __repr__


"""
FAILS = {
    "cancelled": DICEY.replace("        cost =", "        raise CancelledError\n        cost =")
    + "from asyncio import CancelledError\n",
    "error without text": DICEY.replace(
        "        cost =", "        raise Unprintable\n        cost ="
    )
    + UNPRINTABLE.format("Exception"),
    "answer without text": DICEY.replace(
        "        cost =", "        return Unprintable()\n        cost ="
    )
    + UNPRINTABLE.format(""),
    "property": DICEY.replace("        cost =", "        pass\n        cost =").replace(
        "    def buy(self, state):",
        "    @property\n    def buy(self):\n        raise SystemExit(0)",
    ),
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


@pytest.mark.parametrize("plugin", FAILS.values(), ids=FAILS, indirect=True)
def test_any_failure_of_a_player_is_an_error_in_one_line(plugin: str) -> None:
    done = bw("simulate", "--players", plugin, "--games", "2", "--raw", "--jobs", "1")
    assert f"player {plugin}" in done.error
    assert f"player {plugin}" in bw("play", "--players", f"{plugin},you", "--seed", "1").error


@pytest.mark.parametrize(
    ("variant", "phase", "answer"),
    [
        ("auction", "bid", Bid("5")),  # type: ignore[arg-type]
        ("auction", "bid", Bid(2.5)),  # type: ignore[arg-type]
        ("draft", "pick", Pick(5)),  # type: ignore[arg-type]
        ("trade", "trade", Offer("x", None, 3)),  # type: ignore[arg-type]
        ("crossword", "lay", Lay(5)),  # type: ignore[arg-type]
    ],
    ids=str,
)
def test_an_event_of_a_variant_with_a_wrong_value_is_an_error_that_names_the_player(
    variant: str, phase: str, answer: object, enable: Lexicon
) -> None:
    game = rules(variant)
    state = game.start(2)._replace(phase=phase)
    club = open_player("club", enable)
    setattr(club, phase, lambda _: answer)
    with pytest.raises(InvalidError, match=f"the player club failed to {phase} in round 1: "):
        decide(game, enable, state, Computer("club", club))


@pytest.mark.parametrize(
    "plugin", [DICEY.replace("class Dicey:", "class Dicey:\n    known = 5\n")], indirect=True
)
def test_a_player_that_cannot_be_adapted_to_a_theme_is_an_error(
    plugin: str, tmp_path: Path
) -> None:
    (tmp_path / "pets.txt").write_text("CAT\nDOG\n")
    args = ("--variant", "theme", "--theme", str(tmp_path / "pets.txt"))
    done = bw("play", "--players", f"{plugin},you", "--seed", "1", *args)
    assert done.error.startswith(f"the player {plugin} cannot be adapted to a theme: TypeError")


@pytest.mark.parametrize(
    "plugin",
    [
        DICEY.replace("class Dicey:", "class Dicey:\n    seeds = []\n").replace(
            "        self.lexicon,", "        self.seeds.append(seed)\n        self.lexicon,"
        )
    ],
    indirect=True,
)
def test_seeds_of_players_follow_from_the_deal_and_the_place_at_the_table(
    plugin: str, enable: Lexicon
) -> None:
    table = set_table(enable, [plugin, plugin])
    (point,) = entry_points(group=PLUGIN_GROUP, name=plugin)
    seeds = point.load().seeds
    seeds.clear()
    play_batch(table, range(3), raw=True)
    assert len(seeds) == len(set(seeds)) == 6
    play_batch(table, range(2, 3), raw=True)
    assert seeds[6:] == seeds[4:6]
