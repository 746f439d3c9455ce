"""Records: what is written replays, whatever happened to the process or the disk."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_play import decide

from bwtools.errors import IllegalError, InvalidError
from bwtools.game import Buy, Choose, Deal, Discard, Draw, Roll, Sell
from bwtools.record import (
    Accept,
    Entry,
    Game,
    Header,
    Seat,
    Undo,
    create_game,
    create_game_in,
    read_game,
    resume_game,
)
from bwtools.tiles import Play, load_tiles

CLASSIC = load_tiles()
FEW = CLASSIC._replace(
    name="few", counts={letter: (letter in "AEINRST") * 3 for letter in CLASSIC.counts}
)
SEATS = (Seat("Zoë", "person"), Seat("club 1", "club"))
HEADER = Header(FEW, SEATS, "enable", "00ff", seed=7, date="2024-05-01T14:22:33Z")
TABLE = HEADER._replace(seed=None)


def entries(header: Header, seed: int, meddle: float = 0.0) -> Iterator[Entry]:
    """Those of a whole game at random, with as many rulings and undos as said."""
    random, game = Random(seed), Game.start(header)
    deal = Deal(header.tiles, seed if header.seed is None else header.seed)
    while game.state.phase != "over":
        entry: Entry = deal.event(game.state) or decide(game.rules, game.state, random)
        if random.random() < meddle:
            entry = random.choice([Accept("QI"), Accept("ZORF"), Undo() if game.events else entry])
        game = game.after(entry)
        yield entry


def content(game: Game) -> tuple[object, ...]:
    return game.header, game.states, kinds(game), game.accepted


def kinds(game: Game) -> list[tuple[str, object]]:
    return [(type(event).__name__, event) for event in game.events]


def written(path: Path, header: Header = HEADER, seed: int = 1, meddle: float = 0.1) -> list[Game]:
    """The game after the header and after each entry of a game that is recorded at the path."""
    with create_game(path, header) as writer:
        games = [writer.game]
        for entry in entries(header, seed, meddle):
            writer.add(entry)
            games.append(writer.game)
    return games


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


# Written and replayed.


PRINTABLE = st.text(st.characters(exclude_categories=["C", "Z"]))


@settings(derandomize=True, max_examples=20, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 4), st.booleans())
def test_a_game_replays_to_the_same(seed: int, players: int, dealt: bool) -> None:
    seats = tuple(Seat(f"p{n}", "person") for n in range(players))
    header = HEADER._replace(seats=seats, seed=seed if dealt else None, leader=players - 1)
    with TemporaryDirectory() as folder:
        path = Path(folder, "game.jsonl")
        last = written(path, header, seed, meddle=0.2)[-1]
        read = read_game(path)
    assert content(read) == content(last)


@settings(derandomize=True, max_examples=50, deadline=None)
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


def test_undo_takes_back_the_last_event_and_again_the_one_before(path: Path) -> None:
    with create_game(path, TABLE) as writer:
        for entry in (Roll(2), Draw("AE"), Undo(), Draw("AN"), Undo(), Undo(), Roll(3)):
            writer.add(entry)
    assert kinds(read_game(path)) == [("Roll", Roll(3))]
    assert read_game(path).state.bag == writer.game.states[0].bag


def test_undo_leaves_rulings_in_force(path: Path) -> None:
    with create_game(path, TABLE) as writer:
        for entry in (Roll(2), Accept("QI"), Undo()):
            writer.add(entry)
    assert read_game(path).accepted == {"QI"}
    assert not read_game(path).events


def test_nothing_is_taken_back_before_the_first_event(path: Path) -> None:
    with create_game(path, TABLE) as writer, pytest.raises(IllegalError, match="nothing to take"):
        writer.add(Undo())


def test_what_was_written_is_never_rewritten(path: Path) -> None:
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
        assert path.stat().st_size in synced  # and then the folder
        for entry in (Roll(2), Draw("AE"), Undo(), Accept("QI")):
            writer.add(entry)
            assert synced[-1] == path.stat().st_size


# What is refused is not written.


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (Choose(9), "9 cannot be chosen"),
        (Buy(True), "nobody can buy now"),
        (Accept("qi"), "is no event of a game"),
        (Accept("É"), "'É' .* is no letter"),
        (Accept(""), "a word is missing"),
        (Roll(True), "is no event of a game"),
        (Sell((Play("AÉ", 1),)), "'é' .* is no letter"),
        (Undo(), "there is nothing to take back"),
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
    assert kinds(read_game(path)) == [("Roll", Roll(2))]


def test_a_seeded_game_takes_no_tiles_but_its_own(path: Path) -> None:
    header = HEADER._replace(seed=1)
    deal = Deal(FEW, 1)
    roll = deal.event(Game.start(header).state)
    assert isinstance(roll, Roll)
    with create_game(path, header) as writer:
        for entry in (Roll(roll.number % 4 + 2), Choose(roll.number)):
            with pytest.raises(IllegalError, match="the seed 1 does not deal this"):
                writer.add(entry)
        writer.add(roll)
        own = deal.event(writer.game.state)
        assert isinstance(own, Draw)
        other = next(e for e in writer.game.rules.legal(writer.game.state) if e != own)
        with pytest.raises(IllegalError, match="the seed 1 does not deal this"):
            writer.add(other)
        writer.add(own)


# Torn.


def test_every_truncation_replays_to_a_prefix_or_is_refused(path: Path) -> None:
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
            # the event is whole from its last brace on
            whole = data[: size + 1].count(b"\n")
            assert content(read_game(path)) == content(games[whole - 1])


def test_every_torn_line_is_cut_off_on_resuming_and_nothing_is_lost_or_doubled(path: Path) -> None:
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
def test_a_torn_last_line_is_skipped_and_kept_until_the_game_is_resumed(
    path: Path, torn: bytes
) -> None:
    last = written(path)[-1]
    data = path.read_bytes()
    path.write_bytes(data + torn)
    assert read_game(path).states == last.states
    assert path.read_bytes() == data + torn
    resume_game(path).close()
    assert path.read_bytes() == data


def test_a_last_line_that_lost_only_its_end_is_kept(path: Path) -> None:
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


# Damaged.


def _damage(data: bytes, line: int, new: bytes) -> bytes:
    lines = data.split(b"\n")
    lines[line - 1] = new
    return b"\n".join(lines)


@pytest.mark.parametrize(
    ("line", "new", "reason"),
    [
        (1, b"{}", "not the header of a game of bwtools"),
        (1, b"[]", "'[]' is no JSON object"),
        (2, b'{"player":1,"roll":', "is no JSON object"),
        (2, b"\0\0\0\0", "is no JSON object"),
        (2, b"\xff\xfe", "is no JSON object"),
        (2, b"", "'' is no JSON object"),
        (2, b"7", "'7' is no JSON object"),
        (2, b"[" * 100_000, "is no JSON object"),
        (2, b'{"player":1,"roll":' + b"9" * 5000 + b"}", "is no JSON object"),
        (2, b"{}", "is no event of a game"),
        (2, b'{"player":1,"bid":4}', "is no event of a game"),
        (2, b'{"player":1,"roll":true}', "is no event of a game"),
        (2, b'{"player":1,"roll":"4"}', "is no event of a game"),
        (2, b'{"player":1,"roll":2.0}', "is no event of a game"),
        (2, b'{"player":1,"sell":"AT"}', "is no event of a game"),
        (2, b'{"player":1,"sell":[4]}', "a play cannot be '4'"),
        (2, b'{"player":1,"sell":["at"]}', "is no play"),
        (2, b'{"player":1,"sell":["A T"]}', "is no letter"),
        (2, b'{"accept":"qi"}', "is no event of a game"),
        (2, b'{"undo":true}', "there is nothing to take back"),
        (2, b'{"player":2,"roll":2}', "where player 1 is at turn"),
        (2, b'{"roll":2}', "where player 1 is at turn"),
        (2, b'{"player":1,"roll":2,"x":0}', "cannot be at this place"),
        (2, b'{"player":1,"roll":6}', "the die cannot show 6"),
        (2, b'{"player":1,"buy":true}', "nobody can buy now"),
        (2, b'{"player":1,"will_buy":true}', "player 1 has drawn no set to buy"),
        (2, b'{"player":0,"will_buy":true}', "player 0 has drawn no set to buy"),
        (2, b'{"player":3,"will_buy":true}', "player 3 has drawn no set to buy"),
        (2, b'{"player":true,"will_buy":true}', "is no event of a game"),
    ],
)
def test_a_damaged_line_is_reported_with_its_number_and_the_file_kept(
    path: Path, line: int, new: bytes, reason: str
) -> None:
    written(path, TABLE)
    path.write_bytes(_damage(path.read_bytes(), line, new))
    data = path.read_bytes()
    for use in (read_game, resume_game):
        with pytest.raises(InvalidError) as error:
            use(path)
        message = str(error.value)
        assert message.startswith(f"cannot read the game {path}: line {line}: ")
        assert reason in message
        assert "\n" not in message
        assert path.read_bytes() == data


def test_no_flipped_bit_makes_another_game_of_a_record(path: Path) -> None:
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


def test_a_line_that_people_write_or_change_needs_no_sum(path: Path) -> None:
    written(path, TABLE)
    before = path.read_text("utf-8")
    path.write_text(before.replace(json.dumps("Zoë"), '"Ann"'), "utf-8")
    with pytest.raises(InvalidError, match=r"line 1: it was changed since .* take its sum out"):
        read_game(path)
    path.write_text(re.sub(',"sum":"[0-9a-f]*"', "", path.read_text("utf-8")), "utf-8")
    assert read_game(path).header.seats[0].name == "Ann"


def test_a_lost_or_doubled_line_is_damage(path: Path) -> None:
    written(path, meddle=0)
    lines = path.read_bytes().splitlines(keepends=True)
    for at in range(1, len(lines) - 1):
        if b"more" in lines[at] or b"more" in lines[at - 1]:
            continue  # a step of a sale in steps is a sale by itself
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
        ({"version": 2}, "the format has version '2', and this bwtools reads 1: use"),
        ({"version": True}, "the format has version 'True'"),
        ({"version": "gone"}, "the format has version 'None'"),
        ({"format": "PGN"}, "it is not the header of a game"),
        ({"seed": "gone"}, "the header lacks 'seed'"),
        ({"seed": -1}, "the seed must be 0 or more"),
        ({"seed": 1.5}, "the seed cannot be '1.5'"),
        ({"seed": 8}, "the seed 8 does not deal this here"),
        ({"leader": 3}, "player 3 cannot lead"),
        ({"leader": "1"}, "the leader cannot be"),
        ({"players": []}, "0 cannot play"),
        ({"players": None}, "the header is not laid out as one"),
        ({"players": ["Ann"]}, "the header is not laid out as one"),
        ({"players": [{"name": 1, "kind": "person"}]}, "a name cannot be '1'"),
        ({"players": [{"name": "Ann"}]}, "the header lacks 'kind'"),
        ({"players": [{"name": "\x1b[2J", "kind": "person"}]}, "characters that do not print"),
        ({"date": "2024\x07"}, "characters that do not print"),
        ({"variants": ["chess"]}, "has no variant 'chess'"),
        ({"dictionary": "enable"}, "the header is not laid out as one"),
        ({"tiles": {}}, "the tile set lacks 'letters'"),
        ({"tiles": None}, "the tile set lacks 'letters'"),
    ],
)
def test_a_header_that_cannot_be_is_reported(
    path: Path, changes: dict[str, Any], reason: str
) -> None:
    written(path)
    _header(path, **changes)
    with pytest.raises(InvalidError) as error:
        read_game(path)
    assert reason in str(error.value)


@pytest.mark.parametrize("data", [b"", b"\n", b"\0" * 512, bytes(range(256)), b"Dear diary"])
def test_a_file_that_is_no_record_is_reported(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    with pytest.raises(InvalidError, match="line 1: "):
        resume_game(path)
    assert path.read_bytes() == data


def test_a_game_that_is_not_there_is_reported_and_leaves_nothing_behind(path: Path) -> None:
    for use in (read_game, resume_game):
        with pytest.raises(InvalidError, match=r"there is no game .*game\.jsonl"):
            use(path)
    assert not list(path.parent.iterdir())


def test_a_folder_is_no_game(tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match=r"cannot read the game .*: Is a directory"):
        read_game(tmp_path)


# Beginning.


def test_a_game_never_takes_the_place_of_another_file(path: Path) -> None:
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(InvalidError, match="exists already"):
        create_game(path, HEADER)
    assert path.read_text(encoding="utf-8") == "mine"


def test_games_in_a_folder_are_named_for_their_date_and_never_collide(tmp_path: Path) -> None:
    folder = tmp_path / "not" / "there yet"
    with create_game_in(folder, HEADER) as first, create_game_in(folder, HEADER) as second:
        assert [first.path.name, second.path.name] == [
            "2024-05-01-14-22-33.jsonl",
            "2024-05-01-14-22-33-2.jsonl",
        ]


def test_a_game_without_a_date_is_named_all_the_same(tmp_path: Path) -> None:
    with create_game_in(tmp_path, HEADER._replace(date="")) as writer:
        assert writer.path.name == "game.jsonl"


def test_nothing_appears_for_a_game_that_cannot_be(path: Path) -> None:
    with pytest.raises(IllegalError, match="for 1 to 4 players"):
        create_game(path, HEADER._replace(seats=SEATS * 3))
    with pytest.raises(InvalidError, match="the seed must be 0"):
        create_game(path, HEADER._replace(seed=-1))
    assert not list(path.parent.iterdir())


def test_a_folder_that_cannot_be_made_is_reported(path: Path) -> None:
    path.write_text("a file", encoding="utf-8")
    with pytest.raises(InvalidError, match=r"cannot write the game .*name another file"):
        create_game(path / "game.jsonl", HEADER)


# One writer.


def test_two_cannot_write_one_game(path: Path) -> None:
    with create_game(path, HEADER):
        with pytest.raises(InvalidError, match="is being played elsewhere: end that first"):
            resume_game(path)
        assert read_game(path).header == HEADER
    resume_game(path).close()


def test_another_process_cannot_write_the_game_under_another_name(path: Path) -> None:
    other = path.with_name("link.jsonl")
    program = (
        "import sys, pathlib, bwtools.record as r\n"
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
    assert "is being played elsewhere" in run.stdout


def test_a_refused_resumption_lets_go_of_the_game(path: Path) -> None:
    written(path)
    data = path.read_bytes()
    path.write_bytes(_damage(data, 3, b"x"))
    with pytest.raises(InvalidError, match="line 3: 'x' is no JSON object"):
        resume_game(path)
    path.write_bytes(data)
    resume_game(path).close()


# A full disk.


@contextmanager
def full_disk(size: int) -> Iterator[None]:
    """No file grows beyond so many bytes: a write is cut short there, and the next one fails."""
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


@pytest.mark.parametrize("room", [0, 1, 10])
def test_a_full_disk_loses_only_the_entry_being_written(path: Path, room: int) -> None:
    with create_game(path, TABLE) as writer:
        writer.add(Roll(2))
        before, state = path.read_bytes(), writer.game.state
        with full_disk(len(before) + room), pytest.raises(InvalidError) as error:
            writer.add(Draw("AE"))
        assert str(error.value).startswith(f"cannot write the game {path}: File too large; all ")
        assert path.read_bytes() == before
        assert writer.game.state == state
        writer.add(Draw("AN"))
    assert kinds(read_game(path)) == [("Roll", Roll(2)), ("Draw", Draw("AN"))]


def test_a_game_that_does_not_fit_on_the_disk_is_not_begun(path: Path) -> None:
    with full_disk(100), pytest.raises(InvalidError, match="File too large"):
        create_game(path, TABLE)
    assert [file.name for file in path.parent.iterdir()] in ([], ["game.jsonl.lock"])
    create_game(path, TABLE).close()
