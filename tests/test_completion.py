"""Tests of shell completion."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import BashComplete

from bwtools import cli

ROOT = Path(__file__).parent.parent
# Code that prints how each shell completes `bw sel`, after running the documented line.
ASK = {
    "bash": "COMP_WORDS=(bw sel); COMP_CWORD=1; _bw_completion bw; echo $COMPREPLY",
    "zsh": "_describe() { print -l $completions_with_descriptions }\n"
    "words=(bw sel); CURRENT=2; _bw_completion",
    "fish": "complete -C 'bw sel'",
}


def completions(words: str, prefix: str) -> list[tuple[str, str]]:
    """Return the type and text of each completion of `prefix` after the words."""
    items = BashComplete(cli.bw, {}, "bw", "_BW_COMPLETE").get_completions(words.split(), prefix)
    return [(item.type, item.value) for item in items]


@pytest.mark.parametrize("shell", ASK)
def test_documented_line_makes_a_shell_complete_commands(shell: str, tmp_path: Path) -> None:
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    page = (ROOT / "docs" / "scripting.md").read_text("utf-8")
    (line,) = re.findall(rf"^(.*_BW_COMPLETE={shell}_source.*?) +# {shell}:", page, re.MULTILINE)
    bw = tmp_path / "bw"
    bw.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m bwtools "$@"\n')
    bw.chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [shell, "-c", f"{line}\n{ASK[shell]}\n"],
        capture_output=True,
        text=True,
        env={**os.environ, "HOME": str(tmp_path), "PATH": path, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        timeout=60,
        check=False,
    )
    assert (re.split(r"[:\t\n]", done.stdout)[0], done.stderr) == ("sell", "")


@pytest.mark.parametrize("words", ["check quiz -d", "dict info", "dict add", "dict diff enable"])
def test_dictionaries_are_completed(words: str) -> None:
    assert completions(words, "ev") == [("plain", "everyday")]
    assert completions(words, "lists/") == [("file", "lists/")]


@pytest.mark.parametrize("words", ["review", "replay", "resume", "hint", "quiz --from"])
def test_saved_games_are_completed(words: str, own_games: Path) -> None:
    assert completions(words, "") == [("file", "")]
    (own_games / "games").mkdir()
    for name in ("2024-05-02", "2024-05-01", "mine"):
        (own_games / "games" / f"{name}.jsonl").touch()
    assert completions(words, "20") == [("plain", "2024-05-01"), ("plain", "2024-05-02")]
    assert completions(words, "./20") == [("file", "./20")]


@pytest.mark.parametrize("words", ["review --html", "check --file", "words abc -t", "play --theme"])
def test_files_are_completed(words: str) -> None:
    assert completions(words, "li") == [("file", "li")]


@pytest.mark.parametrize("instruction", ["bash_complete", "zsh_complete", "x", "x_source"])
def test_unknown_value_of_the_completion_variable_is_an_error(instruction: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bwtools"],
        capture_output=True,
        text=True,
        env={**os.environ, "_BW_COMPLETE": instruction, "PYTHONPATH": str(ROOT)},
        timeout=60,
        check=False,
    )
    (line,) = done.stderr.splitlines()
    assert (done.returncode, done.stdout) == (2, "")
    assert line.startswith(f"Error: _BW_COMPLETE is '{instruction}'")
