"""Tests of safety: no foreign code runs, no path leaves its folder, no text controls a terminal."""

from __future__ import annotations

import ast
import json
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.dom import minidom

import pytest
from shell import bw

import bwtools
from bwtools.game.state import Choose, Draw
from bwtools.records.game_record import Header, Seat
from bwtools.records.record_file import create_game
from bwtools.reports.histogram import histogram
from bwtools.tiles.tile_set import load_tiles

PACKAGE = Path(bwtools.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))
EXECUTING_MODULES = {"pickle", "_pickle", "cPickle", "dill", "marshal", "shelve", "dbm", "code"}
EXECUTING_NAMES = {"eval", "exec", "compile", "__import__"}
ESCAPE = "\x1b[2J"
NO_NAMES = ("../x", "../../x", "/tmp/x", "a/b", "..", ".", "", "x\\y", "C:x", "x\n", "x.txt", "~x")
posix = pytest.mark.skipif(sys.platform == "win32", reason="modes and pipes of Unix")


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_module_unpickles_or_evaluates(module: Path) -> None:
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        imported: list[str] = []
        if isinstance(node, ast.Import):
            imported = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            imported = [node.module or ""]
        elif isinstance(node, ast.Name):
            assert node.id not in EXECUTING_NAMES, node.lineno
        elif isinstance(node, ast.Attribute):
            assert node.attr not in ("system", "popen"), node.lineno
        assert not {name.split(".")[0] for name in imported} & EXECUTING_MODULES, node


class TestDictionaryNames:
    @pytest.mark.parametrize("name", NO_NAMES)
    def test_dictionary_names_that_leave_the_folder_are_rejected(
        self, name: str, own_home: Path, tmp_path: Path
    ) -> None:
        (tmp_path / "list.txt").write_text("aa\nzoo\n")
        before = files(tmp_path)
        assert (
            "is not a valid name"
            in bw("dict", "build", str(tmp_path / "list.txt"), "--name", name).error
        )
        assert files(tmp_path) == before
        assert not own_home.exists()

    @pytest.mark.parametrize("name", ["../../x", "/nonexistent/x", "enable/../../x", "x\ny"])
    def test_house_words_need_an_existing_dictionary(
        self, name: str, own_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "a" / "b").mkdir(parents=True)
        monkeypatch.chdir(tmp_path / "a" / "b")
        assert "there is no dictionary" in bw("dict", "add", name, "zzz").error
        assert not own_home.exists()

    def test_house_words_of_a_user_file_are_saved_in_their_folder(
        self, own_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "a").mkdir()
        (tmp_path / "list.txt").write_text("aa\nzoo\n")
        monkeypatch.chdir(tmp_path / "a")
        before = files(tmp_path)
        assert bw("dict", "add", "../list.txt", "zzz").status == 0
        new = {name.split("/")[0] for name in files(tmp_path) - before}
        assert new == {own_home.name}
        assert {path.parent.name for path in own_home.rglob("*.*")} == {"house", "cache"}

    def test_folder_is_rejected_as_a_dictionary(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("BW_DICTIONARY", "../..")
        assert "is a folder" in bw("check", "quiz").error


def record(path: Path, dictionary: str) -> str:
    """Write a record that names a dictionary, with a set drawn; return its path."""
    header = Header(load_tiles(), (Seat("you", "you"),), dictionary, "")
    with create_game(path, header) as writer:
        writer.add(Choose(2))
        writer.add(Draw("AE"))
    return str(path)


class TestRecords:
    @pytest.mark.parametrize(
        "name",
        ["/etc/passwd", "../../etc/passwd", "../list.txt", r"\\host\share\list.txt", "//host/list"],
    )
    @pytest.mark.parametrize("command", ["hint", "resume"])
    def test_word_list_named_by_a_record_is_opened_only_if_the_user_names_it(
        self, command: str, name: str, own_games: Path, tmp_path: Path
    ) -> None:
        del own_games
        folder = tmp_path / "downloads"
        file = record(folder / "game.jsonl", name)
        error = bw(command, file).error
        assert "which is not in its folder" in error
        assert "name it with -d" in error
        assert bw(command, file, "-d", "enable").status == 0

    @posix
    def test_pipe_named_by_a_record_does_not_block(self, own_games: Path, tmp_path: Path) -> None:
        del own_games
        os.mkfifo(tmp_path / "pipe")
        file = record(tmp_path / "downloads" / "game.jsonl", str(tmp_path / "pipe"))
        assert "which is not in its folder" in bw("hint", file).error

    @pytest.mark.parametrize("own", [True, False])
    def test_list_next_to_the_record_or_of_a_saved_game_is_opened(
        self, own: bool, own_home: Path, tmp_path: Path
    ) -> None:
        folder = own_home / "games" if own else tmp_path
        (tmp_path / "list.txt").write_text("aa\nzoo\n")
        file = record(folder / "game.jsonl", str(tmp_path / "list.txt"))
        assert bw("hint", file).status == 0

    @posix
    @pytest.mark.parametrize("link_names", ["record", "list", "home"])
    def test_list_next_to_the_record_is_found_through_links(
        self, link_names: str, own_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Check a folder that is a link, a home that is one, and so the /tmp of macOS."""
        real, link = tmp_path / "real", tmp_path / "link"
        real.mkdir()
        own_home.mkdir(exist_ok=True)
        link.symlink_to(own_home if link_names == "home" else real)
        (tmp_path / "list.txt").write_text("aa\nzoo\n")
        (real / "list.txt").write_text("aa\nzoo\n")
        if link_names == "record":
            file = record(real / "game.jsonl", str(real / "list.txt")).replace("real", "link")
        elif link_names == "list":
            file = record(real / "game.jsonl", str(link / "list.txt"))
        else:
            record(own_home / "games" / "game.jsonl", str(tmp_path / "list.txt"))
            monkeypatch.setenv("BW_HOME", str(link))
            file = str(own_home / "games" / "game.jsonl")
        assert bw("hint", file).status == 0

    def test_invalid_dictionary_name_in_a_record_is_rejected(self, tmp_path: Path) -> None:
        assert "there is no dictionary" in bw("hint", record(tmp_path / "g", "a\0b")).error

    @pytest.mark.parametrize("kind", ["os:system", "bwtools.cli:main", "../club"])
    def test_record_cannot_load_a_player_by_its_module(self, kind: str, tmp_path: Path) -> None:
        header = Header(load_tiles(), (Seat("Anna", kind),), "enable", "", seed=1)
        create_game(tmp_path / "game", header).close()
        done = bw("resume", str(tmp_path / "game"), "-d", "enable")
        assert done.status == 2
        assert "Error: there is no player" in done.err

    def test_date_in_a_record_cannot_name_another_file(
        self, own_home: Path, tmp_path: Path
    ) -> None:
        from bwtools.records.record_file import create_game_in

        header = Header(load_tiles(), (Seat("you", "you"),), "enable", "", date="../../x/1")
        create_game_in(own_home / "games", header).close()
        assert files(tmp_path) == {"home", "home/games", "home/games/1.jsonl"}


class TestTerminal:
    def test_damaged_game_is_reported_without_its_control_characters(self, own_home: Path) -> None:
        path = own_home / "games" / "game.jsonl"
        record(path, "enable")
        header, *events = path.read_text().splitlines(keepends=True)
        data = json.loads(header)
        data["tiles"]["letters"][ESCAPE] = [1, 1]
        del data["sum"]
        path.write_text("".join([json.dumps(data) + "\n", *events]))
        done = bw("games")
        assert done.err.startswith("Warning: cannot read the game")
        assert done.err[:-1].isprintable()
        assert r"\x1b[2J" in done.err

    @pytest.mark.parametrize("where", ["name", "solo"])
    def test_unprintable_names_in_a_tile_set_are_rejected(self, where: str, tmp_path: Path) -> None:
        layout = load_tiles().layout()
        if where == "name":
            layout["name"] = ESCAPE
        else:
            layout["solo"][ESCAPE] = 1
        data = {"format": "bwtools game", "version": 1, "date": "", "seed": None, "leader": 1}
        data |= {"dictionary": {"name": "enable", "sha256": ""}, "variants": [], "tiles": layout}
        data |= {"players": [{"name": "you", "kind": "you"}]}
        (tmp_path / "game").write_text(json.dumps(data) + "\n")
        assert "must be printable text" in bw("replay", str(tmp_path / "game")).error

    @pytest.mark.parametrize("event", ["draw", "discard"])
    def test_letters_in_a_record_are_letters(self, event: str, tmp_path: Path) -> None:
        file = record(tmp_path / "game", "enable")
        with Path(file).open("a") as stream:
            stream.write(json.dumps({"player": 1, event: ESCAPE}) + "\n")
        assert "is not a tile" in bw("replay", file).error

    def test_table_escapes_control_characters(self) -> None:
        table = bw("check", f"qui{ESCAPE}z").out
        assert ESCAPE not in table
        assert r"qui\x1b[2Jz  no" in table

    @pytest.mark.parametrize("command", [["play"], ["track"], ["quiz", "--seed", "1"]])
    def test_input_is_quoted_without_its_control_characters(
        self, command: list[str], own_games: Path
    ) -> None:
        del own_games
        out = bw(*command, stdin="ab\x07\n").out
        assert "\x07" not in out
        assert r"ab\x07" in out

    def test_machine_formats_have_words_unchanged(self) -> None:
        (row,) = bw("check", f"qui{ESCAPE}z", "-f", "jsonl").rows
        assert row["word"] == f"qui{ESCAPE}z"


def test_names_in_a_chart_are_escaped() -> None:
    name = "<script>&\"'\x1b"
    chart = histogram([name, "b"], [[100, 200], [300, 400]])
    assert "<script" not in chart
    assert "&lt;script&gt;&amp;&quot;&#x27;?" in chart
    minidom.parseString(chart)


@pytest.fixture(params=[0o000, 0o022, 0o077], ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    """Set each of three umasks: for everyone, for reading, for the user only."""
    was = os.umask(request.param)
    yield
    os.umask(was)


@posix
class TestPrivacy:
    @pytest.mark.usefixtures("umask")
    def test_files_of_the_user_are_private(self, own_home: Path, tmp_path: Path) -> None:
        (tmp_path / "list.txt").write_text("aa\nzoo\n")
        assert bw("dict", "build", str(tmp_path / "list.txt"), "--name", "mine").status == 0
        assert bw("dict", "add", "mine", "zzz").status == 0
        assert bw("track", "--players", "you", "-d", "mine").status == 0
        assert bw("quiz", "--questions", "1", "-d", "everyday", stdin="\n").status == 0
        made = {path: stat.S_IMODE(path.lstat().st_mode) for path in own_home.rglob("*")}
        kinds = {"cache", "dictionaries", "games", "house", "scores.jsonl"}
        assert kinds <= {path.name for path in made}
        assert {path for path, mode in made.items() if mode & 0o077} == set()

    @pytest.mark.usefixtures("umask")
    def test_temporary_files_are_private(
        self, own_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Record the mode of a file when it is synced, before it is renamed."""
        (tmp_path / "list.txt").write_text("aa\nzoo\n")
        modes = []
        sync = os.fsync

        def look(file: int) -> None:
            if stat.S_ISREG(os.fstat(file).st_mode):
                modes.append(stat.S_IMODE(os.fstat(file).st_mode))
            sync(file)

        monkeypatch.setattr(os, "fsync", look)
        assert bw("dict", "build", str(tmp_path / "list.txt"), "--name", "mine").status == 0
        assert bw("dict", "add", "mine", "zzz").status == 0
        record(own_home / "games" / "game.jsonl", "mine")
        assert len(modes) >= 4  # a dictionary, its compiled form, house words, a game
        assert set(modes) == {0o600}

    def test_links_are_not_followed_when_writing(self, own_home: Path, tmp_path: Path) -> None:
        (tmp_path / "list.txt").write_text("aa\nzoo\n")
        assert bw("dict", "add", str(tmp_path / "list.txt"), "zzz").status == 0
        others = tmp_path / "others"
        others.write_text("not to be changed")
        for path in [*own_home.rglob("*.bwd"), *(own_home / "house").glob("*.txt")]:
            path.unlink()
            path.symlink_to(others)
        bw("dict", "add", str(tmp_path / "list.txt"), "zzz")
        bw("check", "zoo", "-d", str(tmp_path / "list.txt"))
        assert others.read_text() == "not to be changed"
