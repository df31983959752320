"""What a seat may know of a board game, as bytes: `layout` says which slot means what."""

import numpy as np

from semafor.engine.bits import count, has
from semafor.engine.cards import hand_size
from semafor.engine.compile import compiled
from semafor.engine.state import CARD_KINDS, NO_CARD, WORDS, Array, Ask, Facts, State, Step
from semafor.engine.teams import in_teams, side_of
from semafor.games import board_observation as at
from semafor.games.observation_writing import (
    add_slot,
    relative,
    total,
    write_counts,
    write_market,
    write_number,
    write_offer,
)


@compiled
def observe(state: State, facts: Facts, seat: int, done: np.uint64, sets: Array, out: Array) -> None:
    """Write everything that the seat may know; ranges that are sets go to `sets`, one bit per slot.

    The other slots go to `out` as they are (`writing.widen` puts the sets there too). `done` are the
    tickets whose ends the own side's routes join.
    """
    for word in range(at.SETS):
        sets[word] = np.uint64(0)
    for slot in range(at.CHOSEN, at.SIZE):
        out[slot] = 0
    write_map(state, facts, seat, sets)
    write_tickets(state, facts, seat, done, sets)
    write_offered(state, seat, sets, out)
    write_cards(state, seat, out)
    out[at.ASK + int(state.ask[seat])] = 1
    if seat == state.turn or state.ask[state.turn] == Ask.TUNNEL:
        write_step(state, sets, out)
    for other in range(state.players):
        write_seat(state, facts, other, out, first_slot(state, seat, other))
    write_table(state, out)
    if facts.festivals > 0:
        write_festivals(state, facts, seat, out)
    if in_teams(facts):
        write_teams(state, facts, seat, out)


@compiled(inlined=True)
def write_map(state: State, facts: Facts, seat: int, sets: Array) -> None:
    """Owners of routes and stations."""
    for other in range(state.players):
        far = relative(state, seat, other)
        for word in range(WORDS):
            sets[at.OWNED // 64 + WORDS * far + word] = state.owned[other, word]
        if facts.stations > 0:
            sets[at.STATIONS // 64 + far] = state.stations[other]
    for word in range(WORDS):
        sets[at.OPEN // 64 + word] = state.open[seat, word]


@compiled(inlined=True)
def write_tickets(state: State, facts: Facts, seat: int, done: np.uint64, sets: Array) -> None:
    """The viewer's tickets, those on the own rack, and which of them are done."""
    mine = state.tickets[seat]
    sets[at.TICKETS_HELD // 64] = mine
    if in_teams(facts):
        sets[at.TICKETS_RACKED // 64] = state.rack_tickets[side_of(facts, seat)]
        mine |= state.rack_tickets[side_of(facts, seat)]
    sets[at.TICKETS_DONE // 64] = done & mine


@compiled(inlined=True)
def write_offered(state: State, seat: int, sets: Array, out: Array) -> None:
    """The tickets that the seat chooses from, and what it chose already."""
    if state.offered[seat] > 0:
        write_offer(state, seat, sets, at.OFFERED)
        write_choice(state, seat, sets, out)


@compiled(inlined=True)
def write_choice(state: State, seat: int, sets: Array, out: Array) -> None:
    """Write what the seat has already answered while others decide, and its picks in a draft."""
    ask = state.ask[seat]
    waiting = ask == Ask.NOTHING or ask == Ask.START_RACK or ask == Ask.RACK_TICKET
    if not is_picking(state):
        if waiting:
            for place in range(state.offered[seat]):
                out[at.CHOSEN + place] = has(np.uint64(state.choice[seat]), place)
        return
    for pick in range(state.draft_round):
        add_slot(sets, at.TICKETS_PICKED + int(state.picked[seat, pick]))
    if waiting:
        out[at.CHOSEN + int(state.choice[seat])] = 1


@compiled(inlined=True)
def is_picking(state: State) -> bool:
    """Whether a draft goes on."""
    picking = False
    for seat in range(state.players):
        picking |= state.ask[seat] == Ask.PICK
    return picking


@compiled(inlined=True)
def write_cards(state: State, seat: int, out: Array) -> None:
    """Market, discards and the own hand."""
    write_market(state, out, at.MARKET_CARDS, CARD_KINDS)
    write_counts(out, at.DISCARDS, state.discards)
    write_counts(out, at.HAND, state.hand[seat])


@compiled(inlined=True)
def write_step(state: State, sets: Array, out: Array) -> None:
    """Write the step in progress: the seat's own, or another seat's tunnel, which is public."""
    if state.step == Step.ROUTE or state.ask[state.turn] == Ask.FESTIVAL:
        add_slot(sets, at.TARGET_ROUTE + int(state.target))
    elif state.step == Step.STATION:
        add_slot(sets, at.TARGET_PLACE + int(state.target))
    if state.step == Step.NONE:
        return
    for pile in range(2):
        for which in range(2):
            out[at.PAID + 2 * pile + which] = state.paid[pile, which]
    for which in range(2):
        out[at.OWED + which] = state.owed[which]
    if state.ask[state.turn] != Ask.PAYMENT:
        out[at.PAID_COLOUR + int(state.paid_colour)] = 1
    out[at.EXTRA] = state.extra
    for n in range(state.turned_count):
        out[at.TURNED + int(state.turned[n])] += 1


@compiled(inlined=True)
def first_slot(state: State, viewer: int, seat: int) -> int:
    """Where the slots of a seat begin."""
    return at.SEAT + at.SEAT_SLOTS * relative(state, viewer, seat)


@compiled(inlined=True)
def write_seat(state: State, facts: Facts, seat: int, out: Array, first: int) -> None:
    """What everyone sees of a seat on any board, in the order of SEAT_FIELDS."""
    placing = seat == state.turn and state.drawn != NO_CARD
    out[first] = 1
    out[first + 2] = seat == state.turn
    out[first + 3] = state.ask[seat] != Ask.NOTHING
    out[first + 4] = hand_size(state, seat) + placing
    out[first + 5] = count(state.tickets[seat])
    out[first + 6] = state.pieces[seat, 0]
    out[first + 7] = state.pieces[seat, 1]
    out[first + 8] = state.stations_left[seat]
    write_number(out, first + 10, state.score[side_of(facts, seat)])
    write_counts(out, first + at.SEEN, state.seen[seat])


@compiled(inlined=True)
def write_table(state: State, out: Array) -> None:
    """Write the fields that belong to no seat, in the order of TABLE_FIELDS."""
    out[at.TABLE] = state.players
    write_number(out, at.TABLE + 1, state.turns // state.players)
    out[at.TABLE + 2] = state.deck_end - state.deck_next
    out[at.TABLE + 3] = state.ticket_count
    out[at.TABLE + 4] = state.last_round
    out[at.TABLE + 5] = state.last_turns
    out[at.TABLE + 6] = state.drafts
    out[at.TABLE + 7] = state.draft_round if is_picking(state) else 0
    out[at.TABLE + 8] = state.draft_due


@compiled(inlined=True)
def write_festivals(state: State, facts: Facts, seat: int, out: Array) -> None:
    """Open festival cards, the viewer's own, and how many each seat has."""
    for festival in range(facts.festivals):
        out[at.FESTIVALS_OPEN + festival] = state.festival_open[festival]
        out[at.FESTIVALS_HELD + festival] = state.festival_held[seat, festival]
    for other in range(state.players):
        write_number(out, first_slot(state, seat, other) + 9, total(state.festival_held[other]))


@compiled(inlined=True)
def write_teams(state: State, facts: Facts, seat: int, out: Array) -> None:
    """The viewer's rack, where a drawn card goes; of each seat whether it is the partner, and its racks."""
    write_counts(out, at.RACK, state.rack[side_of(facts, seat)])
    if state.ask[seat] == Ask.PLACE_CARD and state.drawn != NO_CARD:
        out[at.DRAWN + int(state.drawn)] = 1
    if state.ask[seat] == Ask.SECOND_CARD:
        out[at.GOES_TO + int(state.goes_to)] = 1
    for other in range(state.players):
        first, side = first_slot(state, seat, other), side_of(facts, other)
        out[first + 1] = other != seat and side == side_of(facts, seat)
        out[first + 11] = total(state.rack[side])
        out[first + 12] = count(state.rack_tickets[side])
