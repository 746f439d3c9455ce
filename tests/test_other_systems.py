"""What differs on Windows and macOS, tested by stand-ins: pipes, renaming, names, encodings."""

from __future__ import annotations

import errno
import io
import ntpath
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from processes import ROOT
from shell import bw

from bwtools.cli import run, saved_games
from bwtools.errors import InvalidError
from bwtools.lexicon import lexicon
from bwtools.lexicon.lexicon import build_dictionary, find_dictionary
from bwtools.storage import files
from bwtools.tiles.tile_set import load_tiles


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")


class ClosedPipe(io.StringIO):
    """Standard output whose reader has gone, as Windows reports it."""

    def write(self, text: str) -> int:
        raise OSError(errno.EINVAL, f"Invalid argument ({len(text)} characters)")


@pytest.fixture
def kept_stdout() -> Any:
    """Save file descriptor 1, which bw redirects if the pipe is closed."""
    saved = os.dup(1)
    yield
    os.dup2(saved, 1)
    os.close(saved)


@pytest.mark.usefixtures("windows", "kept_stdout")
def test_closed_pipe_of_windows_ends_quietly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", ClosedPipe())
    assert run(["price", "DES"]) == 0
    assert capsys.readouterr().err == ""


def test_other_errors_of_a_stream_are_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", ClosedPipe())
    assert run(["price", "DES"]) == 2
    assert capsys.readouterr().err.startswith("Error: cannot continue: Invalid argument")


def renamed_at(attempt: int, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Let renaming succeed at an attempt; return a list that gets the pauses between them."""
    rename: Callable[[str, str], None] = os.replace
    pauses: list[float] = []

    def replace(source: str, target: str) -> None:
        if len(pauses) < attempt - 1:
            raise PermissionError(errno.EACCES, "the file is open in another process", target)
        rename(source, target)

    monkeypatch.setattr(os, "replace", replace)
    monkeypatch.setattr(files, "sleep", pauses.append)
    return pauses


@pytest.mark.usefixtures("windows")
def test_renaming_on_windows_waits_for_readers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "house.txt"
    path.write_bytes(b"before")
    pauses = renamed_at(4, monkeypatch)
    files.write_atomically(str(path), b"after")
    assert path.read_bytes() == b"after"
    assert len(pauses) == 3


@pytest.mark.usefixtures("windows")
def test_renaming_on_windows_gives_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "house.txt"
    path.write_bytes(b"before")
    pauses = renamed_at(1000, monkeypatch)
    with pytest.raises(PermissionError):
        files.write_atomically(str(path), b"after")
    assert path.read_bytes() == b"before"
    assert os.listdir(tmp_path) == ["house.txt"]
    assert sum(pauses) == pytest.approx(1)


def test_renaming_elsewhere_does_not_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    pauses = renamed_at(2, monkeypatch)
    with pytest.raises(PermissionError):
        files.write_atomically(str(tmp_path / "house.txt"), b"after")
    assert pauses == []


def test_folder_on_a_missing_drive_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []

    def fail(path: str, mode: int) -> None:
        tried.append(path)
        raise FileNotFoundError(errno.ENOENT, f"no such drive ({mode:o})", path)

    monkeypatch.setattr(files, "dirname", ntpath.dirname)
    monkeypatch.setattr(files, "isdir", lambda _: False)
    monkeypatch.setattr(os, "mkdir", fail)
    with pytest.raises(FileNotFoundError):
        files.make_folder("Z:\\games\\mine")
    assert tried == ["Z:\\games"]


@pytest.mark.usefixtures("windows")
def test_commands_are_quoted_for_windows() -> None:
    quoted = saved_games._quoted
    assert quoted(r"C:\games\first.jsonl") == r"C:\games\first.jsonl"
    assert quoted(r"C:\my games\first.jsonl") == r'"C:\my games\first.jsonl"'


# Names that differ in case only


def test_case_of_a_shipped_name_matters_where_files_ignore_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lexicon, "isfile", lambda path: Path(path.lower()).is_file())
    assert find_dictionary("enable")
    with pytest.raises(InvalidError, match="do you mean enable"):
        find_dictionary("ENABLE")


@pytest.mark.usefixtures("own_home")
def test_dictionary_names_differ_in_more_than_case(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("cat\n")
    build_dictionary(str(words), "ours")
    build_dictionary(str(words), "ours")
    with pytest.raises(InvalidError, match="there is a dictionary ours"):
        build_dictionary(str(words), "Ours")
    with pytest.raises(InvalidError, match="enable is a dictionary of bwtools"):
        build_dictionary(str(words), "Enable")


@pytest.mark.usefixtures("own_home")
@pytest.mark.parametrize("name", ["con", "NUL", "com1"])
def test_dictionary_is_not_named_like_a_device(name: str, tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("cat\n")
    with pytest.raises(InvalidError, match="on Windows"):
        build_dictionary(str(words), name)


# Texts


def test_tile_set_may_have_line_ends_of_windows(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    source = ROOT / "bwtools" / "data" / "classic.toml"
    path.write_bytes(source.read_bytes().replace(b"\n", b"\r\n"))
    assert load_tiles(str(path)).counts == load_tiles().counts


@pytest.mark.parametrize("utf8", ["0", "1"])
@pytest.mark.parametrize("encoding", ["cp1252", "cp437"])
def test_what_a_code_page_does_not_have_is_escaped(encoding: str, utf8: str) -> None:
    line = ["price", "DES", "ČAJ", "-f", "plain"]
    done = subprocess.run(
        [sys.executable, "-X", f"utf8={utf8}", "-m", "bwtools", *line],
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": encoding},
        check=False,
    )
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert b"\\u010c" in done.stderr


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
@pytest.mark.parametrize(
    ("line", "queries"),
    [
        (["simulate", "--games", "4", "--players", "club", "--raw", "-f", "plain"], ""),
        (["sell", "-", "--by", "equity", "-f", "csv"], "aeinrst.\nquizst.\n"),
        (["buy", "-", "--hand", "retas..", "--basis", "value", "-f", "csv"], "ing\nast\n"),
    ],
    ids=lambda value: value[0] if value else "",
)
@pytest.mark.slow
def test_processes_may_start_in_any_way(method: str, line: list[str], queries: str) -> None:
    if method == "forkserver" and sys.platform == "win32":
        pytest.skip("Windows has spawn only")
    code = (
        f"import multiprocessing; multiprocessing.set_start_method({method!r}); "
        "from bwtools.__main__ import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *line, "--jobs", "2"],
        capture_output=True,
        cwd=ROOT,
        input=queries,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout == bw(*line, "--jobs", "1", stdin=queries).out
