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
from shell import bw

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


# Code that prints how each shell completes the last of some words, given as the shell splits them.
COMPLETE = {
    "bash": "COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _bw_completion bw; "
    "printf '%s\\n' \"${{COMPREPLY[@]}}\"",
    "zsh": "compadd() {{ print -l $completions }}; compset() {{ }}\n"
    "words=({words}); CURRENT=$#words; PREFIX=$words[-1]; _bw_completion",
    "fish": "complete -C {line}",
}
NAMES = ("my game", "x,y", "a:b c", "a:bd", "n\udce9", "s*r")


def in_shell(shell: str, code: str, folder: Path) -> tuple[list[str], str]:
    """Run code after the documented line; return the lines that it prints, and its errors."""
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    page = (ROOT / "docs" / "scripting.md").read_text("utf-8")
    (line,) = re.findall(rf"^(.*_BW_COMPLETE={shell}_source.*?) +# {shell}:", page, re.MULTILINE)
    bw = folder / "bw"
    bw.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m bwtools "$@"\n')
    bw.chmod(0o755)
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [shell, "-c", f"{line}\n{code}\n"],
        capture_output=True,
        env={**os.environ, "HOME": str(folder), "PATH": path, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        timeout=60,
        check=False,
    )
    return os.fsdecode(done.stdout).splitlines(), done.stderr.decode()


@pytest.mark.parametrize("shell", ASK)
def test_documented_line_makes_a_shell_complete_commands(shell: str, tmp_path: Path) -> None:
    lines, errors = in_shell(shell, ASK[shell], tmp_path)
    assert (re.split(r"[:\t]", lines[0])[0], errors) == ("sell", "")


@pytest.mark.parametrize(
    ("line", "bash", "others"),
    [
        (r"bw replay my\ ga", [r"my\ game"], ["my game"]),
        ("bw replay x", ["x,y"], ["x,y"]),
        ("bw replay a:b", [r"b\ c", "bd"], ["a:b c", "a:bd"]),
        ("bw replay n", [r"$'n\351'"], ["n\udce9"]),
        ("bw replay s", [r"s\*r"], ["s*r"]),
        ("bw play --players you,ma", ["you,master"], ["you,master"]),
        ("bw play --variant=draft,th", ["draft,theme"], ["draft,theme"]),
        ("bw check quiz -d ev", ["everyday"], ["everyday"]),
    ],
)
@pytest.mark.parametrize(
    "shell",
    [pytest.param(shell, marks=[pytest.mark.slow] * (shell != "bash")) for shell in COMPLETE],
)
def test_shells_complete_names_with_any_characters(
    shell: str, line: str, bash: list[str], others: list[str], tmp_path: Path, own_games: Path
) -> None:
    """Bash splits words at = and :, and inserts what it gets; the others quote what they insert."""
    (own_games / "games").mkdir()
    try:
        for name in NAMES:
            (own_games / "games" / f"{name}.jsonl").touch()
    except OSError:
        pytest.skip("the file system has names in UTF-8 only")
    words = re.split(r"(?<!\\) " if shell != "bash" else r"(?<!\\) |(?=[:=])|(?<=[:=])", line)
    code = COMPLETE[shell].format(words=shlex.join(words), line=shlex.quote(line))
    expected = bash if shell == "bash" else others
    if shell == "fish" and "=" in line:
        expected = [f"--variant={value}" for value in expected]
    assert in_shell(shell, code, tmp_path) == (expected, "")


@pytest.mark.parametrize(
    ("words", "prefix", "expected"),
    [
        ("play --players", "n", ["novice"]),
        ("play --players", "y", ["you"]),
        ("play --players", "you,", ["you,novice", "you,casual", "you,club", "you,master"]),
        ("play --players", "club,Ben,cl", ["club,Ben,club"]),
        ("play --variant", "d", ["draft"]),
        ("play --variant", "draft,", ["draft,auction", "draft,trade", "draft,theme"]),
        ("play --variant draft --variant", "th", ["theme"]),
        ("simulate --players", "master,ex", ["master,expert"]),
        ("simulate --players", "y", []),
        ("track --players", "y", ["you"]),
        ("tiles", "cl", ["classic"]),
        ("words abc -t", "cl", ["classic"]),
        ("games -f", "js", ["json", "jsonl"]),
        ("quiz --decision", "ch", ["choose"]),
    ],
)
def test_names_are_completed_in_lists_too(words: str, prefix: str, expected: list[str]) -> None:
    found = [value for kind, value in completions(words, prefix) if kind == "plain"]
    assert found[: len(expected)] == expected
    assert bool(found) == bool(expected)


def test_names_of_people_are_completed(own_games: Path) -> None:
    del own_games
    bw("track", "--players", "you,Ben,Bea")
    assert completions("stats --player", "B") == [("plain", "Bea"), ("plain", "Ben")]
    assert completions("track --players Anna,Ben --me", "A") == [("plain", "Anna")]


def test_folders_are_completed() -> None:
    assert completions("simulate --record", "re") == [("dir", "re")]


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
