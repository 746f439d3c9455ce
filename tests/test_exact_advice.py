"""Exact advice near the end of the game is what trying everything finds."""

from __future__ import annotations

from random import Random

import pytest
from brute_endgame import Ending
from marks import slow
from shell import bw

from bwtools.advice.decisions import (
    evaluate_discards,
    evaluate_hands,
    evaluate_numbers,
    evaluate_sales,
)
from bwtools.advice.situation import Method, Situation
from bwtools.errors import InvalidError
from bwtools.game.deal import Deal
from bwtools.game.rules import Rules
from bwtools.game.state import Player, State
from bwtools.lexicon.lexicon import Lexicon
from bwtools.players.game_loop import play_game
from bwtools.players.registry import open_player
from bwtools.players.strategy import Computer
from bwtools.tiles.hand import Hand
from bwtools.tiles.tile_set import ALPHABET, load_tiles

TILES = load_tiles()
BAG = "".join(letter * TILES.counts[letter] for letter in ALPHABET)
EXACT = Method("exact")
MONEY = [0, 5, 8, 17, 30, 60, 200]  # little enough that it often decides what can be bought


@pytest.fixture(scope="module")
def ending(enable: Lexicon) -> Ending:
    return Ending(enable)


def random_ending(seed: int) -> tuple[Hand, Situation]:
    random = Random(seed)
    tiles = random.sample(BAG, 20)
    hand = Hand("".join(tiles[: random.randint(1, 6)]), random.choice([0, 0, 1]))
    bag = "".join(sorted(tiles[10 : 10 + random.randint(0, 4)]))
    return hand, Situation(bag, len(bag), random.choice(MONEY))


def rounded(values: list[float]) -> list[float]:
    return [round(value, 6) for value in values]


SEEDS = [1, *range(3, 11), *slow(0, 2, *range(11, 40))]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_five_best_sales_of_an_ending_are_those_of_brute_force(
    seed: int, enable: Lexicon, ending: Ending
) -> None:
    hand, (bag, _, money, *_) = random_ending(seed)
    situation = Situation(bag, len(bag), money)
    evaluation = evaluate_sales(enable, hand, Hand(""), situation, EXACT, top=5)
    assert evaluation is not None
    values = [
        ending.discard(left, wilds, money + revenue, bag)
        for revenue, _, left, wilds in ending.outcomes(*hand)
    ]
    assert rounded(sorted(evaluation.values)[-5:]) == rounded(sorted(values)[-5:])


@pytest.mark.parametrize("seed", [1, *range(3, 11), *slow(2, 11, 12)])
def test_purchases_choices_and_discards_of_an_ending_are_those_of_brute_force(
    seed: int, enable: Lexicon, ending: Ending
) -> None:
    hand, situation = random_ending(seed)
    bag, _, money, *_ = situation
    held = hand.letters, hand.wilds
    purchase = evaluate_hands(enable, [Player(money, hand)], situation, EXACT)
    choice = evaluate_numbers(enable, hand, situation, EXACT)
    larger = hand.plus(BAG[seed % 50 : seed % 50 + 4])
    discard = evaluate_discards(enable, larger, situation, EXACT)
    assert purchase
    assert choice
    assert discard
    assert rounded(purchase.values) == rounded([ending.sell(*held, money, bag)])
    assert rounded(choice.values) == rounded(
        [ending.number(number, *held, money, bag) for number in TILES.choice]
    )
    assert rounded(discard.values) == rounded([ending.discard(*larger, money, bag)])


def sales_near_the_end(lexicon: Lexicon, seed: int) -> list[State]:
    """Return the states of a game of club in which a sale is due and at most 3 tiles remain."""
    rules = Rules(TILES)
    seat = Computer("club", open_player("club", lexicon))
    game = play_game(rules, lexicon, Deal(TILES, seed), [seat], rules.start(1))
    return [s for _, s in game if s.phase == "sell" and len(s.bag) <= 3 and not s.last]


@pytest.mark.parametrize("seed", [1, 2, *slow(*range(3, 31))])
def test_no_sale_of_a_recorded_ending_is_better_than_the_best(seed: int, enable: Lexicon) -> None:
    """Check that the first sale reaches the value before the sale, which bounds all sales."""
    for state in sales_near_the_end(enable, seed):
        money, hand, _ = state.player.money, state.player.hand, state.player.drawn
        situation = Situation(state.bag, len(state.bag), money)
        try:
            whole = evaluate_hands(enable, [Player(money, hand)], situation, EXACT)
            sales = evaluate_sales(enable, hand, Hand(""), situation, EXACT, top=1)
        except InvalidError:
            continue  # there is too much to enumerate
        assert whole
        assert sales
        assert rounded([max(sales.values)]) == rounded(whole.values)


def test_the_best_sale_may_bring_little_now() -> None:
    (row,) = bw(
        *("sell", "achlops", "--by", "equity", "--money", "8", "--bag", "be"),
        *("--top", "1", "-f", "jsonl"),
    ).rows
    assert ([word["play"] for word in row["words"]], row["equity"]) == (["HO"], 105)


def test_a_hint_finds_the_best_sale_beyond_those_of_most_revenue() -> None:
    best, *_ = bw("hint", "bw1 sell 32 1 1 FPR 1453,EFGILNPTUZ,1,-", "-f", "jsonl").rows
    assert [word["play"] for word in best["words"]] == ["PLoTZING"]
    assert (best["equity"], best["basis"]) == (254.94, "exact")


def test_reserved_tiles_and_a_limit_of_words_are_kept_to() -> None:
    options = ("--by", "equity", "--bag", "be", "--money", "8", "-f", "jsonl")
    for row in bw("sell", "achlops", "--keep", "cl", "--max-words", "1", *options).rows:
        assert len(row["words"]) <= 1
        assert {"C", "L"} <= set(row["left"])


@pytest.mark.parametrize("bag", ["-", "Q"])
@pytest.mark.parametrize("others", ["", "/900,ABC,0,-"])
def test_the_last_sale_of_a_large_hand_is_exact(bag: str, others: str) -> None:
    """Check hands too large to try every leave: without a draw, the most revenue is best."""
    position = f"bw1 sell 32 1 1 {bag} 1000,ABCDEEGHIRSTU,2,-{others}"
    best, *_ = bw("hint", position, "-f", "jsonl").rows
    assert (best["revenue"], best["equity"], best["basis"]) == (305, 305, "exact")
