"""Read the examples of the documentation and run them as a reader would type them.

Three kinds of fenced blocks are examples:

- `console`: lines after `$ ` are commands of sh, and what they print follows.
- `pycon`: a Python session as doctest reads it. The sessions of a page share their names.
- any block whose first line is `# NAME.EXTENSION`: a file that the reader saves under that name.

The examples of a page follow one another in a home of its own. In what is printed `...` stands for
any text. A block after the line `<!-- slow -->`, which no reader sees, is run by the slow tests. A
block after `<!-- needs NAME -->` is run where that program or module of Python can be found. Lines
after `> ` continue a command.
"""

from __future__ import annotations

import doctest
import io
import os
import re
import shlex
import shutil
import sys
import tomllib
import traceback
from collections.abc import Iterator, Mapping
from contextlib import redirect_stdout
from difflib import SequenceMatcher
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import Any

from shell import typed, typed_in_sh

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md"))]
SLOW = "<!-- slow -->\n"
_NEEDS = r"<!-- needs (?P<name>\w+) -->\n"
_BLOCK = re.compile(
    rf"^(?P<slow>{SLOW})?(?P<needs>{_NEEDS})?"
    r"(?P<fence>```(?P<kind>\w+)\n)(?P<body>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
_COMMAND = re.compile(
    r"^\$ (?P<command>.*\n(?:> .*\n)*)(?P<printed>(?:(?!\$ ).*\n)*)", re.MULTILINE
)
_FILE = re.compile(r"# ([\w-]+\.\w+)\n")
_SAME = doctest.OutputChecker().check_output


def make_home(folder: Path) -> dict[str, str]:
    """Put `bw` and `python3` into a folder; return the environment of a reader who works there."""
    bw = folder / "bin" / "bw"
    bw.parent.mkdir()
    for path, arguments in ((bw, "-m bwtools"), (bw.with_name("python3"), "")):
        path.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} {arguments} "$@"\n')
        path.chmod(0o755)
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith("BW_")},
        "PATH": f"{bw.parent}{os.pathsep}{os.environ['PATH']}",
        "BW_HOME": str(folder),
        "PYTHONPATH": f"{ROOT}{os.pathsep}{folder}",
    }


def run_page(text: str, environment: Mapping[str, str], slow: bool) -> str:
    """Run the examples of a page; return the page with what they print now.

    A page whose examples print what it shows is returned unchanged. Without `slow` the examples
    for the slow tests are left as they are, and `bw` runs in this process; with it, every command
    runs in a process of its own. Python sessions run in this process, which must be in the home of
    the environment.
    """
    names: dict[str, Any] = {"__name__": "__main__"}

    def run(block: re.Match[str]) -> str:
        body = block["body"]
        if file := _FILE.match(body):
            _save(file[1], body, Path(environment["BW_HOME"]))
        elif (block["slow"] and not slow) or not _is_there(block["name"]):
            return block[0]
        elif block["kind"] == "console":
            body = _COMMAND.sub(lambda each: _run_command(each, environment, slow), body)
        elif block["kind"] == "pycon":
            body = "".join(_run_session(body, names))
        return f"{block['slow'] or ''}{block['needs'] or ''}{block['fence']}{body}```"

    return _BLOCK.sub(run, text)


def _is_there(name: str | None) -> bool:
    return name is None or bool(shutil.which(name) or find_spec(name))


def _save(name: str, text: str, folder: Path) -> None:
    """Save a file of an example. A project in it counts as installed: bw finds its players."""
    (folder / name).write_text(text, encoding="utf-8")
    if name == "pyproject.toml":
        project = tomllib.loads(text)["project"]
        metadata = folder / f"{project['name']}-{project['version']}.dist-info"
        metadata.mkdir()
        metadata.joinpath("METADATA").write_text(f"Name: {project['name']}\n")
        lines = [
            f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in points.items())
            for group, points in project["entry-points"].items()
        ]
        metadata.joinpath("entry_points.txt").write_text("".join(lines))


def _run_command(example: re.Match[str], environment: Mapping[str, str], slow: bool) -> str:
    lines = re.sub("^> ", "", example["command"], flags=re.MULTILINE)
    done = (typed_in_sh if slow or "\n" in lines[:-1] else typed)(lines, environment)
    return f"$ {example['command']}{_updated(example['printed'], done.out + done.err)}"


def _run_session(body: str, names: dict[str, Any]) -> Iterator[str]:
    for part in doctest.DocTestParser().parse(body):
        if isinstance(part, str):
            yield part
            continue
        printed = io.StringIO()
        try:
            with redirect_stdout(printed):
                exec(compile(part.source, "<example>", "single"), names)
        except Exception as error:
            printed.write("Traceback (most recent call last):\n    ...\n")
            printed.write("".join(traceback.format_exception_only(error)))
        first, *more = part.source.splitlines(keepends=True)
        yield "".join([f">>> {first}", *(f"... {line}" for line in more)])
        yield _updated(part.want, printed.getvalue())


def _updated(shown: str, printed: str) -> str:
    """Return what a page shows if an example still prints it, and otherwise what it prints.

    Lines left out (`...`) are left out again: each run of lines shown becomes the most similar
    run of lines printed.
    """
    if _SAME(shown, printed, doctest.ELLIPSIS):
        return shown
    lines, at, found = printed.splitlines(keepends=True), 0, list[str]()
    runs = [list(run) for _, run in groupby(shown.splitlines(keepends=True), "...\n".__eq__)]
    if ["...\n"] not in runs:
        return printed
    for run in runs:
        if run == ["...\n"]:
            found += run
            continue
        starts = range(at, max(at, len(lines) - len(run)) + 1)
        at = max(starts, key=lambda at: _similarity(run, lines[at : at + len(run)]))
        found += lines[at : at + len(run)]
        at += len(run)
    return "".join(found)


def _similarity(one: list[str], other: list[str]) -> float:
    return SequenceMatcher(None, "".join(one), "".join(other)).ratio()
