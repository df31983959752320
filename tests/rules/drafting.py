"""Playing ticket drafts in tests: everybody answers, and what came off the deck is counted."""

from __future__ import annotations

from collections.abc import Iterable

from semafor import Game
from semafor.events import DraftCardDrawn, Drew, FestivalOpened


def answer_all(game: Game, order: Iterable[int], choice: int = 0) -> None:
    """Let exactly the seats of `order` answer the current question with the move number `choice`."""
    for seat in order:
        moves = game.moves(seat)
        game.play(moves[choice % len(moves)], seat)


def draft(game: Game) -> None:
    """Play a whole draft: five choices and the keeping, each seat with its first move."""
    for _ in range(6):
        answer_all(game, game.pending)


def draft_card_at(game: Game) -> int:
    """Draw blind until the draft card appears, and return the number of cards drawn before it."""
    above = 0
    while True:
        for event in game.play("draw deck"):
            if isinstance(event, DraftCardDrawn):
                return above
            above += isinstance(event, Drew | FestivalOpened)
