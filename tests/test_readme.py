"""Every example of the README does what it says."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
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


def _imported(node: ast.AST, package: tuple[str, ...]) -> Iterator[str]:
    """The modules and folders of bwtools that code imports to run, not for types alone."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            continue
        if isinstance(child, ast.ImportFrom) and child.level:
            inside = package[: len(package) - child.level + 1]
            path = (*inside, *(child.module or "").split("."))[1:]
            yield from path[:1] if path[0] else (alias.name for alias in child.names)
        yield from _imported(child, package)


def test_the_table_of_modules_is_complete_and_imports_point_down_it() -> None:
    _, _, table = README.partition("| modules | what they hold |")
    rows = re.findall(r"^\| (`.*?) \|", table.partition("\n\n")[0], re.MULTILINE)
    height = {
        name: row for row, names in enumerate(rows) for name in re.findall(r"`(\w+)/?`", names)
    }
    files = {
        path: path.relative_to(ROOT).with_suffix("").parts
        for path in (ROOT / "bwtools").rglob("*.py")
    }
    files = {path: at for path, at in files.items() if at[1] not in TOP}
    assert height.keys() == {at[1] for at in files.values()}
    upward = {
        f"{'.'.join(at)} imports {name}"
        for path, at in files.items()
        for name in _imported(ast.parse(path.read_text("utf-8")), at[:-1])
        if height.get(name, 0) > height[at[1]]
    }
    assert upward == set()
