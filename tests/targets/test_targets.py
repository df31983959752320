"""The same bytes on every target: calls of all exported functions, and whole games of every board."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from semafor import load_board
from semafor.arena.series import new_series
from semafor.boards import board_names
from semafor.engine import compile as compiling
from semafor.engine import native
from semafor.seeds import series_key
from semafor_engine.exports import EXPORTS
from semafor_engine.manifest import sources
from tests.targets.calls import Recorder
from tests.targets.workload import work_through

ROOT = Path(__file__).parents[2]
MOST = 3
"""Recorded calls of each function."""


def test_the_libraries_match_the_sources() -> None:
    """`make engine` builds them again; a library of other sources is not used."""
    manifest = native.read_manifest()
    assert manifest["sources"] == sources(EXPORTS)
    assert native.hash_of_files(compiling.ENGINE.parent, manifest["sources"]) == manifest["hash"]
    assert all((native.FOLDER / name).is_file() for name in (*native.FILES.values(), "engine.wasm"))


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with calls of every exported function, and whole games among them."""
    folder, recorder = tmp_path_factory.mktemp("calls"), Recorder(MOST)
    called = compiling.Compiled.__call__

    def heard(rule: compiling.Compiled, *arguments: Any) -> Any:
        recorder.hear(rule, arguments)
        return called(rule, *arguments)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiling.Compiled, "__call__", heard)
        work_through()
        whole_games()
    recorder.write(folder)
    assert {export.name for export in EXPORTS} - {call["name"] for call in recorder.calls} == set()
    return folder


def whole_games() -> None:
    """A random game of every board with every number of players, each as a call of its own."""
    for name in board_names():
        board = load_board(name)
        for players in board.options.players:
            new_series(board, players, series_key("whole")).play(players, players + 1)


def lines(*command: str, **environment: str) -> list[str]:
    """What a replay in another process prints."""
    paths = {"PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "src"), str(ROOT / "tools")])}
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | paths | environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def replay(folder: Path, target: str, corrupt: int = -1) -> list[str]:
    """The recorded calls on a target."""
    if target == "wasm":
        node, script = ROOT / ".venv/bin/node", ROOT / "tests/targets/replay.mjs"
        return lines(str(node), str(script), str(native.FOLDER / "engine.wasm"), str(folder), str(corrupt))
    module = "tests.targets.replay"
    return lines(sys.executable, "-m", module, str(folder), str(corrupt), SEMAFOR_TARGET=target)


@pytest.mark.parametrize("target", ["jit", "interpreted", "wasm"])
def test_every_target_does_the_same(recorded: Path, target: str) -> None:
    assert replay(recorded, target) == replay(recorded, "native")


@pytest.mark.parametrize("target", ["native", "wasm"])
def test_a_corrupted_byte_is_detected(recorded: Path, target: str) -> None:
    usual, changed = replay(recorded, target), replay(recorded, target, corrupt=0)
    assert usual[0] != changed[0]
    assert usual[1:] == changed[1:]


def test_another_type_is_not_passed_to_the_library() -> None:
    """Bytes of another type would be read as if they were the expected ones."""
    otherwise: Any = lambda *_: "compiled here"  # noqa: E731
    add_rows = native.native("semafor.bots.learned.rows.add_rows", otherwise)
    assert add_rows is not None
    values, table, out = np.ones(2, np.float32), np.ones((2, 3), np.int8), np.zeros(3, np.float32)
    add_rows(values, table, out)
    assert out.tolist() == [2, 2, 2]
    assert add_rows(values.astype(np.float64), table, out) == "compiled here"
    assert add_rows(values, np.ones((2, 6), np.int8)[:, ::2], out) == "compiled here"
