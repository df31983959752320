"""Which actions a Card Game has, and each in words: `place 3 red`, `complete Palermo-Smyrna`."""

from __future__ import annotations

from semafor.boards.model import COLOURS, Board
from semafor.engine.cardgame.actions import RANGES, TRIPLES
from semafor.engine.cardgame.state import LONGEST_ROW, MOST_WILDS
from semafor.kinds.board_actions import count_wilds, named_ranges, present_ranges, shared_words
from semafor.kinds.names import CARD_NAMES, names_of


def card_action_names(board: Board) -> dict[int, str]:
    """The name of every action that the game has."""
    rows = [f"place {number} {colour}" for colour in COLOURS for number in range(1, LONGEST_ROW + 1)]
    return named_ranges(
        present_ranges(board, RANGES),
        {
            "PLACE": rows,
            "THREE": ["place " + ", ".join(CARD_NAMES[colour] for colour in triple) for triple in TRIPLES],
            "COMPLETE": [f"complete {ticket}" for ticket in names_of(board).tickets],
            "WILDS": [f"add {count_wilds(number)}" for number in range(MOST_WILDS + 1)],
            "STOP": ["take no second card"],
            "DONE": ["complete no more tickets"],
            **shared_words(),
        },
    )
