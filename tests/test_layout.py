"""The layout of the code: one package a concept, and imports that point one way."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "bwtools"
# From the bottom up. A package may import from those on floors below its own.
FLOORS = (
    {"errors", "_version"},
    {"storage", "_engine"},
    {"tiles"},
    {"lexicon", "game"},
    {"sales", "records"},
    {"evaluation"},
    {"advice"},
    {"players"},
    {"analysis"},
    {"reports"},
    {"cli"},
)
HEIGHT = {package: height for height, floor in enumerate(FLOORS) for package in floor}
OUTSIDE = {"__init__", "__main__", "data"}  # the library's face, the program, and data files


def module_name(path: Path) -> tuple[str, ...]:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts


MODULES = {module_name(path): path for path in PACKAGE.rglob("*.py")}


def imported(module: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the modules of bwtools that a module imports, also inside functions and for types."""
    path = MODULES[module]
    package = module if path.name == "__init__.py" else module[:-1]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = package[: len(package) - node.level + 1]
            base += tuple((node.module or "").split(".")) if node.module else ()
            for alias in node.names:
                if (*base, alias.name) in MODULES:
                    yield (*base, alias.name)
                elif base in MODULES:
                    yield base


def test_every_package_has_a_floor() -> None:
    assert {module[0] for module in MODULES} - OUTSIDE == HEIGHT.keys()


def test_no_import_points_up_or_to_the_side() -> None:
    wrong = {
        f"{'.'.join(module)} imports {'.'.join(other)}"
        for module in MODULES
        if module[0] not in OUTSIDE
        for other in imported(module)
        if other[0] != module[0] and HEIGHT.get(other[0], -1) >= HEIGHT[module[0]]
    }
    assert wrong == set()


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = {module: set(imported(module)) - {module} for module in MODULES}
    TopologicalSorter(graph).prepare()  # raises CycleError


def test_no_command_imports_another() -> None:
    commands = {module for module in MODULES if module[:2] == ("cli", "commands")} - {
        ("cli", "commands")
    }
    assert not {(one, other) for one in commands for other in imported(one) if other in commands}
