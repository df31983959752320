"""Moves that somebody might try in the Card Game, possible or not: of every kind."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

from semafor import Game, Move
from semafor.boards.model import COLOURS
from semafor.moves import (
    Claim,
    Complete,
    Done,
    Draw,
    DrawTickets,
    Keep,
    Pass,
    Payment,
    PlaceRow,
    PlaceThree,
    Refuse,
    Stop,
)

ROWS = [
    PlaceRow(colour, plain, wild)
    for colour in (*COLOURS, "wild", "pink")
    for plain in (-1, 0, 1, 2, 3, 4, 17)
    for wild in range(-1, 4)
]
TRIED = 60
"""Number of rows tried in one position."""


def card_candidates(game: Game, seat: int, chance: Random) -> Iterator[Move]:
    """Return a sample of moves that a seat might try."""
    yield from (Draw(place) for place in (None, 0, 1, 2, 3, 4, 5, 6))
    yield from (DrawTickets(), Stop(), Done(), Pass(), Refuse())
    yield Claim("Chicago-Dallas", Payment("red", 1, 0))
    yield from (Complete(ticket) for ticket in game.board.ticket_names)
    yield from chance.sample(ROWS, TRIED)
    yield from (PlaceThree(three) for three in combinations((*COLOURS, "wild"), 3))
    yield from (PlaceThree(("red", "red", "blue")), PlaceThree(("red", "blue")), PlaceThree(()))
    own = game.view(seat).own
    assert own is not None
    for number in range(len(own.offer) + 1):
        yield from (Keep(kept) for kept in combinations(own.offer, number))
    yield Keep((*own.offer[:1], game.board.ticket_names[0]))
