"""More money is never worth less."""

from __future__ import annotations

from random import Random

import pytest
from shell import bw

from bwtools.evaluation.evaluator import Evaluator, PlayerView
from bwtools.lexicon.lexicon import Lexicon
from bwtools.tiles.hand import Hand
from bwtools.tiles.tile_set import ALPHABET, load_tiles

TILES = load_tiles()
BAG = "".join(letter * TILES.counts[letter] for letter in ALPHABET)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_dollar_more_is_never_worth_less(players: int, enable: Lexicon) -> None:
    evaluator = Evaluator(enable, players)
    random = Random(players)
    for _ in range(6):
        tiles, held = random.sample(BAG, len(BAG)), random.randint(0, 8)
        hand = Hand("".join(tiles[:held]), random.randint(0, TILES.wilds_dealt[players - 1]))
        bag = "".join(sorted(tiles[held : held + random.randint(0, 95)]))
        for leads in (True, False):
            total = [
                round(money + evaluator.leave_value(PlayerView(hand, bag, money, leads)), 6)
                for money in range(230)
            ]
            assert total == sorted(total)


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
