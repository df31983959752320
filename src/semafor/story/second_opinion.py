"""A second opinion: what a network finds better is told as far as playouts agree.

A network's values of two moves can differ by chances that nobody ever sees at the table, and who played
well would be blamed. Playouts by another player err elsewhere; where both see a loss, there was one.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from semafor.boards.model import Board
from semafor.story.judging import Verdict
from semafor.story.playout_judge import WORTH, PlayoutJudge
from semafor.story.positions import Position


class SecondOpinion:
    """Asks playouts about the verdicts of a game, from its first position on."""

    def __init__(self, board: Board, players: int) -> None:
        self._judge = PlayoutJudge(board, players)
        self._tables = self._judge.lay_tables()

    def temper(self, positions: Sequence[Position], verdicts: Sequence[Verdict]) -> list[Verdict]:
        """The verdicts on the next positions, each cost no larger than playouts find it."""
        return [self._temper(*one) for one in zip(positions, verdicts, strict=True)]

    def _temper(self, position: Position, verdict: Verdict) -> Verdict:
        table, cost = self._tables[position.seat], verdict.cost
        table.lay_out(position.view)
        if cost >= WORTH:
            cost = min(cost, self._judge.cost(table, position, verdict.best))
        table.note(position.view, position.move)
        return msgspec.structs.replace(verdict, cost=cost)
