"""Arrows point one way: who may import whom, read from the source (DESIGN, house style 1)."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import semafor

ROOT = Path(semafor.__file__).parent
MODULES = sorted(str(path.relative_to(ROOT).with_suffix("")) for path in ROOT.rglob("*.py"))
OUTER = ("bots", "arena", "tuning", "gym", "learning", "story", "workshop", "server", "cli")
"""Those who use games; no game knows them."""
ENTRANCES = ("__main__", "__init__")
"""Where programs come in: the command line, and the public names, some of which come when asked for."""
LOWER_LAYERS = {
    "engine": {"engine"},
    "words": {"words"},
    "boards": {"boards", "words"},
    "picture": {"boards", "picture", "words"},
    "knowledge": {"boards", "engine", "errors", "games", "knowledge", "moves", "view"},
    "bots": {"boards", "bots", "engine", "errors", "games", "knowledge", "moves", "view"},
}
"""What the lower layers may import of the package; bots see views, never a game."""
SHOWS_ITSELF = ("boards/model", "show")
"""A board draws itself in a notebook: the one arrow that points back, taken when it is asked for."""
WORLD = {"time", "datetime", "random", "secrets", "os", "pathlib", "io", "socket", "tempfile", "uuid", "sys"}
"""Clock, chance, files and network, of which the engine knows nothing but where compiled code is kept."""


def imported(module: str) -> set[str]:
    """The full names of what a module imports, within functions too."""
    names: set[str] = set()
    for node in ast.walk(ast.parse((ROOT / f"{module}.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} has a relative import"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def parts_imported(module: str) -> set[str]:
    """The parts of the package that a module imports."""
    names = {name.split(".")[1] for name in imported(module) if name.startswith("semafor.")}
    return names - {arrow for here, arrow in (SHOWS_ITSELF,) if module == here}


def layer_of(module: str) -> str:
    """The folder of a module, or the module itself."""
    return module.split("/")[0]


def test_there_is_something_to_read() -> None:
    assert {layer_of(module) for module in MODULES} >= {
        "engine",
        "boards",
        "picture",
        "game",
        "moves",
        "view",
    }


@pytest.mark.parametrize("layer", LOWER_LAYERS)
def test_lower_layers_know_nothing_above_them(layer: str) -> None:
    modules = [module for module in MODULES if layer_of(module) == layer]
    assert modules
    for module in modules:
        assert parts_imported(module) <= LOWER_LAYERS[layer], module


def test_no_game_knows_who_plays_it() -> None:
    for module in MODULES:
        if layer_of(module) not in (*OUTER, *ENTRANCES):
            assert not parts_imported(module) & set(OUTER), module


def test_nobody_knows_the_command_line() -> None:
    for module in MODULES:
        if layer_of(module) not in ("cli", "__main__"):
            assert "cli" not in parts_imported(module), module


COMPILING = ("engine/compile", "engine/jit", "engine/native")
"""The tools that the rules are compiled with, no rules."""


def test_the_engine_touches_no_clock_file_or_chance() -> None:
    for module in MODULES:
        if layer_of(module) == "engine" and module not in COMPILING:
            outside = {name.split(".")[0] for name in imported(module)}
            assert not outside & WORLD, module
            assert not any(name.startswith("numpy.random") for name in imported(module)), module
