"""Advice on buy, choose, discard and sell by equity, from V and from samples."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from itertools import permutations
from math import hypot
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shell import bw

import bwtools
from bwtools.advice.decisions import choices, evaluate_hands, evaluate_sales
from bwtools.advice.rules_of_thumb import buy_by_rule, discard_by_rule
from bwtools.advice.sampling import MODEL_ERROR, TAKEN_AWAY, Deal, MonteCarlo, SampledValues
from bwtools.advice.situation import Basis, Method, Situation, situation_of, unseen
from bwtools.errors import InvalidError
from bwtools.evaluation import evaluator, weights
from bwtools.evaluation.evaluator import Evaluator, PlayerView, open_evaluator
from bwtools.game.position import parse_position
from bwtools.game.state import Player
from bwtools.lexicon.lexicon import Lexicon, lexicon_from_words
from bwtools.sales.best_sales import best_revenue
from bwtools.tiles.hand import Hand
from bwtools.tiles.tile_set import load_tiles

CLASSIC = load_tiles()
FEW = ("--samples", "24")
SETS = ["ing", "qz", "aeiou", "e", "vv", "sty"]
COMMANDS = {
    "buy": ("buy", "ing", "--hand", "retas.."),
    "choose": ("choose", "--hand", "retas.."),
    "discard": ("discard", "aeinrstqzu.", "--top", "3"),
    "sell": ("sell", "aeinrstqu..", "--by", "equity", "--top", "4"),
}


def rows(*args: str) -> list[dict[str, Any]]:
    done = bw(*args, "-f", "jsonl")
    assert (done.status, done.err) == (0, "")
    return done.rows


def buy(drawn: str, *args: str) -> dict[str, Any]:
    (row,) = rows("buy", drawn, *FEW, *args)
    return row


# Buying


@pytest.mark.parametrize("basis", ["value", "lookahead", "playout"])
@pytest.mark.parametrize("drawn", SETS)
def test_gain_is_value_of_buying_less_passing_and_decides_the_verdict(
    drawn: str, basis: Basis
) -> None:
    row = buy(drawn, "--hand", "retas.", "--basis", basis)
    assert row["gain"] == pytest.approx(row["value_buy"] - row["value_pass"], abs=0.001)
    assert row["verdict"] == ("buy" if row["gain"] > 0 else "pass")
    assert row["stderr"] >= MODEL_ERROR.get(basis, 0)
    assert (row["stderr"] == MODEL_ERROR.get(basis)) == (basis == "value")  # without sampling
    assert row["basis"] == basis


def test_stderr_covers_sampling_and_the_error_of_v(enable: Lexicon) -> None:
    situation = Situation("AABDEEEGIILNNOOPRRSTTU", 22, 400)
    options = [Player(400, Hand("AERST", 1)), Player(384, Hand("AEGINRST", 1))]
    bases: tuple[Basis, ...] = ("value", "lookahead", "playout")
    for basis in bases:
        judged = evaluate_hands(enable, options, situation, Method(basis, 24))
        assert judged is not None
        gain, error = judged.gain(1, 0)
        assert gain == judged.sampled.gain(1, 0)[0]
        expected = hypot(judged.sampled.gain(1, 0)[1], MODEL_ERROR.get(basis, 0))
        assert error == pytest.approx(expected)
        assert judged.gain(1, 1)[1] == 0


@pytest.mark.parametrize("basis", ["value", "lookahead"])
@pytest.mark.parametrize(("bag", "last"), [("AE", True), ("A", False), ("", False)])
def test_v_adds_no_error_once_nothing_can_be_drawn(
    enable: Lexicon, bag: str, last: bool, basis: Basis
) -> None:
    options = [Player(100, Hand("AEINRST", 1)), Player(84, Hand("AEGIINNRST", 1))]
    situation = Situation(bag, len(bag), 100, last=last)
    found = evaluate_hands(enable, options, situation, Method(basis))
    assert found is not None
    dollars, error = found.gain(1, 0)
    assert dollars > 0
    assert error == 0


@given(letters=st.text("ABC", max_size=7).map(sorted), number=st.integers(0, 8))
def test_choices_equal_those_of_a_recursion(letters: list[str], number: int) -> None:
    def ways(left: str, number: int) -> list[str]:
        if not number:
            return [""]
        return [c + more for i, c in enumerate(left) for more in ways(left[i + 1 :], number - 1)]

    expected = ways("".join(letters), number)
    found = list(choices("".join(letters), number))
    assert sorted(way for way, count in found for _ in range(count)) == sorted(expected)
    assert len(dict(found)) == len(found)


def test_unaffordable_set_has_no_value_and_is_passed_on() -> None:
    row = buy("qz", "--money", "63")
    assert (row["affordable"], row["verdict"]) == (False, "pass")
    assert [row[name] for name in ("value_buy", "gain", "stderr")] == [None] * 3
    assert row["value_pass"] > 63


def test_value_of_passing_does_not_depend_on_the_cost() -> None:
    seen = ("--bag", "aaeeiinnrrsstt")
    assert buy("qz", *seen)["value_pass"] == buy("vv", *seen)["value_pass"]


def test_value_includes_the_money_in_hand() -> None:
    less, more = (buy("ing", "--money", money)["value_pass"] for money in ("500", "900"))
    assert more - less == pytest.approx(400, abs=0.01)


def test_marginal_value_of_the_last_dollars_exceeds_one() -> None:
    broke, rich = (buy("ing", "--money", money)["value_pass"] for money in ("16", "300"))
    assert rich - broke > 284 + 5


def test_useless_expensive_set_is_not_bought_with_the_last_money() -> None:
    assert buy("vv", "--hand", "uu", "--money", "40")["verdict"] == "pass"


@pytest.mark.parametrize("basis", ["value", "lookahead", "playout"])
def test_set_that_leaves_no_money_and_no_word_is_not_bought(basis: str) -> None:
    row = buy("ch", "--money", "16", "--basis", basis)
    assert (row["value_buy"], row["verdict"]) == (0, "pass")
    assert 16 < row["value_pass"] < 400


def test_tiles_that_make_words_have_a_higher_value() -> None:
    fits, does_not = buy("ing", "--hand", "retas"), buy("uuu", "--hand", "retas")
    assert fits["gain"] > does_not["gain"]


def test_another_wild_has_a_positive_value() -> None:
    bag = ("--bag", "aaeeiinnrrssttdlgo")
    assert buy("ing", "--wilds", "3", *bag)["value_pass"] > buy("ing", *bag)["value_pass"]


# Choosing


@pytest.mark.parametrize("basis", ["value", "lookahead", "playout"])
@pytest.mark.parametrize(
    "held", [(), ("--hand", "q"), ("--wilds", "2"), ("--hand", "vvc", "--money", "3")]
)
def test_player_who_can_neither_buy_nor_sell_keeps_the_money(
    held: tuple[str, ...], basis: str
) -> None:
    money = 3 if "--money" in held else 0
    found = rows("choose", "--money", "0", *held, "--basis", basis, *FEW)
    assert {row["value"] for row in found} == {money}


def test_expected_money_rises_steeply_with_the_first_dollars() -> None:
    worth = [
        max(row["value"] for row in rows("choose", "--money", str(money), *FEW))
        for money in (4, 20, 40, 100)
    ]
    assert worth == sorted(worth)
    assert worth[0] < 60
    assert worth[-1] > 800


@pytest.mark.parametrize(
    "money", ["40", *(pytest.param(money, marks=pytest.mark.slow) for money in ("20", "80"))]
)
def test_v_agrees_with_playouts_for_players_with_little_money(money: str) -> None:
    v, games = (
        rows("choose", "--money", money, "--samples", "48", "--basis", basis)[0]["value"]
        for basis in ("value", "playout")
    )
    assert v == pytest.approx(games, abs=200)


def test_every_number_has_a_row_best_first() -> None:
    found = rows(*COMMANDS["choose"], *FEW)
    assert sorted(row["tiles"] for row in found) == [2, 3, 4, 5]
    values = [row["value"] for row in found]
    assert values == sorted(values, reverse=True)
    assert [row["best"] for row in found] == [True, False, False, False]
    assert found[0]["stderr"] == 0 < min(row["stderr"] for row in found[1:])


def test_number_that_ends_the_game_has_the_value_of_the_best_sale() -> None:
    found = rows("choose", "--hand", "retains", "--bag", "vuw", *FEW)
    ended = {row["tiles"]: row["value"] for row in found}
    assert ended[4] == ended[5] == 200 + 49


# Discarding


def test_hand_within_the_limit_is_kept() -> None:
    (row,) = rows("discard", "retinas.", *FEW)
    assert (row["discard"], row["keep"]) == ("", "AEINRST")


def test_discards_are_listed_best_first() -> None:
    found = rows(*COMMANDS["discard"], "--top", "9", *FEW)
    assert len({row["keep"] for row in found}) == 9
    assert all(sorted(row["discard"] + row["keep"]) == sorted("AEINRSTQZU") for row in found)
    values = [row["value"] for row in found]
    assert values == sorted(values, reverse=True)


def test_best_discard_leaves_the_highest_leave_value(enable: Lexicon) -> None:
    bag, _ = unseen(CLASSIC, "AEINRSTQV")
    asked = open_evaluator(enable)
    (row,) = rows("discard", "aeinrstqv", "--basis", "value")
    kept = {gone: "AEINRSTQV".replace(gone, "") for gone in "AEINRSTQV"}
    hands = {gone: Hand("".join(sorted(kept[gone]))) for gone in kept}
    worth = {gone: asked.leave_value(PlayerView(hands[gone], bag, 200)) for gone in kept}
    assert row["discard"] == max(worth, key=worth.__getitem__)
    assert row["value"] == pytest.approx(200 + max(worth.values()), abs=0.01)


# Selling


def test_sales_are_ordered_by_equity_and_include_selling_nothing() -> None:
    found = rows("sell", "aeinrstqu..", "--by", "equity", "--top", "40", "--samples", "12")
    equities = [row["equity"] for row in found]
    assert equities == sorted(equities, reverse=True)
    assert [row["words"] for row in found].count([]) == 1
    assert [row["rank"] for row in found] == list(range(1, 41))
    assert all(len(row["left"]) - len(row["discard"]) <= 8 for row in found)


def test_sale_is_listed_once_with_alternatives_and_highest_price_first() -> None:
    found = rows("sell", "etxanid..", "--by", "equity", "--top", "60", "--basis", "value")
    spent = [
        sorted((sorted(word["play"].replace(word["wild"] or "", "")), word["price"]) for word in w)
        for w in (row["words"] for row in found)
    ]
    assert len({str(tiles) for tiles in spent}) == len(found)
    assert any(word["alternatives"] for row in found for word in row["words"])
    prices = [[word["price"] for word in row["words"]] for row in found]
    assert prices == [sorted(each, reverse=True) for each in prices]


def test_equity_is_revenue_plus_leave_value(enable: Lexicon) -> None:
    bag, _ = unseen(CLASSIC, "AEINRST")
    for row in rows("sell", "aeinrst.", "--by", "equity", "--basis", "value"):
        left = Hand(row["left"], row["wilds_left"])
        worth = open_evaluator(enable).leave_value(PlayerView(left, bag, 200 + row["revenue"]))
        assert row["equity"] == pytest.approx(row["revenue"] + worth, abs=0.01)


def test_reserved_tiles_are_not_sold_by_equity() -> None:
    found = rows("sell", "aeinrstqu..", "--by", "equity", "--keep", "qu.", *FEW)
    assert len(found) > 3
    assert all({"Q", "U"} <= set(row["left"]) and row["wilds_left"] >= 1 for row in found)


@pytest.mark.parametrize("hand", ["aeinrstqu..", "bdkeaost.", "abcdefghijklm"])
def test_top_rows_do_not_depend_on_their_number(hand: str) -> None:
    command = ("sell", hand, "--by", "equity", *FEW)
    assert rows(*command, "--top", "1") == rows(*command, "--top", "3")[:1]


def test_max_words_limits_sales_by_equity() -> None:
    found = rows("sell", "aeinrstqu..", "--by", "equity", "--max-words", "1", "--basis", "value")
    assert max(len(row["words"]) for row in found) == 1


# Sampling


@pytest.mark.parametrize(
    ("name", "basis"),
    [
        *((name, "lookahead") for name in COMMANDS),
        *(("buy", "playout"), ("choose", "playout")),
        *(pytest.param(name, "playout", marks=pytest.mark.slow) for name in ("discard", "sell")),
    ],
)
def test_answers_depend_on_samples_and_seed_only(name: str, basis: str) -> None:
    args = (*COMMANDS[name], "--samples", "6", "--basis", basis, "--seed")
    first = rows(*args, "7")
    assert rows(*args, "7") == first
    assert rows(*args, "8") != first


def test_more_samples_reduce_the_stderr() -> None:
    playouts = ("buy", "ing", "--hand", "retas", "--basis", "playout")
    few, many = (rows(*playouts, "--samples", n)[0]["stderr"] for n in ("24", "480"))
    assert many < few / 3


def test_time_adds_samples_to_the_first_batch() -> None:
    none = buy("ing", "--hand", "retas", "--time", "0")
    assert none == buy("ing", "--hand", "retas")
    assert buy("ing", "--hand", "retas", "--time", "0.2")["stderr"] < none["stderr"]


def test_differences_are_paired_within_strata() -> None:
    totals = SampledValues([[[1.0, 3.0], [10.0, 30.0]], [[0.0, 2.0], [5.0, 15.0]]])
    gain, error = totals.gain(0, 1)
    # Differences 1, 1 and 5, 15: means 1 and 10, variances of the means 0 and 25.
    assert (gain, error) == (5.5, 2.5)
    assert totals.value(0) == 11


@pytest.mark.parametrize(
    ("seeds", "least"), [(10, 8), pytest.param(40, 34, marks=pytest.mark.slow)]
)
def test_confidence_intervals_cover_the_value(enable: Lexicon, seeds: int, least: int) -> None:
    situation = Situation("AABDEEEGIILNNOOPRRSTTU", 22, 400)
    options = [Player(400, Hand("AERST", 1)), Player(384, Hand("AEGINRST", 1))]

    def gain(seed: int, samples: int) -> tuple[float, float]:
        judged = evaluate_hands(enable, options, situation, Method("lookahead", samples, seed))
        assert judged is not None
        return judged.sampled.gain(1, 0)

    truth, _ = gain(1000, 50 * seeds)
    found = [gain(seed, 24) for seed in range(seeds)]
    hits = sum(abs(mean - truth) <= 1.96 * error for mean, error in found)
    assert least <= hits <= seeds


@pytest.mark.parametrize("basis", ["value", "lookahead"])
@pytest.mark.parametrize("hand", ["", "aeinrst"])
def test_value_is_at_least_the_best_sale(hand: str, basis: str) -> None:
    table = ("--players", "4", "--money", "0", "--bag-size", "25", "--basis", basis)
    least = 49 if hand else 0
    assert min(row["value"] for row in rows("choose", "--hand", hand, *FEW, *table)) >= least


def looked_at(
    value: Evaluator, situation: Situation, end: Player
) -> tuple[dict[int, float], float]:
    """Return the values of all numbers, and of the end of a turn, over all draws from a bag."""
    players, least = situation.players, value.best_revenue(end.hand)
    worth = {}
    for number in range(2, 6):
        draws = sorted(set(map("".join, permutations(situation.bag, number * players))))
        later = (situation.ahead - 1) % players == 0
        after = value.after_draws(PlayerView(end.hand, situation.bag, end.money, later), draws)
        worth[number] = end.money + mean(max(least, more) for more in after or [least])
    by_draw = value.values_by_draw(PlayerView(end.hand, situation.bag, end.money))
    heads = dict(enumerate(by_draw, 2))
    for number in heads:
        short = number * players > situation.size
        heads[number] = least if short else max(least, heads[number])
    if situation.ahead == 0:
        chosen = worth[max(heads, key=heads.__getitem__)]
    else:
        shares = dict(enumerate(value.mix, 2))
        chosen = sum(worth[number] * shares[number] for number in worth) / sum(value.mix)
    return worth, mean(chosen if face is None else worth[face] for face in CLASSIC.die)


@pytest.mark.parametrize(
    ("players", "ahead", "bag"),
    [(1, 0, "AEGNST"), (1, 0, "EINR"), (2, 0, "AEINST"), (2, 1, "EINRST")],
)
@pytest.mark.parametrize(
    "end",
    [
        Player(20, Hand("QVZ")),
        pytest.param(Player(300, Hand("AEIRS", 1)), marks=pytest.mark.slow),
    ],
)
def test_lookahead_approximates_the_mean_over_all_draws(
    players: int, ahead: int, bag: str, end: Player, enable: Lexicon
) -> None:
    situation = Situation(bag, len(bag), end.money, players, ahead)
    value = open_evaluator(enable, players)
    worth, whole = looked_at(value, situation, end)
    ahead_ = MonteCarlo(value, situation, Method("lookahead", 1200))
    assert ahead_.turn_ends([end]).value(0) == pytest.approx(whole, abs=4)
    found = ahead_.numbers(end.hand, range(2, 6))
    for option, number in enumerate(worth):
        assert found.value(option) == pytest.approx(worth[number], abs=6)


def test_random_subset_of_almost_the_whole_bag_has_almost_its_value(enable: Lexicon) -> None:
    asked = open_evaluator(enable)
    bag = "AADEEGIILNNOOPRSTU"
    end = [Player(300, Hand("AERST", 1))]
    whole = MonteCarlo(asked, Situation(bag, len(bag), 300), Method("lookahead", 600)).turn_ends(
        end
    )
    almost = MonteCarlo(asked, Situation(bag + "T", len(bag), 300), Method("lookahead", 600))
    other = almost.turn_ends(end)
    assert whole.value(0) == pytest.approx(other.value(0), abs=8)


def test_smaller_bag_has_a_lower_value() -> None:
    values = [buy("ing", "--bag-size", size)["value_pass"] for size in ("90", "50", "20", "1")]
    assert values == sorted(values, reverse=True)


def test_stated_bag_equals_the_bag_of_unseen_tiles() -> None:
    everything = "".join(letter * number for letter, number in CLASSIC.counts.items())
    bag, size = unseen(CLASSIC, "GIN", "QZ")
    assert size == len(everything) - 5
    assert buy("ing", "--seen", "qz") == buy("ing", "--bag", bag)
    assert buy("ing", "--bag", bag, "--bag-size", str(size)) == buy("ing", "--bag", bag)


def test_likely_bag_has_letters_in_proportion() -> None:
    assert Situation("AAAABBBBCCCC", 3, 0).likely_bag() == "ABC"
    assert Situation("AAB", 0, 0).likely_bag() == ""


# Games and hands that V does not support


def test_values_from_another_dictionary_are_reported(tmp_path: Path) -> None:
    (tmp_path / "own.txt").write_text("gin\ntaster\nrating\n")
    own = ("-d", str(tmp_path / "own.txt"))
    for command in COMMANDS.values():
        by_value = (*command, "--basis", "value")
        assert rows(*by_value, *own)[0]["trained_on"] == "the dictionary enable"
        assert bw(*by_value, *own).lines[-1].startswith("Values come from play")
        assert rows(*by_value)[0]["trained_on"] is None
        assert "Values come" not in bw(*by_value).out


@pytest.fixture
def without_weights(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(weights, "weights_path", lambda players: str(tmp_path / f"none{players}"))
    for cached in (weights.shipped_weights, evaluator.evaluator_of):
        cached.cache_clear()


@pytest.mark.parametrize("name", COMMANDS)
def test_rule_of_thumb_has_no_values(name: str) -> None:
    found = rows(*COMMANDS[name], "--basis", "rule")
    assert {row["basis"] for row in found} == {"rule"}
    unvalued = {"value", "value_pass", "value_buy", "gain", "stderr", "equity"} & set(found[0])
    assert all(row[field] is None for row in found for field in unvalued)


@pytest.mark.usefixtures("without_weights")
@pytest.mark.parametrize("name", COMMANDS)
def test_unreadable_weights_are_an_error_rather_than_a_rule(name: str) -> None:
    assert "cannot read the weights" in bw(*COMMANDS[name]).error


@pytest.mark.parametrize("name", COMMANDS)
def test_unavailable_basis_is_an_error(name: str) -> None:
    assert "for an exact answer: use another basis" in bw(*COMMANDS[name], "--basis", "exact").error


@pytest.mark.usefixtures("without_weights")
def test_endgame_is_exact_without_weights() -> None:
    assert buy("ing", "--hand", "retas", "--bag", "a")["basis"] == "exact"


def test_hand_too_large_for_v_is_decided_by_rule() -> None:
    hand = "aaabbcdeeffghh"
    assert buy("ing", "--hand", hand)["basis"] == "rule"
    assert rows("discard", hand)[0]["basis"] == "rule"
    assert rows("choose", "--hand", hand)[0]["basis"] == "rule"
    assert rows("sell", hand, "--by", "equity")[0]["basis"] == "rule"


def test_unsupported_number_of_players_is_decided_by_rule() -> None:
    assert buy("ing", "--players", "5")["basis"] == "rule"
    error = bw("buy", "ing", "--players", "5", "--basis", "value").error
    assert error == "hands cannot be valued with 5 players"


def test_rule_can_be_requested() -> None:
    row = buy("ing", "--hand", "retas", "--basis", "rule")
    assert (row["basis"], row["verdict"], row["gain"]) == ("rule", "buy", None)


@pytest.mark.parametrize("hand", [Hand(""), Hand("IU", 1)])
@pytest.mark.parametrize("players", [1, 3])
def test_rule_buys_what_pays_at_once_and_early_on_what_is_cheap(hand: Hand, players: int) -> None:
    lexicon = lexicon_from_words(["QUIZ", "ZAG", "BUZZ", "VEX"])
    for drawn in ("QZ", "QZG", "QZB", "ZAG", "JVV", "E"):  # of 8, 10, 11, 7, 10 and 1 pips
        cost = CLASSIC.set_pips(drawn) ** 2
        more = best_revenue(lexicon, hand.plus(drawn)) - best_revenue(lexicon, hand)
        for left in (0, 12 * players - 1, 12 * players, 100):
            cheap = cost <= 10 * CLASSIC.set_pips(drawn) and left >= 12 * players
            for money in (cost - 1, cost):
                found = buy_by_rule(lexicon, drawn, hand, money, left, players)
                assert found.buy == (money == cost and (more >= cost or cheap))
                assert found.profit_now == more - cost


def test_rule_discards_lowest_pips_in_alphabetical_order() -> None:
    assert discard_by_rule("BDEZZZZZZZ", CLASSIC) == "DE"
    assert discard_by_rule("BDEZZZZZ", CLASSIC) == ""


# Several players


@pytest.mark.parametrize(
    ("position", "ahead", "others"),
    [
        ("bw1 buy 5 2 2 E9 100,A,1,GIN/100,B,1,GIN/100,C,1,GIN", 2, "CA"),
        ("bw1 buy 5 2 3 E9 100,A,1,GIN/100,B,1,-/100,C,1,GIN", 0, "AB"),
        ("bw1 choose 5 2 2 E9 100,A,1,-/100,B,1,-/100,C,1,-", 0, "CA"),
    ],
)
def test_situation_has_rounds_until_the_lead_and_others_in_turn_order(
    position: str, ahead: int, others: str
) -> None:
    situation = situation_of(parse_position(position, CLASSIC))
    assert (situation.ahead, situation.players) == (ahead, 3)
    assert "".join(player.hand.letters for player in situation.others) == others


@pytest.mark.parametrize("basis", ["value", "lookahead", "playout"])
@pytest.mark.parametrize("name", COMMANDS)
def test_advice_supports_several_players(name: str, basis: str) -> None:
    found = rows(*COMMANDS[name], "--players", "3", "--basis", basis, "--samples", "6")
    assert {row["basis"] for row in found} == {basis}


@pytest.mark.parametrize("basis", ["lookahead", "playout"])
@pytest.mark.parametrize(("turns", "other", "ahead"), [("1 1", "ALT", 1), ("2 1", "-", 0)])
def test_position_gives_the_lead_and_the_hands_of_others(
    turns: str, other: str, ahead: int, basis: Basis, enable: Lexicon
) -> None:
    players = f"150,AERST,2,DGI/300,EIOU,1,{other}"
    situation = situation_of(
        parse_position(f"bw1 buy 5 {turns} A3CD2E4GI2LN2O3PRST2U {players}", CLASSIC)
    )
    assert (situation.ahead, len(situation.others)) == (ahead, 1)
    judged = evaluate_hands(enable, [Player(150, Hand("AERST", 2))], situation, Method(basis, 12))
    assert judged is not None
    assert judged.values[0] > 150


def test_others_buy_useful_sets_only_in_a_playout(enable: Lexicon) -> None:
    def worth(drawn: str) -> float:
        others = (Player(300, Hand("EIOU", 1), drawn),)
        situation = Situation("ADEEEGIILNNOOPRRSTTU", 20, 150, 2, 1, others=others)
        judged = evaluate_hands(
            enable, [Player(150, Hand("AERST", 2))], situation, Method("playout", 12)
        )
        assert judged is not None
        return judged.values[0]

    assert worth("JQVZ") == worth("") != worth("EST")


@pytest.mark.parametrize("basis", ["exact", "value", "lookahead", "playout"])
def test_only_revenue_counts_in_the_last_round(basis: Basis, enable: Lexicon) -> None:
    situation = Situation("", 0, 100, last=True)
    found = evaluate_sales(enable, Hand("IQTUZ"), Hand(""), situation, Method(basis, 12))
    assert found is not None
    assert found.values == [100 + option.outcome.revenue for option in found.options]
    assert min(found.values) == 100  # nothing sold


@pytest.mark.parametrize(
    ("bag", "draws", "varying"),
    [("ABCDEFGHIJ", 4, 0.0), ("ABCDEFGHIJKL", 4, 1 / 6), ("ABCDEFGHIJ", 3, 1 / 6)],
    ids=["dealt to the end", "two tiles left each time", "half dealt at last"],
)
def test_bags_that_were_dealt_in_part_add_to_the_variance(
    bag: str, draws: int, varying: float
) -> None:
    deal = Deal(Situation(bag, len(bag), 200), Random(1))
    assert deal.share() == 1
    for _ in range(draws):
        deal.draw(5)
    assert deal.share() == pytest.approx(1 - TAKEN_AWAY * (1 - varying))


# Compiled and interpreted


@pytest.mark.parametrize(
    "names", [("buy",), pytest.param(tuple(COMMANDS)[1:], marks=pytest.mark.slow)]
)
def test_interpreted_engine_gives_the_same_answers(names: tuple[str, ...], tmp_path: Path) -> None:
    if not evaluator.is_compiled():
        pytest.skip("the engine is not compiled here: there is nothing to compare with")
    package = Path(bwtools.__file__).parent
    extensions = shutil.ignore_patterns("*.so", "*.pyd")
    shutil.copytree(package, tmp_path / "bwtools", ignore=extensions)
    (tmp_path / "dictionaries").symlink_to(package.parent / "dictionaries")
    commands = [(*COMMANDS[name], "--samples", "6") for name in names]
    code = (
        "from bwtools.cli import run; from bwtools.evaluation.evaluator import is_compiled; "
        f"print(is_compiled()); [run([*c, '-f', 'jsonl']) for c in {commands!r}]"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        timeout=120,
    )
    assert done.stderr == ""
    compiled = "".join(bw(*command, "-f", "jsonl").out for command in commands)
    assert done.stdout == "False\n" + compiled


@pytest.mark.parametrize("name", COMMANDS)
def test_more_wilds_than_dealt_are_an_error(name: str) -> None:
    error = bw(*COMMANDS[name], "--wilds", "9").error
    assert "wilds, but with 1 player each is dealt 8" in error


def test_best_revenue_takes_any_number_of_wilds() -> None:
    assert bw("sell", "aeinrst", "--wilds", "20").status == 0


def test_money_has_at_most_nine_digits() -> None:
    assert buy("ing", "--money", "999999999", "--basis", "value")["verdict"] == "buy"
    assert "0 to 999999999, not" in bw("buy", "ing", "--money", "1000000000").error


def test_bag_size_above_the_unseen_tiles_is_an_error() -> None:
    with pytest.raises(InvalidError, match="a bag of 5 tiles is not possible: the most is 2"):
        unseen(CLASSIC, "", bag="AE", size=5)
