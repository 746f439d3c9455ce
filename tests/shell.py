"""The command line, run inside the test process as a shell would run it."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from bwtools.cli import run


class Done(NamedTuple):
    """What a command left behind: exit status, stdout and stderr."""

    status: int
    out: str
    err: str

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The rows of JSON Lines on stdout."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    @property
    def error(self) -> str:
        """The one line on stderr of a command that ended with status 2."""
        assert self.status == 2
        line, *more = self.err.splitlines()
        assert not more
        assert line.startswith("Error: ")
        return line.removeprefix("Error: ")


def bw(*args: str, stdin: str | bytes = b"") -> Done:
    """Run `bw` with arguments and the bytes (or text in UTF-8) of stdin."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    with streams(data) as (out, err):
        status = run(list(args))
        sys.stdout.flush()
        sys.stderr.flush()
        return Done(status, out.getvalue().decode(), err.getvalue().decode())


@contextmanager
def streams(stdin: bytes) -> Iterator[tuple[io.BytesIO, io.BytesIO]]:
    """The bytes of stdin in place of the process's own; what is printed goes into the two files."""
    kept = sys.stdin, sys.stdout, sys.stderr
    out, err = io.BytesIO(), io.BytesIO()
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    sys.stdout = io.TextIOWrapper(out, encoding="utf-8")
    sys.stderr = io.TextIOWrapper(err, encoding="utf-8")
    try:
        yield out, err
    finally:
        sys.stdin, sys.stdout, sys.stderr = kept


def typed(lines: str, environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """What lines of sh do where `bw` is a command, in the home of the environment."""
    return subprocess.run(
        ["sh", "-c", lines],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=environment,
        cwd=environment["BW_HOME"],
        timeout=300,
    )
