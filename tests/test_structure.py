"""The size and shape of `src/semafor`: limits that keep the package small.

`LIMITS` holds the measured values. They may only go down; the goal of each stands beside it.
Run with `pytest -s tests/test_structure.py` to see the present values.
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from statistics import median
from typing import NamedTuple

import pytest

import semafor

ROOT = Path(semafor.__file__).parent
LIMITS = {
    "modules": 382,  # goal: 400
    "lines": 58_650,  # goal: 56,000; announcing compilation (500 lines) goes once the libraries are shipped
    "import lines in per mille": 85,  # goal: 70
    "small modules with one importer beside them": 0,  # goal: 0
    "class names with several meanings": 0,  # goal: 0
    "repeated file names": 0,  # goal: 0
}
MEDIAN_LINES = (110, 150)
"""The smallest and the largest median length of a module."""
SMALL = 40
"""A module with fewer lines is merged into its importer if that is the only one and in the same folder."""
MAY_REPEAT = {"__init__", "__main__"}


class Module(NamedTuple):
    """A source file of the package."""

    name: str
    path: Path
    lines: int
    tree: ast.Module

    @property
    def package(self) -> str:
        """The package that the module belongs to."""
        return self.name.rpartition(".")[0]


@cache
def modules() -> dict[str, Module]:
    """Every source file of the package, by its module name."""
    found = {}
    for path in sorted(ROOT.rglob("*.py")):
        parts = ("semafor", *path.relative_to(ROOT).with_suffix("").parts)
        text = path.read_text(encoding="utf-8")
        name = ".".join(parts)
        found[name] = Module(name, path, len(text.splitlines()), ast.parse(text))
    return found


def imports(tree: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    """All import statements, also those within functions."""
    return (node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom))


def import_lines(tree: ast.AST) -> int:
    """How many lines the import statements take, wrapped ones in full."""
    return len({line for node in imports(tree) for line in range(node.lineno, (node.end_lineno or 0) + 1)})


def imported(tree: ast.AST) -> set[str]:
    """The names that a module imports: modules, and what it takes from them."""
    found = set()
    for node in imports(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        else:
            found.add(str(node.module))
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@cache
def importers() -> dict[str, set[str]]:
    """For each module, the modules of the package that import it."""
    found: dict[str, set[str]] = defaultdict(set)
    for module in modules().values():
        for name in imported(module.tree):
            known = name if name in modules() else f"{name}.__init__"
            if known in modules() and known != module.name:
                found[known].add(module.name)
    return found


def of_neighbours() -> list[str]:
    """Small modules whose only importer lies in the same folder."""
    found = []
    for module in modules().values():
        users = importers().get(module.name, set())
        beside = {modules()[user].package for user in users} == {module.package}
        if module.path.stem not in MAY_REPEAT and module.lines < SMALL and len(users) == 1 and beside:
            found.append(module.name)
    return found


def class_names() -> dict[str, list[str]]:
    """Names of classes that are defined in several modules."""
    found = defaultdict(list)
    for module in modules().values():
        for name in {node.name for node in ast.walk(module.tree) if isinstance(node, ast.ClassDef)}:
            found[name].append(module.name)
    return {name: sorted(where) for name, where in found.items() if len(where) > 1}


def file_names() -> dict[str, int]:
    """Names that several source files have."""
    stems = Counter(module.path.stem for module in modules().values())
    return {stem: number for stem, number in stems.items() if number > 1 and stem not in MAY_REPEAT}


@cache
def measured() -> dict[str, int]:
    """The values that are limited."""
    everything = modules().values()
    lines = sum(module.lines for module in everything)
    return {
        "modules": len(everything),
        "lines": lines,
        "import lines in per mille": round(1000 * sum(import_lines(one.tree) for one in everything) / lines),
        "small modules with one importer beside them": len(of_neighbours()),
        "class names with several meanings": len(class_names()),
        "repeated file names": len(file_names()),
    }


DETAILS = {
    "small modules with one importer beside them": of_neighbours,
    "class names with several meanings": class_names,
    "repeated file names": file_names,
}


@pytest.mark.parametrize("what", LIMITS)
def test_the_package_stays_within_its_limits(what: str) -> None:
    value = measured()[what]
    print(f"{what}: {value} (limit {LIMITS[what]})")
    details = DETAILS[what]() if what in DETAILS else ""
    assert value <= LIMITS[what], f"{value} {what}, more than {LIMITS[what]}: {details}"


def test_modules_are_neither_tiny_nor_huge() -> None:
    value = median(module.lines for module in modules().values())
    print(f"median length of a module: {value}")
    assert MEDIAN_LINES[0] <= value <= MEDIAN_LINES[1]


def test_wrapped_imports_are_counted_in_full() -> None:
    source = "import os\nfrom x import (\n    a,\n    b,\n)\n\n\ndef f():\n    import z\n"
    assert import_lines(ast.parse(source)) == 6
