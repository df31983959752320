"""Create an environment for every peer, with the versions pinned in this folder."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ENVIRONMENTS = HERE.parents[1] / ".peers"
"""Folder of the environments, ignored by git."""


class CannotInstall(Exception):
    """A peer cannot be installed on this machine; the message gives the reason."""


def pinned_version(peer: str) -> str:
    """Return the pinned version of the peer itself."""
    names = {peer, peer.replace("_", "-")}
    pins = (line.split("==") for line in (HERE / f"{peer}.txt").read_text().splitlines() if "==" in line)
    return next(version for name, version in pins if name in names)


def python_of(peer: str) -> Path:
    """Return the Python of the peer's environment, creating it if necessary."""
    folder, pins = ENVIRONMENTS / peer, HERE / f"{peer}.txt"
    python, done = folder / "bin" / "python", folder / pins.name
    if not (done.exists() and done.read_text() == pins.read_text()):
        _run(sys.executable, "-m", "venv", "--clear", str(folder))
        _run(str(python), "-m", "pip", "install", "--quiet", "--requirement", str(pins))
        done.write_text(pins.read_text())
    return python


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotInstall((done.stderr.strip() or "no reason given").splitlines()[-1])
