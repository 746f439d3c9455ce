"""Executors for many games: processes of this machine, or the workers of a Dask cluster."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, parent_process
from threading import Thread
from typing import Any

from ..errors import InvalidError, quote

CONNECT_TIMEOUT = 10  # seconds to wait for a Dask scheduler


@contextmanager
def processes(jobs: int, setup: Callable[[], object] | None = None) -> Iterator[Executor]:
    """Yield an executor of processes on this machine, which are terminated in the end.

    Each process calls `setup` first, a function that supports pickling.

    They are not asked to exit: a process that was killed while it waited for work would leave the
    others waiting forever.
    """
    if sys.platform == "win32":
        jobs = min(jobs, 61)  # the most that Windows can wait for
    before = set(active_children())
    executor = ProcessPoolExecutor(jobs, initializer=_begin_process, initargs=(setup,))
    try:
        yield executor
    finally:
        for process in set(active_children()) - before:
            process.terminate()
        try:
            executor.shutdown(cancel_futures=True)
        except RuntimeError:  # its thread could not be started
            raise MemoryError from None


def _begin_process(setup: Callable[[], object] | None) -> None:
    """Leave Ctrl-C to the parent process, and exit when it has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(parent_process(),), daemon=True).start()
    if setup:
        setup()


def _end_with(parent: Any) -> None:
    parent.join()
    os._exit(1)


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """Yield an executor of the workers of a Dask cluster.

    `address` is that of its scheduler, such as tcp://HOST:PORT. The workers need the same version
    of bwtools, and the dictionary. The scheduler and the workers must be trusted: the results are
    pickled objects, which can run code. Raise InvalidError if there is no scheduler, or Dask is not
    installed.
    """
    try:
        from distributed import Client
        from distributed.comm import get_address_host_port
    except ImportError:
        raise InvalidError("Dask is not installed: pip install 'bwtools[cluster]'") from None
    try:
        get_address_host_port(address)  # a client of a bad address hangs when it is closed
        client = Client(address, timeout=CONNECT_TIMEOUT, set_as_default=False)
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
