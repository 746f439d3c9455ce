"""The documentation: its examples print what it shows, and its links and lists are right."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import click
import pytest
from doc_examples import PAGES, ROOT, make_home, run_page
from shell import bw

import bwtools
from bwtools.cli import bw as bw_group

README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
DOCUMENTS = [
    *PAGES,
    *(ROOT / name for name in ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")),
    *(ROOT / folder / "README.md" for folder in ("dictionaries", "bwtools/data")),
]


@pytest.fixture
def reader(compiled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Return the environment of a reader, in whose home this test runs."""
    shutil.copytree(compiled, tmp_path / "cache", copy_function=os.link)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("BW_HOME", str(tmp_path))
    return make_home(tmp_path)


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, id=page.stem, marks=[pytest.mark.slow] * (page.stem == "scripting"))
        for page in PAGES
    ],
)
def test_examples_print_what_the_page_shows(page: Path, reader: dict[str, str]) -> None:
    text = page.read_text(encoding="utf-8")
    assert run_page(text, reader, slow=False) == text, "see scripts/update_docs.py"


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_examples_print_the_same_in_a_shell(page: Path, reader: dict[str, str]) -> None:
    text = page.read_text(encoding="utf-8")
    assert run_page(text, reader, slow=True) == text


def test_wrong_output_does_not_pass(reader: dict[str, str]) -> None:
    page = "```console\n$ bw price des -f plain\n15\n```\n```pycon\n>>> 1 + 1\n3\n```\n"
    right = page.replace("15", "16").replace("3\n", "2\n")
    assert run_page(page, reader, slow=False) == right


def test_readme_is_short() -> None:
    assert len(README.splitlines()) <= 170


def test_readme_names_every_page_and_every_command() -> None:
    for page in PAGES[1:]:
        assert f"(docs/{page.name})" in README
    listed = re.findall(r"^\| `bw (\w+)", README, re.MULTILINE)
    assert listed == list(bw_group.list_commands(None))  # type: ignore[arg-type]


def test_library_page_names_everything_in_the_package() -> None:
    page = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    _, _, table = page.partition("| name | what it is |")
    named = re.findall(r"`(\w+)`(?=.*\|.*\|$)", table.partition("\n\n")[0], re.MULTILINE)
    assert set(bwtools.__all__) == set(named)


EXAMPLES = {
    "words": "quiz",
    "anagram": "quiz",
    "match": "quiz",
    "sell": "quiz",
    "outs": "quiz",
    "buy": "ing --basis value",
    "choose": "--basis value",
    "discard": "aeinrstqzu --basis value",
    "price": "ing",
    "check": "quiz",
    "hooks": "lane",
    "dict list": "",
    "dict info": "",
    "dict diff": "enable everyday",
    "dict export": "",
    "tiles": "",
    "games": "",
    "stats": "",
    "quiz --scores": "",
    "simulate": "--players club --games 1 --raw --jobs 1",
}


def test_fields_are_those_of_the_commands(reader: dict[str, str]) -> None:
    del reader  # a home without games and scores
    page = (ROOT / "docs" / "scripting.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*`) \| .* \| (`.*) \|$", page, re.MULTILINE)
    fields = {name: listed for names, listed in rows for name in re.findall(r"`(.*?)`", names)}
    for command, arguments in EXAMPLES.items():
        header = bw(*command.split(), *arguments.split(), "-f", "csv").lines[0]
        listed = re.sub(r"\(.*?\)", "", fields[command]).partition(";")[0]
        assert re.findall(r"`(\w+)`", listed) == header.split(","), command


@pytest.mark.parametrize("page", DOCUMENTS, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_and_options_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for line in re.findall(r"\bbw ([a-z][^`\n|;&#]*)", text):
        name, *words = line.split()
        command = bw_group.get_command(click.Context(bw_group), name)
        assert command, line
        if isinstance(command, click.Group) and words:
            command = command.get_command(click.Context(command), words[0]) or command
        known = {opt for each in command.params for opt in each.opts} | {"-h", "--help"}
        assert known.issuperset(re.findall(r"(?<= )-[a-zA-Z]\b|(?<= )--[a-z-]+", line)), line


def _anchors(text: str) -> set[str]:
    """Return the anchors of the headings of a page, as GitHub makes them."""
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.*)", prose, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", DOCUMENTS, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if link.startswith(("https://", "http://")):
            continue
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        assert target.exists(), link
        assert not anchor or anchor in _anchors(target.read_text(encoding="utf-8")), link


def test_mentioned_files_exist() -> None:
    """Check the paths of modules, scripts and data in CONTRIBUTING and docs/how-it-works.md."""
    pages = CONTRIBUTING + (ROOT / "docs" / "how-it-works.md").read_text(encoding="utf-8")
    for name in re.findall(r"`(?:python )?([\w./-]+\.(?:py|md|j2|toml))", pages):
        places = (ROOT, ROOT / "bwtools", ROOT / "scripts")
        assert any((place / name).exists() for place in places), name


def _packages() -> set[str]:
    """Return the packages of bwtools, as paths with a slash at the end."""
    base = ROOT / "bwtools"
    return {f"{file.parent.relative_to(base)}/" for file in base.glob("*/**/__init__.py")}


def test_map_names_every_package() -> None:
    _, _, table = CONTRIBUTING.partition("| package | what it holds |")
    named = re.findall(r"^\| `(.*?)` \|", table.partition("\n\n")[0], re.MULTILINE)
    assert sorted(named) == sorted(_packages())
