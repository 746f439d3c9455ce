"""Tests of text from outside on a terminal: control characters are visible, and pipes get them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from shell import bw
from test_terminal import ROOT, Terminal

from bwtools.cli.output import FORMATS

ESCAPE = "\x1b[31m"
posix = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals, names as bytes")


def shown(*args: str, **environment: str) -> str:
    """Return what a command prints on a terminal, without line endings, tabs and bold type."""
    with Terminal(*args, **environment) as terminal:
        terminal.status()
        return re.sub(rb"\x1b\[[01]m|[\r\n\t]", b" ", terminal.raw).decode()


def piped(*args: str) -> bytes:
    """Return what a command prints into a pipe."""
    command = [sys.executable, "-m", "bwtools", *args]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, env=environment, capture_output=True, timeout=60).stdout


@posix
@pytest.mark.parametrize(
    "form",
    ["table", *(pytest.param(form, marks=pytest.mark.slow) for form in FORMATS if form != "table")],
)
@pytest.mark.usefixtures("own_home")
def test_words_are_visible_on_a_terminal_in_every_format(form: str, tmp_path: Path) -> None:
    path = tmp_path / "list"
    path.write_text(f"cat\nqui{ESCAPE}z\n\x9b2Jowl\n\u202eabc\n")
    text = shown("check", "--file", str(path), "-f", form)
    assert text.isprintable(), text
    assert text.count("31mz") == text.count("abc") == 1
    if form not in ("table", "json", "jsonl"):
        assert f"qui{ESCAPE}z" in bw("check", "--file", str(path), "-f", form).out


@posix
@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.usefixtures("own_home")
def test_file_names_are_visible_on_a_terminal_and_unchanged_in_a_pipe(
    form: str, tmp_path: Path
) -> None:
    path = os.fsencode(tmp_path) + b"/l\xe9\x1b[31mt"
    try:
        Path(os.fsdecode(path)).write_text("cat\n")
    except OSError:
        pytest.skip("the file system has names in UTF-8 only")
    args = ("dict", "info", os.fsdecode(path), "-f", form)
    text = shown(*args)
    assert text.isprintable(), text
    assert r"\x1b[31mt" in text or r"\u001b[31mt" in text
    if form in ("plain", "csv", "tsv"):
        assert r"l\xe9\x1b[31mt" in text
        assert b"l\xe9\x1b[31mt" in piped(*args)


@posix
def test_prompts_errors_and_commands_to_type_are_visible(own_home: Path) -> None:
    path = own_home / f"g{ESCAPE}"
    with Terminal("play", "--seed", "42", "--record", str(path)) as terminal:
        assert terminal.question()
        terminal.answer(b"quit\n")
        assert terminal.status() == 0
    assert ESCAPE.encode() not in terminal.raw
    assert rf"resume $'{own_home}/g\x1b[31m'" in terminal.text.replace("\n  ", " ")
    text = shown("replay", str(own_home / f"none{ESCAPE}"))
    assert text.isprintable(), text


@pytest.mark.parametrize("text", ["a\0b", "\0", "a\ud800", "\udfff"])
@pytest.mark.parametrize(
    "args",
    [
        *(["check"], ["check", "--file"], ["words", "abc", "-d"], ["words", "abc", "--theme"]),
        *(["play", "--record"], ["play", "--players"], ["replay"], ["scan"], ["dict", "build"]),
        *([], ["simulate", "--plot"], ["tiles"], ["hint"], ["quiz", "--from"], ["-d"]),
    ],
    ids=" ".join,
)
@pytest.mark.usefixtures("own_home")
def test_argument_that_no_file_can_be_named_is_an_error(args: list[str], text: str) -> None:
    assert "is not valid text" in bw(*args, text).error


def test_bytes_that_are_not_utf8_are_visible_in_errors() -> None:
    assert bw("scan", "no\udce9").error.startswith(r"cannot read no\xe9: ")
