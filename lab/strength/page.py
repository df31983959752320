"""Write STRENGTH.md from the stored results."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from lab.strength.matches import BASELINES, TABLES, Match

HERE = Path(__file__).parent


class Measured(msgspec.Struct, frozen=True):
    """The result of a match."""

    command: str
    match: Match
    wins: float
    low: float
    high: float
    games: int
    milliseconds: float
    """Mean wall-clock time of the bot per decision."""
    score: float
    date: str
    load: float
    """The machine's load when the match ended."""

    @property
    def reached(self) -> bool:
        """Whether the target is met."""
        return self.wins >= self.match.target


def _rate(result: Measured | None) -> str:
    if result is None:
        return "–"
    mark = "" if result.reached else " ✗"
    return f"{result.wins:.0%} ({result.low:.0%}–{result.high:.0%}){mark}"


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _planner_table(results: list[Measured], larger: bool) -> list[str]:
    found = {(r.match.board, r.match.against): r for r in results if r.match.duel != larger}
    lines = [_row(["game", "players", *BASELINES, "ms per decision"]), _row(["---"] * (len(BASELINES) + 3))]
    for board, sizes in TABLES.items():
        of_board = [found.get((board, other)) for other in BASELINES]
        times = [result.milliseconds for result in of_board if result]
        if times:
            mean = f"{sum(times) / len(times):.2f}"
            lines.append(_row([board, str(sizes[larger]), *map(_rate, of_board), mean]))
    return lines


def _search_table(results: list[Measured]) -> list[str]:
    lines = [_row(["game", "players", "budget", "wins", "games", "ms per decision"]), _row(["---"] * 6)]
    for result in sorted(results, key=lambda r: (list(TABLES).index(r.match.board), r.milliseconds)):
        match = result.match
        budget = match.bot.partition("@")[2]
        cells = [match.board, str(match.players), budget, _rate(result), str(result.games)]
        lines.append(_row([*cells, f"{result.milliseconds:.0f}"]))
    return lines


def _network_table(results: list[Measured]) -> list[str]:
    lines = [_row(["game", "players", "wins", "games", "points", "ms per decision"]), _row(["---"] * 6)]
    for result in sorted(results, key=lambda r: (list(TABLES).index(r.match.board), r.match.players)):
        cells = [result.match.board, str(result.match.players), _rate(result), str(result.games)]
        lines.append(_row([*cells, f"{result.score:.1f}", f"{result.milliseconds:.1f}"]))
    return lines


def _commands(results: Iterable[Measured]) -> list[str]:
    return [f"- `{r.command}` ({r.date}, load {r.load:.1f})" for r in results]


def write_page(file: Path, results: list[Measured]) -> None:
    """Write the page with all tables and commands."""
    planner = [result for result in results if result.match.bot == "planner"]
    search = [result for result in results if result.match.bot.startswith("search")]
    network = [result for result in results if result.match.bot == "network"]
    parts = {
        "DUELS": _planner_table(planner, larger=False),
        "TABLES": _planner_table(planner, larger=True),
        "SEARCH": _search_table(search),
        "NETWORK": _network_table(network),
        "COMMANDS": _commands(results),
    }
    text = (HERE / "page.md").read_text(encoding="utf-8")
    for name, lines in parts.items():
        text = text.replace(f"{{{name}}}", "\n".join(lines))
    file.write_text(text, encoding="utf-8")
