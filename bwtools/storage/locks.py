"""Locks between processes that write the same file.

The lock of a file is a file next to it. It is locked by `flock` where the system has that, because
importing filelock would take a quarter of the start-up time of a game.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

_INTERVAL = 0.05  # seconds between two attempts
_UNSUPPORTED = (errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOLCK)  # by the file system


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

    Raise TimeoutError after that, and OSError if the lock cannot be made.
    """
    name = f"{path}.lock"
    if fcntl is None:
        return _lock_by_filelock(name, timeout)
    end = time.monotonic() + timeout
    while True:
        try:
            handle = _try_to_lock(name)
        except OSError as error:
            if error.errno not in _UNSUPPORTED:
                raise
            return _lock_by_filelock(name, timeout)
        if handle is not None:
            return lambda: os.close(handle)
        if time.monotonic() >= end:
            raise TimeoutError(errno.ETIMEDOUT, "another process holds the lock", name)
        time.sleep(_INTERVAL)


def _try_to_lock(name: str) -> int | None:
    """Return the handle of a lock file that is locked now; None if another process has it."""
    while True:
        flags = os.O_RDWR | os.O_CREAT | os.O_NONBLOCK | getattr(os, "O_NOFOLLOW", 0)
        handle = os.open(name, flags, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.fstat(handle).st_nlink:
                return handle
            os.close(handle)  # deleted with the file that it locked: there may be a new one
        except BlockingIOError:
            os.close(handle)
            return None
        except BaseException:
            with suppress(OSError):
                os.close(handle)
            raise


def _lock_by_filelock(name: str, timeout: float) -> Callable[[], object]:
    from filelock import FileLock

    file_lock = FileLock(name, timeout=timeout, mode=0o600)
    file_lock.acquire()
    return file_lock.release
