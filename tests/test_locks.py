"""Tests of the locks between processes that write the same file."""

from __future__ import annotations

import errno
import os
import threading
from pathlib import Path

import pytest
from filelock import FileLock, Timeout
from processes import posix

from bwtools.storage import locks

if os.name == "posix":
    import fcntl


@pytest.fixture(params=["flock", "filelock"])
def path(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "filelock":  # as on Windows
        monkeypatch.setattr(locks, "fcntl", None)
    return str(tmp_path / "file")


def test_second_lock_is_an_error_until_the_first_is_released(path: str) -> None:
    release = locks.lock(path, timeout=0)
    with pytest.raises(TimeoutError):
        locks.lock(path, timeout=0)
    release()
    locks.lock(path, timeout=0)()


@posix
def test_lock_waits_for_another_to_be_released(tmp_path: Path) -> None:
    path = str(tmp_path / "file")
    release = locks.lock(path, timeout=0)
    timer = threading.Timer(0.1, release)
    timer.start()
    with locks.locked(path, timeout=30):
        assert timer.finished.is_set()


def test_lock_is_that_of_filelock(path: str) -> None:
    with locks.locked(path, timeout=0), pytest.raises(Timeout):
        FileLock(f"{path}.lock", timeout=0).acquire()
    with FileLock(f"{path}.lock"), pytest.raises(TimeoutError):
        locks.lock(path, timeout=0)


@posix
def test_lock_deleted_while_waiting_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(tmp_path / "file")
    flock, calls = fcntl.flock, list[int]()

    def delete_first(handle: int, operation: int) -> None:
        if not calls:
            os.unlink(f"{path}.lock")
        calls.append(handle)
        flock(handle, operation)

    monkeypatch.setattr(fcntl, "flock", delete_first)
    with locks.locked(path, timeout=0):
        assert os.path.exists(f"{path}.lock")


@posix
def test_link_in_place_of_a_lock_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "file.lock").symlink_to(tmp_path / "other")
    with pytest.raises(OSError, match="symbolic"):
        locks.lock(str(tmp_path / "file"), timeout=0)
    assert not (tmp_path / "other").exists()


@posix
def test_file_system_without_flock_uses_filelock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unsupported(_handle: int, _operation: int) -> None:
        raise OSError(errno.ENOLCK, "no locks")

    tried = []
    monkeypatch.setattr(fcntl, "flock", unsupported)
    monkeypatch.setattr(locks, "_lock_by_filelock", lambda *args: tried.append(args))
    locks.lock(str(tmp_path / "file"), timeout=0)
    assert tried == [(str(tmp_path / "file.lock"), 0)]
