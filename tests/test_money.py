"""V and money: more is never worth less, and near ruin V is what games bring."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from statistics import mean

import pytest
from shell import bw

from bwtools.evaluation.evaluator import Evaluator, PlayerView, is_compiled
from bwtools.lexicon.lexicon import Lexicon
from bwtools.tiles.hand import Hand, remove_letters
from bwtools.tiles.tile_set import ALPHABET, load_tiles

GAMES = 80
TILES = load_tiles()
BAG = "".join(letter * TILES.counts[letter] for letter in ALPHABET)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_dollar_more_is_never_worth_less(players: int, enable: Lexicon) -> None:
    evaluator = Evaluator(enable, players)
    random = Random(players)
    for most in (95, 95, 95, 95, 12, 12):  # tiny bags are special
        tiles, held = random.sample(BAG, len(BAG)), random.randint(0, 8)
        hand = Hand("".join(tiles[:held]), random.randint(0, TILES.wilds_dealt[players - 1]))
        bag = "".join(sorted(tiles[held : held + random.randint(0, most)]))
        for leads in (True, False):
            total = [
                round(money + evaluator.leave_value(PlayerView(hand, bag, money, leads)), 6)
                for money in range(230)
            ]
            assert total == sorted(total)


def test_plenty_of_money_is_not_worth_less_with_a_tiny_bag(enable: Lexicon) -> None:
    """Compare $199 and $200 with 5 tiles left: V with $200 alone was up to $12 lower."""
    view = PlayerView(Hand("E", 0), "AEINR", 0, leads=False)
    evaluator = Evaluator(enable, 3)
    total = [money + evaluator.leave_value(view._replace(money=money)) for money in (199, 200)]
    assert total == sorted(total)


@pytest.mark.slow
@pytest.mark.skipif(not is_compiled(), reason="400 games take minutes in the interpreted engine")
def test_near_ruin_v_is_what_games_bring(enable: Lexicon) -> None:
    """Play out leaves with $20: V alone was 20% lower than the money made."""
    evaluator, random = Evaluator(enable), Random(1)
    values, made = [], []
    for letters, wilds in (("", 0), ("E", 1), ("", 2), ("ST", 4), ("", 8)):
        hand, bag = Hand(letters, wilds), list(remove_letters(BAG, letters))
        values.append(evaluator.leave_value(PlayerView(hand, "".join(bag), 20)))
        for _ in range(GAMES):
            random.shuffle(bag)
            die = random.choices(TILES.die, k=len(bag))
            made.append(evaluator.play_out([hand], [20], "".join(bag), die)[0] - 20)
    assert mean(values) == pytest.approx(mean(made), rel=0.08)


@pytest.mark.parametrize("wilds", [0, 1, 2, 8])
def test_near_ruin_a_dollar_more_is_not_worth_a_fortune(wilds: int, enable: Lexicon) -> None:
    """Compare amounts below and at the price of a set: V rose by up to $200 with that dollar."""
    evaluator = Evaluator(enable)
    values = [
        evaluator.leave_value(PlayerView(Hand("", wilds), BAG, money)) for money in range(4, 57)
    ]
    assert max(more - less for less, more in pairwise(values)) < 100


def test_a_set_passed_with_81_dollars_is_worth_what_it_is_with_80() -> None:
    """Compare money just above and below the price of 9 pips: V alone valued $81 at $15 less."""
    values = [
        bw(
            *("buy", "ing", "--hand", "retas..", "--basis", "value"),
            *("--money", str(money), "-f", "jsonl"),
        ).rows[0]["value_pass"]
        for money in (80, 81)
    ]
    assert values == sorted(values)
