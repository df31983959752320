"""Measure Semafor and its peers in one run: `make bench`.

Each program has its own script and environment; they run one after the other. The results are written to
lab/peers/measured.json and lab/PEERS.md.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from lab.peers.environments import HERE, CannotInstall, pinned_version, python_of
from lab.peers.report import page, table

PEERS = ("catanatron", "rlcard", "open_spiel", "pgx")
SECONDS = 5.0
PAGE = HERE.parent / "PEERS.md"
MEASURED = HERE / "measured.json"
LONGEST = 900.0
"""Time limit of a script, in seconds."""

Row = dict[str, Any]


def main() -> None:
    """Install, measure, write and print."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    rows = measure("semafor", version("semafor"), Path(sys.executable), seconds, *sys.argv[2:])
    for peer in PEERS:
        rows += measure_peer(peer, seconds)
    run = {
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "machine": machine(),
        "seconds": seconds,
        "rows": rows,
    }
    MEASURED.write_text(json.dumps(run, indent=1) + "\n", encoding="utf-8")
    PAGE.write_text(page(run), encoding="utf-8")
    print(table(row for row in rows if "error" not in row))


def measure_peer(peer: str, seconds: float) -> list[Row]:
    """Return the rows of a peer, or one row with the error."""
    known = pinned_version(peer)
    try:
        print(f"{peer}: preparing its environment …", file=sys.stderr)
        return measure(peer, known, python_of(peer), seconds)
    except (CannotInstall, RuntimeError, subprocess.TimeoutExpired) as error:
        print(f"{peer}: {error}", file=sys.stderr)
        return [{"program": peer, "version": known, "error": str(error)}]


def measure(program: str, its_version: str, python: Path, seconds: float, *boards: str) -> list[Row]:
    """Run the script of a program, on some boards only, and return its rates."""
    print(f"{program}: measuring …", file=sys.stderr)
    done = subprocess.run(
        [str(python), "-m", f"lab.peers.play_{program}", str(seconds), *boards],
        cwd=HERE.parents[1],
        capture_output=True,
        text=True,
        check=False,
        timeout=LONGEST,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
    if done.returncode:
        raise RuntimeError((done.stderr.strip() or "it ended without a word").splitlines()[-1])
    return [{"program": program, "version": its_version, **rates(row)} for row in json.loads(done.stdout)]


def rates(row: Row) -> Row:
    """Return the row with rates per second."""
    return {
        **row,
        "decisions_per_second": row["decisions"] / row["seconds"],
        "games_per_second": row["games"] / row["seconds"],
    }


def machine() -> str:
    """Return a short description of processor and Python."""
    return f"{processor()}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def processor() -> str:
    """Return the name of the processor, if known."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


if __name__ == "__main__":
    main()
