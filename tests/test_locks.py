"""Tests of locks: one process at a time, no litter, and file systems without locks."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from shell import bw

from bwtools.storage.locks import lock, locked

fcntl = pytest.importorskip("fcntl", reason="locks of Unix")
ROOT = Path(__file__).parent.parent
HOLD = """
import sys
from bwtools.storage.locks import locked

with locked(sys.argv[1], 0):
    print("locked", flush=True)
    sys.stdin.read()
"""


@pytest.fixture(params=[errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP])
def no_locks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make locks fail as on file systems that have none."""

    def flock(*_: object) -> None:
        raise OSError(request.param, os.strerror(request.param))

    monkeypatch.setattr(fcntl, "flock", flock)


def test_the_file_of_a_lock_is_deleted(tmp_path: Path) -> None:
    path = tmp_path / "x.lock"
    with locked(str(tmp_path / "x"), 0):
        assert path.exists()
        with pytest.raises(TimeoutError, match="another process holds the lock"):
            lock(str(tmp_path / "x"), 0)
        assert path.exists()
    assert not path.exists()


def test_a_lock_of_another_process_ends_with_it(tmp_path: Path) -> None:
    path = str(tmp_path / "x")
    other = subprocess.Popen(
        [sys.executable, "-c", HOLD, path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert other.stdout
    assert other.stdout.readline() == b"locked\n"
    with pytest.raises(TimeoutError):
        lock(path, 0.1)
    other.kill()
    other.communicate()
    assert os.path.exists(f"{path}.lock")
    lock(path, 0)()
    assert not os.path.exists(f"{path}.lock")


def test_only_one_of_many_holds_a_lock_that_is_deleted_each_time(tmp_path: Path) -> None:
    path, inside, most = str(tmp_path / "x"), 0, list[int]()

    def work() -> None:
        nonlocal inside
        for _ in range(20):
            with locked(path, 60):
                inside += 1
                most.append(inside)
                time.sleep(0.0001)
                inside -= 1

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1] * 160
    assert not os.path.exists(f"{path}.lock")


def test_a_link_in_place_of_a_lock_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "x.lock").symlink_to(tmp_path / "other")
    with pytest.raises(OSError, match="symbolic link"):
        lock(str(tmp_path / "x"), 0)
    assert not (tmp_path / "other").exists()


def test_no_lock_file_is_left(own_games: Path, tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("cat\n")
    record = tmp_path / "game.jsonl"
    assert bw("play", "--seed", "1", "--record", str(record)).status == 0
    assert bw("resume", str(record)).status == 0
    assert bw("play", "--seed", "1", "--record", str(record)).status == 2  # it exists
    assert bw("play", "--record", os.devnull).status == 2
    assert bw("dict", "add", str(tmp_path / "list.txt"), "zzz").status == 0
    assert bw("quiz", "--questions", "1", "-d", "everyday", stdin="\n").status == 0
    assert not [*tmp_path.rglob("*.lock"), *own_games.rglob("*.lock")]
    assert not os.path.exists(f"{os.devnull}.lock")


def test_a_game_that_is_played_elsewhere_is_not_resumed(tmp_path: Path, own_games: Path) -> None:
    del own_games
    record = tmp_path / "game.jsonl"
    bw("play", "--seed", "1", "--record", str(record))
    with locked(str(record), 0):
        assert "another process is playing the game" in bw("resume", str(record)).error


@pytest.mark.usefixtures("no_locks")
def test_file_systems_without_locks_are_used_with_one_warning(
    tmp_path: Path, own_games: Path
) -> None:
    record = tmp_path / "game.jsonl"
    done = bw("play", "--seed", "1", "--record", str(record))
    (line,) = done.err.splitlines()
    assert done.status == 0
    assert line.startswith(f"Warning: files in {tmp_path} cannot be locked: ")
    (tmp_path / "list.txt").write_text("cat\n")
    assert bw("dict", "add", str(tmp_path / "list.txt"), "zzz").err.startswith("Warning: files in ")
    assert not [*tmp_path.rglob("*.lock"), *own_games.rglob("*.lock")]


def test_another_error_of_a_lock_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own_games: Path
) -> None:
    del own_games

    def flock(*_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(fcntl, "flock", flock)
    error = bw("play", "--seed", "1", "--record", str(tmp_path / "game.jsonl")).error
    assert "Input/output error" in error
