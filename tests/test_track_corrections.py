"""bw track: undo and redo."""

from __future__ import annotations

from pathlib import Path

import pytest
from shell import bw
from track_table import Track, answers, events, state


def test_undo_can_be_repeated(track: Track, path: Path) -> None:
    track("3 ing+ tea-", "gin", "undo", "undo", "undo", "-", "y")
    assert events(path) == [
        *("Anna roll 3", "Anna draw GIN", "you draw AET", "Anna pass GIN", "you buy AET"),
    ]


def test_undo_takes_a_number(track: Track, path: Path) -> None:
    track("3 ing+ tea-", "gin", "undo 6", "4")
    assert events(path) == ["Anna roll 4"]


def test_undo_skips_automatic_discards(track: Track, path: Path) -> None:
    track("3 ing+ tea+", "gin", "eat", "undo", "-")
    assert [event for event in events(path) if "sell" in event] == ["Anna sell GIN", "you sell"]
    assert state(path)["round"] == 2


def test_undo_forgets_a_purchase_entered_with_the_set(track: Track, path: Path) -> None:
    track("3 ing+", "undo", "tin", "tea-")
    assert events(path)[-1] == "you draw AET"


def test_a_purchase_entered_with_its_set_is_saved(track: Track, path: Path) -> None:
    track("3 ing+")
    bw("resume", str(path), stdin="tea-\n")
    assert events(path)[-2:] == ["Anna buy GIN", "you pass AET"]


def test_announced_purchases_are_made_after_a_crash(track: Track, path: Path) -> None:
    track("3 ing+ tea-")
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(line for line in lines if b'"buy"' not in line))
    bw("resume", str(path))
    assert events(path)[-2:] == ["Anna buy GIN", "you pass AET"]


def test_a_purchase_taken_back_is_asked_for_again(track: Track, path: Path) -> None:
    track("3 ing+ tea-", "undo", "y")
    assert events(path)[-2:] == ["Anna buy GIN", "you buy AET"]


def test_undo_reports_that_there_is_nothing_to_take_back(track: Track, path: Path) -> None:
    out = answers(track("undo", "4", "undo 2", "undo 0", "redo 0"))
    assert out.count("No: 0 entries change nothing: type a number from 1.") == 2
    assert "No: there is nothing to take back." in out
    assert "No: 1 entry can be taken back, not 2." in out
    assert events(path) == ["Anna roll 4"]


def test_undo_works_in_a_resumed_game(track: Track, path: Path) -> None:
    track("3 ing+ tea-", "gin")
    bw("resume", str(path), stdin="undo 2\ny\n")
    assert events(path)[-1] == "you buy AET"


TWO_ROUNDS = ("3 ing+ tea-", "gin", "-", "2 no+ re+", "-", "-")


@pytest.mark.parametrize("answer", ["n", "no", "", "what"])
def test_undoing_more_than_a_round_asks_first(track: Track, path: Path, answer: str) -> None:
    done = track(*TWO_ROUNDS, "undo 9", answer)
    assert "Take back 9 entries, to round 1? [y/n] " in done.out
    assert state(path)["round"] == 3


def test_undoing_more_than_a_round_is_done_after_a_yes(track: Track, path: Path) -> None:
    track(*TWO_ROUNDS, "undo 9", "y")
    assert events(path)[-1] == "you pass AET"


def test_undoing_a_round_does_not_ask(track: Track, path: Path) -> None:
    done = track(*TWO_ROUNDS, "undo 7")
    assert "Take back" not in done.out
    assert state(path)["round"] == 2


def test_redo_restores_what_was_taken_back_until_something_new(track: Track, path: Path) -> None:
    track(*TWO_ROUNDS)
    before = events(path)
    bw("resume", str(path), stdin="undo 14\ny\nredo 2\n")
    bw("resume", str(path), stdin="redo 12\n")
    assert events(path) == before
    done = bw("resume", str(path), stdin="undo 2\n-\nredo\nredo\n")
    assert answers(done).count("No: there is nothing to restore.") == 1
    assert events(path) == before
    done = bw("resume", str(path), stdin="undo 2\nno\nredo\n")
    assert answers(done).count("No: there is nothing to restore.") == 1
    assert "you sell NO" in events(path)[-1]


def test_redo_restores_an_announced_purchase(track: Track, path: Path) -> None:
    track("3 ing+", "undo", "redo", "tea-")
    assert events(path)[-2:] == ["Anna buy GIN", "you pass AET"]
