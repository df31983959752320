"""What the margin that a network expects says of the win, as it was measured on the shipped networks."""

from __future__ import annotations

from functools import cache

import msgspec

from semafor.boards.model import Board
from semafor.bots.learned.weights import SHIPPED

SPREADS = SHIPPED / "spreads.json"
"""By board and number of players: written by `tools/measure_spreads.py`."""
USUAL_SPREAD = 22.0
"""Where nothing was measured."""


def spread_of(board: Board, players: int) -> float:
    """Points of margin, the win counted in, that make a win e times as likely as a loss."""
    return _measured().get(board.board, {}).get(str(players), USUAL_SPREAD)


@cache
def _measured() -> dict[str, dict[str, float]]:
    return msgspec.json.decode(SPREADS.read_bytes(), type=dict[str, dict[str, float]])
