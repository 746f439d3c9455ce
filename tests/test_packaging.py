"""What users get: the page on the package index, and what the parts of the release say."""

from __future__ import annotations

import re
import runpy
import tomllib
from pathlib import Path

import pytest

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
