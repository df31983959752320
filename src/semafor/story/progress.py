"""How far a game has come, from what lies open of it."""

from __future__ import annotations

from semafor.boards.model import Board
from semafor.engine.state import State
from semafor.kinds.base import KindName
from semafor.kinds.lookup import kind_of


def _by_pieces(board: Board, state: State) -> float:
    """By the pieces of the seat that has laid most."""
    begun = sum(board.options.pieces.values())
    least = int(state.pieces[: int(state.players)].sum(1).min())
    return 1.0 - least / max(1, begun)


def _by_cards(board: Board, state: State) -> float:
    """By the cards that have left the deck, in this half and the one before."""
    halves = int(kind_of(board).facts.halves[int(state.players)])
    left = min(1.0, int(state.deck_trains) / max(1, sum(board.options.cards.values())))
    return (int(state.half) - left) / halves


_BY = {"board": _by_pieces, "cards": _by_cards}


def progress_of(board: Board, state: State) -> float:
    """From 0 at the deal to 1 at the end."""
    kind: KindName = kind_of(board).name
    return 1.0 if state.over else min(1.0, max(0.0, _BY[kind](board, state)))
