"""Every example of the README does what it says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from shell import typed

ROOT = Path(__file__).parent.parent
TOP = ("__init__", "__main__", "data")  # what is no module of the table
README = (ROOT / "README.md").read_text(encoding="utf-8")


def _blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def _examples() -> list[tuple[str, str]]:
    """The commands behind a dollar sign, with what is printed under them."""
    return [
        (lines.partition("\n")[0], lines.partition("\n")[2])
        for block in _blocks("console")
        for lines in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    ]


@pytest.mark.parametrize(("command", "printed"), _examples(), ids=lambda text: text[:40])
def test_command_prints_what_the_readme_shows(
    command: str, printed: str, environment: dict[str, str]
) -> None:
    done = typed(command, environment)
    assert done.stderr == ""
    shown = re.escape(printed).replace(re.escape("...\n"), r"[^\0]*")  # a line or its end left out
    assert re.fullmatch(shown, done.stdout), done.stdout


def test_the_library_example_prints_what_the_readme_shows(environment: dict[str, str]) -> None:
    (code,) = [block for block in _blocks("python") if block.startswith("import bwtools\n")]
    (printed,) = _blocks("text")
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, timeout=60
    )
    assert (done.stdout, done.stderr) == (printed, "")


def test_the_table_of_commands_is_complete() -> None:
    from bwtools.cli import bw

    listed = re.findall(r"^\| `bw (\w+)", README, re.MULTILINE)
    assert listed == list(bw.list_commands(None))  # type: ignore[arg-type]
