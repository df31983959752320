"""The rules of either kind of game under one name: which one is meant, the type of the state says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.extending import overload

from semafor.engine import deal as board_deal
from semafor.engine import play as board_play
from semafor.engine import score as board_score
from semafor.engine import turn as board_turn
from semafor.engine.cardgame import deal as card_deal
from semafor.engine.cardgame import play as card_play
from semafor.engine.cardgame import scoring as card_scoring
from semafor.engine.cardgame import turn as card_turn
from semafor.engine.compile import INTERPRETED
from semafor.gym.compiled import board_eyes, card_eyes, points

Rule = Callable[..., Any]

OF_BOARDS = "owned"
"""A field that only states of board games have."""


_PAIRS: list[tuple[Rule, Rule, Rule]] = []


def _either(of_boards: Rule, of_cards: Rule) -> Rule:
    """The first function for a state of a board game, the second for one of the Card Game."""

    def interpreted(*arguments: Any) -> Any:
        return (of_boards if OF_BOARDS in arguments[0].dtype.names else of_cards)(*arguments)

    if not INTERPRETED:
        _PAIRS.append((interpreted, of_boards, of_cards))
        _teach(overload, interpreted, of_boards, of_cards)
    return interpreted


def _teach(overloads: Rule, name: Rule, of_boards: Rule, of_cards: Rule) -> None:
    """Tell a compiler which of the two is meant."""

    @overloads(name)
    def choose(*arguments):  # type: ignore[no-untyped-def]  # Numba compares the two signatures
        chosen = of_boards if OF_BOARDS in arguments[0].fields else of_cards
        return lambda *arguments: chosen(*arguments)


def teach_all(overloads: Rule) -> None:
    """Tell another compiler too, through its own kind of `numba.extending.overload`."""
    for name, of_boards, of_cards in _PAIRS:
        _teach(overloads, name, of_boards, of_cards)


apply = _either(board_turn.apply, card_turn.apply)
deal = _either(board_deal.deal, card_deal.deal)
done_of = _either(points.done_of_seat, points.done_of_cards)
legal = _either(board_turn.legal, card_turn.legal)
observe = _either(board_eyes.observe, card_eyes.observe)
score_game = _either(board_score.score_game, card_scoring.score_game)
settle = _either(points.settle, points.settle_cards)
write_row = _either(board_play.write_row, card_play.write_row)
