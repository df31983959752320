"""The records of the search in the Card Game."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from semafor.bots.search.records import CANDIDATES
from semafor.engine.actions import MASK_WORDS
from semafor.engine.cardgame.state import CARD_RESULT, CARD_STATE
from semafor.engine.state import CARD_KINDS, DECK, LOG, SEATS, i2, i4, record_of, u8
from semafor.worlds.records import HIDDEN, f4


class CardKnob(IntEnum):
    """What can be tuned of the Card Game's policy."""

    CARD = 0
    """Points that a needed card brings once it is on the track."""
    LOOSE = 1
    """The same for a card that no ticket needs yet."""
    ROBBERY = 2
    """Points that a card costs its owner who is robbed of it."""
    RISK = 3
    """The chance that a row of one card is robbed before the next turn; longer rows are safer."""
    IN_HAND = 4
    """A card in hand against one on the track, while there is time to lay it."""
    CARDS_A_TURN = 5
    """Cards that reach the track in a turn, in the long run."""
    PAUSE = 6
    """Own turns between two draws of tickets."""
    DRAWN_A_TURN = 7
    """Cards that leave the deck in a turn, on average."""
    WILD = 8
    """Worth of a wild on the track against a needed card."""
    TICKETS = 9
    """Worth of drawing tickets when all are covered."""


KNOBS = {
    CardKnob.CARD: 4.5,
    CardKnob.LOOSE: 0.4,
    CardKnob.ROBBERY: 1.6,
    CardKnob.RISK: 0.22,
    CardKnob.IN_HAND: 0.4,
    CardKnob.CARDS_A_TURN: 1.1,
    CardKnob.PAUSE: 4.0,
    CardKnob.DRAWN_A_TURN: 1.25,
    CardKnob.WILD: 1.2,
    CardKnob.TICKETS: 1.0,
}

CARD_DESK = record_of(
    ("states", CARD_STATE, 3),  # what is known, a sampled world, and the game that is played on from it
    ("hidden", HIDDEN),
    ("knob", f4, 16),
    ("lacking", i2, CARD_KINDS),  # what the tickets need beyond track and siding
    ("wanted", i2, CARD_KINDS),  # and beyond the hand
    ("best", u8, SEATS),  # the tickets that each seat completes in this scoring round
    ("drew", i4, SEATS),  # the turn in which each seat last drew tickets
    ("mask", u8, MASK_WORDS),
    ("offers", u8, MASK_WORDS),
    ("dice", u8, 1),
    ("pool", np.int8, DECK),
    ("candidates", i2),
    ("chain", np.int64, CANDIDATES),
    ("alive", np.int8, CANDIDATES),
    ("visits", np.int64, CANDIDATES),
    ("gain", np.float64, CANDIDATES),  # by how much each did better than the policy's choice, summed up
    ("square", np.float64, CANDIDATES),  # the same squared
    ("result", CARD_RESULT),
    ("log", LOG),
)
