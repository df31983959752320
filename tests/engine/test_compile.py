"""What the decorator does to a rule: one width of integers for its callers, one folder for one source."""

from __future__ import annotations

import ast
from contextlib import nullcontext
from enum import IntEnum
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numba.core.errors import NumbaError

from semafor.engine import compile as compiling
from semafor.engine import jit
from semafor.engine.state import Array

TYPES: Any = jit.TYPES


class Few(IntEnum):
    """Numbers with names."""

    ONE = 1


@pytest.mark.parametrize(
    ("given", "wide"),
    [
        (TYPES.int8, TYPES.int64),
        (TYPES.int16, TYPES.int64),
        (TYPES.literal(3), TYPES.int64),
        (TYPES.IntEnumMember(Few, TYPES.int64), TYPES.int64),
        (TYPES.uint64, TYPES.uint64),
        (TYPES.float32, TYPES.float32),
        (TYPES.boolean, TYPES.boolean),
    ],
    ids=str,
)
def test_compiled_callers_hand_over_wide_integers(given: Any, wide: Any) -> None:
    """A function would be compiled once more for every width of integer that it is called with."""
    dispatcher = SimpleNamespace(get_call_template=lambda args, kws: (args, kws))
    args, kws = jit._for_wide_integers(dispatcher).get_call_template((given,), {"seat": given})
    assert (args, kws) == ((wide,), {"seat": wide})


def test_a_changed_source_changes_the_hash(tmp_path: Path) -> None:
    """A changed constant in any module with compiled functions makes cached code stale; others do not."""
    before = compiling.source_hash(tmp_path)
    (tmp_path / "plain.py").write_text("B = 1")
    assert compiling.source_hash(tmp_path) == before
    rules = tmp_path / "inner" / "rules.py"
    rules.parent.mkdir()
    rules.write_text("from semafor.engine.compile import compiled\nA = 1")
    first = compiling.source_hash(tmp_path)
    rules.write_text("from semafor.engine.compile import compiled\nA = 2")
    assert len({before, first, compiling.source_hash(tmp_path)}) == 3


def _imported(tree: ast.Module) -> dict[str, str]:
    """Return for each name that a module imports from Semafor the module it comes from."""
    found: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("semafor"):
            found |= {alias.asname or alias.name: f"{node.module}" for alias in node.names}
    return found


def _is_decorated(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef) and any(
        "compiled" in ast.unparse(x) for x in node.decorator_list
    )


def test_compiled_functions_use_only_hashed_sources() -> None:
    """A constant from a module outside the hash could change without compiling its users again."""
    package = compiling.ENGINE.parent
    hashed = {path.resolve() for path in compiling.compiled_sources(package)}
    outside = set()
    for path in hashed:
        tree = ast.parse(path.read_text())
        imported = _imported(tree)
        functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
        for function in filter(_is_decorated, functions):
            body = [x for statement in function.body for x in ast.walk(statement)]
            used = {imported[x.id] for x in body if isinstance(x, ast.Name) and x.id in imported}
            for module in used:
                source = package.parent.joinpath(*module.split(".")).with_suffix(".py")
                if source.exists() and source.resolve() not in hashed:
                    outside.add((path.name, function.name, module))
    assert not outside


def _made(size: int) -> int:
    return int(np.zeros(size).size)


def _lent(array: Array) -> Array:
    return array


def test_compiled_code_makes_no_arrays(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without reference counts memory would leak, so allocating is refused (decision 0004)."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    refused = pytest.raises(NumbaError, match="zeros")
    with nullcontext() if compiling.INTERPRETED else refused:  # interpreted code has reference counts
        compiling.compiled(_made)(3)


def test_compiled_code_returns_no_arrays() -> None:
    """Without reference counts it is unknown when the memory can be freed."""
    with pytest.raises(AssertionError, match="holds the array"):
        compiling.compiled(_lent)
