"""Which compiled functions play a board: those of the boards or those of the Card Game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from semafor.arena.measured import score_again, score_cards_again
from semafor.engine.cardgame.play import play_random as play_random_cards
from semafor.engine.cardgame.state import CARD_STATE, new_card_work
from semafor.engine.play import play_random
from semafor.engine.state import STATE, Facts
from semafor.engine.work import new_work
from semafor.kinds.board_facts import facts_of
from semafor.kinds.card_facts import card_facts_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from semafor.boards.model import Board


class Engine(msgspec.Struct, frozen=True):
    """One board's facts and the functions that read them, each of the same form for every game."""

    facts: Facts
    state: np.dtype[np.void]
    new_work: Callable[[], np.record]
    play_random: Callable[..., Any]
    """`(work, facts, key, numbers, played)`."""
    score_again: Callable[..., Any]
    """`(work, facts, times)`."""


def engine_of(board: Board) -> Engine:
    """The engine of a board."""
    if board.options.card_game is None:
        return Engine(facts_of(board), STATE, new_work, play_random, score_again)
    return Engine(card_facts_of(board), CARD_STATE, new_card_work, play_random_cards, score_cards_again)
