"""Which part of the observation a board uses, read from its options and the layout of `semafor.gym`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semafor.gym import OBSERVATION_VERSION, observation_names, observation_ranges
from semafor_docs.markdown import table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from semafor.boards.model import Board
    from semafor.engine.actions import Range

TEXT = """A bot gets a {{py:class}}`semafor.View`: names and counts, exactly what a person in its seat
would see. A learning player gets the same as {size} bytes (layout version {version}), written by
`semafor.gym.Batch` and the [environments](../environments.md) into an array for the seat that must decide.
Seats are counted from the viewer:

"""


def seen_ranges(board: Board) -> list[Range]:
    """The ranges that can be other than zero on this board."""
    absent = set() if board.options.card_game else set(_absent(board))
    return [given for given in observation_ranges(board) if given.name not in absent]


def _absent(board: Board) -> Iterable[str]:
    options = board.options
    yield from () if options.teams else ("TICKETS_RACKED", "RACK", "DRAWN", "GOES_TO", "OWED")
    yield from () if options.teams or options.tunnels else ("PAID_COLOUR", "PAID")
    yield from () if options.tunnels else ("TURNED", "EXTRA")
    yield from () if options.stations else ("STATIONS", "TARGET_PLACE")
    yield from () if options.draft else ("TICKETS_PICKED",)
    yield from () if options.festivals else ("FESTIVALS_OPEN", "FESTIVALS_HELD")


def observation(board: Board) -> str:
    """The words and the table of a game page."""
    rows = ((f"`{r.name}`", r.first, r.first + r.size - 1, r.meaning) for r in seen_ranges(board))
    lines = table(("slots", "first", "last", "meaning"), rows).replace("| ---: |\n", "| --- |\n", 1)
    size = len(observation_names(board))
    return TEXT.format(size=size, version=OBSERVATION_VERSION) + lines
