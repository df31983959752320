"""The sheets of paper that a board can be printed on."""

from __future__ import annotations

from typing import Literal

Paper = Literal["A4", "A3", "sheet"]
SHEETS: dict[Paper, tuple[float, float] | None] = {"A4": (210.0, 297.0), "A3": (297.0, 420.0), "sheet": None}
"""Width and height in millimetres, upright; one large sheet is as large as the board."""
