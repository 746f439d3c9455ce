"""Tests of folders on each system, and of writing files that a user names."""

from __future__ import annotations

import os
import stat
import sys
import threading
from pathlib import Path

import pytest
from shell import bw

from bwtools.storage.files import _read, check_writable, write_atomically, write_user_file
from bwtools.storage.folders import cache_dir, data_dir


@pytest.mark.parametrize(
    ("platform", "environment", "data", "cache"),
    [
        ("linux", {}, "/me/.local/share/bwtools", "/me/.cache/bwtools"),
        ("linux", {"XDG_DATA_HOME": "/d", "XDG_CACHE_HOME": "/c"}, "/d/bwtools", "/c/bwtools"),
        (
            "darwin",
            {},
            "/me/Library/Application Support/bwtools",
            "/me/Library/Caches/bwtools",
        ),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/bwtools", "/local/bwtools/cache"),
        ("win32", {}, "/me/AppData/Local/bwtools", "/me/AppData/Local/bwtools/cache"),
        ("linux", {"BW_HOME": "/bw"}, "/bw", "/bw/cache"),
        (
            "linux",
            {"XDG_DATA_HOME": "d", "XDG_CACHE_HOME": "../c"},
            "/me/.local/share/bwtools",
            "/me/.cache/bwtools",
        ),
    ],
)
@pytest.mark.skipif(os.name != "posix", reason="~ is not HOME there")
def test_folders_follow_the_conventions_of_the_system(
    platform: str,
    environment: dict[str, str],
    data: str,
    cache: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("BW_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "/me", **environment}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert [os.path.normpath(path) for path in (data_dir(), cache_dir())] == [data, cache]


@pytest.mark.skipif(os.name != "posix", reason="~ is not HOME there")
@pytest.mark.parametrize("folder", [None, "", "relative"])
def test_without_a_home_folder_nothing_is_saved(
    folder: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("BW_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    if folder is not None:
        monkeypatch.setenv("HOME", folder)
    monkeypatch.setattr(os, "getuid", lambda: 54321)  # an unknown user
    monkeypatch.chdir(tmp_path)
    (tmp_path / "list").write_text("cat\n")
    assert bw("check", "cat", "-d", "list").status == 0
    assert bw("dict", "list", "-f", "plain").status == 0
    assert bw("games").status == 0
    for args in (
        ["play", "-d", "list"],
        ["dict", "add", "list", "zzz"],
        ["dict", "build", "list", "--name", "mine"],
        ["quiz", "--questions", "1", "--decision", "choose"],
    ):
        assert "there is no home folder: set HOME, or BW_HOME" in bw(*args, stdin="2\n").error
    assert [path.name for path in tmp_path.iterdir()] == ["list"]
    args = ["play", "--seed", "1", "-d", "list", "--record", "game.jsonl"]
    assert bw(*args).status == 0


@pytest.mark.skipif(not os.path.exists("/dev/null"), reason="there are no devices here")
def test_device_is_written_to_and_not_replaced() -> None:
    write_user_file("/dev/null", b"much")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no named pipes")
@pytest.mark.parametrize("is_read", [False, True])
def test_a_pipe_is_written_to_if_it_has_a_reader(is_read: bool, tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    read = list[bytes]()
    reader = threading.Thread(target=lambda: read.append(path.read_bytes()))
    if is_read:
        reader.start()
    args = ("simulate", "--players", "novice", "--games", "1", "--raw", "--jobs", "1")
    done = bw(*args, "--plot", str(path), "-d", "everyday", "-f", "plain")
    if is_read:
        reader.join(30)
        assert done.status == 0
        assert read[0].startswith(b"<svg")
    else:
        assert done.error == f"cannot write {path}: it is a pipe, and nobody reads it"
    assert stat.S_ISFIFO(os.stat(path).st_mode)


def test_temporary_files_of_killed_processes_are_deleted(tmp_path: Path) -> None:
    old, new = tmp_path / ".bwtools-old", tmp_path / ".bwtools-new"
    for path in (old, new):
        path.touch()
    os.utime(old, (0, 0))
    write_atomically(str(tmp_path / "file"), b"much")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".bwtools-new", "file"]


def test_read_only_folder_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Root may write to any folder, whatever its mode.
    monkeypatch.setattr(os, "access", lambda path, _: path != str(tmp_path))
    with pytest.raises(PermissionError, match=r"page\.html"):
        check_writable(str(tmp_path / "page.html"))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no pipes that do not block")
def test_a_file_whose_reads_would_block_is_an_error() -> None:
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    with open(writing, "wb"), open(reading, "rb") as file:  # noqa: SIM117
        with pytest.raises(OSError, match="nothing can be read from it now"):
            _read(file, 10)
