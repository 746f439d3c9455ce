"""Time and memory of commands and functions, for the benchmarks. Linux and macOS."""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from bwtools.storage import folders

ENABLE = os.path.join(folders.SHIPPED_DICTIONARIES, "enable.txt")
MB = 1 << (20 if sys.platform == "darwin" else 10)  # in the unit of ru_maxrss
# A small process that starts a command: a command never reports a lower peak than its parent.
_STARTER = """
import os, sys, time
begun = time.perf_counter()
child = os.fork()
if not child:
    os.execvp(sys.argv[1], sys.argv[1:])
_, status, used = os.wait4(child, 0)
seconds = time.perf_counter() - begun
status = os.waitstatus_to_exitcode(status)
print(status, seconds, used.ru_utime + used.ru_stime, used.ru_maxrss, file=sys.stderr)
"""

_T = TypeVar("_T")


class Used(NamedTuple):
    """The cost and output of a command, including the processes that it started."""

    clock: float  # seconds
    processor: float  # seconds
    memory: float  # megabytes: the peak of the largest process
    stdout: str  # empty if not captured
    stderr: str


class Share(NamedTuple):
    """The cost of a process, and of those that it started."""

    own: float  # megabytes, its peak
    others: float  # megabytes, the peak of the largest
    processor: float  # seconds, of all


def bw() -> str:
    """Return the path of the command `bw` installed for this Python."""
    neighbour = Path(sys.executable).with_name("bw")
    return str(neighbour) if neighbour.exists() else shutil.which("bw") or "bw"


def measure_command(
    *command: str,
    stdin: str | None = None,
    folder: Path | None = None,
    keep: bool = False,
    status: int = 0,
) -> Used:
    """Run a command, capturing its output or not. Raise RuntimeError for another exit status."""
    with open(stdin or os.devnull, "rb") as given:
        done = subprocess.run(
            [sys.executable, "-ISc", _STARTER, *command],
            stdin=given,
            stdout=subprocess.PIPE if keep else subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            cwd=folder,
            text=True,
            check=True,
        )
    *said, told = done.stderr.splitlines()
    ended, *numbers = told.split()
    if int(ended) != status:
        raise RuntimeError(f"{' '.join(command)}: status {ended}: {' '.join(said)}")
    clock, processor, peak = map(float, numbers)
    return Used(clock, processor, peak / MB, done.stdout or "", "\n".join(said))


def measure_apart(function: Callable[..., _T], *args: Any) -> tuple[_T, Share]:
    """Call a function in a new process; return its result and the cost of the process."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(_with_share, function, *args).result()


def _with_share(function: Callable[..., _T], *args: Any) -> tuple[_T, Share]:
    import resource

    result = function(*args)
    own, others = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    seconds = own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime
    return result, Share(own.ru_maxrss / MB, others.ru_maxrss / MB, seconds)


def milliseconds(
    function: Callable[[], Any], runs: int, clock: Callable[[], float] = time.perf_counter
) -> float:
    """Return the median time of a call."""
    times = []
    for _ in range(runs):
        begun = clock()
        function()
        times.append(clock() - begun)
    return statistics.median(times) * 1000
