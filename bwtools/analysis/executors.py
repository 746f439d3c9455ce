"""What plays many games: processes of this machine, or a Dask cluster, as standard executors."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, parent_process
from threading import Thread
from typing import Any

from ..errors import InvalidError, quote

_PATIENCE = 10  # seconds to wait for a scheduler


@contextmanager
def processes(jobs: int) -> Iterator[Executor]:
    """Processes of this machine; they end at once where their work is not wanted any more."""
    if sys.platform == "win32":
        jobs = min(jobs, 61)  # the most that it can wait for
    before = set(active_children())
    executor = ProcessPoolExecutor(jobs, initializer=_begin_process)
    try:
        yield executor
    except BaseException:
        for process in set(active_children()) - before:
            process.terminate()
        raise
    finally:
        executor.shutdown(cancel_futures=True)


def _begin_process() -> None:
    """Leave Ctrl-C to the parent, and end when it has ended in whatever way."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(parent_process(),), daemon=True).start()


def _end_with(parent: Any) -> None:
    parent.join()
    os._exit(1)


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The workers of a Dask cluster, by the address of its scheduler: tcp://HOST:PORT.

    They need bwtools in the same version, and the dictionary. Raises InvalidError: there is none,
    or Dask is not installed.
    """
    try:
        from distributed import Client
        from distributed.comm import get_address_host_port
    except ImportError:
        raise InvalidError("Dask is not installed: pip install 'bwtools[cluster]'") from None
    try:
        get_address_host_port(address)  # since a client of a wrong address hangs in its own end
        client = Client(address, timeout=_PATIENCE, set_as_default=False)
    except (ImportError, OSError, RuntimeError, ValueError) as error:
        raise InvalidError(
            f"there is no Dask scheduler at {quote(address)}: {error or type(error).__name__}; "
            "start one with dask scheduler, and give the address that it prints"
        ) from None
    with client:
        executor = client.get_executor()
        try:
            yield executor
        finally:
            executor.shutdown(wait=False)
