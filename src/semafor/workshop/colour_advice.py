"""Advice about colours: spaces of each on the map against its cards in the deck."""

from __future__ import annotations

from statistics import mean
from typing import TYPE_CHECKING

from semafor.boards.model import GREY
from semafor.workshop.advice import Advice, notice

if TYPE_CHECKING:
    from collections.abc import Iterator

    from semafor.boards.model import Board, Colour

UNEVEN = 0.25
"""The share by which a colour may differ from the others."""
CARDS_OFF = 3
"""Cards by which it may differ on any map: small ones cannot be even."""


def asked_of_colours(board: Board) -> dict[Colour, int]:
    """Cards that the routes of each colour of the deck ask for together."""
    return {
        colour: sum(route.cost for route in board.routes if route.colour == colour)
        for colour in board.colours
    }


def uneven_colours(board: Board) -> Iterator[Advice]:
    """Colours that the map asks for much more or less often than their cards allow."""
    if all(route.colour == GREY for route in board.routes):
        return
    asked, cards = asked_of_colours(board), board.options.cards
    usual = mean(asked[colour] / cards[colour] for colour in asked)
    for colour, spaces in asked.items():
        fitting = round(usual * cards[colour])
        if abs(spaces - fitting) > max(CARDS_OFF, UNEVEN * fitting):
            case = "many" if spaces > fitting else "few"
            yield notice(
                ("options", "cards", colour),
                "uneven-colour",
                card=colour,
                n=spaces,
                fitting=fitting,
                case=case,
            )
