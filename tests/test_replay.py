"""bw replay: a saved game event by event, or the state that it reached."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from random_play import steps
from shell import bw

from bwtools.game.position import format_position
from bwtools.game.rules import Rules
from bwtools.game.state import Buy, Choose, Discard, Draw, Roll, Sell
from bwtools.records.game_record import Header, Seat, Undo
from bwtools.records.record_file import create_game, read_game
from bwtools.tiles.hand import Play
from bwtools.tiles.tile_set import load_tiles

CLASSIC = load_tiles()
SEATS = (Seat("Anna", "person"), Seat("Ben B", "person"))


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the record of a whole random game."""
    path = tmp_path_factory.mktemp("replay") / "game.jsonl"
    with create_game(path, Header(CLASSIC, SEATS, "enable", "", seed=3)) as writer:
        for _, event, _ in steps(Rules(CLASSIC), 2, 3):
            writer.add(event)
    return str(path)


@pytest.fixture
def short(tmp_path: Path) -> str:
    """Return the record of a round and a roll."""
    path = tmp_path / "short.jsonl"
    with create_game(path, Header(CLASSIC, SEATS, "enable", "")) as writer:
        for entry in (
            *(Roll(4), Draw("EITX"), Draw("QUIZ"), Buy(True), Buy(False), Sell(), Undo()),
            *(Sell((Play("EXIT"), Play("NO", 0))[:1]), Sell(), Discard(), Discard(), Choose(2)),
        ):
            writer.add(entry)
    return str(path)


def test_each_event_that_was_not_taken_back_is_a_row(short: str) -> None:
    rows = bw("replay", short, "-f", "jsonl").rows
    assert [(row["player"], row["event"], row["detail"]) for row in rows] == [
        ("Anna", "roll", "4"),
        ("Anna", "draw", "EITX"),
        ("Ben B", "draw", "IQUZ"),
        ("Anna", "buy", "EITX"),
        ("Ben B", "pass", "IQUZ"),
        ("Anna", "sell", "EXIT"),
        ("Ben B", "sell", ""),
        ("Anna", "discard", ""),
        ("Ben B", "discard", ""),
        ("Ben B", "choose", "2"),
    ]


def test_a_row_has_the_amount_the_money_and_the_bag(short: str) -> None:
    rows = bw("replay", short, "-f", "jsonl").rows
    assert [(row["amount"], row["money"]) for row in rows[3:6]] == [(-49, 151), (0, 200), (49, 200)]
    assert [row["bag"] for row in rows[:4]] == [108, 104, 100, 100]


def test_money_adds_up_over_a_game(game: str) -> None:
    rows = bw("replay", game, "-f", "jsonl").rows
    final = read_game(Path(game)).state
    for seat, player in zip(SEATS, final.players, strict=True):
        amounts = [row["amount"] for row in rows if row["player"] == seat.name]
        assert 200 + sum(amounts) == player.money


def test_to_stops_after_a_round(game: str) -> None:
    rows = bw("replay", game, "-f", "jsonl").rows
    assert bw("replay", game, "--to", "4", "-f", "jsonl").rows == [
        row for row in rows if row["round"] <= 4
    ]


def test_to_a_round_beyond_the_game_is_the_whole_game(game: str) -> None:
    assert bw("replay", game, "--to", "999").out == bw("replay", game).out


def test_the_state_is_one_row_of_the_contract(short: str) -> None:
    (row,) = bw("replay", short, "--state", "-f", "jsonl").rows
    assert list(row) == [
        *("round", "phase", "leader", "turn", "bag", "players", "over", "winners", "position")
    ]
    position = row.pop("position")
    assert position == format_position(read_game(Path(short)).state)
    assert row == {
        "round": 2,
        "phase": "choose",
        "leader": 2,
        "turn": 2,
        "bag": 100,
        "players": [
            {"name": "Anna", "money": 200, "hand": "", "wilds": 4},
            {"name": "Ben B", "money": 200, "hand": "", "wilds": 4},
        ],
        "over": False,
        "winners": [],
    }


@pytest.mark.parametrize("round_", [0, 1, 5])
def test_the_state_to_a_round_is_the_one_before_the_next_roll(game: str, round_: int) -> None:
    (row,) = bw("replay", game, "--to", str(round_), "--state", "-f", "jsonl").rows
    states = read_game(Path(game)).states
    assert row["position"] == format_position(next(s for s in states if s.round == round_ + 1))


def test_the_end_names_the_winners(game: str) -> None:
    (row,) = bw("replay", game, "--state", "-f", "jsonl").rows
    most = max(player["money"] for player in row["players"])
    assert row["over"]
    assert row["phase"] == "over"
    assert row["winners"] == [p["name"] for p in row["players"] if p["money"] == most]


def test_in_csv_players_are_joined_by_spaces(short: str) -> None:
    lines = bw("replay", short, "--to", "0", "--state", "-f", "csv").lines
    (row,) = csv.DictReader(lines)
    assert row["players"] == "Anna,200,,4 Ben B,200,,4"


def test_plain_state_is_the_position(short: str) -> None:
    out = bw("replay", short, "--state", "-f", "plain").out
    assert out == format_position(read_game(Path(short)).state) + "\n"


def test_plain_events_name_the_player_and_the_event(short: str) -> None:
    assert bw("replay", short, "-f", "plain").lines[4:7] == [
        "Ben B pass IQUZ",
        "Anna sell EXIT",
        "Ben B sell",
    ]


def test_an_incomplete_last_line_is_not_an_event(short: str) -> None:
    whole = bw("replay", short).out
    with Path(short).open("a") as file:
        file.write('{"player":2,"dr')
    assert bw("replay", short).out == whole


def test_a_damaged_record_is_named_with_its_line(short: str) -> None:
    lines = Path(short).read_text().splitlines()
    for changed, reason in (
        (lines[2].replace("EITX", "EIT"), "it was changed after it was written"),
        ('{"player":1,"draw":"EIT"}', "EIT cannot be drawn: each player draws 4 tiles"),
    ):
        Path(short).write_text("\n".join([*lines[:2], changed, *lines[3:], ""]))
        assert f"{short}: line 3: {reason}" in bw("replay", short).error


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (["no-such-game"], "there is no game no-such-game"),
        (["/"], "cannot read the game /: Is a directory"),
        (["x", "--to", "-1"], "'--to': must be a whole number of 0 or more"),
    ],
)
def test_a_file_that_cannot_be_replayed_is_an_error(args: list[str], reason: str) -> None:
    assert reason in bw("replay", *args).error
