"""The records of what is hidden from a viewer, and of dealing it."""

from __future__ import annotations

import numpy as np

from semafor.engine.state import DECK, OFFER, SEATS, TICKETS, i1, record_of, u8

Sampler = np.record
"""Any record with the fields of `SAMPLER`."""
f4 = np.float32

HIDDEN = record_of(  # what is known of the hidden parts: their sizes, and what a memory knows
    ("seat", i1),  # the viewer
    ("hand", i1, SEATS),  # cards in each hand beyond those the table saw
    ("rack", i1, SEATS),
    ("tickets", i1, SEATS),
    ("rack_tickets", i1, SEATS),
    ("festivals", i1, SEATS),
    ("pile", i1, SEATS),  # Card Game: cards on each on-track pile beyond those known
    ("completed", i1, SEATS),  # Card Game: tickets laid aside face down
    ("drawn", i1),  # teams: whether another seat holds a card that it has yet to place
    ("turned", i1),  # whether the cards that a tunnel turned up are known, though none waits
    ("under", u8),  # tickets that must lie in the deck
    ("out", u8),  # tickets that nobody can have any more
    ("draft", u8, OFFER),  # tickets that the viewer could pick from in each round of this draft
    ("likely", f4, (SEATS, TICKETS)),  # how well each ticket fits what the seat has built
)

SAMPLER = record_of(
    ("hidden", HIDDEN),
    ("dice", u8, 1),
    ("pool", i1, DECK),
    ("chance", f4, TICKETS),
)
