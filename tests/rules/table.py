"""Looking at a game from where a player sits: what is mine, what I may do, what I am refused."""

from __future__ import annotations

import numpy as np
import pytest

from semafor import Game, IllegalMove
from semafor.boards.model import Board
from semafor.engine.state import STATE, State
from semafor.record import Saved
from semafor.view import Own


def own(game: Game, seat: int) -> Own:
    """Return the seat's own part of its view."""
    mine = game.view(seat).own
    assert mine is not None
    return mine


def texts(game: Game, seat: int | None = None) -> list[str]:
    """The legal moves as their texts."""
    return [str(move) for move in game.moves(seat)]


def refused(game: Game, move: str, seat: int | None = None) -> str:
    """Return the error code of an illegal move, and check that it changed nothing."""
    before = game.to_bytes()
    with pytest.raises(IllegalMove) as caught:
        game.play(move, seat)
    assert game.to_bytes() == before
    return caught.value.code


def state_bytes(game: Game) -> bytes:
    """Return the bytes of the state without the record."""
    return Saved.decode(game.to_bytes()).state


def ticket_deck(game: Game) -> list[str]:
    """The ticket deck from the top, which no player sees."""
    state: State = np.frombuffer(state_bytes(game), STATE)[0]
    ring = [int(state.ticket_deck[(state.ticket_next + i) % 64]) for i in range(state.ticket_count)]
    board: Board = game.board
    return [board.ticket_names[n] for n in ring]
