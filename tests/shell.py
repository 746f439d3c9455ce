"""The command line, run inside the test process as a shell would run it."""

from __future__ import annotations

import io
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bwtools.cli import run


class Done(NamedTuple):
    """The result of a command: its exit status and what it printed."""

    status: int
    out: str
    err: str

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The rows that stdout has as JSON Lines."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def lines(self) -> list[str]:
        """The lines of stdout."""
        return self.out.splitlines()

    @property
    def error(self) -> str:
        """The one line on stderr of a command that ended with status 2, without `Error: `."""
        assert self.status == 2
        line, *more = self.err.splitlines()
        assert not more
        assert line.startswith("Error: ")
        return line.removeprefix("Error: ")


def bw(*args: str, stdin: str | bytes = b"") -> Done:
    """Run `bw` in this process, with its arguments and what stdin has as bytes or text."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    with streams(data) as (out, err):
        status = run(list(args))
        sys.stdout.flush()
        sys.stderr.flush()
        return Done(status, out.getvalue().decode(), err.getvalue().decode())


@contextmanager
def streams(stdin: bytes) -> Iterator[tuple[io.BytesIO, io.BytesIO]]:
    """Replace the standard streams: read the bytes given, and print into the two that it yields."""
    own = sys.stdin, sys.stdout, sys.stderr
    out, err = io.BytesIO(), io.BytesIO()
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    sys.stdout = io.TextIOWrapper(out, encoding="utf-8")
    sys.stderr = io.TextIOWrapper(err, encoding="utf-8")
    try:
        yield out, err
    finally:
        sys.stdin, sys.stdout, sys.stderr = own


def typed(lines: str, environment: Mapping[str, str]) -> Done:
    """Run lines of sh in the home of an environment.

    Pipes, `;`, `&&` and `>` are run here: `bw` in this process, which saves starting Python, and
    other commands in processes of their own. A line with more syntax than that is run by sh.
    """
    done = list[Done]()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(environment["BW_HOME"])
        for name, value in environment.items():
            patch.setenv(name, value)
        for line in lines.splitlines():
            words = _words(line)
            simple = (
                "bw" in words and words[0] != "if" and not re.search(r"[$`<(]|\d>|&>|>>|\|\|", line)
            )
            done.append(_run_line(words) if simple else typed_in_sh(line, environment))
    return Done(done[-1].status, "".join(d.out for d in done), "".join(d.err for d in done))


def typed_in_sh(lines: str, environment: Mapping[str, str]) -> Done:
    """Run lines of sh in the home of an environment, each command in a process of its own."""
    done = subprocess.run(
        ["sh", "-c", lines],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=environment,
        cwd=environment["BW_HOME"],
        timeout=300,
    )
    return Done(done.returncode, done.stdout, done.stderr)


def _words(line: str) -> list[str]:
    reader = shlex.shlex(line, posix=True, punctuation_chars="|&;>")
    reader.whitespace_split, reader.commenters = True, ""
    return list(reader)


def _run_line(words: Sequence[str]) -> Done:
    status, out, err = 0, "", ""
    for operator, pipeline in _split(words, (";", "&&")):
        if operator == "&&" and status:
            continue
        text = ""
        for _, command in _split(pipeline, ("|",)):
            name, *args = [*command[: -2 if ">" in command else None]]
            if name == "bw":
                done = bw(*args, stdin=text)
            else:
                other = subprocess.run([name, *args], input=text, capture_output=True, text=True)
                done = Done(other.returncode, other.stdout, other.stderr)
            status, text, err = done.status, done.out, err + done.err
            if ">" in command:
                Path(command[-1]).write_text(text, encoding="utf-8")
                text = ""
        out += text
    return Done(status, out, err)


def _split(words: Sequence[str], operators: tuple[str, ...]) -> Iterator[tuple[str, list[str]]]:
    """Yield the parts of a line between operators, each with the operator before it."""
    operator, part = "", list[str]()
    for word in words:
        if word in operators:
            yield operator, part
            operator, part = word, []
        else:
            part.append(word)
    yield operator, part
