"""The record of a game: written, replayed and resumed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from zlib import crc32

import pytest
from game_records import (
    CLASSIC,
    FEW,
    HEADER,
    SEATS,
    TABLE,
    content,
    damage,
    written,
)
from hypothesis import given
from hypothesis import strategies as st

from bwtools.errors import IllegalError, InvalidError
from bwtools.game.deal import Deal
from bwtools.game.state import Buy, Choose, Discard, Draw, Roll, Sell
from bwtools.records.game_record import Accept, Entry, Game, Header, Seat, Undo
from bwtools.records.record_file import create_game, create_game_in, read_game, resume_game
from bwtools.tiles.hand import Play

# Written and replayed.


PRINTABLE = st.text(st.characters(exclude_categories=["C", "Z"]))


@given(st.integers(0, 10**6), st.integers(1, 4), st.booleans())
def test_a_record_replays_to_the_same_game(seed: int, players: int, dealt: bool) -> None:
    seats = tuple(Seat(f"p{n}", "person") for n in range(players))
    header = HEADER._replace(seats=seats, seed=seed if dealt else None, leader=players - 1)
    with TemporaryDirectory() as folder:
        path = Path(folder, "game.jsonl")
        last = written(path, header, seed, meddle=0.2)[-1]
        read = read_game(path)
    assert content(read) == content(last)


@given(
    st.lists(st.tuples(PRINTABLE, PRINTABLE), min_size=1, max_size=4),
    st.text(),
    st.none() | st.integers(0, 2**70),
    st.data(),
)
def test_a_header_is_read_as_written(
    names: list[tuple[str, str]], dictionary: str, seed: int | None, data: st.DataObject
) -> None:
    leader = data.draw(st.integers(0, len(names) - 1))
    seats = tuple(Seat(*name) for name in names)
    header = Header(CLASSIC, seats, dictionary, "0f", seed, leader, data.draw(PRINTABLE))
    with TemporaryDirectory() as folder:
        with create_game_in(Path(folder), header) as writer:
            assert writer.game.header == header
        assert read_game(writer.path).header == header


def test_the_record_is_json_lines_as_documented(path: Path) -> None:
    with create_game(path, TABLE) as writer:
        for entry in (
            Choose(2),
            Draw("EA"),
            Draw("TI"),
            Buy(True),
            Buy(False),
            Accept("AeE".upper()),
            Sell((Play("AN", 1),), more=True),
            Undo(),
            Sell((Play("AN", 1), Play("ER", 1))),
            Sell(),
            Discard(),
            Discard(),
            Roll(3),
        ):
            writer.add(entry)
    text = path.read_text("utf-8")
    header, *lines = [json.loads(line) for line in text.splitlines()]
    for line, shown in zip([header, *lines], text.splitlines(), strict=True):
        content = shown.rpartition(',"sum"')[0]
        assert line.pop("sum") == f"{crc32(content.encode()):08x}"
    tiles = header.pop("tiles")
    assert (tiles["name"], tiles["letters"]["S"], tiles["rules"]["money"]) == ("few", [3, 1], 200)
    assert header == {
        "format": "bwtools game",
        "version": 1,
        "date": "2024-05-01T14:22:33Z",
        "seed": None,
        "dictionary": {"name": "enable", "sha256": "00ff"},
        "variants": [],
        "players": [{"name": "Zoë", "kind": "person"}, {"name": "club 1", "kind": "club"}],
        "leader": 1,
    }
    assert lines == [
        {"player": 1, "choose": 2},
        {"player": 1, "draw": "EA"},
        {"player": 2, "draw": "TI"},
        {"player": 1, "buy": True},
        {"player": 2, "buy": False},
        {"accept": "AEE"},
        {"player": 1, "sell": ["An"], "more": True},
        {"undo": True},
        {"player": 1, "sell": ["An", "Er"]},
        {"player": 2, "sell": []},
        {"player": 1, "discard": ""},
        {"player": 2, "discard": ""},
        {"player": 2, "roll": 3},
    ]


def test_a_record_replays_without_the_tile_set_file(path: Path) -> None:
    odd = FEW._replace(die=(1, None), choice=range(3, 4), hand_limit=2, money=5, results={"x": 1})
    last = written(path, HEADER._replace(tiles=odd))[-1]
    assert read_game(path).header.tiles == odd
    assert read_game(path).states == last.states


# Undo and rulings.


def test_repeated_undo_takes_back_earlier_events(path: Path) -> None:
    with create_game(path, TABLE) as writer:
        for entry in (Roll(2), Draw("AE"), Undo(), Draw("AN"), Undo(), Undo(), Roll(3)):
            writer.add(entry)
    assert read_game(path).events == (Roll(3),)
    assert read_game(path).state.bag == writer.game.states[0].bag


def test_undo_leaves_rulings_in_force(path: Path) -> None:
    with create_game(path, TABLE) as writer:
        for entry in (Roll(2), Accept("QI"), Undo()):
            writer.add(entry)
    assert read_game(path).accepted == {"QI"}
    assert not read_game(path).events


def test_undo_before_the_first_event_is_rejected(path: Path) -> None:
    with create_game(path, TABLE) as writer, pytest.raises(IllegalError, match="nothing to undo"):
        writer.add(Undo())


def test_records_are_only_appended_to(path: Path) -> None:
    with create_game(path, TABLE) as writer:
        before = path.read_bytes()
        for entry in (Roll(2), Draw("AE"), Undo(), Accept("QI"), Draw("AN"), Undo(), Undo()):
            writer.add(entry)
            assert path.read_bytes().startswith(before)
            before = path.read_bytes()


def test_each_entry_is_on_the_disk_when_it_is_added(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda file: synced.append(os.fstat(file).st_size))
    with create_game(path, TABLE) as writer:
        assert path.stat().st_size in synced  # then the folder
        for entry in (Roll(2), Draw("AE"), Undo(), Accept("QI")):
            writer.add(entry)
            assert synced[-1] == path.stat().st_size


# Rejected entries are not written.


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (Choose(9), "9 cannot be chosen"),
        (Buy(True), "cannot buy now"),
        (Accept("qi"), "is not an event of this game"),
        (Accept("É"), "'É' .* is not a letter"),
        (Accept(""), "a word is missing"),
        (Roll(True), "is not an event of this game"),
        (Sell((Play._make(("AÉ", 1)),)), "'é' .* is not a letter"),
        (Undo(), "there is nothing to undo"),
    ],
)
def test_an_entry_that_would_not_replay_is_not_written(
    path: Path, entry: Entry, reason: str
) -> None:
    with create_game(path, TABLE._replace(tiles=FEW._replace(die=(1, 2)))) as writer:
        before = path.read_bytes()
        with pytest.raises((IllegalError, InvalidError), match=reason):
            writer.add(entry)
        assert path.read_bytes() == before
        writer.add(Roll(2))
    assert read_game(path).events == (Roll(2),)


def test_a_game_with_a_seed_accepts_only_its_deal(path: Path) -> None:
    header = HEADER._replace(seed=1)
    deal = Deal(FEW, 1)
    roll = deal.event(Game.start(header).state)
    assert isinstance(roll, Roll)
    with create_game(path, header) as writer:
        for entry in (Roll(roll.number % 4 + 2), Choose(roll.number)):
            with pytest.raises(IllegalError, match="the deal of seed 1 differs here"):
                writer.add(entry)
        writer.add(roll)
        own = deal.event(writer.game.state)
        assert isinstance(own, Draw)
        other = next(e for e in writer.game.rules.legal(writer.game.state) if e != own)
        with pytest.raises(IllegalError, match="the deal of seed 1 differs here"):
            writer.add(other)
        writer.add(own)


# Starting.


def test_a_game_never_replaces_another_file(path: Path) -> None:
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(InvalidError, match="already exists"):
        create_game(path, HEADER)
    assert path.read_text(encoding="utf-8") == "mine"


def test_games_in_a_folder_have_unique_names_by_date(tmp_path: Path) -> None:
    folder = tmp_path / "not" / "there yet"
    with create_game_in(folder, HEADER) as first, create_game_in(folder, HEADER) as second:
        assert [first.path.name, second.path.name] == [
            "2024-05-01-14-22-33.jsonl",
            "2024-05-01-14-22-33-2.jsonl",
        ]


def test_a_game_without_a_date_gets_a_name(tmp_path: Path) -> None:
    with create_game_in(tmp_path, HEADER._replace(date="")) as writer:
        assert writer.path.name == "game.jsonl"


def test_an_impossible_game_creates_no_file(path: Path) -> None:
    with pytest.raises(IllegalError, match="for 1 to 4 players"):
        create_game(path, HEADER._replace(seats=SEATS * 3))
    with pytest.raises(InvalidError, match="the seed must be 0"):
        create_game(path, HEADER._replace(seed=-1))
    assert not list(path.parent.iterdir())


def test_a_folder_that_cannot_be_made_is_reported(path: Path) -> None:
    path.write_text("a file", encoding="utf-8")
    with pytest.raises(InvalidError, match=r"cannot write the game .*use another file"):
        create_game(path / "game.jsonl", HEADER)


# One writer.


def test_a_game_has_one_writer(path: Path) -> None:
    with create_game(path, HEADER):
        with pytest.raises(InvalidError, match="another process is playing the game"):
            resume_game(path)
        assert read_game(path).header == HEADER
    resume_game(path).close()


def test_the_lock_holds_for_links_to_the_file(path: Path) -> None:
    other = path.with_name("link.jsonl")
    program = (
        "import sys, pathlib, bwtools.records.record_file as r\n"
        "try: r.resume_game(pathlib.Path(sys.argv[1]))\n"
        "except r.InvalidError as error: print(error)\n"
    )
    with create_game(path, HEADER):
        try:
            other.symlink_to(path)
        except OSError:
            other = path
        run = subprocess.run(
            [sys.executable, "-c", program, str(other)], capture_output=True, text=True, check=True
        )
    assert "another process is playing the game" in run.stdout


def test_a_failed_resume_releases_the_lock(path: Path) -> None:
    written(path)
    data = path.read_bytes()
    path.write_bytes(damage(data, 3, b"x"))
    with pytest.raises(InvalidError, match="line 3: 'x' is not a JSON object"):
        resume_game(path)
    path.write_bytes(data)
    resume_game(path).close()
