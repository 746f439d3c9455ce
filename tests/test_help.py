"""Tests of the help of commands and of its examples."""

from __future__ import annotations

import re
import subprocess
import sys

import click
import pytest
from shell import bw, typed, typed_in_sh

import bwtools
from bwtools import cli


def every_command() -> list[str]:
    context = click.Context(cli.bw)
    names = []
    for name in cli.bw.list_commands(context):
        command = cli.bw.get_command(context, name)
        more = command.list_commands(context) if isinstance(command, click.Group) else []
        names += [name, *(f"{name} {under}" for under in more)]
    return names


@pytest.mark.parametrize("line", every_command())
def test_every_command_has_help_with_an_example(line: str) -> None:
    done = bw(*line.split(), "-h")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith(f"Usage: bw {line} ")
    assert re.search(rf"^  (echo .* \| )?bw {line}\b", done.out, re.MULTILINE)
    assert bw(*line.split(), "--help") == done


def test_help_fits_on_a_screen_and_names_every_command() -> None:
    lines = bw("-h").lines
    assert len(lines) < 24
    assert max(map(len, lines)) <= 80
    listed = re.findall(r"(?:^  |\s{2,})(\w+)(?= {2,}\S)", "\n".join(lines), re.MULTILINE)
    assert [name for name in every_command() if " " not in name and name not in listed] == []


def test_help_is_shown_without_a_command() -> None:
    assert bw() == bw("-h")
    assert bw("dict") == bw("dict", "-h")


def examples(line: str) -> str:
    """Return the examples in the help of a command: its last paragraph."""
    return bw(*line.split(), "-h").out.partition("\n\nOptions:")[0].rpartition("\n\n")[2]


@pytest.fixture(scope="module")
def saved_game(environment: dict[str, str]) -> dict[str, str]:
    """Return the environment of a user with a saved game."""
    assert typed("bw play", environment).status == 0
    return environment


ENDING = [line for line in every_command() if line != "serve"]  # that runs until Ctrl-C


@pytest.mark.parametrize("line", ENDING)
def test_examples_work_as_written(line: str, saved_game: dict[str, str]) -> None:
    done = typed(examples(line), saved_game)
    assert done.err == ""


@pytest.mark.slow
@pytest.mark.parametrize("line", ENDING)
def test_examples_work_in_a_shell(line: str, saved_game: dict[str, str]) -> None:
    done = typed_in_sh(examples(line), saved_game)
    assert done.err == ""


@pytest.mark.parametrize("line", every_command())
def test_short_help_of_a_command_is_not_truncated(line: str) -> None:
    command: click.Command | None = cli.bw
    for name in line.split():
        assert isinstance(command, click.Group)
        command = command.get_command(click.Context(command), name)
    assert command is not None
    assert not command.get_short_help_str().endswith("...")


def test_extra_argument_is_an_error_with_a_remedy() -> None:
    error = bw("sell", "aein", "rst").error
    assert error.endswith("(rst): quote an argument that has spaces (see bw sell -h)")


def test_option_without_a_value_refers_to_the_help_of_its_command() -> None:
    assert bw("sell", "abc", "--keep").error.endswith("(see bw sell -h)")


def test_help_of_the_library_lists_its_names() -> None:
    code = "import bwtools; help(bwtools)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    for name in bwtools.__all__:
        assert re.search(rf"^    (class )?{name}\(", shown.stdout, re.MULTILINE), name
