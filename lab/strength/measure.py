"""Measure how strong the bots are and write STRENGTH.md: `python -m lab.strength.measure planner`.

Every match is one call of `semafor tournament`. Results are stored in results.json, and a match is
played again only if its command changes. The page is written after each match.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from argparse import ArgumentParser
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from lab.strength.matches import Match, network_matches, planner_matches, search_matches
from lab.strength.page import Measured, write_page

HERE = Path(__file__).parent
RESULTS = HERE / "results.json"


def load() -> dict[str, Measured]:
    """Return the stored results by command."""
    if not RESULTS.exists():
        return {}
    return {
        result.command: result for result in msgspec.json.decode(RESULTS.read_bytes(), type=list[Measured])
    }


def keep(results: dict[str, Measured]) -> None:
    """Store all results and write the page."""
    ordered = [results[command] for command in sorted(results)]
    RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(ordered), indent=1) + b"\n")
    write_page(HERE.parent / "STRENGTH.md", ordered)


def play(match: Match) -> Measured:
    """Play a match with `semafor tournament`."""
    command = [sys.executable, "-m", "semafor", *match.command, "--json"]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    found = json.loads(done.stdout)
    bot = next(each for each in found["bots"] if each["bot"] == match.bot)
    return Measured(
        command=" ".join(["semafor", *match.command]),
        match=match,
        wins=bot["wins"]["rate"],
        low=bot["wins"]["low"],
        high=bot["wins"]["high"],
        games=bot["played"],
        milliseconds=bot["mean_ms"],
        score=bot["score"]["mean"],
        date=datetime.now(UTC).date().isoformat(),
        load=os.getloadavg()[0],
    )


def main() -> None:
    """Play the chosen matches that have no result yet."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("which", choices=["planner", "search", "network", "page"])
    parser.add_argument("--board", help="only this board")
    parser.add_argument("--duels", type=int, default=100, help="games per match of two sides")
    parser.add_argument("--tables", type=int, default=60, help="games per match at a larger table")
    parser.add_argument("--budget", default="1s", help="time of search per decision")
    asked = parser.parse_args()
    results = load()
    chosen = {
        "planner": planner_matches(asked.duels, asked.tables),
        "search": search_matches(asked.budget, asked.duels),
        "network": network_matches(asked.duels),
        "page": [],
    }
    matches = chosen[asked.which]
    for match in matches:
        name = " ".join(["semafor", *match.command])
        if name not in results and asked.board in (None, match.board):
            results[name] = play(match)
            print(f"{results[name].wins:6.1%} of {results[name].games}: {name}", flush=True)
            keep(results)
    keep(results)


if __name__ == "__main__":
    main()
