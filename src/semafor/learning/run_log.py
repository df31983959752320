"""The log of a run: lines of JSON in `log.jsonl`, the same on the screen, and a page with curves."""

import html
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from semafor.learning.game_pool import Ended
from semafor.learning.league import LEARNER
from semafor.learning.learner import ALONE, Partners

Line = dict[str, Any]


class RunTally:
    """The games that ended since the last line, and the results of those with opponents."""

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
        """Return averages over the games of all partners, and reset."""
        games, points, mixed, share = partners.sums([self.games, self.points, self.mixed, self.share])
        line = {
            "games": int(games),
            "best_points": round(points / max(games, 1), 1),
            "won_of_mixed": round(share / max(mixed, 1), 3),
        }
        self.__init__()  # type: ignore[misc]  # all counts to nothing
        return line


class RunClock:
    """Time spent by phase."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}
        self._since = time.monotonic()

    def lap(self, phase: str) -> float:
        """Add the time since the last lap to a phase."""
        now = time.monotonic()
        passed, self._since = now - self._since, now
        self.spent[phase] = self.spent.get(phase, 0.0) + passed
        return passed

    def told(self) -> Line:
        """Return the seconds of each phase since the last call, and reset."""
        line = {f"s_{phase}": round(seconds, 2) for phase, seconds in self.spent.items()}
        self.spent = {}
        return line


class Log:
    """The lines of a run, in a file that is written completely each time."""

    def __init__(self, folder: Path, lines: list[Line]) -> None:
        self.path, self.lines = folder / "log.jsonl", lines

    def write(self, line: Line) -> None:
        """Add a line, and print it."""
        self.lines.append(line)
        self.path.write_text("".join(json.dumps(each) + "\n" for each in self.lines), encoding="utf-8")
        print(json.dumps(line), file=sys.stderr, flush=True)


WIDE, HIGH, EDGE = 700, 220, 40
RIGHT = WIDE - 90
"""Where curves end and their names begin."""
COLOURS = ("#1b6ca8", "#c2452d", "#3f8f4f", "#8a5aa8", "#b8860b", "#444")
Curve = list[tuple[float, float]]


def write_page(path: Path, board: str, lines: list[Line]) -> None:
    """Write the page."""
    told = [line for line in lines if "per_second" in line]
    checks = [line for line in lines if "per_second" not in line]
    figures = [
        _figure("Won against the playout policy, by players", _matches(checks, "policy"), "share of games"),
        _figure("Won against an older self, by players", _matches(checks, "older"), "share of games"),
        _figure("Won against a frozen network, by players", _matches(checks, "frozen"), "share of games"),
        _figure("Won alone among rivals, by players", _matches(checks, "rival"), "share of games"),
        _figure("Entropy of the policy", _of(told, "entropy"), "nats"),
        _figure("Value: error, and part of the outcome explained", _of(told, "value", "explained"), ""),
        _figure("Tickets drawn by its own choice", _of(told, "explored"), "share of decisions"),
        _figure("How far an update moves the policy", _of(told, "kl", "clipped"), ""),
        _figure("Decisions a second", _of(told, "per_second"), ""),
        _figure("Points of the winner", _of(told, "best_points"), "points"),
    ]
    title = f"Training on {html.escape(board)}"
    path.write_text(
        f'<!doctype html><meta charset="utf-8"><title>{title}</title>'
        "<style>body{font:15px system-ui;max-width:44rem;margin:2rem auto}h2{font-size:1rem}</style>"
        f"<h1>{title}</h1>{''.join(figures)}",
        encoding="utf-8",
    )


def _of(lines: list[Line], *names: str) -> dict[str, Curve]:
    return {
        name: [(line["decisions"] / 1e6, float(line[name])) for line in lines if name in line]
        for name in names
    }


def _matches(lines: list[Line], against: str) -> dict[str, Curve]:
    """Return a curve for each number of players."""
    names = sorted({name for line in lines for name in line if name.startswith(f"{against}_")})
    return {
        name.rpartition("_")[2]: [
            (line["decisions"] / 1e6, float(line[name]["won"])) for line in lines if name in line
        ]
        for name in names
    }


def _figure(title: str, curves: dict[str, Curve], unit: str) -> str:
    """Return a chart with one curve per name, over millions of decisions."""
    points = [point for curve in curves.values() for point in curve]
    if not points:
        return ""
    right = max(x for x, _ in points) or 1.0
    low, top = min(0.0, *(y for _, y in points)), max(y for _, y in points)
    span = (top - low) or 1.0

    def at(x: float, y: float) -> str:
        across = EDGE + x / right * (RIGHT - EDGE)
        return f"{across:.1f},{HIGH - EDGE - (y - low) / span * (HIGH - 2 * EDGE):.1f}"

    drawn = "".join(_curve(n, name, curve, at) for n, (name, curve) in enumerate(curves.items()))
    marks = (
        f'<text x="4" y="{EDGE}">{top:.3g}</text><text x="4" y="{HIGH - EDGE}">{low:.3g}</text>'
        f'<text x="{RIGHT}" y="{HIGH - 8}" text-anchor="end">{right:.0f} M decisions</text>'
    )
    label = html.escape(f"{title}{f', {unit}' if unit else ''}")
    return (
        f'<h2>{label}</h2><svg viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{label}" font-size="12">'
        f'<path d="M{EDGE},{EDGE}V{HIGH - EDGE}H{RIGHT}" fill="none" stroke="#999"/>'
        f"{marks}{drawn}</svg>"
    )


def _curve(number: int, name: str, curve: Curve, at: Callable[[float, float], str]) -> str:
    colour = COLOURS[number % len(COLOURS)]
    path = " ".join(at(x, y) for x, y in curve)
    return (
        f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
        f'<text x="{RIGHT + 4}" y="{EDGE + 14 * number}" fill="{colour}">{html.escape(name)}</text>'
    )
