"""What a seat may know of a Card Game, as bytes: `card_layout` says which slot means what."""

import numpy as np

from semafor.engine.bits import count, has
from semafor.engine.cardgame.card_state import CardAsk
from semafor.engine.cards import hand_size
from semafor.engine.compile import compiled
from semafor.engine.state import CARD_KINDS, NO_CARD, Array, Facts, State
from semafor.games import card_observation as at
from semafor.games.observation_writing import (
    relative,
    total,
    write_counts,
    write_market,
    write_number,
    write_offer,
)


@compiled
def observe(state: State, facts: Facts, seat: int, _done: np.uint64, sets: Array, out: Array) -> None:
    """Write everything that the seat may know; sets and other slots as in `board_observer.observe`."""
    for word in range(at.SETS):
        sets[word] = np.uint64(0)
    for slot in range(at.CHOSEN, at.SIZE):
        out[slot] = 0
    scoring = is_scoring(state)
    write_tickets(state, seat, sets, out)
    write_market(state, out, at.MARKET_CARDS, CARD_KINDS)
    write_counts(out, at.DISCARDS, state.discards)
    write_counts(out, at.HAND, state.hand[seat])
    if scoring or facts.open_track:
        write_counts(out, at.TRACK, state.track[seat])
    if state.ask[seat] == CardAsk.WILDS and state.row_colour != NO_CARD:
        out[at.ROW_COLOUR + int(state.row_colour)] = 1
        out[at.ROW_PLAIN] = state.row_plain
    out[at.ASK + int(state.ask[seat])] = 1
    for other in range(state.players):
        write_seat(state, other, out, at.SEAT + at.SEAT_SLOTS * relative(state, seat, other))
        if other == seat or state.over or facts.open_completed:
            write_completed(state, facts, other, relative(state, seat, other), sets, out)
    write_table(state, out, scoring)


@compiled(inlined=True)
def is_scoring(state: State) -> bool:
    """Whether a scoring round goes on, in which everyone looks at the own pile (CRD-5)."""
    scoring = False
    for seat in range(state.players):
        scoring |= state.ask[seat] == CardAsk.COMPLETE
    return scoring


@compiled(inlined=True)
def write_tickets(state: State, seat: int, sets: Array, out: Array) -> None:
    """The viewer's tickets, offer and choices."""
    sets[at.TICKETS_HELD // 64] = state.tickets[seat]
    sets[at.COMPLETING // 64] = state.completing[seat]
    write_offer(state, seat, sets, at.OFFERED)
    if state.ask[seat] == CardAsk.NOTHING:
        for place in range(state.offered[seat]):
            out[at.CHOSEN + place] = has(np.uint64(state.choice[seat]), place)


@compiled(inlined=True)
def write_completed(state: State, facts: Facts, seat: int, far: int, sets: Array, out: Array) -> None:
    """CRD-15, CRD-19: write the completed tickets of a seat, for viewers that may see them."""
    sets[at.COMPLETED // 64 + far] = state.completed[seat]
    first = at.SEAT + at.SEAT_SLOTS * far + at.CITIES
    for city in range(facts.big_cities):
        out[first + city] = count(state.completed[seat] & facts.city_tickets[city])


@compiled(inlined=True)
def write_seat(state: State, seat: int, out: Array, first: int) -> None:
    """What everyone sees of a seat, in the order of SEAT_FIELDS."""
    out[first] = 1
    out[first + 1] = seat == state.turn
    out[first + 2] = state.ask[seat] != CardAsk.NOTHING
    write_number(out, first + 3, hand_size(state, seat))
    out[first + 4] = count(state.tickets[seat])
    write_number(out, first + 5, total(state.track[seat]))
    write_number(out, first + 6, state.score[seat])
    out[first + 7] = count(state.completed[seat])
    write_counts(out, first + at.SEEN, state.seen[seat])
    write_counts(out, first + at.SIDING, state.siding[seat])
    write_counts(out, first + at.SIDING_WILDS, state.siding_wilds[seat])


@compiled(inlined=True)
def write_table(state: State, out: Array, scoring: bool) -> None:
    """Write the fields that belong to no seat, in the order of TABLE_FIELDS."""
    out[at.TABLE] = state.players
    write_number(out, at.TABLE + 1, state.turns // state.players)
    out[at.TABLE + 2] = state.deck_end - state.deck_next
    out[at.TABLE + 3] = state.ticket_count
    out[at.TABLE + 4] = state.half
    out[at.TABLE + 5] = state.last_round
    out[at.TABLE + 6] = state.last_turns
    out[at.TABLE + 7] = scoring
