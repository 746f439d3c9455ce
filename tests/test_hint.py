"""The command hint, and hints in sentences."""

from __future__ import annotations

from pathlib import Path

import pytest
from shell import bw

from bwtools.advice.advise import Advice, Option, advise
from bwtools.cli.terminal.hint_text import hint_lines
from bwtools.errors import IllegalError
from bwtools.game.position import parse_position
from bwtools.game.state import Buy, Choose, Draw, Event, Roll
from bwtools.game.variants import make_rules
from bwtools.lexicon.lexicon import Lexicon, lexicon_from_words
from bwtools.records.game_record import Accept, Header, Seat
from bwtools.records.record_file import create_game
from bwtools.tiles.tile_set import load_tiles

CLASSIC = load_tiles()
# With a die that shows 1 hands cannot be valued.
UNKNOWN = lexicon_from_words(["GIN"], CLASSIC._replace(die=(1, 2, 3, 4, 5, None)))
BUY = "bw1 buy 12 1 1 A3CD2E4GI2LN2O3PRST2U 150,AERST,2,GIN"
SELL = "bw1 sell 12 1 1 A3CD2E4GI2LN2O3PRST2U 150,AEGINRST,2,-"
TABLE = ("--money", "150", "--bag", "AAACDDEEEEGIILNNOOOPRSTTU")
DISCARD = "bw1 discard 12 1 1 A3CD2E4GI2LN2O3PRST2U 150,AEGINQRSTZ,2,-"


def choose(hand: str) -> str:
    return f"bw1 choose 3 1 1 A3CD2E4GI2LN2O3PRST2U 150,{hand},2,-"


def record(path: Path, *entries: Event | Accept, dictionary: str = "enable") -> str:
    seats = (Seat("Anna", "person"), Seat("you", "you"))
    with create_game(path, Header(CLASSIC, seats, dictionary, "")) as writer:
        for entry in entries:
            writer.add(entry)
    return str(path)


def test_position_to_buy_has_the_row_of_buy() -> None:
    row = bw("hint", BUY, "-f", "jsonl").rows
    assert row == bw("buy", "GIN", "--hand", "AERST..", *TABLE, "-f", "jsonl").rows
    assert row[0]["verdict"] == "buy"
    assert row[0]["basis"] == "lookahead"


def test_rule_for_buying_considers_the_number_of_players() -> None:
    money, both = "bw1 buy 12 1 1 A7E6 150,-,2,QZ", "bw1 buy 12 1 1 A7E6 150,-,2,QZ/150,-,2,JX"
    alone, two = advise(UNKNOWN, money), advise(UNKNOWN, both)
    assert (alone.basis, alone.verdict.event) == ("rule", Buy(True))
    assert (two.basis, two.verdict.event) == ("rule", Buy(False))


def test_position_to_sell_has_the_rows_of_sell_by_equity() -> None:
    sell = bw("sell", "AEGINRST..", "--by", "equity", *TABLE, "-f", "json")
    assert bw("hint", SELL, "-f", "json").out == sell.out


def test_best_sale_is_best_in_the_last_round() -> None:
    last = "bw1 sell 30 1 1 - 150,AEGINRST,2,-"
    rows = bw("hint", last, "-f", "jsonl").rows
    assert rows[0]["revenue"] == bw("sell", "AEGINRST..", "-f", "jsonl").rows[0]["revenue"]
    assert [row["equity"] for row in rows] == [row["revenue"] for row in rows]
    assert rows[0]["basis"] == "exact"


def test_position_to_discard_has_the_row_of_discard() -> None:
    rows = bw("hint", DISCARD, "-f", "jsonl").rows
    assert rows == bw("discard", "AEGINQRSTZ..", *TABLE, "-f", "jsonl").rows
    assert len(rows[0]["discard"]) == 2


@pytest.mark.parametrize("hand", ["-", "AEINR", "AEGINRST"])
def test_position_before_the_roll_has_the_rows_of_choose(hand: str) -> None:
    held = ("--hand", hand.strip("-") + "..")
    rows = bw("hint", choose(hand), "-f", "jsonl").rows
    assert rows == bw("choose", *held, *TABLE, "-f", "jsonl").rows
    assert sorted(row["tiles"] for row in rows) == [2, 3, 4, 5]
    assert bw("hint", choose(hand), "-f", "plain").lines[0] == str(rows[0]["tiles"])


@pytest.mark.parametrize(
    ("hand", "tiles"), [("-", 2), ("AEIO", 2), ("AEINR", 3), ("AEINRST", 3), ("AEGINRST", 4)]
)
def test_number_is_named_by_rule_if_hands_cannot_be_valued(hand: str, tiles: int) -> None:
    advice = advise(UNKNOWN, choose(hand))
    assert advice == Advice("choose", (Option(Choose(tiles)),), "rule")


def test_hint_for_a_finished_game_is_an_error() -> None:
    done = bw("hint", "bw1 over 30 1 1 - 900,AE,0,-")
    assert "the game is over" in done.error


def test_hint_between_two_draws_is_an_error() -> None:
    done = bw("hint", "bw1 choose 1 1 2 A5E5 200,-,4,AET/200,-,4,-")
    assert "player 2 is to draw 3 tiles" in done.error


def test_hint_for_a_file_equals_that_for_its_position(path: Path) -> None:
    file = record(path, Roll(3), Draw("GIN"), Draw("AET"), Buy(True))
    position = bw("replay", file, "--state", "-f", "plain").out.strip()
    assert bw("hint", file, "-f", "jsonl").rows == bw("hint", position, "-f", "jsonl").rows
    assert bw("hint", file, "-f", "jsonl").rows[0]["set"] == "AET"


def test_file_uses_its_own_tile_set(path: Path) -> None:
    dear = CLASSIC._replace(pips=dict(CLASSIC.pips) | {"A": 9})
    with create_game(path, Header(dear, (Seat("you", "you"),), "enable", "")) as writer:
        for event in (Choose(2), Draw("AE")):
            writer.add(event)
    assert bw("hint", str(path), "-f", "jsonl").rows[0]["pips"] == 10


def test_file_uses_its_own_dictionary_unless_another_is_named(path: Path, tmp_path: Path) -> None:
    (tmp_path / "short.txt").write_text("zorf\ngin\n")
    file = record(
        path, Roll(3), Draw("GIN"), Draw("AET"), Buy(True), dictionary=str(tmp_path / "short.txt")
    )
    with_its_own = bw("hint", file, "-f", "jsonl").rows[0]
    assert (with_its_own["sell_without"], with_its_own["sell_with"]) == (0, 0)
    with_another = bw("hint", file, "-d", "enable", "-f", "jsonl").rows[0]
    assert with_another["sell_with"] == 16


def test_accepted_words_can_be_sold(path: Path) -> None:
    game = (Roll(3), Draw("QXZ"), Draw("AET"), Buy(True), Buy(False))
    file = record(path, *game, Accept("ZQX"))
    assert bw("hint", file, "-f", "plain").lines[0] == "ZQX"


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("", "the name of the game is empty"),
        ("bw1", "a position has 7 fields"),
        ("bw1 buy", "a position has 7 fields"),
        ("no-such-game", "there is no game no-such-game"),
        ("bw1 buy 1 1 1 Q2 200,-,8,AE", "BAG has Q2"),
        ("/", "cannot read the game /: Is a directory"),
    ],
)
def test_invalid_game_or_position_is_an_error(source: str, reason: str) -> None:
    assert reason in bw("hint", source).error


def test_position_in_several_arguments_is_an_error() -> None:
    assert "unexpected extra arguments (buy 12 1 1 " in bw("hint", *BUY.split()).error


@pytest.mark.parametrize(
    ("position", "said"),
    [
        (choose("AEIO"), "Name 2 on choice (a rule of thumb)."),
        (DISCARD, "Discard AE (a rule of thumb: lowest pips first)."),
        ("bw1 sell 12 1 1 A7E6 150,QZ,0,-", "There is nothing to sell."),
        (
            "bw1 buy 12 1 1 A7E6 15,-,2,GIN",
            "Pass on GIN: it costs $16, which is more than you have.",
        ),
    ],
)
def test_rule_of_thumb_is_one_sentence(position: str, said: str) -> None:
    assert hint_lines(UNKNOWN, parse_position(position, UNKNOWN.tiles))[0] == said


def test_advice_on_the_phase_of_a_variant_is_an_error(enable: Lexicon) -> None:
    rules = make_rules(CLASSIC, ("auction",), 2)
    state = rules.start(2)
    for event in (Choose(3), Draw("GIN"), Draw("AET")):
        state = rules.step(state, event)
    with pytest.raises(IllegalError, match="there is no advice for the phase bid"):
        advise(enable, state)
