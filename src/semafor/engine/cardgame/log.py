"""What the Card Game tells in its log: kinds of rows, their details, and who may see them."""

from __future__ import annotations

from enum import IntEnum


class CardHappened(IntEnum):
    """What a row tells; the comment names its details. Shared kinds have the board games' numbers."""

    TURN_BEGAN = 1  # -
    DREW_BLIND = 2  # card (for the drawer)
    DREW_OPEN = 3  # market place, card
    MARKET_FILLED = 4  # market place, card
    DECK_SHUFFLED = 6  # cards in the new deck
    OFFERED = 7  # up to six tickets (for the seat; others see how many)
    KEPT = 8  # up to six tickets (for the seat; others see how many)
    PASSED = 14  # -
    LAST_ROUND = 15  # -
    GAME_OVER = 16  # -
    ROLLED_OUT = 32  # colour of the row, card: it moved from the siding onto the track
    PLACED = 33  # colour, plain cards, wilds
    PLACED_THREE = 34  # three colours
    ROBBED = 35  # seat that loses the row, colour, plain cards, wilds
    STOPPED = 36  # -
    SCORING_BEGAN = 37  # number of the half
    COMPLETED = 38  # ticket
    SCORED = 39  # tickets completed in this round
    SECOND_HALF = 40  # -; the seat begins it
    DEALT = 41  # card (for the seat)
