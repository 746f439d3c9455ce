"""The engine: the same compiled and interpreted, exact, and as strong as it should be."""

from __future__ import annotations

import importlib
import os
import random
import shutil
import subprocess
import sys
from array import array
from collections.abc import Iterator
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

import pytest

import bwtools
from bwtools.errors import InvalidError
from bwtools.evaluation import evaluator, weights
from bwtools.evaluation.evaluator import (
    Evaluator,
    PlayerView,
    encode,
    letter_counts,
    open_evaluator,
)
from bwtools.evaluation.weights import read_weights
from bwtools.game.deal import Deal
from bwtools.game.rules import Rules
from bwtools.lexicon import search
from bwtools.lexicon.lexicon import Lexicon, change_house_words, lexicon_from_words, open_lexicon
from bwtools.players.game_loop import play_game
from bwtools.players.registry import open_player
from bwtools.players.strategy import Computer
from bwtools.sales import best_sales
from bwtools.tiles.hand import Hand
from bwtools.tiles.tile_set import ALPHABET, build_tiles, load_tiles

TILES = load_tiles()
BAG = "".join(letter * TILES.counts[letter] for letter in ALPHABET)
GOLDEN = [1420, 1521, 1533, 1746, 1833, 1619]
COMPILED = evaluator.is_compiled()


MODULES = ("solver", "net", "policy", "self_play")


class Engine(NamedTuple):
    """The classes of the engine."""

    Solver: Any
    Net: Any
    Policy: Any
    SelfPlay: Any


def engine_of(package: str) -> Engine:
    """The engine as it is in a package."""
    modules = [importlib.import_module(f"{package}.{name}") for name in MODULES]
    return Engine(*map(getattr, modules, Engine._fields))


INSTALLED = engine_of("bwtools._engine")


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the engine's source as the package `interpreted`, and nothing compiled."""
    folder = tmp_path_factory.mktemp("source")
    extensions = shutil.ignore_patterns("*.so", "*.pyd")
    engine = Path(bwtools.__file__).with_name("_engine")
    shutil.copytree(engine, folder / "interpreted", ignore=extensions)
    return folder


@pytest.fixture(scope="module")
def interpreted(source: Path) -> Engine:
    """The engine's source run by Python, whatever is installed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(source)
        assert not importlib.import_module("interpreted.solver").COMPILED
        return engine_of("interpreted")


def finder(engine: Engine, lexicon: Lexicon) -> Any:
    pips = [lexicon.tiles.pips[letter] for letter in ALPHABET]
    return engine.Solver(lexicon.indexes[0], pips, lexicon.tiles.wild_pips)


def net(engine: Engine, players: int) -> Any:
    arrays: dict[str, Any] = {**weights.shipped_weights(players).arrays, "players": players}
    return engine.Net(arrays, letter_counts(BAG), [1, 1, 1, 1], 2)


def master(engine: Engine, lexicon: Lexicon, players: int) -> Any:
    return engine.Policy(finder(engine, lexicon), net(engine, players), 8)


def game(player: Any, players: int, seed: int) -> tuple[list[int], int]:
    """The money at the end of a deal, and the sum over the decisions."""
    deal = Deal(TILES, seed)
    wilds = [TILES.wilds_dealt[players - 1]] * players
    die = bytes(face or 0 for face in deal.faces)
    held = [[0] * 26] * players
    player.deal(held, wilds, [200] * players, letter_counts(BAG), encode(deal.order), die)
    return player.play_out(), player.decisions()


def sold(answer: Any) -> Any:
    """The outcomes as the engine gives them, without its numbers for the items."""
    outcomes, items = answer
    return sorted((revenue, [items[item] for item in chosen]) for revenue, chosen in outcomes)


def hands(number: int, seed: int, most: int) -> Iterator[Hand]:
    chance = random.Random(seed)
    for _ in range(number):
        letters = "".join(sorted(chance.sample(BAG, chance.randint(1, most))))
        yield Hand(letters, chance.choice([0, 1, 4]))


@pytest.mark.parametrize("hand", [*hands(40, 1, 20), Hand("E" * 11 + "AAAA", 1), Hand("", 3)])
def test_words_are_those_of_search(enable: Lexicon, hand: Hand) -> None:
    found = finder(INSTALLED, enable)
    words = [
        found.spell(at >> 1) for at in found.words(letter_counts(hand.letters), hand.wilds > 0)
    ]
    assert sorted(words) == sorted(search.words(enable, hand))


@pytest.mark.skipif(not COMPILED, reason="best_sales is plain_sales then")
@pytest.mark.parametrize("hand", [*hands(40, 2, 13), *hands(4, 3, 22), Hand("A" * 4 + "E" * 11, 2)])
def test_best_sales_are_those_of_plain_python(enable: Lexicon, hand: Hand) -> None:
    for top, words in ((10, None), (3, 2)):
        expected = best_sales.python_best_sales(enable, hand, top, words)[:top]
        assert best_sales.best_sales(enable, hand, top, words) == expected


def test_interpreted_finds_the_same_words_and_sales(enable: Lexicon, interpreted: Engine) -> None:
    one, two = finder(INSTALLED, enable), finder(interpreted, enable)
    for hand in hands(15, 4, 13):
        counts = letter_counts(hand.letters)
        assert list(one.words(counts, hand.wilds > 0)) == list(two.words(counts, hand.wilds > 0))
        arguments = counts, hand.wilds, 5, 3
        assert sold(one.best_sales(*arguments)) == sold(two.best_sales(*arguments))


@pytest.mark.parametrize("players", [1, 2, 4])
def test_interpreted_plays_the_same_games(
    enable: Lexicon, interpreted: Engine, players: int
) -> None:
    one, two = master(INSTALLED, enable, players), master(interpreted, enable, players)
    for seed in range(1, 5):
        assert game(one, players, seed) == game(two, players, seed)


@pytest.mark.parametrize("players", [1, 3])
def test_interpreted_values_alike(enable: Lexicon, interpreted: Engine, players: int) -> None:
    one, two = master(INSTALLED, enable, players), master(interpreted, enable, players)
    chance = random.Random(5)
    for hand in (*hands(40, 6, 8), Hand("EEEEPPTT", 1), Hand("AEEEESSS", 0), Hand("AASSSSST", 2)):
        rest = list(BAG)
        for letter in hand.letters:
            rest.remove(letter)
        bag = letter_counts("".join(chance.sample(rest, chance.randint(0, len(rest)))))
        table = letter_counts(hand.letters), hand.wilds, chance.choice([0, 37, 79, 150, 900]), bag
        assert one.heads(*table) == two.heads(*table)
        assert one.sell(*table, 1) == two.sell(*table, 1)
        assert sorted(one.outcomes(*table, 0)) == sorted(two.outcomes(*table, 0))


def test_a_first_set_that_is_too_dear_is_left(enable: Lexicon, interpreted: Engine) -> None:
    table = letter_counts("QUIZ"), 1, 50, letter_counts(BAG[20:]), letter_counts("JX"), 1
    turns = [master(engine, enable, 1).take_turn(*table) for engine in (INSTALLED, interpreted)]
    assert turns[0] == turns[1]
    assert not turns[0][0]


def test_interpreted_trains_on_the_same(enable: Lexicon, interpreted: Engine) -> None:
    learned = []
    for engine in (INSTALLED, interpreted):
        trainee = engine.SelfPlay(finder(engine, enable), net(engine, 1), 8, 200, 4, 20, 6)
        states, dollars = array("B", bytes(100 * 56)), array("i", bytes(100 * 8))
        rows = trainee.gather(1, 1, 1, states, dollars)
        drawn, played = (array("q", bytes(100 * 32)) for _ in range(2))
        draws = array("B", bytes(100 * 4 * 26))
        trainee.label(2, states, dollars, drawn, draws, 20, 22, 1)
        trainee.label_by_games(3, states, dollars, played, rows - 5, rows - 4)
        learned.append((rows, states, dollars, drawn, draws, played))
    assert learned[0] == learned[1]
    assert learned[0][0] > 25


@pytest.mark.parametrize("players", [1, 3])
def test_master_at_the_table_plays_as_the_engine(enable: Lexicon, players: int) -> None:
    rules = Rules(TILES)
    seats = [Computer("master", open_player("master", enable))] * players
    for seed in (11, 12):
        deal = Deal(TILES, seed)
        *_, (_, state) = play_game(rules, enable, deal, seats, rules.start(players))
        money = [player.money for player in state.players]
        assert money == game(master(INSTALLED, enable, players), players, seed)[0]


def test_games_of_fixed_seeds(enable: Lexicon) -> None:
    player = master(INSTALLED, enable, 1)
    assert [game(player, 1, seed)[0][0] for seed in range(1, 7)] == GOLDEN


def test_strength_is_kept(enable: Lexicon) -> None:
    games = 100 if COMPILED else 20
    player = master(INSTALLED, enable, 1)
    assert mean(game(player, 1, seed)[0][0] for seed in range(1, games + 1)) > 1540


def test_outcomes_that_the_form_ranks_far_behind_are_listed_too(enable: Lexicon) -> None:
    usual = master(INSTALLED, enable, 2)
    valued = INSTALLED.Policy(finder(INSTALLED, enable), net(INSTALLED, 2), 8, 400, 48, 10, 1 << 20)
    for letters in ("ADDFHLL", "GINNPV", "ACGHJNN"):
        table = letter_counts(letters), 4, 900, letter_counts(BAG[::2]), 1
        listed = usual.outcomes(*table)
        assert sorted(listed) == sorted(valued.outcomes(*table))
        assert len(listed) > 10


def test_fewer_rolls_than_rounds_are_refused(enable: Lexicon) -> None:
    with pytest.raises(InvalidError, match="3 rolls of the die may not be enough"):
        open_evaluator(enable).play_out([Hand("AEINRST", 2)], [200], "ABCDEFG", [2, 3, 4])


def test_the_worth_after_draws_is_that_of_each_turn(enable: Lexicon) -> None:
    v = open_evaluator(enable)
    hand, bag, draws = Hand("AEINRST", 2), "AABDEEGIIKLOOPQSTTUV", ["DE", "QV", "IO"]
    totals = v.after_draws(PlayerView(hand, bag, 500), draws)
    for drawn, total in zip(draws, totals, strict=True):
        rest = bag
        for letter in drawn:
            rest = rest.replace(letter, "", 1)
        cost = TILES.set_pips(drawn) ** 2
        more = Hand("".join(sorted(hand.letters + drawn)), hand.wilds)
        bought = v.sell(PlayerView(more, rest, 500 - cost)).total - cost
        assert total == pytest.approx(max(bought, v.sell(PlayerView(hand, rest, 500)).total))


def test_a_sale_adds_up(enable: Lexicon) -> None:
    v = open_evaluator(enable)
    hand = Hand("AAEEINRSTTUZ", 3)
    kept = v.sell(PlayerView(hand, BAG[30:70], 400))
    assert kept.revenue == sum(play.pips(TILES) ** 2 for play in kept.plays)
    assert all(play.word in enable for play in kept.plays)
    assert kept.total == pytest.approx(
        kept.revenue + v.leave_value(PlayerView(kept.left, BAG[30:70], 400 + kept.revenue))
    )


def test_outcomes_come_best_first_and_add_up(enable: Lexicon) -> None:
    v = open_evaluator(enable)
    outcomes = v.outcomes(PlayerView(Hand("AAEEINRSTTU", 1), BAG[20:90], 90))
    totals = [kept.total for kept in outcomes]
    assert totals == sorted(totals, reverse=True)
    for kept in outcomes:
        worth = v.leave_value(PlayerView(kept.left, BAG[20:90], 90 + kept.revenue))
        assert kept.total == pytest.approx(kept.revenue + worth)


def test_outcomes_of_the_ruined_are_worth_nothing(enable: Lexicon) -> None:
    (kept,) = open_evaluator(enable).outcomes(PlayerView(Hand("BCDV"), BAG[20:90], 3))
    assert (kept.total, kept.left) == (0, Hand("BCDV"))


def test_the_last_sale_is_exact(enable: Lexicon) -> None:
    for hand in hands(10, 8, 8):
        best = best_sales.best_sales(enable, hand, 1)
        assert open_evaluator(enable).best_revenue(hand) == (best[0].revenue if best else 0)


def test_house_rulings_count() -> None:
    change_house_words("everyday", add=["AEINRSTX"], remove=["ANT", "TAN"])
    try:
        v = open_evaluator(open_lexicon("everyday", TILES))
        assert v.best_revenue(Hand("AEINRSTX")) == 121
        assert v.best_revenue(Hand("ANT")) == 4
    finally:
        change_house_words("everyday", add=["ANT", "TAN"], remove=["AEINRSTX"])


def test_v_says_where_it_was_trained(enable: Lexicon) -> None:
    assert open_evaluator(enable).trained_elsewhere is None
    assert (
        open_evaluator(lexicon_from_words(["TEA"], TILES)).trained_elsewhere
        == "the dictionary enable"
    )
    ruled = open_evaluator(enable.with_words(["ZZZ"]))
    assert ruled.trained_elsewhere == "the dictionary enable as it ships"
    layout = TILES.layout()
    layout["letters"]["A"] = [9, 1]
    other = lexicon_from_words(["TEA"], build_tiles(layout, "other"))
    assert Evaluator(other).trained_elsewhere == "the tile set classic"


def test_games_with_other_numbers_are_refused() -> None:
    layout = TILES.layout()
    layout["rules"]["hand_limit"] = 9
    with pytest.raises(InvalidError, match="at most 8 letters are kept, not 9"):
        Evaluator(lexicon_from_words(["TEA"], build_tiles(layout, "other")))
    layout = TILES.layout()
    layout["rules"]["die"] = [1, 6]
    with pytest.raises(InvalidError, match="2 to 5"):
        Evaluator(lexicon_from_words(["TEA"], build_tiles(layout, "other")))


def test_hands_that_are_too_large_are_refused(enable: Lexicon) -> None:
    with pytest.raises(InvalidError, match="14 letters cannot be valued: the most is 13"):
        open_evaluator(enable).sell(PlayerView(Hand("A" * 7 + "E" * 7), "", 0))
    with pytest.raises(InvalidError, match="9 letters cannot be valued: the most is 8"):
        open_evaluator(enable).leave_value(PlayerView(Hand("E" * 9), "", 0))


def test_what_nobody_can_hold_is_refused(enable: Lexicon) -> None:
    v = open_evaluator(enable)
    with pytest.raises(InvalidError, match=r"cannot be negative: \$-1, 2 wilds"):
        v.sell(PlayerView(Hand("AEINRST", 2), "", -1))
    with pytest.raises(InvalidError, match=r"cannot be negative: \$5, -1 wilds"):
        v.leave_value(PlayerView(Hand._make(("AEINRST", -1)), "", 5))


@pytest.mark.parametrize(("hands", "leader"), [(1, 0), (3, 0), (2, 2), (2, -1)])
def test_games_of_others_than_so_many_players_are_refused(
    enable: Lexicon, hands: int, leader: int
) -> None:
    with pytest.raises(InvalidError, match="a game of 2 needs 2 hands"):
        open_evaluator(enable, 2).play_out(
            [Hand("TEA")] * hands, [9] * hands, "AEI", [2, 2], leader
        )


def test_games_with_another_die_are_refused(enable: Lexicon) -> None:
    with pytest.raises(InvalidError, match="the faces of the die are 2 to 5"):
        open_evaluator(enable).play_out([Hand("TEA")], [9], "AEI", [2, 6, 2])


@pytest.mark.parametrize("draws", [[""], ["A"], ["ABCDEFGHIJKL"], ["AEIO", "AE"], ["AE", "AEIO"]])
def test_draws_of_other_numbers_are_refused(enable: Lexicon, draws: list[str]) -> None:
    with pytest.raises(InvalidError, match="the same number of letters, 1 to 5 for each player"):
        open_evaluator(enable, 2).after_draws(PlayerView(Hand("TEA"), BAG, 50), draws)


def test_a_bag_that_cannot_be_is_refused(enable: Lexicon) -> None:
    with pytest.raises(InvalidError, match="cannot hold 2 of Q"):
        open_evaluator(enable).leave_value(PlayerView(Hand("E"), "QQ", 0))


def test_a_damaged_weights_file_is_refused(tmp_path: Path) -> None:
    data = bytearray(Path(weights.weights_path(1)).read_bytes())
    file = tmp_path / "value.bin"
    for at in (3, 20, len(data) // 2):
        damaged = data[:]
        damaged[at] ^= 1
        file.write_bytes(damaged)
        with pytest.raises(InvalidError, match="damaged"):
            read_weights(str(file))
    file.write_bytes(data[:-7])
    with pytest.raises(InvalidError, match="damaged"):
        read_weights(str(file))
    with pytest.raises(InvalidError, match="cannot read the weights"):
        read_weights(str(tmp_path / "none.bin"))


def test_weights_are_written_as_they_are_read() -> None:
    shipped = weights.shipped_weights(1)
    assert weights.pack_weights(shipped) == Path(weights.weights_path(1)).read_bytes()
    assert shipped.provenance["sha256"] == open_lexicon("enable", TILES).sha256()
    assert {"seed", "plan", "layout"} <= shipped.provenance.keys()


def test_where_bytes_stand_the_other_way_round_the_weights_are_turned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = weights.weights_path(1)
    here = read_weights(path)
    monkeypatch.setattr(sys, "byteorder", "big")
    there = read_weights(path)
    assert weights.pack_weights(there) == Path(path).read_bytes()
    for values in there.arrays.values():
        values.byteswap()
    assert there == here


def test_it_runs_interpreted_without_cython(source: Path) -> None:
    code = (
        "import sys; sys.modules['cython'] = None; import interpreted.self_play; "
        "print(interpreted.solver.COMPILED)"
    )
    environment = {**os.environ, "PYTHONPATH": str(source)}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True
    )
    assert done.stdout == "False\n"
