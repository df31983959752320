"""The latest measurements of `make bench`, for the game pages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from semafor_docs.markdown import table

if TYPE_CHECKING:
    from semafor.boards.model import Board

MEASURED = Path(__file__).parents[2] / "lab" / "peers" / "measured.json"
WAYS = {"engine": "compiled random games", "batch": "`semafor.gym.Batch`", "api": "`semafor.Game`"}


def speed(board: Board) -> str:
    """Return the speed of random play on one core in each way."""
    run: dict[str, Any] = json.loads(MEASURED.read_text(encoding="utf-8"))
    rows = [row for row in run["rows"] if row["program"] == "semafor" and row["game"] == board.board]
    body = (
        (
            WAYS[row["way"]],
            row["players"],
            f"{row['decisions_per_second']:,.0f}",
            f"{row['games_per_second']:,.1f}",
        )
        for row in rows
        if "error" not in row
    )
    lines = table("lrrr", ("random play, one core", "players", "decisions/s", "games/s"), body)
    return f"{lines}\nMeasured by `make bench` on {run['date']}, {run['machine']}.\n"
