"""Tests of input without end, full memory and deep folders: an error in one line."""

from __future__ import annotations

import gzip
import inspect
import io
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from marks import slow
from shell import bw

from bwtools.cli import run
from bwtools.cli.terminal import prompt
from bwtools.errors import InvalidError
from bwtools.lexicon import text_reader, word_list
from bwtools.lexicon.word_list import read_definitions, read_words
from bwtools.storage.files import make_folder
from bwtools.tiles.tile_set import load_tiles

pytestmark = pytest.mark.usefixtures("own_home")
posix = pytest.mark.skipif(sys.platform == "win32", reason="long paths, links and pipes of Unix")


@pytest.fixture
def sparse(tmp_path: Path) -> str:
    """Return a file of 2 GB that takes no space."""
    path = tmp_path / "sparse"
    with path.open("wb") as file:
        try:
            file.truncate(2_000_000_000)
        except OSError:
            pytest.skip("the file system has no sparse files")
    return str(path)


@pytest.mark.parametrize(
    ("args", "what"),
    [
        (["words", "abc", "-d"], "word list"),
        (["words", "abc", "-t"], "tile set"),
        (["tiles"], "tile set"),
        (["replay"], "game"),
        (["resume"], "game"),
        (["review"], "game"),
        (["hint"], "game"),
        (["quiz", "--from"], "game"),
        (["dict", "build", "--name", "mine"], "word list"),
        (["dict", "diff", "enable"], "word list"),
        (["play", "--variant", "theme", "--theme"], "word list"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else value,
)
def test_a_file_that_is_too_large_is_an_error(args: list[str], what: str, sparse: str) -> None:
    error = bw(*args, sparse).error
    assert error.startswith(f"cannot read the {what} {sparse}: it is larger than "), error


@pytest.mark.parametrize("name", ["scores.jsonl", "house/enable.txt"])
def test_a_file_of_bwtools_that_is_too_large_is_an_error(
    name: str, own_home: Path, sparse: str
) -> None:
    path = own_home / name
    path.parent.mkdir(parents=True)
    Path(sparse).rename(path)
    args = ["quiz", "--scores"] if name.startswith("scores") else ["check", "cat"]
    assert f"{path}: it is larger than 16 MB" in bw(*args).error


@posix
def test_a_pipe_without_end_is_an_error() -> None:
    reader, writer = os.pipe()
    if os.fork() == 0:
        os.close(reader)
        try:
            while True:
                os.write(writer, b"cat\n" * 10_000)
        except OSError:
            os._exit(0)
    os.close(writer)
    try:
        error = bw("tiles", f"/dev/fd/{reader}").error
        assert error == f"cannot read the tile set /dev/fd/{reader}: it is larger than 100 kB"
    finally:
        os.close(reader)
        os.wait()


def test_deep_keys_of_a_tile_set_are_an_error(tmp_path: Path) -> None:
    path = tmp_path / "deep.toml"
    path.write_text("a." * 49_000 + "b=1")
    assert "a line has more than 1,000 bytes" in bw("tiles", str(path)).error
    path.write_text("x = " + "[" * 5_000)
    with pytest.raises(InvalidError, match="is not a TOML file"):
        load_tiles(str(path))


def test_a_list_of_too_many_words_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_list, "MOST_WORDS", 3)
    assert len(read_words(b"aa\nbb\ncc\nAA\n", "list").words) == 3
    with pytest.raises(InvalidError, match=r"^list has more than 3 words: "):
        read_words(b"aa\nbb\ncc\ndd\n", "list")


def test_text_for_scan_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bwtools.cli.commands.lookup._MOST_TEXT", 1_000_000)
    for text in (b"cat " * 300_000, gzip.compress(b"cat " * 300_000)):
        assert " than 1 MB: give less text" in bw("scan", stdin=text).error


def test_definitions_without_end_are_shortened() -> None:
    text = b"".join(b"cat meaning %d\n" % number for number in range(100_000))
    definition = read_definitions(text, "list")["CAT"]
    assert definition.startswith("meaning 0; meaning 1; ")
    assert len(definition) == 4_000


@pytest.mark.parametrize("command", [["words"], ["sell"], ["price"], ["buy"], ["hint"]])
def test_a_line_without_end_is_reported(
    command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bwtools.cli.options.LONGEST_LINE", 1_000)
    monkeypatch.setattr(text_reader, "LONGEST_LINE", 1_000)
    done = bw(*command, "-", stdin=b"a" * 500_000)
    assert done.error == "line 1 is longer than 1,000 characters: leave it out"


@pytest.mark.parametrize("command", [["play"], ["quiz"], ["track", "--players", "you"]])
def test_an_answer_without_end_is_an_error(
    command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prompt, "LONGEST_LINE", 1_000)
    assert "a line of standard input has 1,000 char" in bw(*command, stdin=b"a" * 5_000).error


class _Full(io.RawIOBase):
    """A stream that fails as reading does when the memory is full."""

    def __init__(self, error: type[Exception]) -> None:
        self.error = error

    def readinto(self, _: object) -> int:
        raise self.error

    def readable(self) -> bool:
        return True


@pytest.fixture(params=[MemoryError, RecursionError])
def full(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BufferedReader(_Full(request.param)))
    monkeypatch.setattr(sys, "stdin", stream)


@pytest.mark.usefixtures("full")
@pytest.mark.parametrize("command", [["check", "-"], ["scan"], ["words", "-"]])
def test_full_memory_is_an_error_in_one_line(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(command) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("Error: ")


@pytest.fixture
def deep(tmp_path: Path) -> Iterator[str]:
    """Return a path of more folders than Python's limit of recursion."""
    yield os.path.join(tmp_path, *["d"] * 1_020)
    subprocess.run(["rm", "-rf", tmp_path / "d"], check=True)  # shutil.rmtree is recursive


def test_a_folder_is_made_without_recursion(tmp_path: Path) -> None:
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 50)
    try:
        make_folder(os.path.join(tmp_path, *["d"] * 100))
    finally:
        sys.setrecursionlimit(limit)
    assert sum(len(folders) for _, folders, _ in os.walk(tmp_path)) >= 100


@slow
@posix
def test_deep_folders_are_made(deep: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "list.txt").write_text("cat\ndog\n")
    monkeypatch.setenv("BW_DICTIONARY", str(tmp_path / "list.txt"))
    monkeypatch.setenv("BW_HOME", deep)
    assert bw("dict", "add", str(tmp_path / "list.txt"), "zzzz").status == 0
    assert bw("check", "zzzz").status == 0
    assert bw("play", "--seed", "1").status == 0
    assert bw("games", "-f", "plain").out
    record = os.path.join(deep, "more", "game.jsonl")
    assert bw("play", "--seed", "1", "--record", record).status == 0
    assert bw("resume", record).status == 0
    args = ("simulate", "--players", "novice", "--games", "1", "--raw", "--jobs", "1")
    assert bw(*args, "--record", os.path.join(deep, "records")).status == 0


def test_paths_that_are_too_long_are_errors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = os.path.join(tmp_path, *["folder"] * 1_000)
    for args in (["play", "--record"], ["replay"], ["words", "abc", "-d"], ["review"]):
        assert bw(*args, long).error
    monkeypatch.setenv("BW_HOME", long)
    for args in (["play"], ["dict", "add", "enable", "zzzz"], ["check", "cat"]):
        assert long[:100] in bw(*args).error


@posix
def test_a_long_chain_of_links_is_an_error(tmp_path: Path) -> None:
    target = tmp_path / "game.jsonl"
    for number in range(1_500):
        link = tmp_path / f"l{number}"
        link.symlink_to(target)
        target = link
    for args in (
        ["replay"],
        ["resume"],
        ["words", "abc", "-d"],
        ["scan"],
        ["review", "x", "--html"],
    ):
        assert bw(*args, str(target)).status == 2
