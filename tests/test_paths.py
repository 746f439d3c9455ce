"""Tests of folders on each system, and of writing files that a user names."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest
from shell import bw

from bwtools.storage.files import check_writable, write_user_file
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


def test_read_only_folder_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Root may write to any folder, whatever its mode.
    monkeypatch.setattr(os, "access", lambda path, _: path != str(tmp_path))
    with pytest.raises(PermissionError, match=r"page\.html"):
        check_writable(str(tmp_path / "page.html"))
