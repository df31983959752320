"""Seasons: stretches of the calendar, by which a club counts anew."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Literal

Seasons = Literal["year", "half", "quarter", "month"]
MONTHS: dict[Seasons, int] = {"year": 12, "half": 6, "quarter": 3, "month": 1}


def season_of(at: float, kind: Seasons) -> str:
    """The season of a moment, as in `2026` or `2026-4`."""
    day = datetime.fromtimestamp(at, UTC)
    number = (day.month - 1) // MONTHS[kind] + 1
    return str(day.year) if kind == "year" else f"{day.year}-{number}"
