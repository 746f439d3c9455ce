"""Incomplete or damaged records, and full disks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from game_records import (
    HEADER,
    TABLE,
    content,
    damage,
    entries,
    written,
)

from bwtools.errors import InvalidError
from bwtools.game.state import Draw, Roll
from bwtools.records.record_file import create_game, read_game, resume_game

# Incomplete last lines.


def test_every_truncation_replays_to_a_prefix_or_is_rejected(path: Path) -> None:
    games = written(path)
    data = path.read_bytes()
    header = data.index(b"\n")
    ends = (at for at, byte in enumerate(data) if byte == 10)
    about_ends = {size for end in ends for size in range(end - 3, end + 3)}
    for size in sorted({*range(0, len(data), 7), *about_ends} - {len(data) + 1, len(data) + 2}):
        path.write_bytes(data[:size])
        if size < header:
            with pytest.raises(InvalidError, match="line 1: "):
                read_game(path)
        else:
            # the event is complete with its last brace
            whole = data[: size + 1].count(b"\n")
            assert content(read_game(path)) == content(games[whole - 1])


def test_resuming_cuts_off_an_incomplete_line_and_nothing_else(path: Path) -> None:
    games = written(path)
    data = path.read_bytes()
    header = data.index(b"\n") + 1
    todo = list(entries(HEADER, 1, 0.1))
    for size in range(header, len(data), 17):
        path.write_bytes(data[:size])
        with resume_game(path) as writer:
            done = data[: size + 1].count(b"\n") - 1
            assert content(writer.game) == content(games[done])
            for entry in todo[done : done + 3]:
                writer.add(entry)
        assert data.startswith(path.read_bytes())
        assert path.read_bytes().count(b"\n") == 1 + min(done + 3, len(todo))


@pytest.mark.parametrize("torn", [b"{", b'{"player":1,"bu', b"\0\0\0\0", b"\xff\xfe", b"42", b" "])
def test_reading_skips_an_incomplete_line_without_changing_the_file(
    path: Path, torn: bytes
) -> None:
    last = written(path)[-1]
    data = path.read_bytes()
    path.write_bytes(data + torn)
    assert read_game(path).states == last.states
    assert path.read_bytes() == data + torn
    resume_game(path).close()
    assert path.read_bytes() == data


def test_a_last_line_without_its_line_end_is_complete(path: Path) -> None:
    last = written(path)[-1]
    data = path.read_bytes()
    path.write_bytes(data.rstrip(b"\n"))
    assert read_game(path).states == last.states
    resume_game(path).close()
    assert path.read_bytes() == data


def test_line_ends_of_other_systems_are_read(path: Path) -> None:
    last = written(path)[-1]
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert read_game(path).states == last.states


@pytest.mark.parametrize("blank", [b"\n", b"\n\n\n", b" \t\n", b"\r\n\r\n", b"\n  "])
def test_blank_lines_at_the_end_are_not_damage(path: Path, blank: bytes) -> None:
    written(path, TABLE, meddle=0)
    data = path.read_bytes()
    end = data.index(b"\n", len(data) // 2) + 1
    for before in (data[:end], data[:end].replace(b"\n", b"\r\n")):
        path.write_bytes(before + blank)
        events = read_game(path).events
        assert len(events) == data[:end].count(b"\n") - 1
        with resume_game(path) as writer:
            writer.add(list(entries(TABLE, 1))[len(events)])
        assert path.read_bytes().startswith(before + b"{")
        assert len(read_game(path).events) == len(events) + 1


# Damaged.


@pytest.mark.parametrize(
    ("line", "new", "reason"),
    [
        (1, b"{}", "not the header of a bwtools game"),
        (1, b"[]", "'[]' is not a JSON object"),
        (2, b'{"player":1,"roll":', "is not a JSON object"),
        (2, b"\0\0\0\0", "is not a JSON object"),
        (2, b"\xff\xfe", "is not a JSON object"),
        (2, b"", "'' is not a JSON object"),
        (2, b"7", "'7' is not a JSON object"),
        (2, b"[" * 100_000, "is not a JSON object"),
        (2, b'{"player":1,"roll":' + b"9" * 5000 + b"}", "is not a JSON object"),
        (2, b"{}", "is not an event of this game"),
        (2, b'{"player":1,"bid":4}', "is not an event of this game"),
        (2, b'{"player":1,"roll":true}', "is not an event of this game"),
        (2, b'{"player":1,"roll":"4"}', "is not an event of this game"),
        (2, b'{"player":1,"roll":2.0}', "is not an event of this game"),
        (2, b'{"player":1,"sell":"AT"}', "is not an event of this game"),
        (2, b'{"player":1,"sell":[4]}', "a play cannot be '4'"),
        (2, b'{"player":1,"sell":["at"]}', "is not a play"),
        (2, b'{"player":1,"sell":["A T"]}', "is not a letter"),
        (2, b'{"accept":"qi"}', "is not an event of this game"),
        (2, b'{"undo":true}', "there is nothing to undo"),
        (2, b'{"player":2,"roll":2}', "cannot come at player 1's turn"),
        (2, b'{"roll":2}', "cannot come at player 1's turn"),
        (2, b'{"player":1,"roll":2,"x":0}', "cannot come at player"),
        (2, b'{"player":1,"roll":6}', "the die cannot show 6"),
        (2, b'{"player":1,"buy":true}', "cannot buy now"),
        (2, b'{"player":1,"will_buy":true}', "player 1 has not drawn a set to buy"),
        (2, b'{"player":0,"will_buy":true}', "player 0 has not drawn a set to buy"),
        (2, b'{"player":3,"will_buy":true}', "player 3 has not drawn a set to buy"),
        (2, b'{"player":true,"will_buy":true}', "is not an event of this game"),
    ],
)
def test_a_damaged_line_is_reported_with_its_number(
    path: Path, line: int, new: bytes, reason: str
) -> None:
    written(path, TABLE)
    path.write_bytes(damage(path.read_bytes(), line, new))
    data = path.read_bytes()
    for use in (read_game, resume_game):
        with pytest.raises(InvalidError) as error:
            use(path)
        message = str(error.value)
        assert message.startswith(f"cannot read the game {path}: line {line}: ")
        assert reason in message
        assert "\n" not in message
        assert path.read_bytes() == data


def test_every_flipped_bit_is_detected(path: Path) -> None:
    written(path, TABLE)
    data, game = path.read_bytes(), read_game(path)
    for bit in [*range(0, len(data) * 8, 11), *range(len(data) * 8 - 8, len(data) * 8)]:
        damaged = bytearray(data)
        damaged[bit // 8] ^= 1 << bit % 8
        path.write_bytes(damaged)
        try:
            read = read_game(path)
            assert (read.header, read.states) == (game.header, game.states), bytes(damaged)
        except InvalidError as error:
            assert str(error).startswith(f"cannot read the game {path}: line ")  # noqa: PT017


def test_a_line_without_a_checksum_is_accepted(path: Path) -> None:
    written(path, TABLE)
    before = path.read_text("utf-8")
    path.write_text(before.replace(json.dumps("Zoë"), '"Ann"'), "utf-8")
    with pytest.raises(InvalidError, match=r"line 1: it was changed after "):
        read_game(path)
    path.write_text(re.sub(',"sum":"[0-9a-f]*"', "", path.read_text("utf-8")), "utf-8")
    assert read_game(path).header.seats[0].name == "Ann"


def test_a_missing_or_repeated_line_is_damage(path: Path) -> None:
    written(path, meddle=0)
    lines = path.read_bytes().splitlines(keepends=True)
    for at in range(1, len(lines) - 1):
        if b"more" in lines[at] or b"more" in lines[at - 1]:
            continue  # a part of a sale is a sale too
        for copies in (0, 2):
            path.write_bytes(b"".join([*lines[:at], *[lines[at]] * copies, *lines[at + 1 :]]))
            with pytest.raises(InvalidError, match=f"line {at + 1 + copies // 2}: "):
                read_game(path)


def _header(path: Path, **changes: Any) -> None:
    first, rest = path.read_bytes().split(b"\n", 1)
    fields = {**json.loads(first), **changes}
    kept = {key: value for key, value in fields.items() if value != "gone" and key != "sum"}
    path.write_bytes(json.dumps(kept).encode() + b"\n" + rest)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"version": 2}, "the format has version '2', but this bwtools reads 1: use"),
        ({"version": True}, "the format has version 'True'"),
        ({"version": "gone"}, "the format has version 'None'"),
        ({"format": "PGN"}, "it is not the header of a bwtools game"),
        ({"seed": "gone"}, "the header has no 'seed'"),
        ({"seed": -1}, "the seed must be 0 or more"),
        ({"seed": 1.5}, "the seed cannot be '1.5'"),
        ({"seed": 8}, "the deal of seed 8 differs here"),
        ({"leader": 3}, "player 3 cannot lead"),
        ({"leader": "1"}, "the leader cannot be"),
        ({"players": []}, "1 to 4 players, not 0"),
        ({"players": None}, "the header does not have the expected structure"),
        ({"players": ["Ann"]}, "the header does not have the expected structure"),
        ({"players": [{"name": 1, "kind": "person"}]}, "a name cannot be '1'"),
        ({"players": [{"name": "Ann"}]}, "the header has no 'kind'"),
        ({"players": [{"name": "\x1b[2J", "kind": "person"}]}, "unprintable characters"),
        ({"date": "2024\x07"}, "unprintable characters"),
        ({"variants": ["chess"]}, "there is no variant 'chess'"),
        ({"dictionary": "enable"}, "the header does not have the expected structure"),
        ({"daily": 1}, "the mark daily cannot be '1'"),
        ({"first": True}, "the first result cannot be 'True'"),
        ({"tiles": {}}, "the tile set: letters is missing"),
        ({"tiles": None}, "the tile set: letters is missing"),
    ],
)
def test_an_invalid_header_is_reported(path: Path, changes: dict[str, Any], reason: str) -> None:
    written(path)
    _header(path, **changes)
    with pytest.raises(InvalidError) as error:
        read_game(path)
    assert reason in str(error.value)


@pytest.mark.parametrize("data", [b"", b"\n", b"\0" * 512, bytes(range(256)), b"Dear diary"])
def test_a_file_that_is_not_a_record_is_reported(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    with pytest.raises(InvalidError, match="line 1: "):
        resume_game(path)
    assert path.read_bytes() == data


def test_a_missing_game_is_reported_and_no_file_is_created(path: Path) -> None:
    for use in (read_game, resume_game):
        with pytest.raises(InvalidError, match=r"there is no game .*game\.jsonl"):
            use(path)
    assert not list(path.parent.iterdir())


def test_a_folder_is_not_a_game(tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match=r"cannot read the game .*: Is a directory"):
        read_game(tmp_path)


# A full disk.


@contextmanager
def full_disk(size: int) -> Iterator[None]:
    """Limit files to a size: the write that reaches it is cut short, and the next one fails."""
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


@pytest.mark.parametrize("room", [0, 1, 10])
def test_a_full_disk_loses_only_the_current_entry(path: Path, room: int) -> None:
    with create_game(path, TABLE) as writer:
        writer.add(Roll(2))
        before, state = path.read_bytes(), writer.game.state
        with full_disk(len(before) + room), pytest.raises(InvalidError) as error:
            writer.add(Draw("AE"))
        assert str(error.value).startswith(f"cannot write the game {path}: File too large; all ")
        assert path.read_bytes() == before
        assert writer.game.state == state
        writer.add(Draw("AN"))
    assert read_game(path).events == (Roll(2), Draw("AN"))


def test_a_game_is_not_started_on_a_full_disk(path: Path) -> None:
    with full_disk(100), pytest.raises(InvalidError, match="File too large"):
        create_game(path, TABLE)
    assert [file.name for file in path.parent.iterdir()] == []
    create_game(path, TABLE).close()
