"""What users get: the page on the package index, the parts of a release, and the engine."""

from __future__ import annotations

import os
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import bwtools
from bwtools.storage.folders import SHIPPED_DICTIONARIES

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.fixture
def index_page(monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the README as it is shown outside the repository."""
    pytest.importorskip("setuptools")
    monkeypatch.chdir(ROOT)
    page: str = runpy.run_path("setup.py")["read_me"]()
    return page


def test_links_of_the_index_page_are_absolute(index_page: str) -> None:
    links = re.findall(r"\]\((.*?)\)", index_page)
    assert links
    assert all(link.startswith(("https://", "#")) for link in links)


def test_links_of_the_index_page_lead_to_files(index_page: str) -> None:
    repository = re.escape(PROJECT["project"]["urls"]["Repository"])
    links = re.findall(rf"\]\({repository}/blob/v[\d.]+/(.*?)(?:#.*?)?\)", index_page)
    assert "CHANGELOG.md" in links
    assert all((ROOT / link).is_file() for link in links)


def test_every_notice_of_a_word_list_is_a_licence_file() -> None:
    notices = {path.name for path in (ROOT / "dictionaries").glob("*-[A-Z]*.txt")}
    assert notices == {
        Path(name).name for name in PROJECT["project"]["license-files"] if "dictionaries" in name
    }


def test_engine_is_translated_by_the_same_cython_everywhere() -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    build = [each for each in PROJECT["build-system"]["requires"] if "cython" in each]
    assert [each for each in extras["dev"] if "cython" in each] == build
    assert [each for each in extras["train"] if "cython" in each] == build


class Interpreted:
    """bw without its compiled modules, in a home of its own."""

    def __init__(self, folder: Path) -> None:
        compiled = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
        shutil.copytree(Path(bwtools.__file__).parent, folder / "bwtools", ignore=compiled)
        if not Path(SHIPPED_DICTIONARIES).is_relative_to(Path(bwtools.__file__).parent):
            (folder / "dictionaries").mkdir()
            shutil.copy(Path(SHIPPED_DICTIONARIES) / "enable.txt", folder / "dictionaries")
        self.folder = folder

    def run(self, *args: str, slow: float = 0) -> tuple[str, str]:
        """Return what a command prints on stdout and stderr if `slow` seconds are slow."""
        code = (
            "from bwtools import __main__; from bwtools.cli import messages; "
            f"messages.SLOW = {slow}; __main__.main()"
        )
        done = subprocess.run(
            [sys.executable, "-c", code, *args],
            capture_output=True,
            text=True,
            cwd=self.folder,  # which comes first among the folders of modules
            check=True,
        )
        return done.stdout, done.stderr


@pytest.fixture
def interpreted(tmp_path: Path, own_home: Path) -> Interpreted:
    assert str(own_home) == os.environ["BW_HOME"]
    return Interpreted(tmp_path / "interpreted")


def test_version_says_how_to_compile_the_engine(interpreted: Interpreted) -> None:
    printed, warned = interpreted.run("-V", slow=600)
    first, second = printed.splitlines()
    assert first.startswith(f"bwtools {bwtools.__version__}, engine not compiled")
    assert "install a C compiler" in second
    assert warned == ""


def test_first_slow_answer_of_the_interpreted_engine_warns_once(interpreted: Interpreted) -> None:
    sale = ("sell", "aeinrst", "--top", "1", "-f", "plain")
    assert interpreted.run(*sale, slow=600)[1] == ""
    answer, warned = interpreted.run(*sale)
    assert answer
    assert warned.startswith("Warning: the engine is not compiled")
    assert "install a C compiler" in warned
    assert warned.count("\n") == 1
    assert interpreted.run(*sale) == (answer, "")


def test_compiled_engine_does_not_warn(monkeypatch: pytest.MonkeyPatch) -> None:
    from bwtools._engine import solver
    from bwtools.cli import messages

    def fail(message: str) -> None:
        raise AssertionError(message)

    monkeypatch.setattr(solver, "COMPILED", True)
    monkeypatch.setattr(messages, "SLOW", 0)
    monkeypatch.setattr(messages, "warn", fail)
    messages.warn_if_interpreted()
