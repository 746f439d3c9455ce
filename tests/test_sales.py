"""The best sales, compared with brute force over every outcome and with golden values."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest
from brute import CLASSIC, Sold, dictionaries, hands, outcomes, tile_sets
from hypothesis import example, given
from hypothesis import strategies as st
from marks import slow
from shell import bw

from bwtools.errors import InvalidError
from bwtools.lexicon import search
from bwtools.lexicon.lexicon import Lexicon, lexicon_from_words, open_lexicon
from bwtools.sales import best_first
from bwtools.sales.alphagrams import Alphagrams
from bwtools.sales.best_sales import (
    Outcome,
    best_first_sales,
    best_revenue,
    best_sale_or_greedy,
    best_sales,
    python_best_sales,
)
from bwtools.sales.outs import outs
from bwtools.tiles.hand import Hand, parse_hand
from bwtools.tiles.tile_set import ALPHABET, TileSet

GOLDEN = json.loads(Path(__file__).with_name("golden_sell_best.json").read_text())


def as_brute(outcome: Outcome) -> tuple[int, list[Sold], Hand]:
    sold = [
        (sale.pips, str(sale.play), tuple(map(str, sale.alternatives))) for sale in outcome.sales
    ]
    assert all(sale.price == sale.pips**2 for sale in outcome.sales)
    return outcome.revenue, sold, outcome.left


def plays_of(outcome: Outcome) -> str:
    return " ".join(str(sale.play) for sale in outcome.sales)


def best(words: list[str], hand: str, **options: Any) -> list[Outcome]:
    return best_sales(lexicon_from_words(words), parse_hand(hand), **options)


@given(words=dictionaries("ABC", 8), hand=hands("ABCD", 7, 3), tiles=tile_sets())
@example(["AB", "ABB", "AC"], Hand("AABBBBC", 3), CLASSIC)
def test_all_outcomes_are_found_in_order(words: list[str], hand: Hand, tiles: TileSet) -> None:
    expected = outcomes(words, hand, tiles)
    lexicon = lexicon_from_words(words, tiles)
    found = best_sales(lexicon, hand, top=len(expected) + 5)
    assert list(map(as_brute, found)) == expected
    assert best_revenue(lexicon, hand) == (expected[0][0] if expected else 0)


@given(
    words=dictionaries("ABC", 8),
    hand=hands("ABC", 7, 3),
    tiles=tile_sets(),
    top=st.integers(1, 12),
    max_words=st.none() | st.integers(1, 3),
)
def test_the_top_outcomes_are_the_first_of_all(
    words: list[str], hand: Hand, tiles: TileSet, top: int, max_words: int | None
) -> None:
    expected = outcomes(words, hand, tiles, max_words)[:top]
    lexicon = lexicon_from_words(words, tiles)
    assert list(map(as_brute, best_sales(lexicon, hand, top, max_words))) == expected
    plain = python_best_sales(lexicon, hand, top, max_words)
    assert list(map(as_brute, plain[:top])) == expected


@given(
    words=dictionaries("ABCD", 8),
    hand=hands("ABCDE", 7, 3),
    tiles=tile_sets(),
    top=st.integers(1, 30),
    max_words=st.none() | st.integers(1, 3),
)
@example(["AB", "BA", "AC", "BC", "CC"], Hand("AABBCC", 1), CLASSIC, 30, None)
def test_best_first_finds_the_same_outcomes(
    words: list[str], hand: Hand, tiles: TileSet, top: int, max_words: int | None
) -> None:
    alphagrams = Alphagrams(lexicon_from_words(words, tiles), hand, max_words or 9)
    found = best_first_sales(alphagrams, top, max_words)
    assert list(map(as_brute, found)) == outcomes(words, hand, tiles, max_words)[:top]


def test_best_first_packs_thousands_of_pips() -> None:
    tiles = CLASSIC._replace(pips=dict.fromkeys(ALPHABET, 100))
    words, hand = ["A" * 60, "B" * 60], Hand("A" * 120 + "B" * 120, 1)
    found = best_first_sales(Alphagrams(lexicon_from_words(words, tiles), hand, 2), 3, 2)
    assert list(map(as_brute, found)) == outcomes(words, hand, tiles, 2)[:3]


@pytest.mark.parametrize(
    ("longest", "hand", "revenue", "plays"),
    [
        (2, "aeilnorstuaei........", 45, "aL AA EN ER aI aI aS aT bO mU"),
        (2, "aeilnorstuaeinosrteadluo", 63, "AD AL AL EN EN IS IS OE OR OR UT UT"),
        (3, "aeilnorstuaei........", 65, "AaL AaS aIN aIR aTE cUE bO"),
        (3, "aeilnorstuaeinosrteadluo....", 104, "aLL ADd AAS ENS EON ERR OOT TUI dUI"),
    ],
)
def test_millions_of_ties_of_short_words_are_fast(
    enable: Lexicon, longest: int, hand: str, revenue: int, plays: str
) -> None:
    first, *others = best([word for word in enable if len(word) <= longest], hand)
    assert (first.revenue, plays_of(first)) == (revenue, plays)
    assert len(others) == 9


def test_too_many_combinations_are_rejected_with_advice(
    enable: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(best_first, "MOST_WORK", 10_000)  # reached quickly
    short = [word for word in enable if len(word) <= 3]
    with pytest.raises(InvalidError, match="too many combinations"):
        best(short, "abcdefghijklmnopqrstuvwx........")
    assert len(best(short, "abcdefghijklmnopqrstuvwx........", max_words=2)) == 10


@given(words=dictionaries("ABCDEFGHIJ", 12), hand=hands("ABCDEFGHIJ", 10, 2), tiles=tile_sets(1))
def test_letters_of_many_kinds_are_counted_separately(
    words: list[str], hand: Hand, tiles: TileSet
) -> None:
    expected = outcomes(words, hand, tiles)[:10]
    assert list(map(as_brute, best_sales(lexicon_from_words(words, tiles), hand))) == expected


@given(
    words=dictionaries("ABCD", 12), extra=st.text("ABCDE", min_size=25, max_size=70), data=st.data()
)
def test_large_hand_sells_one_or_two_words_exactly(
    words: list[str], extra: str, data: st.DataObject
) -> None:
    hand = Hand("".join(sorted(extra)), data.draw(st.integers(0, 2)))
    max_words = data.draw(st.integers(1, 2))
    expected = outcomes(words, hand, CLASSIC, max_words)[:20]
    found = best_sales(lexicon_from_words(words), hand, 20, max_words)
    assert list(map(as_brute, found)) == expected


def test_letters_held_very_often_are_counted_correctly() -> None:
    words = ["A" * 63, "A" * 62 + "B", "AB"]
    hand = Hand("A" * 126 + "B", 1)
    expected = outcomes(words, hand, CLASSIC, 2)
    assert list(map(as_brute, best_sales(lexicon_from_words(words), hand, 99, 2))) == expected


def test_words_of_the_same_tiles_and_price_are_alternatives() -> None:
    (row,) = best(["EXIT", "NEXT", "TEXT", "SEXT"], "etx.")
    (sale,) = row.sales
    assert str(sale.play) == "EXiT"
    assert list(map(str, sale.alternatives)) == ["nEXT", "sEXT", "TEXt"]


def test_wild_can_save_a_held_letter_for_another_word() -> None:
    first, *_ = best(["JAB", "JOB"], "jabob.")
    assert (first.revenue, plays_of(first)) == (89, "JAB jOB")


def test_same_word_can_be_sold_twice() -> None:
    first, *_ = best(["CAT"], "caatct")
    assert (first.revenue, plays_of(first)) == (32, "CAT CAT")


def test_selling_nothing_is_not_an_outcome() -> None:
    assert best(["CAT"], "dog") == []
    assert best(["CAT"], "........") == []
    assert best_revenue(lexicon_from_words(["CAT"]), Hand("", 0)) == 0


def test_fewer_wilds_come_before_fewer_letters_at_equal_revenue() -> None:
    rows = best(["CAD", "SEAS"], "acdess.", max_words=1)
    assert [(row.revenue, plays_of(row)) for row in rows] == [
        *((25, "CAD"), (25, "CaD")),
        *((16, "SEAS"), (16, "CAd"), (16, "cAD"), (16, "SEAs"), (16, "SEaS"), (16, "SeAS")),
    ]


def test_ties_are_listed_a_to_z_for_every_top() -> None:
    words = ["TEA", "SEA", "NET", "RAT", "TIN", "SIT", "RES"]
    rows = [plays_of(row) for row in best(words, "aeinrst", max_words=1)]
    assert rows == sorted(words)
    for top in range(1, 8):
        assert [plays_of(row) for row in best(words, "aeinrst", max_words=1, top=top)] == rows[:top]


def test_order_does_not_depend_on_how_the_hand_is_written(enable: Lexicon) -> None:
    hand = parse_hand("retinasqu..")
    letters = list("retinasqu..")
    random.Random(1).shuffle(letters)
    assert best_sales(enable, parse_hand("".join(letters))) == best_sales(enable, hand)


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: f"{case['hand']}-{case['wilds']}")
def test_words_and_best_revenue_of_golden_hands(enable: Lexicon, case: dict[str, Any]) -> None:
    hand = parse_hand(case["hand"], case["wilds"])
    assert best_revenue(enable, hand) == case["best_revenue"]
    held = {word for _, wild, words in search.by_price(enable, hand) if not wild for word in words}
    words = search.words(enable, hand)
    assert (len(held), len(words)) == (case["words_without_wild"], case["words"])
    assert len(set(words)) == len(words)


@pytest.mark.parametrize("hand", ["aeinst.", "eqtux..", "abdeko.", "jknow..", "aaeert"])
def test_outcomes_on_enable_equal_brute_force(
    enable: Lexicon, short_words: list[str], hand: str
) -> None:
    held = parse_hand(hand)
    letters = set(held.letters)
    near = [word for word in short_words if len(set(word) - letters) <= held.wilds]
    expected = outcomes(near, held, CLASSIC)
    assert list(map(as_brute, best_sales(enable, held, top=300))) == expected[:300]


@pytest.fixture(scope="module")
def short_words(enable: Lexicon) -> list[str]:
    return [word for word in enable if len(word) <= 7]


def test_outcomes_of_a_large_hand_spend_only_held_tiles(enable: Lexicon) -> None:
    hand = Hand("".join(sorted("AEIOUAEIRNSTLDGBCMPFHVWY")), 4)
    rows = best_sales(enable, hand, top=50)
    assert len(rows) == 50
    for row in rows:
        spent = Counter("".join(sale.play.letters for sale in row.sales))
        assert Counter(hand.letters) - spent == Counter(row.left.letters)
        assert sum(spent.values()) + len(row.left.letters) == len(hand.letters)
        assert all(sale.play.word in enable for sale in row.sales)
        assert hand.wilds - row.left.wilds == sum(s.play.wild is not None for s in row.sales)


def test_more_than_24_letters_need_a_limit_of_words(enable: Lexicon) -> None:
    hand = Hand("A" * 25)
    with pytest.raises(InvalidError, match=r"25 letters is too large .* allow one or two words"):
        best_sales(enable, hand)
    with pytest.raises(InvalidError, match="is too large"):
        best_sales(enable, hand, max_words=3)
    assert plays_of(best_sales(enable, hand, max_words=2)[0]) == "AA AA"
    assert len(best_sales(enable, Hand("A" * 24))) == 10


def test_player_sells_greedily_if_the_search_is_too_large(
    enable: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    short = lexicon_from_words([word for word in enable if len(word) <= 3])
    assert best_sale_or_greedy(short, Hand("A" * 30)) == (15 * 4, ANY, Hand(""))
    hand = parse_hand("aeilnorstuaeinosrteadluo....")
    best = best_sales(short, hand)[0]
    assert best_sale_or_greedy(short, hand) == best
    monkeypatch.setattr(best_first, "MOST_WORK", 50)
    with pytest.raises(InvalidError, match="allow one or two words"):
        best_sales(short, hand)
    revenue, sold, left = best_sale_or_greedy(short, hand)
    assert best.revenue >= revenue == sum(sale.price for sale in sold) > 0
    assert hand.after(*[sale.play for sale in sold]) == left
    assert best_sale_or_greedy(short, left) == (0, (), left)


def test_more_than_10000_outcomes_are_rejected(enable: Lexicon) -> None:
    hand = parse_hand("aeinrstoulgd....")
    with pytest.raises(InvalidError, match=r"more than 10000 ways .* at most the 10000 best"):
        best_sales(enable, hand, top=10**9)
    assert len(best_sales(enable, parse_hand("ab"), top=10**9)) == 1


def test_wilds_do_not_count_as_letters_of_a_large_hand(enable: Lexicon) -> None:
    assert best_sales(enable, Hand("A" * 24, 100), top=1)[0].revenue > 0


@pytest.mark.parametrize("dictionary", ["everyday", *slow("enable")])
def test_hand_of_ten_thousand_letters_sells_two_words(dictionary: str) -> None:
    lexicon = open_lexicon(dictionary)
    highest = search.words(lexicon, Hand(ALPHABET * 400))[0]
    hand = Hand("".join(sorted(ALPHABET * 385)))
    assert plays_of(best_sales(lexicon, hand, top=1, max_words=2)[0]) == f"{highest} {highest}"


def test_outs_reject_a_hand_of_24_letters(enable: Lexicon) -> None:
    bag = dict.fromkeys(ALPHABET, 1)
    assert outs(enable, Hand("A" * 23), bag)
    with pytest.raises(InvalidError, match=r"a hand of 24 letters .* the most is 23"):
        outs(enable, Hand("A" * 24), bag)


def test_outs_are_the_best_sales_with_one_more_letter(enable: Lexicon) -> None:
    hand = parse_hand("aeinrt.")
    bag = CLASSIC.bag_without(hand.letters)
    today = best_revenue(enable, hand)
    found = outs(enable, hand, bag)
    assert {out.letter: out.left for out in found} == {c: n for c, n in bag.items() if n}
    for out in found:
        more = Hand("".join(sorted(hand.letters + out.letter)), hand.wilds)
        assert out.sales == best_sales(enable, more)[0].sales
        assert (out.revenue, out.gain) == (best_revenue(enable, more), out.revenue - today)
    assert found == sorted(found, key=lambda out: (-out.revenue, out.letter))


def test_outs_skip_letters_not_in_the_bag() -> None:
    lexicon = lexicon_from_words(["CAT"])
    assert [out.letter for out in outs(lexicon, Hand("AC"), {"T": 1, "S": 0})] == ["T"]


def test_out_without_a_sale_has_no_revenue() -> None:
    (out,) = outs(lexicon_from_words(["CAT"]), Hand("X"), {"Y": 2})
    assert out == ("Y", 2, (), 0, 0)


def test_tiles_reserved_by_keep_are_not_sold() -> None:
    (row, *_) = bw("sell", "jabot..", "--keep", "t.", "-f", "jsonl").rows
    assert [sale["play"] for sale in row["words"]] == ["BAnJO"]
    assert (row["left"], row["wilds_used"], row["wilds_left"]) == ("T", 1, 1)


@pytest.mark.parametrize("form", ["table", "plain", "json", "jsonl", "csv", "tsv"])
def test_a_hand_from_which_nothing_can_be_sold_has_one_row(form: str) -> None:
    around = {"table": 1, "csv": 1, "tsv": 1, "json": 1}  # a header, or the closing bracket
    done = bw("sell", "zqv", "-f", form)
    assert done.status == 0
    assert len(done.lines) == around.get(form, 0) + 1


def test_hands_without_a_sale_keep_their_rows_among_others() -> None:
    rows = bw("sell", "-", "--top", "1", "-f", "jsonl", stdin="zqv\ncat\n").rows
    assert [(row["hand"], row["revenue"], len(row["words"]), row["left"]) for row in rows] == [
        ("zqv", 0, 0, "QVZ"),
        ("cat", 16, 1, ""),
    ]
