"""Tests of bw as a process: pipes, closed streams, signals and terminals."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from processes import ROOT, command, posix, shell
from shell import bw, streams

from bwtools import __version__
from bwtools.cli import run

pytestmark = pytest.mark.usefixtures("enable")  # compiled before any command runs


def test_version_says_whether_the_engine_is_compiled() -> None:
    assert bw("-V").out.startswith(f"bwtools {__version__}, engine ")
    assert bw("--version") == bw("-V")


# Real processes


def test_python_m_bwtools_is_bw() -> None:
    done = command("words", "zax", "-f", "plain")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"ZAX\nAX\n", b"")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("bw sel", ["sell"]),
        ("bw dict ex", ["export"]),
        ("bw sell abc --max-w", ["--max-words"]),
        ("bw nosuch a", ["anagram"]),
    ],
)
def test_shell_completes_commands_and_options(words: str, expected: list[str]) -> None:
    asked = {"_BW_COMPLETE": "bash_complete", "COMP_WORDS": words}
    done = command(env={**asked, "COMP_CWORD": str(len(words.split()) - 1)})
    assert done.returncode == 0
    assert [line.split(",")[1] for line in done.stdout.decode().splitlines()] == expected


def test_completion_is_set_up_by_one_line() -> None:
    done = command(env={"_BW_COMPLETE": "zsh_source"})
    assert done.returncode == 0
    assert b"compdef" in done.stdout


@posix
@pytest.mark.parametrize("line", ["words aeinrstlgo..", "dict export", "-h"])
def test_closed_pipe_ends_quietly(line: str) -> None:
    done = shell(f"{{ bw {line}; echo $? >&2; }} | true")
    assert done.stderr == b"0\n"


@posix
def test_all_lines_before_a_pipe_closes_are_printed() -> None:
    done = shell("{ bw check - -f plain; echo $? >&2; } < dictionaries/enable.txt | head -n 2")
    assert (done.stdout, done.stderr) == (b"aa\naah\n", b"0\n")


@posix
@pytest.mark.parametrize("line", ["words -", "check -", "scan", "price -"])
def test_closed_stdin_is_one_error(line: str) -> None:
    done = shell(f"bw {line} <&-")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"Error: standard input is closed")
    assert done.stderr.count(b"\n") == 1


@posix
@pytest.mark.parametrize(
    ("line", "status"), [("words zax", 2), ("words q", 2), ("check -q quiz", 0)]
)
def test_closed_stdout_is_one_error_if_something_is_to_be_printed(line: str, status: int) -> None:
    done = shell(f"bw {line} >&-")
    assert done.returncode == status
    assert done.stderr.count(b"\n") == (status == 2)


@posix
def test_closed_stderr_does_not_change_the_status() -> None:
    assert shell("bw words a1 2>&-").returncode == 2
    assert shell("bw play --seed 1 2>&- </dev/null").returncode == 0
    assert shell("printf 'you\nquit\n' | bw track 2>&-").returncode == 0


@pytest.mark.parametrize(
    ("closed", "line", "status", "told"),
    [
        ("stdin", "check", 2, "there are no words to check: give words"),
        ("stdin", "quiz --seed 1", 0, "1. Round "),
        ("stdout", "words -", 2, "standard output is closed"),
    ],
)
def test_missing_stream_is_handled(closed: str, line: str, status: int, told: str) -> None:
    with streams(b"q\n") as (out, err):
        kept = getattr(sys, closed)  # deleting it would close the descriptor
        setattr(sys, closed, None)
        assert run(line.split()) == status
        assert told in (out.getvalue() + err.getvalue()).decode()
        del kept


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device here")
def test_full_disk_is_one_error() -> None:
    done = shell("bw words aeinrst > /dev/full")
    assert (done.returncode, done.stderr) == (
        2,
        b"Error: cannot continue: No space left on device\n",
    )
    assert shell("bw words a1 2> /dev/full").returncode == 2
    done = shell("bw simulate --players novice --games 1 --plot /dev/full -f plain")
    assert done.returncode == 2
    assert done.stderr == b"Error: cannot write /dev/full: No space left on device\n"


@posix
def test_the_c_locale_changes_nothing() -> None:
    done = shell("bw check é quiz -f plain", LC_ALL="C", PYTHONUTF8="")
    assert done.returncode == 1
    assert done.stdout == "é\nquiz\n".encode()
    assert done.stderr == b""


@posix
@pytest.mark.parametrize("line", ["words 'caf\\351'", "check 'caf\\351'", "words ab -d 'caf\\351'"])
def test_arguments_that_are_not_utf8_are_one_error(line: str) -> None:
    done = shell(f'bw $(printf "{line}" | tr -d "\'")')
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"Error: ")
    assert done.stderr.count(b"\n") == 1


@posix
def test_lines_of_stdin_that_are_not_utf8_are_an_error_each() -> None:
    done = shell("printf 'caf\\351\\nax\\n' | bw words - -f plain")
    assert (done.returncode, done.stdout) == (2, b"AX\n")
    assert done.stderr.startswith(b"Error: line 1: ")


@posix
def test_interrupt_ends_with_130() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "bwtools", "words", "-", "-f", "plain"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stdin
    assert process.stdout
    process.stdin.write(b"ax\n")
    process.stdin.flush()
    assert process.stdout.readline() == b"AX\n"  # answered before the next line is sent
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in err


def test_installed_command_equals_the_module() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    name = project["scripts"]["bw"]
    program = f"import sys, pkgutil; sys.exit(pkgutil.resolve_name({name!r})())"
    done = subprocess.run([sys.executable, "-c", program, "-h"], capture_output=True, check=True)
    assert done.stdout == command("-h").stdout


def test_what_is_registered_for_the_end_of_the_process_runs() -> None:
    program = (
        "import atexit, sys; from bwtools.__main__ import main; "
        "atexit.register(print, 'registered'); sys.argv = ['bw', 'price', 'a', 'q?']; main()"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "registered"
    assert len(done.stdout.splitlines()) == 4


def test_profile_of_a_command_is_printed() -> None:
    program = ["-m", "cProfile", "-m", "bwtools", "price", "a"]
    done = subprocess.run([sys.executable, *program], capture_output=True, text=True)
    assert "function calls" in done.stdout


def test_interrupt_during_imports_ends_with_130(tmp_path: Path) -> None:
    (tmp_path / "click.py").write_text("raise KeyboardInterrupt")
    done = subprocess.run(
        [sys.executable, "-m", "bwtools", "words", "ax"],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])},
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


@posix
@pytest.mark.parametrize(("term", "bold"), [("xterm", True), ("dumb", False)])
def test_terminal_gets_a_bold_heading(term: str, bold: bool) -> None:
    ours, theirs = os.openpty()
    subprocess.run(
        [sys.executable, "-m", "bwtools", "words", "quiz"],
        stdout=theirs,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": term},
        timeout=60,
        check=True,
    )
    shown = os.read(ours, 4096)
    os.close(ours)
    os.close(theirs)
    assert (b"\x1b[1mplay" in shown) is bold
    assert b"QUIZ" in shown


@posix
def test_check_answers_line_by_line() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "bwtools", "check", "-", "-f", "jsonl"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stdin
    assert process.stdout
    for word, valid in (("quiz", True), ("qzxv", False)):
        process.stdin.write(f"{word}\n".encode())
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["valid"] is valid
    process.communicate(timeout=60)
    assert process.returncode == 1
