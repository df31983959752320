"""The manifest beside the libraries: what they contain, and the sources that they were built from."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

from semafor.engine.compile import ENGINE, is_compiled_source
from semafor.engine.native import describe, hash_of_files
from semafor_engine.exports import Export
from semafor_engine.kinds import ArrayOf, Fields, Kind, Number, Record

PACKAGE = ENGINE.parent


def sources(exports: tuple[Export, ...]) -> list[str]:
    """Return the modules that exported functions are made of, by their paths in the package.

    These are the modules with compiled functions that the functions can reach, and those of Semafor from
    which they import constants.
    """
    waiting = [path_of(export.function.__module__) for export in exports]
    compiled, others = set[Path](), set[Path]()
    while waiting:
        path = waiting.pop()
        if path in compiled or path in others or not path.is_file():
            continue
        if is_compiled_source(path):
            compiled.add(path)
            waiting += imported(path)
        else:
            others.add(path)
    return sorted(path.relative_to(PACKAGE).as_posix() for path in compiled | others)


def path_of(module: str) -> Path:
    """Return the file of a module of Semafor."""
    return PACKAGE.parent.joinpath(*module.split(".")).with_suffix(".py")


def imported(path: Path) -> list[Path]:
    """Return the modules of Semafor that a module imports, or imports something from."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module]
    ours = [node for node in found if f"{node.module}".startswith("semafor.")]
    modules = [f"{node.module}" for node in ours]
    inner = [f"{node.module}.{name.name}" for node in ours for name in node.names]
    return [path_of(name) for name in modules + inner]


def entry(kind: Kind) -> list[Any]:
    """Return an argument as the manifest has it."""
    match kind:
        case Number(name):
            return [name]
        case Record(dtype):
            return ["record", describe(dtype)]
        case ArrayOf(dtype, axes):
            return ["array", describe(dtype), axes]
        case Fields(_, inner):
            return ["tuple", *map(entry, inner)]


def manifest(exports: tuple[Export, ...], returned: dict[str, str]) -> dict[str, Any]:
    """Return what Python needs to know about the libraries."""
    functions: dict[str, list[dict[str, Any]]] = {}
    for export in exports:
        name = f"{export.function.__module__}.{export.function.__qualname__}"
        arguments = [entry(kind) for kind in export.arguments]
        told = {"name": export.name, "arguments": arguments, "returns": returned[export.name]}
        functions.setdefault(name, []).append(told)
    names = sources(exports)
    return {"hash": hash_of_files(PACKAGE, names), "sources": names, "functions": functions}


def write_manifest(place: Path, exports: tuple[Export, ...], returned: dict[str, str]) -> None:
    """Write the manifest, one line a function."""
    told = manifest(exports, returned)
    functions = sorted(told.pop("functions").items())
    told = {**told, "functions": {}}
    head = ",\n".join(f"{json.dumps(name)}: {json.dumps(own)}" for name, own in told.items())
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(own)}" for name, own in functions)
    text = f"{{\n{head}\n}}\n".replace('"functions": {}', f'"functions": {{\n{lines}\n}}')
    place.write_text(text, encoding="utf-8")
