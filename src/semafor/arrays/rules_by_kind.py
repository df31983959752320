"""The rules of either kind of game under one name: which one is meant, the type of the state says."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from numba.extending import overload

from semafor.arrays import board_eyes, card_eyes, points
from semafor.engine import deal as board_deal
from semafor.engine import play as board_play
from semafor.engine import score as board_score
from semafor.engine import turn as board_turn
from semafor.engine.cardgame import deal as card_deal
from semafor.engine.cardgame import play as card_play
from semafor.engine.cardgame import scoring as card_scoring
from semafor.engine.cardgame import turn as card_turn
from semafor.engine.compile import INTERPRETED

Rule = Callable[..., Any]

OF_BOARDS = "owned"
"""A field that only states of board games have."""


_CHOICES: list[tuple[Rule, int, Rule]] = []
_COMPILERS: list[Rule] = [overload]


def by_fields(place: int, choose: Callable[[Collection[str]], Rule]) -> Rule:
    """One name for several functions: the fields of the record given at a place say which one is meant."""

    def interpreted(*arguments: Any) -> Any:
        return choose(arguments[place].dtype.names)(*arguments)

    if not INTERPRETED:
        _CHOICES.append((interpreted, place, choose))
        for overloads in _COMPILERS:
            _teach(overloads, interpreted, place, choose)
    return interpreted


def _either(of_boards: Rule, of_cards: Rule) -> Rule:
    """The first function for a state of a board game, the second for one of the Card Game."""
    return by_fields(0, lambda fields: of_boards if OF_BOARDS in fields else of_cards)


def _teach(overloads: Rule, name: Rule, place: int, choose: Rule) -> None:
    """Tell a compiler which of the functions is meant."""

    @overloads(name)
    def chosen(*arguments):  # type: ignore[no-untyped-def]  # Numba compares the two signatures
        function = choose(arguments[place].fields)
        return lambda *arguments: function(*arguments)


def teach_all(overloads: Rule) -> None:
    """Tell another compiler too, now and of later names, through its own `numba.extending.overload`."""
    _COMPILERS.append(overloads)
    for name, place, choose in _CHOICES:
        _teach(overloads, name, place, choose)


apply = _either(board_turn.apply, card_turn.apply)
deal = _either(board_deal.deal, card_deal.deal)
done_of = _either(points.done_of_seat, points.done_of_cards)
extras_of = _either(points.extras_on_map, points.extras_at_cards)
legal = _either(board_turn.legal, card_turn.legal)
observe = _either(board_eyes.observe, card_eyes.observe)
compare_sides = _either(board_score.compare_sides, card_scoring.compare_seats)
"""What is left of the score once every side's line and tickets are counted."""
score_game = _either(board_score.score_game, card_scoring.score_game)
settle = _either(points.settle, points.settle_cards)
write_row = _either(board_play.write_row, card_play.write_row)
