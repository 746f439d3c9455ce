"""The engine: identical compiled and interpreted, exact, and as strong as expected."""

from __future__ import annotations

import importlib
import os
import random
import shutil
import subprocess
import sys
from array import array
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import bwtools
from bwtools.errors import InvalidError
from bwtools.evaluation import weights
from bwtools.evaluation.evaluator import (
    Evaluator,
    PlayerView,
    encode,
    fast,
    is_compiled,
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
COMPILED = is_compiled()
MODULES = ("solver", "net", "policy", "ending")
ROOT = Path(__file__).resolve().parents[1]


class Engine(NamedTuple):
    """The classes of the engine."""

    Solver: Any
    Net: Any
    Policy: Any
    Ending: Any


def engine_of(package: str) -> Engine:
    """Return the engine's classes from a package."""
    modules = [importlib.import_module(f"{package}.{name}") for name in MODULES]
    return Engine(*map(getattr, modules, Engine._fields))


INSTALLED = engine_of("bwtools._engine")


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the engine's source, and self-play's, as the package `interpreted`."""
    folder = tmp_path_factory.mktemp("source")
    extensions = shutil.ignore_patterns("*.so", "*.pyd")
    engine = Path(bwtools.__file__).with_name("_engine")
    shutil.copytree(engine, folder / "interpreted", ignore=extensions)
    self_play = (ROOT / "scripts" / "self_play.py").read_text("utf-8")
    self_play = self_play.replace("bwtools._engine", "interpreted")
    (folder / "interpreted" / "self_play.py").write_text(self_play, "utf-8")
    return folder


@pytest.fixture(scope="module")
def interpreted(source: Path) -> Engine:
    """Return the engine run by Python, whatever is installed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(source)
        assert not importlib.import_module("interpreted.solver").COMPILED
        return engine_of("interpreted")


def make_solver(engine: Engine, lexicon: Lexicon) -> Any:
    pips = [lexicon.tiles.pips[letter] for letter in ALPHABET]
    return engine.Solver(lexicon.indexes[0], pips, lexicon.tiles.wild_pips)


def make_net(engine: Engine, players: int) -> Any:
    arrays: dict[str, Any] = {**weights.shipped_weights(players).arrays, "players": players}
    return engine.Net(arrays, letter_counts(BAG), [1, 1, 1, 1], 2)


def make_policy(engine: Engine, lexicon: Lexicon, players: int) -> Any:
    return engine.Policy(make_solver(engine, lexicon), make_net(engine, players), 8)


def make_ending(engine: Engine, lexicon: Lexicon, letters: str, players: int = 1) -> Any:
    """Return the ending of a game with these letters in play."""
    tiles = lexicon.tiles
    die = [face or 0 for face in tiles.die]
    rules = tiles.hand_limit, die, [*tiles.choice], players, True, False
    ending = engine.Ending(make_solver(engine, lexicon), letter_counts(letters), True, rules)
    ending.allow(10**7)
    return ending


def play(policy: Any, players: int, seed: int) -> tuple[list[int], int]:
    """Return the final money of a deal, and the hash of the decisions."""
    deal = Deal(TILES, seed)
    wilds = [TILES.wilds_dealt[players - 1]] * players
    die = bytes(face or 0 for face in deal.faces)
    held = [[0] * 26] * players
    policy.deal(held, wilds, [200] * players, letter_counts(BAG), encode(deal.order), die)
    return policy.play_out(), policy.decisions()


def outcomes_of(answer: Any) -> Any:
    """Return the outcomes of the engine, without its numbers for the alphagrams."""
    outcomes, alphagrams = answer
    return sorted([alphagrams[each] for each in outcome] for outcome in outcomes)


def hands(number: int, seed: int, most: int) -> Iterator[Hand]:
    chance = random.Random(seed)
    for _ in range(number):
        letters = "".join(sorted(chance.sample(BAG, chance.randint(1, most))))
        yield Hand(letters, chance.choice([0, 1, 4]))


@pytest.mark.parametrize("hand", [*hands(40, 1, 20), Hand("E" * 11 + "AAAA", 1), Hand("", 3)])
def test_words_equal_those_of_search(enable: Lexicon, hand: Hand) -> None:
    solver = make_solver(INSTALLED, enable)
    words = [
        solver.spell(hit >> 1) for hit in solver.words(letter_counts(hand.letters), hand.wilds > 0)
    ]
    assert sorted(words) == sorted(search.words(enable, hand))


@pytest.mark.skipif(not COMPILED, reason="best_sales is python_best_sales then")
@pytest.mark.parametrize("hand", [*hands(40, 2, 13), *hands(4, 3, 22), Hand("A" * 4 + "E" * 11, 2)])
def test_best_sales_equal_those_of_plain_python(enable: Lexicon, hand: Hand) -> None:
    for top, words in ((10, None), (3, 2)):
        expected = best_sales.python_best_sales(enable, hand, top, words)[:top]
        assert best_sales.best_sales(enable, hand, top, words) == expected


def test_interpreted_engine_finds_the_same_words_and_sales(
    enable: Lexicon, interpreted: Engine
) -> None:
    one, two = make_solver(INSTALLED, enable), make_solver(interpreted, enable)
    for hand in hands(15, 4, 13):
        counts = letter_counts(hand.letters)
        assert list(one.words(counts, hand.wilds > 0)) == list(two.words(counts, hand.wilds > 0))
        arguments = counts, hand.wilds, 5, 3
        assert outcomes_of(one.best_sales(*arguments)) == outcomes_of(two.best_sales(*arguments))


def test_best_sales_of_parts_of_a_hand_are_exact(enable: Lexicon) -> None:
    letters = "AADEEIKLNORRSTXZ"
    ending = make_ending(INSTALLED, enable, letters)
    chance = random.Random(5)
    for size in range(len(letters) + 1):
        part = "".join(sorted(chance.sample(letters, size)))
        for wilds in (0, 1, 3):
            revenue = best_sales.best_revenue(enable, Hand(part, wilds))
            assert ending.value_before_sale(part, wilds, 100, "", 0) == 100 + revenue


@pytest.mark.parametrize("players", [1, 2])
def test_interpreted_engine_values_endings_alike(
    enable: Lexicon, interpreted: Engine, players: int
) -> None:
    hand, bag = "AEGLNQRST", "DIOV"[: 3 if players == 1 else 4]
    one, two = (make_ending(each, enable, hand + bag, players) for each in (INSTALLED, interpreted))
    for letters, wilds, money in ((hand, 0, 30), (hand[2:6], 1, 7), (hand[:5], 0, 200)):
        asked = letters, wilds, money, bag, len(bag)
        assert one.value_before_sale(*asked) == two.value_before_sale(*asked)
        assert one.value_of_number(*asked, 2) == two.value_of_number(*asked, 2)
        assert one.part_to_keep(*asked, "", 0) == two.part_to_keep(*asked, "", 0)
    assert one.letters_to_keep(hand, 0, 30, bag, len(bag)) == two.letters_to_keep(
        hand, 0, 30, bag, len(bag)
    )


@pytest.mark.parametrize(
    ("players", "seeds"),
    [
        *((1, (1, 2)), (2, (1,)), (4, (1,))),
        *(pytest.param(players, range(2, 5), marks=pytest.mark.slow) for players in (1, 2, 4)),
    ],
)
def test_interpreted_engine_plays_the_same_games(
    enable: Lexicon, interpreted: Engine, players: int, seeds: Sequence[int]
) -> None:
    one, two = make_policy(INSTALLED, enable, players), make_policy(interpreted, enable, players)
    for seed in seeds:
        assert play(one, players, seed) == play(two, players, seed)


def test_interpreted_engine_values_leaves_near_ruin_alike(
    enable: Lexicon, interpreted: Engine
) -> None:
    one, two = make_policy(INSTALLED, enable, 2), make_policy(interpreted, enable, 2)
    bag = letter_counts(BAG[::2])
    for hand, money in zip(hands(8, 5, 4), range(0, 160, 20), strict=True):
        for policy in (one, two):
            policy.set_player(letter_counts(hand.letters), hand.wilds, money, bag)
        assert list(one.heads()) == list(two.heads())


@pytest.mark.parametrize("players", [1, pytest.param(3, marks=pytest.mark.slow)])
def test_interpreted_engine_gives_the_same_values(
    enable: Lexicon, interpreted: Engine, players: int
) -> None:
    one, two = make_policy(INSTALLED, enable, players), make_policy(interpreted, enable, players)
    chance = random.Random(5)
    for hand in (*hands(40, 6, 8), Hand("EEEEPPTT", 1), Hand("AEEEESSS", 0), Hand("AASSSSST", 2)):
        rest = list(BAG)
        for letter in hand.letters:
            rest.remove(letter)
        bag = letter_counts("".join(chance.sample(rest, chance.randint(0, len(rest)))))
        table = letter_counts(hand.letters), hand.wilds, chance.choice([0, 37, 79, 150, 900]), bag
        for policy in (one, two):
            policy.set_player(*table)
        assert one.heads() == two.heads()
        assert one.sell(1) == two.sell(1)
        for policy in (one, two):
            policy.set_player(*table)
        assert sorted(one.outcomes(0)) == sorted(two.outcomes(0))


def test_unaffordable_set_is_passed_in_a_first_turn(enable: Lexicon, interpreted: Engine) -> None:
    turns = []
    for engine in (INSTALLED, interpreted):
        policy = make_policy(engine, enable, 1)
        policy.set_player(letter_counts("QUIZ"), 1, 50, letter_counts(BAG[20:]))
        turns.append(policy.take_turn(letter_counts("JX"), 1))
    assert turns[0] == turns[1]
    assert not turns[0][0]


def training_data(engine: Engine, self_play: Any, lexicon: Lexicon) -> tuple[Any, ...]:
    """Return the number of states of a game with exploration, the states and labels for them."""
    trainee = self_play(make_solver(engine, lexicon), make_net(engine, 1), 8, 200, 4, 20, 6)
    states, dollars = array("B", bytes(100 * 56)), array("i", bytes(100 * 8))
    rows = trainee.gather(1, 1, 1, states, dollars)
    drawn, played = (array("q", bytes(100 * 32)) for _ in range(2))
    draws = array("B", bytes(100 * 4 * 26))
    trainee.label(2, states, dollars, drawn, draws, 20, 22, 1)
    trainee.label_by_games(3, states, dollars, played, rows - 5, rows - 4)
    return rows, states, dollars, drawn, draws, played


def test_self_play_yields_states_with_labels(enable: Lexicon, interpreted: Engine) -> None:
    self_play = importlib.import_module("interpreted.self_play").SelfPlay
    rows, states, dollars, drawn, _, played = training_data(interpreted, self_play, enable)
    assert rows > 25
    assert all(sum(states[row * 56 : row * 56 + 26]) <= 8 for row in range(rows))
    assert min(dollars[: 2 * rows : 2]) >= 0
    assert all(drawn[80:88])
    assert not any(drawn[88:])
    assert any(played)


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="self-play is compiled with the engine")
def test_compiled_self_play_makes_the_same_training_data(
    enable: Lexicon, interpreted: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("Cython")
    environment = {**os.environ, "BWTOOLS_BUILD_TRAINING": "1", "BWTOOLS_REQUIRE_COMPILED": "1"}
    build = [sys.executable, "setup.py", "-q", "build_ext", "--build-lib", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, env=environment, check=True)
    monkeypatch.syspath_prepend(tmp_path)
    classes = [
        importlib.import_module(name).SelfPlay for name in ("self_play", "interpreted.self_play")
    ]
    compiled, plain = map(training_data, (INSTALLED, interpreted), classes, (enable, enable))
    assert compiled == plain


@pytest.mark.parametrize("players", [1, 3])
def test_master_by_the_rules_plays_as_in_the_engine(enable: Lexicon, players: int) -> None:
    rules = Rules(TILES)
    seats = [Computer("master", open_player("master", enable))] * players
    for seed in (11, 12):
        deal = Deal(TILES, seed)
        *_, (_, state) = play_game(rules, enable, deal, seats, rules.start(players))
        money = [player.money for player in state.players]
        assert money == play(make_policy(INSTALLED, enable, players), players, seed)[0]


def test_final_money_of_fixed_seeds(enable: Lexicon) -> None:
    policy = make_policy(INSTALLED, enable, 1)
    assert [play(policy, 1, seed)[0][0] for seed in range(1, 7)] == GOLDEN


def test_mean_money_of_the_policy(enable: Lexicon) -> None:
    games = 100 if COMPILED else 20
    policy = make_policy(INSTALLED, enable, 1)
    assert mean(play(policy, 1, seed)[0][0] for seed in range(1, games + 1)) > 1540


def test_outcomes_ignore_the_ranking_margin(enable: Lexicon) -> None:
    usual = make_policy(INSTALLED, enable, 2)
    parts = make_solver(INSTALLED, enable), make_net(INSTALLED, 2)
    wide = INSTALLED.Policy(*parts, 8, 400, 48, 10, 1 << 20)
    for letters in ("ADDFHLL", "GINNPV", "ACGHJNN"):
        for policy in (usual, wide):
            policy.set_player(letter_counts(letters), 4, 900, letter_counts(BAG[::2]))
        outcomes = usual.outcomes(1)
        assert sorted(outcomes) == sorted(wide.outcomes(1))
        assert len(outcomes) > 10


def test_fewer_rolls_than_rounds_are_rejected(enable: Lexicon) -> None:
    with pytest.raises(InvalidError, match="3 rolls of the die may not be enough"):
        open_evaluator(enable).play_out([Hand("AEINRST", 2)], [200], "ABCDEFG", [2, 3, 4])


def test_value_after_a_draw_is_that_of_the_best_turn(enable: Lexicon) -> None:
    evaluator = open_evaluator(enable)
    hand, bag, draws = Hand("AEINRST", 2), "AABDEEGIIKLOOPQSTTUV", ["DE", "QV", "IO"]
    totals = evaluator.after_draws(PlayerView(hand, bag, 500), draws)
    for drawn, total in zip(draws, totals, strict=True):
        rest = bag
        for letter in drawn:
            rest = rest.replace(letter, "", 1)
        cost = TILES.set_pips(drawn) ** 2
        more = Hand("".join(sorted(hand.letters + drawn)), hand.wilds)
        bought = evaluator.sell(PlayerView(more, rest, 500 - cost)).total - cost
        assert total == pytest.approx(
            max(bought, evaluator.sell(PlayerView(hand, rest, 500)).total)
        )


SHARED_ENDINGS = [("LST", 200), ("HLST", 6), ("", 3)]  # with letters that are alike as numbers
SEATS = st.tuples(
    st.builds(
        Hand,
        st.text("AEHLST", max_size=5).map(sorted).map("".join),
        st.integers(0, 2),
    ),
    st.integers(0, 40) | st.sampled_from([128, 199, 200, 900]),
)


@given(
    seats=st.lists(SEATS, min_size=1, max_size=20 if COMPILED else 2),
    players=st.sampled_from([1, 2]),
    bag=st.permutations(BAG).map("".join),
)
@example([(Hand("LST", 1), 200), (Hand("HLST", 1), 6)], 1, BAG)
def test_totals_of_many_views_equal_those_of_each_alone(
    enable: Lexicon, seats: list[tuple[Hand, int]], players: int, bag: str
) -> None:
    evaluator = fast(open_evaluator(enable, players))
    draws = [bag[at : at + 2 * players] for at in range(0, 6, 2 * players)]
    views = [PlayerView(hand, bag, money, money % 2 == 0) for hand, money in seats]
    views = [view._replace(leads=views[0].leads) for view in views]
    together = [list(totals) for totals in evaluator.totals_after_draws(views, draws)]
    assert together == [list(*evaluator.totals_after_draws([view], draws)) for view in views]


def test_interpreted_engine_finds_the_same_totals_after_draws(
    enable: Lexicon, interpreted: Engine
) -> None:
    found = []
    for engine in (INSTALLED, interpreted):
        policy = engine.Policy(make_solver(engine, enable), make_net(engine, 2), 8, 20, 4)
        seats = [(letter_counts(letters), 1, money) for letters, money in SHARED_ENDINGS]
        policy.set_players(seats, letter_counts(BAG[::2]))
        found.append(list(policy.after_draws(encode("AEDNOITE"), 2, 0)))
    assert found[0] == found[1]


@given(players=st.sampled_from([1, 2, 3] if COMPILED else [1]), data=st.randoms())
def test_rounds_end_like_the_game_played_at_once(
    enable: Lexicon, players: int, data: random.Random
) -> None:
    evaluator, leader = fast(open_evaluator(enable, players)), data.randrange(players)
    order = "".join(data.sample(BAG, data.randrange(30 if COMPILED else 12)))
    hands = [Hand("".join(sorted(data.sample(BAG, 4))), 1) for _ in range(players)]
    money = [data.choice([0, 6, 90, 200, 900]) for _ in range(players)]
    die = [data.choice([None, 2, 3, 4, 5]) for _ in range(len(order) // 2 + 1)]
    tables = evaluator.play_rounds(hands, money, order, die, leader)
    assert tables[0][0] == list(zip(hands, money, strict=True))
    assert order.startswith("".join(drawn for _, drawn in tables))
    ended = evaluator.play_out(hands, money, order, die, leader)
    assert [dollars for _, dollars in tables[-1][0]] == ended


def test_evaluator_may_be_used_while_rounds_are_read(enable: Lexicon) -> None:
    evaluator, game = open_evaluator(enable), ([Hand("AEINRST", 2)], [200], BAG[::5], [2] * 12)
    ended = evaluator.play_out(*game)
    left = []
    for seats, _ in evaluator.play_rounds(*game):
        evaluator.leave_value(PlayerView(Hand("Q"), "", 0))
        left.append([dollars for _, dollars in seats])
    assert left[-1] == ended


def test_total_of_a_sale_is_revenue_plus_leave_value(enable: Lexicon) -> None:
    evaluator = open_evaluator(enable)
    hand = Hand("AAEEINRSTTUZ", 3)
    end = evaluator.sell(PlayerView(hand, BAG[30:70], 400))
    assert end.revenue == sum(play.pips(TILES) ** 2 for play in end.plays)
    assert all(play.word in enable for play in end.plays)
    assert end.total == pytest.approx(
        end.revenue + evaluator.leave_value(PlayerView(end.left, BAG[30:70], 400 + end.revenue))
    )


def test_outcomes_are_sorted_and_add_up(enable: Lexicon) -> None:
    evaluator = open_evaluator(enable)
    outcomes = evaluator.outcomes(PlayerView(Hand("AAEEINRSTTU", 1), BAG[20:90], 90))
    totals = [end.total for end in outcomes]
    assert totals == sorted(totals, reverse=True)
    for end in outcomes:
        worth = evaluator.leave_value(PlayerView(end.left, BAG[20:90], 90 + end.revenue))
        assert end.total == pytest.approx(end.revenue + worth)


def test_outcome_of_a_ruined_player_is_worth_nothing(enable: Lexicon) -> None:
    (end,) = open_evaluator(enable).outcomes(PlayerView(Hand("BCDV"), BAG[20:90], 3))
    assert (end.total, end.left) == (0, Hand("BCDV"))


def test_best_revenue_is_exact(enable: Lexicon) -> None:
    for hand in hands(10, 8, 8):
        best = best_sales.best_sales(enable, hand, 1)
        assert open_evaluator(enable).best_revenue(hand) == (best[0].revenue if best else 0)


def test_threads_find_the_same_sales_as_one_after_another(enable: Lexicon) -> None:
    rng = random.Random(1)
    hands = [Hand("".join(sorted(rng.choices("AEINRSTOULDGBCMP", k=11))), 3) for _ in range(200)]

    def revenues(_: object) -> list[int]:
        found = [best_sales.best_revenue(enable, hand) for hand in hands]
        return found + [open_evaluator(enable).best_revenue(hand) for hand in hands]

    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(revenues, range(2))
    assert first == second == revenues(None)


def test_evaluator_uses_house_words() -> None:
    change_house_words("everyday", add=["AEINRSTX"], remove=["ANT", "TAN"])
    try:
        evaluator = open_evaluator(open_lexicon("everyday", TILES))
        assert evaluator.best_revenue(Hand("AEINRSTX")) == 121
        assert evaluator.best_revenue(Hand("ANT")) == 4
    finally:
        change_house_words("everyday", add=["ANT", "TAN"], remove=["AEINRSTX"])


def test_evaluator_reports_other_training_rules(enable: Lexicon) -> None:
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


def test_unsupported_rules_are_rejected() -> None:
    layout = TILES.layout()
    layout["rules"]["hand_limit"] = 9
    with pytest.raises(InvalidError, match="at most 8 letters are kept, not 9"):
        Evaluator(lexicon_from_words(["TEA"], build_tiles(layout, "other")))
    layout = TILES.layout()
    layout["rules"]["die"] = [1, 6]
    with pytest.raises(InvalidError, match="2 to 5"):
        Evaluator(lexicon_from_words(["TEA"], build_tiles(layout, "other")))


def test_too_large_hands_are_rejected(enable: Lexicon) -> None:
    with pytest.raises(InvalidError, match="14 letters cannot be valued: the most is 13"):
        open_evaluator(enable).sell(PlayerView(Hand("A" * 7 + "E" * 7), "", 0))
    with pytest.raises(InvalidError, match="9 letters cannot be valued: the most is 8"):
        open_evaluator(enable).leave_value(PlayerView(Hand("E" * 9), "", 0))


def test_negative_money_is_rejected(enable: Lexicon) -> None:
    with pytest.raises(InvalidError, match=r"money cannot be negative: \$-1"):
        open_evaluator(enable).sell(PlayerView(Hand("AEINRST", 2), "", -1))


@pytest.mark.parametrize(("hands", "leader"), [(1, 0), (3, 0), (2, 2), (2, -1)])
def test_play_out_rejects_another_number_of_players(
    enable: Lexicon, hands: int, leader: int
) -> None:
    with pytest.raises(InvalidError, match="a game of 2 needs 2 hands"):
        open_evaluator(enable, 2).play_out(
            [Hand("TEA")] * hands, [9] * hands, "AEI", [2, 2], leader
        )


def test_play_out_rejects_another_die(enable: Lexicon) -> None:
    with pytest.raises(InvalidError, match="the faces of the die are 2 to 5"):
        open_evaluator(enable).play_out([Hand("TEA")], [9], "AEI", [2, 6, 2])


@pytest.mark.parametrize("draws", [[""], ["A"], ["ABCDEFGHIJKL"], ["AEIO", "AE"], ["AE", "AEIO"]])
def test_draws_of_unequal_sizes_are_rejected(enable: Lexicon, draws: list[str]) -> None:
    with pytest.raises(InvalidError, match="the same number of letters, 1 to 5 for each player"):
        open_evaluator(enable, 2).after_draws(PlayerView(Hand("TEA"), BAG, 50), draws)


@pytest.mark.parametrize("drawn", ["QQ", "?A", "ae", "ÄÖ"])
def test_draw_that_is_not_in_the_bag_is_rejected(enable: Lexicon, drawn: str) -> None:
    view = PlayerView(Hand("TEA"), BAG, 50)
    with pytest.raises(InvalidError, match="the bag must hold the letters of every draw"):
        open_evaluator(enable).after_draws(view, ["AE", drawn])


@pytest.mark.parametrize("order", ["AE?", "aei", "ÄEI"])
def test_order_of_other_characters_than_letters_is_rejected(enable: Lexicon, order: str) -> None:
    with pytest.raises(InvalidError, match="letters A to Z"):
        open_evaluator(enable).play_out([Hand("TEA")], [9], order, [2, 2, 2])


def fail(kind: str, zeros: Callable[[str, int], Any], code: str, size: int) -> Any:
    """Return zeros, but for one kind of number raise MemoryError."""
    if code == kind:
        raise MemoryError
    return zeros(code, size)


@pytest.mark.parametrize("kind", "QiB")
def test_solver_without_memory_for_more_room_keeps_the_old(
    interpreted: Engine, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    solver = make_solver(interpreted, lexicon_from_words(["AB", "BA"]))
    solver.best_sales(letter_counts("AB"), 0, 1, 1)
    known = {name: id(value) for name, value in vars(solver).items() if "spelling" not in name}
    module = importlib.import_module("interpreted.solver")
    monkeypatch.setattr(solver, "_try_to_sell", lambda *_: False)
    monkeypatch.setattr(module, "zeros", partial(fail, kind, module.zeros))
    with pytest.raises(MemoryError):
        solver.best_sales(letter_counts("AB"), 0, 1, 1)
    assert {name: id(getattr(solver, name)) for name in known} == known


def test_impossible_bag_is_rejected(enable: Lexicon) -> None:
    with pytest.raises(InvalidError, match="cannot hold 2 Q tiles"):
        open_evaluator(enable).leave_value(PlayerView(Hand("E"), "QQ", 0))


def test_damaged_weights_file_is_rejected(tmp_path: Path) -> None:
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


def test_weights_are_packed_to_the_bytes_they_were_read_from() -> None:
    shipped = weights.shipped_weights(1)
    assert weights.pack_weights(shipped) == Path(weights.weights_path(1)).read_bytes()
    assert shipped.provenance["sha256"] == open_lexicon("enable", TILES).sha256()
    assert {"seed", "plan", "layout"} <= shipped.provenance.keys()


def test_weights_are_byte_swapped_on_big_endian_machines(
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


def test_engine_runs_interpreted_without_cython(source: Path) -> None:
    code = (
        "import sys; sys.modules['cython'] = None; import interpreted.self_play; "
        "print(interpreted.solver.COMPILED)"
    )
    environment = {**os.environ, "PYTHONPATH": str(source)}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True
    )
    assert done.stdout == "False\n"
