"""Levels for people: who plays at each, with a network or without, and never in a silly way."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from semafor.boards.model import Board
from semafor.bots.protocol import Bot, choose_move
from semafor.bots.sensible import Sense
from semafor.moves import Move
from semafor.view import View


class Level(msgspec.Struct, frozen=True):
    """How strong an opponent is; the catalogue of words says what it is called (`level.named`)."""

    id: str
    bot: str
    """Who plays where a network came with the package for the board as it is played."""
    without: str
    """Who plays elsewhere: on boards of one's own, and with options that the network has not met."""


LEVELS = (
    Level("easy", "noisy@easy", "greedy"),
    Level("medium", "noisy@medium", "casual"),
    Level("hard", "noisy@hard", "planner"),
    Level("expert", "network", "search@300ms"),
    Level("master", "lookahead@1500ms", "search@1500ms"),
)


class LevelBot:
    """A player of a level; where it would do something silly, it or its spare chooses among the rest."""

    def __init__(self, board: Board, bot: Bot, spare: Bot | None) -> None:
        self._sense, self._bot, self._spare = Sense(board), bot, spare

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """What the player chooses of what is sensible; without a spare it chooses among any moves."""
        sensible = self._sense.moves(view, moves)
        if self._spare is None:
            return choose_move(self._bot, view, sensible)
        move = choose_move(self._bot, view, moves)
        return move if move in sensible else choose_move(self._spare, view, sensible)
