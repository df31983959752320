"""`semafor train`: what is refused before anything is learnt."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from semafor.arena import game_workers as ray_cluster
from tests.cli.command_line import CommandLine


def test_without_ray_its_extra_is_named(
    semafor: CommandLine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(ray_cluster, "has_ray", lambda: False)
    done = semafor("train", "berlin", "--out", str(tmp_path), "--workers", "2")
    assert done.code == 1
    assert "pip install 'semafor[ray]'" in done.err


@pytest.mark.parametrize("command", [("train", "berlin"), ("copy-bot", "greedy", "games.jsonl")])
def test_where_there_is_no_gpu_one_sentence_says_so(
    semafor: CommandLine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: tuple[str, ...]
) -> None:
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    done = semafor(*command, "--out", str(tmp_path / "out"), "--device", "cuda")
    assert done.code == 2
    assert "There is no NVIDIA GPU" in done.err
    assert "Traceback" not in done.err
    assert not (tmp_path / "out").exists()


def test_a_lone_worker_needs_no_cluster(tmp_path: Path) -> None:
    """It comes to the settings, which are wrong, and to nothing that several workers have."""
    call = f"run(['train', 'berlin', '--out', {str(tmp_path)!r}, '--set', 'hats=3'])"
    names = ("ray", "semafor.learning.cluster", "semafor.learning.cluster")
    told = f"print({call}, [name for name in {names} if name in sys.modules])"
    code = f"import sys; from semafor.cli.commands import run; import semafor.learning.training; {told}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "2 []\n"
