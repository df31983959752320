"""Every program of the lab runs, at its smallest size."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from semafor.errors import NoDevice

ROOT = Path(__file__).parents[2]
SIMULATOR = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}


class Program(NamedTuple):
    """A program with its smallest arguments."""

    arguments: str
    says: str
    """A part of what it prints."""
    constants: dict[str, Any] = {}  # noqa: RUF012  # never changed
    """Sizes that are no arguments."""
    writes: tuple[str, ...] = ()
    """Constants that name the files it writes."""


PROGRAMS = {
    "lab.accuracy": Program("--board berlin --level easy expert --games 2", "berlin"),
    "lab.api": Program("2", "berlin", {"GAMES": 1, "RAW_GAMES": 2, "board_names": lambda: ["berlin"]}),
    "lab.batch": Program("--board berlin --games 4 --seconds 0.01 --threads 1", "berlin"),
    "lab.best_completion": Program("0", "46 tickets", {"SAMPLES": 2}),
    "lab.calibration.__main__": Program(
        "berlin --players 2 --games 4", "berlin", {"FEWEST": 4}, ("FILE", "PICTURE", "TOLD")
    ),
    "lab.measure_spreads": Program("berlin --games 4", "berlin 2", writes=("SPREADS",)),
    "lab.peers.compare": Program("0.01 berlin", "Semafor", {"PEERS": ()}, ("MEASURED", "PAGE")),
    "lab.space_levels": Program("berlin --deals 1", "berlin", {"TRIED": (3.0,)}, ("LEVEL_NOISE",)),
    "lab.strength.levels": Program("--board berlin --level easy medium --games 2", "berlin"),
    "lab.strength.measure": Program("page", "", writes=("RESULTS", "HERE")),
    "lab.strength.thinking_time": Program(
        "--board berlin --games 2 --seconds 0.01", "berlin", writes=("RESULTS", "PLOT")
    ),
    "lab.strength.what_they_learnt": Program("--board berlin --games 1", "berlin", writes=("PICTURE",)),
    "lab.train_boards": Program("berlin --device cpu --stop 0 --runs runs --out packed", "berlin ended"),
    "lab.worst_networks": Program("", "berlin", {"SAMPLES": 2, "STARTS": 1, "CASES": (("berlin", 16, 1),)}),
}
PROCESSES = {
    "lab.conformance": "--games 2 --cores 1 --bots greedy,random",
    "lab.data_flow": "",
    "lab.general.boards": "make 2 {folder}/boards.msgpack",
    "lab.gpu": "--speed",
    "lab.peers.play_semafor": "0.01 berlin",
    "lab.plain_kernel": "2 1",
}
"""Those that only run as a process."""
ELSEWHERE = {
    *("lab.general.player", "lab.general.train", "lab.general.warm"),  # test_general.py
    *("lab.load.__main__", "lab.load.serving"),  # test_load.py
    "lab.tuning.__main__",  # test_tuning.py
    "lab.learning_on_device",  # below
}


def test_every_program_is_run() -> None:
    files = [file for file in (ROOT / "lab").rglob("*.py") if "__main__" in file.read_text(encoding="utf-8")]
    found = {".".join(file.relative_to(ROOT).with_suffix("").parts) for file in files}
    assert found <= {*PROGRAMS, *PROCESSES, *ELSEWHERE}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_runs(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program, module = PROGRAMS[name], import_module(name)
    monkeypatch.setattr(sys, "argv", [name, *program.arguments.split()])
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), *sys.path]))
    monkeypatch.chdir(tmp_path)
    for constant, value in program.constants.items():
        monkeypatch.setattr(module, constant, value)
    for constant in program.writes:
        shipped: Path = getattr(module, constant)
        there = tmp_path / "there" / shipped.name
        there.parent.mkdir(exist_ok=True)
        if shipped.is_file() and name.startswith("lab.calibration"):
            there.write_bytes(shipped.read_bytes())
        monkeypatch.setattr(module, constant, there)
    main = getattr(module, "main", None)
    if main is None:
        module.report_networks(0.0)
    else:
        main()
    assert program.says in capsys.readouterr().out


@pytest.mark.parametrize("name", PROCESSES)
def test_a_process_runs(name: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", name, *PROCESSES[name].format(folder=tmp_path).split()]
    simulator = SIMULATOR if name == "lab.gpu" else {}
    ran = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **simulator}, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_learning_on_a_device_needs_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    monkeypatch.setattr(sys, "argv", ["", "berlin", "--games", "32", "--steps", "4"])
    with pytest.raises(NoDevice, match="NVIDIA GPU"):
        import_module("lab.learning_on_device").main()
