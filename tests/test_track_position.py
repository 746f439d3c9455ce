"""bw track: games that start from a position."""

from __future__ import annotations

from pathlib import Path

import pytest
from shell import bw
from track_table import answers, enter, events, state

POSITION = "bw1 choose 5 2 2 A7B2CE9 180,AT,3,-/214,-,2,-"
ARGS = ("--players", "Anna,you", "--position", POSITION)


def test_a_game_starts_from_a_position(path: Path) -> None:
    out = answers(enter(path, "2 be- ca+", "-/-", args=ARGS))
    assert "Round 5, led by you; die: to be rolled; 19 tiles in the bag" in out
    assert events(path)[:5] == [
        *("you roll 2", "you draw BE", "Anna draw AC", "you pass BE", "Anna buy AC"),
    ]
    assert state(path)["round"] == 6


def test_a_game_from_a_position_is_resumed_corrected_and_reviewed(path: Path) -> None:
    enter(path, "2 be- ca+", "-/-", args=ARGS)
    bw("resume", str(path), stdin="e 3 ac-\n")
    assert events(path)[4] == "Anna pass AC"
    for command in ("review", "replay", "hint"):
        assert bw(command, str(path)).status == 0, command


def test_the_position_of_a_game_is_shown(path: Path) -> None:
    assert POSITION in answers(enter(path, "position", args=ARGS))


def test_a_player_leaves(path: Path, tmp_path: Path) -> None:
    """Check that the position without a player starts a game of the others."""
    three = "bw1 choose 5 2 2 A7B2CE9 180,AT,3,-/214,-,2,-/90,E,1,-"
    two = three.rpartition("/")[0]
    enter(path, "quit", args=("--players", "Anna,you,Ben", "--position", three))
    after = tmp_path / "after.jsonl"
    enter(after, "2 be- ca+", args=("--players", "Anna,you", "--position", two))
    assert events(after)[-1] == "Anna buy AC"


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("bw2", "is not a position"),
        ("bw1 sell 5 2 2 A7B2CE9 180,AT,3,-/214,-,2,-", "before the die is rolled"),
        ("bw1 choose 5 1 1 A7B2CE9 180,AT,3,-", "the position has 1 player, but the game 2"),
    ],
)
def test_a_position_that_cannot_be_followed_is_an_error(
    path: Path, position: str, reason: str
) -> None:
    done = enter(path, args=("--players", "Anna,you", "--position", position))
    assert reason in done.error
    assert not path.exists()
