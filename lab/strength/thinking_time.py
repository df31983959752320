"""Measure a searching bot against the bare `network` by its time per decision, and draw a chart.

    python -m lab.strength.thinking_time --board usa berlin --games 100 [--bot search]

Needs quiet cores, because budgets are wall-clock times. A game has about 70 decisions of the bot: 100 games
take 6 minutes with 0.1 s, one hour with 1 s and three hours with 3 s on two cores. Results are stored.
"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

import matplotlib
import msgspec

from lab.strength.matches import SIDES_OF_TWO, TABLES, Match
from lab.strength.measure import play
from lab.strength.page import Measured

matplotlib.use("svg")
from matplotlib import pyplot

HERE = Path(__file__).parent
RESULTS, PLOT = HERE / "thinking_time.json", HERE / "thinking_time.svg"
SECONDS = (0.1, 0.3, 1.0, 3.0)


def match_of(bot: str, board: str, seconds: float, games: int) -> Match:
    """Play a match of two sides with a time per decision."""
    thinker = f"{bot}@{round(1000 * seconds)}ms"
    return Match(board, SIDES_OF_TWO.get(board, 2), thinker, "network", games)


def draw(found: dict[str, Measured]) -> None:
    """Draw one line per bot and board, with intervals, over logarithmic time."""
    figure, axes = pyplot.subplots(figsize=(8, 4), layout="constrained")
    lines: dict[str, list[tuple[float, Measured]]] = {}
    for one in found.values():
        bot, _, budget = one.match.bot.partition("@")
        seconds = float(budget.removesuffix("ms")) / 1000
        lines.setdefault(f"{bot}, {one.match.board}", []).append((seconds, one))
    for number, (label, points) in enumerate(sorted(lines.items())):
        times, measured = zip(*sorted(points, key=lambda point: point[0]), strict=True)
        beside = [time * 1.04**number for time in times]  # shift lines, so that intervals do not overlap
        below = [one.wins - one.low for one in measured]
        above = [one.high - one.wins for one in measured]
        axes.errorbar(
            beside, [one.wins for one in measured], (below, above), marker="o", capsize=3, label=label
        )
    axes.axhline(0.5, color="grey", linewidth=1)
    axes.axhline(0.65, color="grey", linewidth=1, linestyle="--")
    axes.set(xscale="log", xlabel="seconds a decision", ylabel="part of games won against the bare network")
    figure.legend(loc="outside right upper")
    figure.savefig(PLOT, metadata={"Date": None})


def main() -> None:
    """Play matches without results, and draw the chart."""
    parser = ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--board", nargs="*", default=list(TABLES))
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--bot", default="lookahead")
    parser.add_argument("--seconds", type=float, nargs="*", default=list(SECONDS))
    asked = parser.parse_args()
    kept = msgspec.json.decode(RESULTS.read_bytes(), type=list[Measured]) if RESULTS.exists() else []
    found = {one.command: one for one in kept}
    for match in (
        match_of(asked.bot, board, time, asked.games) for time in asked.seconds for board in asked.board
    ):
        name = " ".join(["semafor", *match.command])
        if name not in found:
            found[name] = play(match)
            print(
                f"{found[name].wins:6.1%} ({found[name].low:.1%}–{found[name].high:.1%}): {name}", flush=True
            )
            RESULTS.write_bytes(
                msgspec.json.format(msgspec.json.encode(list(found.values())), indent=1) + b"\n"
            )
    draw(found)


if __name__ == "__main__":
    main()
