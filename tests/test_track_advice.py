"""bw track: advice on any decision with the hand, the bag and the money of the table."""

from __future__ import annotations

from pathlib import Path

import pytest
from shell import bw
from track_table import SMALL, Track, answers, events

DRAWN = ("4 quiz- tine+", "-", "-")  # you hold EINT and four wilds


def replies(track: Track, *lines: str) -> str:
    """Return the output after the last line."""
    return answers(track(*lines)).rpartition(f": {lines[-1]} ")[2]


def test_sell_values_the_sales_of_the_own_hand(track: Track) -> None:
    out = replies(track, "4 quiz- tine+", "sell")
    assert out.startswith("Sell ")
    assert "The dollars include the leave value." in out


def test_buy_values_a_set_of_the_bag(track: Track) -> None:
    assert replies(track, *DRAWN, "buy ret").startswith(("Buy ERT: ", "Pass on ERT: "))


def test_buy_gives_the_value_of_the_hint(track: Track, path: Path) -> None:
    hint = replies(track, "4 quiz tine", "hint").partition("Anna's")[0]
    path.unlink()
    assert replies(track, "4 quiz tine", "buy enti").partition("Anna's")[0] == hint


def test_choose_values_the_numbers_as_the_leader(track: Track) -> None:
    assert "on choice: you can expect to end with $" in replies(track, *DRAWN, "2", "choose")


def test_discard_values_the_own_hand(track: Track) -> None:
    out = replies(track, "5 eeeee- tnsla+", "-", "-", "4 ddgg+ hhcc-", "discard")
    assert out.startswith("Discard ")
    assert "you can expect to end with" in out


def test_outs_are_those_of_the_command(track: Track) -> None:
    out = replies(track, *DRAWN, "outs").split()
    letters = [
        row["letter"] for row in bw("outs", "eint....", "--seen", "quiz", "-f", "jsonl").rows
    ]
    at = out.index("words") + 1
    assert out[at] == letters[0]


def test_outs_name_the_chance_of_the_draw(track: Track) -> None:
    out = replies(track, *DRAWN, "2", "outs")
    assert "A draw of 2 tiles improves the best sale with a chance of " in out


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("buy", "add a set, as in buy ears"),
        ("buy zzz", "ZZZ cannot be drawn: the bag holds only 1 Z tile"),
        ("buy aeiouy", "a set has 1 to 5 letters, but 'aeiouy' has 6"),
        ("buy e?", "has a wild in it"),
    ],
)
def test_a_set_that_cannot_be_bought_is_rejected(track: Track, line: str, reason: str) -> None:
    assert reason in answers(track(*DRAWN, line))


def test_advice_records_nothing(track: Track, path: Path) -> None:
    track(*DRAWN)
    before = events(path)
    bw("resume", str(path), stdin="sell\nouts\nbuy ret\nchoose\ndiscard\n")
    assert events(path) == before


def test_after_the_end_there_is_nothing_to_decide(track: Track, tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(SMALL)
    args = ("--players", "Anna,you", "-t", str(tmp_path / "small.toml"))
    lines = ("3 ate- ear-", "-/-", "2 rs- st-", "-/-", "2", "-/-", "sell", "buy a", "outs")
    out = answers(track(*lines, args=args))
    assert out.count("No: the game is over: there is nothing to decide.") == 2
    assert "The bag is empty." in out
