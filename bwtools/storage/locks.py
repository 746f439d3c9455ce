"""Locks between processes that write the same file, where the file system has locks.

The lock of a file is a file next to it, which exists while it is held. This module replaces
filelock, which leaves its files, needs a file system with locks, and takes a quarter of the
start-up time of a game.
"""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial

_PAUSE = 0.05  # seconds between two tries
_NO_LOCKS = {errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOLCK, errno.EINVAL}
_HELD = {errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK}  # by another process
# Another user may have put a link or a pipe in a shared folder.
_FLAGS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)

not_locked: set[str] = set()  # folders on file systems without locks


@contextmanager
def locked(path: str, timeout: float) -> Iterator[None]:
    """Hold the lock of a file. Raise errors as `lock`."""
    release = lock(path, timeout)
    try:
        yield
    finally:
        release()


def lock(path: str, timeout: float) -> Callable[[], object]:
    """Acquire the lock of a file, and return the function that releases it.

    timeout: seconds to wait while another process holds the lock.

    On a file system without locks, note its folder in `not_locked`, and continue without. Raise
    TimeoutError if another process holds the lock, and OSError if it cannot be made.
    """
    name = f"{path}.lock"
    deadline = time.monotonic() + timeout
    while True:
        handle = _open(name)
        is_locked = handle is not None and _lock(handle, name)
        if handle is not None:
            if is_locked and _is_at(name, handle):
                return partial(_release, name, handle)
            os.close(handle)
        if not is_locked:  # otherwise the process before has just deleted the file
            if time.monotonic() >= deadline:
                raise TimeoutError(errno.ETIMEDOUT, "another process holds the lock", name)
            time.sleep(_PAUSE)


def _open(path: str) -> int | None:
    """Return the handle of the file; None if Windows is deleting it for another process."""
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | _FLAGS, 0o600)
    except PermissionError:
        if sys.platform == "win32" and os.path.isfile(path):
            return None
        raise


def _lock(handle: int, path: str) -> bool:
    """Lock an open file. Return False if another process has done so."""
    try:
        _lock_or_raise(handle)
    except OSError as error:
        if error.errno in _HELD:
            return False
        if error.errno not in _NO_LOCKS:
            os.close(handle)
            raise
        not_locked.add(os.path.dirname(path))
    return True


def _lock_or_raise(handle: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _is_at(path: str, handle: int) -> bool:
    """Return whether the open file is still the one at the path."""
    try:
        return os.path.samestat(os.fstat(handle), os.stat(path))
    except OSError:
        return False


def _release(path: str, handle: int) -> None:
    """Delete the file and close it; Windows deletes no open file."""
    if sys.platform == "win32":
        os.close(handle)
        with suppress(OSError):  # another process has locked it
            os.unlink(path)
        return
    if _is_at(path, handle):
        with suppress(OSError):
            os.unlink(path)
    os.close(handle)
