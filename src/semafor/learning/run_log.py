"""What is told of a run: lines of JSON in `log.jsonl`, and the same in one line on the screen."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from semafor.learning.crowd import Ended
from semafor.learning.partners import ALONE, Partners
from semafor.learning.policy_seats import LEARNER

Line = dict[str, Any]


class Tally:
    """Games that ended since the last line, and what was won in those against others."""

    def __init__(self) -> None:
        self.games, self.points, self.mixed, self.share = 0, 0.0, 0, 0.0

    def note(self, ended: Ended) -> None:
        """Count games that ended."""
        scores, won, holders = ended
        if not len(scores):
            return
        self.games += len(scores)
        self.points += float(scores.max(1).sum())
        mixed = (holders != LEARNER).any(1)
        self.mixed += int(mixed.sum())
        self.share += float((np.where(holders == LEARNER, won, 0)[mixed] > 0).any(1).sum())

    def told(self, partners: Partners = ALONE) -> Line:
        """Averages over the games of all partners, and a fresh start."""
        games, points, mixed, share = partners.sums([self.games, self.points, self.mixed, self.share])
        line = {
            "games": int(games),
            "best_points": round(points / max(games, 1), 1),
            "won_of_mixed": round(share / max(mixed, 1), 3),
        }
        self.__init__()  # type: ignore[misc]  # all counts to nothing
        return line


class Clock:
    """Where the time goes, by the names of the phases."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}
        self._since = time.monotonic()

    def lap(self, phase: str) -> float:
        """Book the time since the last lap on a phase."""
        now = time.monotonic()
        passed, self._since = now - self._since, now
        self.spent[phase] = self.spent.get(phase, 0.0) + passed
        return passed

    def told(self) -> Line:
        """Seconds of each phase since it was last asked."""
        line = {f"s_{phase}": round(seconds, 2) for phase, seconds in self.spent.items()}
        self.spent = {}
        return line


class Log:
    """The lines of a run, old and new, in a file that is always whole."""

    def __init__(self, folder: Path, lines: list[Line]) -> None:
        self.path, self.lines = folder / "log.jsonl", lines

    def write(self, line: Line) -> None:
        """One more line, on the screen too."""
        self.lines.append(line)
        self.path.write_text("".join(json.dumps(each) + "\n" for each in self.lines), encoding="utf-8")
        print(json.dumps(line), file=sys.stderr, flush=True)
