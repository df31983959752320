"""Format the comparison as a page."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

Row = dict[str, Any]

WAYS = {
    "engine": "compiled, whole games in one call",
    "batch": "compiled, `gym.Batch` with masks and observations",
    "api": "Python, `Game` move by move",
}
NAMES = {
    "semafor": "Semafor",
    "catanatron": "catanatron",
    "rlcard": "RLCard",
    "open_spiel": "OpenSpiel",
    "pgx": "pgx",
}

PAGE = Path(__file__).with_name("page.md")


def page(run: dict[str, Any]) -> str:
    """Return the page of a run."""
    good = [row for row in run["rows"] if "error" not in row]
    failed = [row for row in run["rows"] if "error" in row]
    return PAGE.read_text(encoding="utf-8").format(
        date=run["date"],
        machine=run["machine"],
        seconds=run["seconds"],
        table=table(good),
        failures="".join(f"\n{_program(row)} was not measured: {row['error']}\n" for row in failed),
    )


def table(rows: Iterable[Row]) -> str:
    """Return the rows as a Markdown table."""
    lines = [
        "| program | game | decisions/s | games/s | players | core | how |",
        "|---|---|---:|---:|---:|---:|---|",
        *map(_line, rows),
    ]
    return "\n".join(lines) + "\n"


def _line(row: Row) -> str:
    rates = f"{row['decisions_per_second']:,.0f} | {_short(row['games_per_second'])}"
    way = WAYS.get(row["way"], row["way"])
    return f"| {_program(row)} | {row['game']} | {rates} | {row['players']} | {row['core']:.2f} | {way} |"


def _program(row: Row) -> str:
    return f"{NAMES[row['program']]} {row['version']}"


def _short(rate: float) -> str:
    return f"{rate:,.0f}" if rate >= 100 else f"{rate:.3g}"
