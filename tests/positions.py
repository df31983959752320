"""What tests of rules share: positions, and refusals that leave everything as it was."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from semafor import Board, Game, Move, SemaforError, load_board
from semafor.boards.model import Stations

PLAIN_MARKET = ["red", "orange", "yellow", "green", "blue"]

FOUR_TRAINS_LEFT = dict.fromkeys(
    (
        *("Petrograd-Stockholm", "Budapest-Kyiv", "Palermo-Smyrna", "Budapest-Wien/red"),
        *("Berlin-Danzig", "Warszawa-Wien", "Kharkov-Kyiv", "Kharkov-Moskva", "Petrograd-Riga"),
    ),
    0,
)
"""Routes on the Europe board with 41 spaces in total, all owned by seat 0."""


def position(**described: Any) -> Game:
    """Return a game from a position; by default on Europe with two players."""
    return Game.position({"players": 2, **described})


def all_seen(game: Game) -> tuple[object, ...]:
    """Return everything that any viewer is shown, for comparison."""
    seats = range(game.players)
    views = [game.view(viewer) for viewer in (None, *seats)]
    moves = [game.moves(seat) for seat in seats]
    return views, moves, game.events(viewer="all"), game.pending, game.version, game.result(), game.record()


def refused(game: Game, move: Move | str, seat: int | None = None) -> SemaforError:
    """Return the error of an illegal move, and check that it changed nothing."""
    before, state = all_seen(game), game.to_bytes()
    with pytest.raises(SemaforError) as caught:
        game.play(move, seat)
    assert all_seen(game) == before
    assert game.to_bytes() == state
    return caught.value


def texts(game: Game, beginning: str = "", seat: int | None = None) -> set[str]:
    """Return the texts of legal moves with this prefix, without the prefix."""
    moves = [str(move) for move in game.moves(seat)]
    assert len(set(moves)) == len(moves), "every move is listed once"
    return {text.removeprefix(beginning).strip() for text in moves if text.startswith(beginning)}


def hand(game: Game, seat: int) -> dict[str, int]:
    """The cards in a hand."""
    own = game.view(seat).own
    assert own is not None
    return own.hand


def offer(game: Game, seat: int) -> tuple[str, ...]:
    """The tickets that a seat may choose from."""
    own = game.view(seat).own
    assert own is not None
    return own.offer


def kinds(events: list[Any]) -> list[str]:
    """The names of what happened, in order."""
    return [type(event).__name__ for event in events]


def with_stations(name: str) -> Board:
    """Return a board with stations added."""
    board = load_board(name)
    options = msgspec.structs.replace(board.options, stations=Stations(3, 4))
    return msgspec.structs.replace(board, options=options)
