"""Which moves answer what a seat is asked, in either kind of game; all others come at the wrong time."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import NamedTuple

from semafor.errors import IllegalMove
from semafor.kinds.plain import Plain
from semafor.moves import Move

NOTHING = 0
"""What a seat is asked that has nothing to decide."""


def words_of_asks(asks: type[IntEnum]) -> dict[int, str]:
    """The questions in the words of the API: `second-card`."""
    return {int(ask): ask.name.lower().replace("_", "-") for ask in asks}


class Answers(NamedTuple):
    """What may be answered to each question of a kind of game."""

    moves: Mapping[int, tuple[type, ...]]
    words: Mapping[int, str]
    """The questions in words,"""
    end: str
    """and the rule by which the game ends."""

    def refuse_untimely(self, state: Plain, seat: int, move: Move) -> None:
        """Refuse a move of a seat that has nothing, or something else, to decide."""
        if not 0 <= seat < state.players:
            raise IllegalMove("no-such-seat", seat_number=seat)
        if state.over:
            raise IllegalMove("game-over", rule=self.end)
        ask = int(state.ask[seat])
        if ask == NOTHING:
            raise IllegalMove("not-your-turn")
        if not isinstance(move, self.moves[ask]):
            raise IllegalMove("not-now", ask=self.words[ask])
