"""Tests of the shipped word lists and of dictionaries/README.md."""

from __future__ import annotations

import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DICTIONARIES = ROOT / "dictionaries"
LISTS = ("enable", "wordnik", "everyday", "common", "wide")
ROW = re.compile(r"\| `(?P<file>[\w.-]+)` \| (?P<words>[\d,]*) ?\| .* \| `(?P<sum>\w{64})` \|")
ROWS = {row["file"]: row for row in ROW.finditer((DICTIONARIES / "README.md").read_text("utf-8"))}


def test_readme_has_a_row_for_every_file() -> None:
    files = {path.name for path in DICTIONARIES.iterdir()} - {"README.md", "__pycache__"}
    assert set(ROWS) == files


@pytest.mark.parametrize("file", ROWS)
def test_readme_gives_the_sha256_of_every_file(file: str) -> None:
    assert ROWS[file]["sum"] == sha256((DICTIONARIES / file).read_bytes()).hexdigest()


@pytest.mark.parametrize("name", LISTS)
def test_list_is_sorted_lower_case_words_counted_in_the_readme(name: str) -> None:
    text = (DICTIONARIES / f"{name}.txt").read_bytes().decode("ascii")
    words = text.splitlines()
    assert text == "".join(f"{word}\n" for word in sorted(set(words)))
    assert all(re.fullmatch("[a-z]{2,}", word) for word in words)
    assert f"{len(words):,}" == ROWS[f"{name}.txt"]["words"]


def test_larger_scowl_list_contains_the_smaller_ones() -> None:
    everyday, common, wide = (
        set((DICTIONARIES / f"{name}.txt").read_text("ascii").split()) for name in LISTS[2:]
    )
    assert everyday < common < wide


def test_script_finds_the_pinned_checksums() -> None:
    script = ROOT / "scripts" / "make_dictionaries.py"
    done = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
