"""Writing slots: sets one byte an element, single elements, numbers that fit a byte."""

from __future__ import annotations

import sys

import numpy as np

from semafor.arrays import kernel
from semafor.engine.state import MARKET, OFFER, Array, State
from semafor.kinds.board_layout import MOST

assert sys.byteorder == "little", "`spread` puts the lowest bit first"


@kernel
def spread(byte: np.uint64) -> np.uint64:
    """The eight bits of a byte as eight bytes of 0 or 1, the lowest first in memory."""
    copies = byte * np.uint64(0x0101010101010101)
    own_bits = copies & np.uint64(0x8040201008040201)
    return ((own_bits + np.uint64(0x7F7F7F7F7F7F7F7F)) >> np.uint64(7)) & np.uint64(0x0101010101010101)


SPREAD = np.unpackbits(np.arange(256, dtype=np.uint8), bitorder="little").view(np.uint64)
"""What `spread` (for GPUs) makes of every byte: a processor looks it up in a third of the time."""


@kernel
def write_set(cells: Array, word: int, elements: np.uint64) -> None:
    """One slot an element of a set of 64: 1 where it is in the set.

    `cells` are the slots seen as 64-bit words: eight slots at a time are many times faster than one.
    """
    for part in range(8):
        cells[8 * word + part] = SPREAD[(elements >> np.uint64(8 * part)) & np.uint64(255)]


@kernel
def widen(sets: Array, out: Array) -> None:
    """One slot an element of every set."""
    cells = out.view(np.uint64)
    for word in range(sets.size):
        write_set(cells, word, sets[word])


@kernel
def widen_changed(sets: Array, shown: Array, out: Array) -> None:
    """The same where `out` shows the sets `shown`: what differs is written, and noted there.

    Of the hundreds of slots a decision changes few, and memory is what observations cost most.
    """
    cells = out.view(np.uint64)
    for word in range(sets.size):
        if sets[word] != shown[word]:
            shown[word] = sets[word]
            write_set(cells, word, sets[word])


@kernel
def add_slot(sets: Array, slot: int) -> None:
    """Make a slot of a set 1."""
    sets[slot >> 6] |= np.uint64(1) << np.uint64(slot & 63)


@kernel
def write_number(out: Array, slot: int, number: int) -> None:
    """A number that is never negative, as far as a byte goes."""
    out[slot] = min(number, MOST)


@kernel
def write_counts(out: Array, first: int, counts: Array) -> None:
    """One slot a kind of card."""
    for kind in range(counts.size):
        out[first + kind] = counts[kind]


@kernel
def write_market(state: State, out: Array, first: int, kinds: int) -> None:
    """For each place of the market the kind of its card."""
    for place in range(MARKET):
        if state.market[place] >= 0:
            out[first + place * kinds + int(state.market[place])] = 1


@kernel
def write_offer(state: State, seat: int, sets: Array, first: int) -> None:
    """For each place of the seat's offer its ticket."""
    for place in range(min(OFFER, state.offered[seat])):
        add_slot(sets, first + 64 * place + int(state.offer[seat, place]))


@kernel
def total(counts: Array) -> int:
    """How many cards there are of all kinds."""
    number = 0
    for kind in range(counts.size):
        number += int(counts[kind])
    return number


@kernel
def relative(state: State, viewer: int, seat: int) -> int:
    """How far a seat sits from the viewer, in order of turns."""
    return int(seat - viewer + state.players) % int(state.players)
