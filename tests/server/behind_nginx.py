"""Finds Debian's nginx, for several servers behind one address."""

from __future__ import annotations

import subprocess
from pathlib import Path

FINDER = Path(__file__).parents[2] / "tools" / "find_nginx.sh"


def find_nginx() -> str:
    """Return the path of nginx, or fail with instructions how to install it."""
    found = subprocess.run([FINDER], capture_output=True, text=True, timeout=300, check=False)
    assert found.returncode == 0, found.stderr
    return found.stdout.strip().splitlines()[-1]
