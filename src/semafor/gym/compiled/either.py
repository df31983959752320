"""The rules of either kind of game under one name: which one is meant, the type of the state says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from numba.extending import overload

from semafor.engine import deal as board_deal
from semafor.engine import score as board_score
from semafor.engine import turn as board_turn
from semafor.engine.cardgame import deal as card_deal
from semafor.engine.cardgame import scoring as card_scoring
from semafor.engine.cardgame import turn as card_turn
from semafor.engine.compile import INTERPRETED
from semafor.engine.state import STATE
from semafor.gym.compiled import board_eyes, card_eyes

Rule = Callable[..., Any]


def _either(of_boards: Rule, of_cards: Rule) -> Rule:
    """The first function for a state of a board game, the second for one of the Card Game."""

    def interpreted(*arguments: Any) -> Any:
        return (of_boards if arguments[0].dtype == STATE else of_cards)(*arguments)

    if INTERPRETED:
        return interpreted

    @overload(interpreted)
    def choose(*arguments):  # type: ignore[no-untyped-def]  # Numba compares the two signatures
        chosen = of_boards if arguments[0] == numba.from_dtype(STATE) else of_cards
        return lambda *arguments: chosen(*arguments)

    return interpreted


apply = _either(board_turn.apply, card_turn.apply)
deal = _either(board_deal.deal, card_deal.deal)
legal = _either(board_turn.legal, card_turn.legal)
observe = _either(board_eyes.observe, card_eyes.observe)
score_game = _either(board_score.score_game, card_scoring.score_game)
