"""The siding: rows that roll out onto the track, and how one lays, and robs, new ones."""

import numpy as np

from semafor.engine.bits import bit, span
from semafor.engine.cardgame.card_state import (
    LONGEST_ROW,
    PLACE,
    PLACE_WORD,
    THREE,
    THREE_WORD,
    TRIPLES,
    WILDS,
    WILDS_WORD,
    CardAsk,
    CardHappened,
)
from semafor.engine.cards import play_from_hand
from semafor.engine.compile import compiled
from semafor.engine.log import note
from semafor.engine.state import COLOURS, NO_CARD, WILD, Array, Facts, Log, State

SHORTEST_ROW = 2
"""CRD-8: cards of one colour that are laid at least."""
COLOURS_A_WORD = 64 // LONGEST_ROW


def _triples_within() -> Array:
    """[s]: the triples of colours within the set s, each triple one bit."""
    table = np.zeros(2**COLOURS, np.uint64)
    for colours in range(2**COLOURS):
        inside = [t for t, triple in enumerate(TRIPLES) if all(colours >> c & 1 for c in triple)]
        table[colours] = sum(1 << t for t in inside)
    return table


TRIPLES_WITHIN = _triples_within()
TRIPLE = np.array(TRIPLES, np.int8)


@compiled
def row_size(state: State, seat: int, colour: int) -> int:
    """CRD-10: cards in a row, wilds included."""
    return state.siding[seat, colour] + state.siding_wilds[seat, colour]


@compiled
def leaving_card(state: State, facts: Facts, seat: int, colour: int) -> int:
    """CRD-4: the next card of a row to leave: plain cards first, or wilds first if the table says so."""
    plain = state.siding[seat, colour] > 0
    wild = state.siding_wilds[seat, colour] > 0
    return WILD if wild and (facts.wilds_leave_first or not plain) else colour


@compiled
def roll_out(state: State, facts: Facts, seat: int, log: Log) -> None:
    """CRD-3: one card of every row moves onto the seat's on-track pile."""
    for colour in range(COLOURS):
        if row_size(state, seat, colour) > 0:
            card = leaving_card(state, facts, seat, colour)
            if card == WILD:
                state.siding_wilds[seat, colour] -= 1
            else:
                state.siding[seat, colour] -= 1
            state.track[seat, card] += 1
            note(log, CardHappened.ROLLED_OUT, seat, colour, card, 0, 0)


@compiled
def cards_needed(state: State, seat: int, colour: int) -> int:
    """CRD-8, CRD-10: how many cards a new row must have at least."""
    needed = SHORTEST_ROW
    for other in range(state.players):
        if other != seat:
            needed = max(needed, row_size(state, other, colour) + 1)
    return needed


@compiled
def fewest_plain(state: State, seat: int, colour: int) -> int:
    """CRD-8: the plain cards without which even all wilds of the hand make no row; one at least."""
    return max(1, cards_needed(state, seat, colour) - state.hand[seat, WILD])


@compiled
def free_colours(state: State, seat: int) -> np.uint64:
    """CRD-8, CRD-10: colours in the seat's hand that lie in no siding at all."""
    free = np.uint64(0)
    for colour in range(COLOURS):
        taken = state.hand[seat, colour] == 0
        for other in range(state.players):
            taken |= row_size(state, other, colour) > 0
        if not taken:
            free |= bit(colour)
    return free


@compiled
def legal_places(state: State, seat: int, mask: Array) -> bool:
    """CRD-8..10: write the rows and triples that may be placed; whether there are any."""
    for colour in range(COLOURS):
        if state.hand[seat, colour] > 0 and row_size(state, seat, colour) == 0:
            most = min(state.hand[seat, colour], LONGEST_ROW)
            numbers = span(fewest_plain(state, seat, colour) - 1, most - 1)
            offset = np.uint64(colour % COLOURS_A_WORD * LONGEST_ROW)
            mask[PLACE_WORD + colour // COLOURS_A_WORD] |= numbers << offset
    mask[THREE_WORD] = TRIPLES_WITHIN[int(free_colours(state, seat))]
    return (mask[PLACE_WORD] | mask[PLACE_WORD + 1] | mask[THREE_WORD]) != np.uint64(0)


@compiled
def fewest_wilds(state: State, seat: int) -> int:
    """CRD-8, CRD-10: wilds that the row in progress needs."""
    return max(0, cards_needed(state, seat, state.row_colour) - state.row_plain)


@compiled
def legal_wilds(state: State, seat: int, mask: Array) -> None:
    """CRD-8: how many wilds may join the plain cards of the row in progress."""
    mask[WILDS_WORD] = span(fewest_wilds(state, seat), state.hand[seat, WILD])


@compiled
def begin_row(state: State, seat: int, action: int, log: Log) -> None:
    """CRD-8: the plain cards of a row are chosen; the wilds are asked for where there is a choice."""
    state.row_colour = (action - PLACE) // LONGEST_ROW
    state.row_plain = (action - PLACE) % LONGEST_ROW + 1
    if fewest_wilds(state, seat) == state.hand[seat, WILD]:
        finish_row(state, seat, WILDS + int(state.hand[seat, WILD]), log)
    else:
        state.ask[seat] = CardAsk.WILDS


@compiled
def finish_row(state: State, seat: int, action: int, log: Log) -> None:
    """CRD-8, CRD-10: the row is laid, and the smaller row of that colour elsewhere is robbed."""
    colour, plain, wilds = state.row_colour, state.row_plain, action - WILDS
    lay_cards(state, seat, colour, plain, wilds)
    note(log, CardHappened.PLACED, seat, colour, plain, wilds, 0)
    for other in range(state.players):
        if other != seat and row_size(state, other, colour) > 0:
            rob(state, seat, other, colour, log)
    state.row_colour = NO_CARD
    state.row_plain = 0
    state.ask[seat] = CardAsk.NOTHING


@compiled
def lay_cards(state: State, seat: int, colour: int, plain: int, wilds: int) -> None:
    """Cards go from the hand to a row of the siding."""
    play_from_hand(state, seat, colour, plain)
    play_from_hand(state, seat, WILD, wilds)
    state.siding[seat, colour] += plain
    state.siding_wilds[seat, colour] += wilds


@compiled
def rob(state: State, seat: int, other: int, colour: int, log: Log) -> None:
    """CRD-10: the other seat's row of the colour goes to the discards."""
    plain, wilds = state.siding[other, colour], state.siding_wilds[other, colour]
    state.discards[colour] += plain
    state.discards[WILD] += wilds
    state.siding[other, colour] = 0
    state.siding_wilds[other, colour] = 0
    note(log, CardHappened.ROBBED, seat, other, colour, plain, wilds)


@compiled
def place_three(state: State, seat: int, action: int, log: Log) -> None:
    """CRD-8: three different colours begin a row each."""
    triple = TRIPLE[action - THREE]
    for i in range(3):
        lay_cards(state, seat, triple[i], 1, 0)
    note(log, CardHappened.PLACED_THREE, seat, triple[0], triple[1], triple[2], 0)
    state.ask[seat] = CardAsk.NOTHING
