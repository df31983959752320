"""The part of the observation that a board uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semafor.gym import OBSERVATION_VERSION, observation_names, observation_ranges, used_slots
from semafor_docs.markdown import table

if TYPE_CHECKING:
    from semafor.boards.model import Board
    from semafor.engine.actions import Range

TEXT = """A bot gets a {{py:class}}`semafor.View`: names and counts, exactly what a person in its seat
would see. A learning player gets the same as {size} bytes (layout version {version}), written by
`semafor.gym.Batch` and the [environments](../environments.md) into an array for the seat that must decide.
Seats are counted from the viewer:

"""


def seen_ranges(board: Board) -> list[Range]:
    """Return the ranges that can be nonzero on this board."""
    used = set(used_slots(board, max(board.options.players)))
    return [r for r in observation_ranges(board) if not used.isdisjoint(range(r.first, r.first + r.size))]


def observation(board: Board) -> str:
    """Return text and table of a game page."""
    rows = ((f"`{r.name}`", r.first, r.first + r.size - 1, r.meaning) for r in seen_ranges(board))
    lines = table("lrrl", ("slots", "first", "last", "meaning"), rows)
    size = len(observation_names(board))
    return TEXT.format(size=size, version=OBSERVATION_VERSION) + lines
