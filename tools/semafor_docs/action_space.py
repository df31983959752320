"""The part of the action space that a board uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semafor.games.lookup import kind_of
from semafor_docs.markdown import table

if TYPE_CHECKING:
    from semafor.boards.model import Board


def action_space(board: Board) -> str:
    """Return the table of a game page."""
    ranges = kind_of(board).action_ranges()
    rows = ((f"`{r.name}`", r.first, r.first + r.size - 1, r.meaning) for r in ranges)
    return table("lrrl", ("range", "first", "last", "meaning"), rows)
