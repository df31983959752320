"""Which error codes a module of the package can raise, read from its source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import semafor
from semafor import SemaforError

PACKAGE = Path(semafor.__file__).parent


def raised_codes(module: str) -> Iterator[str]:
    """The codes of a module's errors; `unknown-` stands for a code made of that and a kind of thing."""
    tree = ast.parse((PACKAGE / f"{module}.py").read_text(encoding="utf-8"))
    errors = {error.__name__ for error in SemaforError.__subclasses__()}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in errors:
            code = node.args[0]
            first = code.values[0] if isinstance(code, ast.JoinedStr) else code
            assert isinstance(first, ast.Constant)
            yield str(first.value)


def untried_codes(module: str, tried: set[str]) -> set[str]:
    """Return the codes of a module that no test covers."""
    codes = set(raised_codes(module))
    assert codes
    return {code for code in codes if not any(_is_a(one, code) for one in tried)}


def _is_a(tried: str, code: str) -> bool:
    return tried == code or (code.endswith("-") and tried.startswith(code))
