"""Checkpoints: everything that is needed to continue a run, in one file that is written atomically."""

from pathlib import Path
from typing import Any

import msgspec
import torch

from semafor.errors import BadSetup
from semafor.learning.league import League, Weights
from semafor.learning.learner import Learner
from semafor.learning.run_log import Line
from semafor.learning.settings import Settings

SHAPE = ("width", "blocks")
"""Settings that the weights depend on."""


class RunProgress(msgspec.Struct):
    """The progress of a run."""

    board: str
    players: tuple[int, ...]
    settings: Settings
    seconds: float = 0.0
    decisions: int = 0
    rounds: int = 0
    """Updates after the warm start."""
    lines: list[Line] = []


def path_of(folder: Path) -> Path:
    """Return the path of a run's checkpoint."""
    return folder / "checkpoint.pt"


def save_checkpoint(folder: Path, progress: RunProgress, learner: Learner, league: League) -> None:
    """Write a checkpoint, replacing the old one."""
    state = {
        "progress": msgspec.json.encode(progress),
        "inputs": learner.network.input_names,
        "network": learner.network.state_dict(),
        "optimizer": learner.optimizer.state_dict(),
        "league": league.members,
        "chance": torch.get_rng_state(),
    }
    draft = path_of(folder).with_suffix(".draft")
    torch.save(state, draft)
    draft.replace(path_of(folder))


def load_checkpoint(folder: Path, board: str, settings: Settings) -> dict[str, Any] | None:
    """Return a checkpoint with `progress` decoded; None if there is none, BadSetup if it is another run's."""
    if not path_of(folder).exists():
        return None
    state: dict[str, Any] = torch.load(path_of(folder), map_location="cpu", weights_only=False)
    progress = msgspec.json.decode(state["progress"], type=RunProgress)
    if progress.board != board:
        raise BadSetup("bad-run", folder=str(folder), made_for=progress.board, board=board)
    changed = [name for name in SHAPE if getattr(progress.settings, name) != getattr(settings, name)]
    if changed:
        raise BadSetup("bad-run", case="shape", folder=str(folder), setting=changed[0])
    return {**state, "progress": progress}


def restore(state: dict[str, Any], learner: Learner, league: League) -> None:
    """Restore a checkpoint; raise BadSetup if the network has other inputs."""
    if tuple(state["inputs"]) != learner.network.input_names:
        raise BadSetup("bad-run", case="inputs")
    learner.network.load_state_dict(state["network"])
    learner.optimizer.load_state_dict(state["optimizer"])
    members: list[Weights] = state["league"]
    league.members = members
    torch.set_rng_state(state["chance"])
