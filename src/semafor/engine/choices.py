"""Choices of all seats at once: starting tickets, drafts, and the first ticket on each rack.

Every seat may answer at any moment; nothing happens until the last has answered, so that the
order of the answers changes nothing (BASE-23).
"""

from __future__ import annotations

import numpy as np

from semafor.engine.actions import KEEP, PICK, RACK_TICKET
from semafor.engine.bits import bit, has
from semafor.engine.compile import rule
from semafor.engine.log import Happened, note
from semafor.engine.sides import in_teams, side_of
from semafor.engine.state import Ask, Facts, Log, Rejected, State
from semafor.engine.tickets import close_offer, keep_offered, offer_tickets, return_rejected, shuffle_tickets


@rule
def anyone_asked(state: State) -> bool:
    """Whether a seat still has to decide."""
    for seat in range(state.players):
        if state.ask[seat] != Ask.NOTHING:
            return True
    return False


@rule
def begin_draft(state: State, facts: Facts, log: Log) -> None:
    """IBE-3, IBE-7: six tickets to each seat, and everyone picks."""
    note(log, Happened.DRAFT_BEGAN, state.turn, state.drafts + 1, 0, 0, 0)
    state.draft_round = 0
    for seat in range(state.players):
        offer_tickets(state, seat, facts.draft_count, log)
        state.ask[seat] = Ask.PICK


@rule
def choose_pick(state: State, facts: Facts, seat: int, action: int, log: Log) -> bool:
    """IBE-3: remember the pick; pass the hands on once everyone has picked. True when all are done."""
    state.choice[seat] = action - PICK
    state.ask[seat] = Ask.NOTHING
    if not anyone_asked(state):
        take_picks(state, log)
        pass_hands(state)
        if state.offered[0] == 1:
            for last in range(state.players):
                state.choice[last] = 0
            take_picks(state, log)
            begin_draft_keep(state, facts)
        else:
            for other in range(state.players):
                state.ask[other] = Ask.PICK
    return False


@rule
def take_picks(state: State, log: Log) -> None:
    """Every seat's picked ticket leaves the hand that is passed on."""
    for seat in range(state.players):
        place = state.choice[seat]
        ticket = state.offer[seat, place]
        state.picked[seat, state.draft_round] = ticket
        note(log, Happened.PICKED, seat, ticket, 0, 0, 0)
        state.offered[seat] -= 1
        for i in range(place, state.offered[seat]):
            state.offer[seat, i] = state.offer[seat, i + 1]
        state.offer[seat, state.offered[seat]] = 0
        state.choice[seat] = 0
    state.draft_round += 1


@rule
def pass_hands(state: State) -> None:
    """IBE-3, IBE-7: hands travel to the left in the first draft, to the right in the second."""
    players = state.players
    for i in range(state.offered[0]):
        if state.drafts == 0:
            carried = state.offer[players - 1, i]
            for step in range(players - 1):
                state.offer[players - 1 - step, i] = state.offer[players - 2 - step, i]
            state.offer[0, i] = carried
        else:
            carried = state.offer[0, i]
            for seat in range(players - 1):
                state.offer[seat, i] = state.offer[seat + 1, i]
            state.offer[players - 1, i] = carried


@rule
def begin_draft_keep(state: State, facts: Facts) -> None:
    """IBE-4: the drafted tickets become the offer of which exactly some are kept."""
    for seat in range(state.players):
        for i in range(facts.draft_count):
            state.offer[seat, i] = state.picked[seat, i]
            state.picked[seat, i] = 0
        state.offered[seat] = facts.draft_count
        state.ask[seat] = Ask.DRAFT_KEEP


@rule
def choose_start_keep(state: State, facts: Facts, seat: int, action: int, log: Log) -> bool:
    """BASE-23, EUR-3, IBE-4, ASI-8: remember what the seat keeps. True when all are done."""
    state.choice[seat] = action - KEEP
    state.ask[seat] = Ask.NOTHING
    if in_teams(facts):
        partner = seat ^ 1
        if state.ask[partner] == Ask.NOTHING:
            state.ask[seat] = Ask.START_RACK
            state.ask[partner] = Ask.START_RACK
    return finish_choices(state, facts, log)


@rule
def choose_start_rack(state: State, facts: Facts, seat: int, action: int, log: Log) -> bool:
    """ASI-8: remember which ticket goes to the rack. True when all are done."""
    state.rack_choice[seat] = action - RACK_TICKET
    state.ask[seat] = Ask.NOTHING
    return finish_choices(state, facts, log)


@rule
def rack_ticket(state: State, facts: Facts, seat: int, ticket: int, log: Log) -> None:
    """ASI-8..10: a ticket goes from the hand to the team's rack."""
    state.tickets[seat] &= ~bit(ticket)
    state.rack_tickets[side_of(facts, seat)] |= bit(ticket)
    note(log, Happened.TICKET_RACKED, seat, ticket, 0, 0, 0)


@rule
def finish_choices(state: State, facts: Facts, log: Log) -> bool:
    """Apply everyone's choices in seat order once the last seat has chosen."""
    if anyone_asked(state):
        return False
    drafting = facts.draft_count > 0
    before = state.ticket_count
    out_of_game = facts.start_rejected == Rejected.OUT and state.drafts == 0
    for seat in range(state.players):
        kept = state.choice[seat]
        keep_offered(state, seat, kept, log)
        if in_teams(facts):
            rack_ticket(state, facts, seat, state.offer[seat, state.rack_choice[seat]], log)
        if not out_of_game:
            return_rejected(state, seat, kept)
        close_offer(state, seat)
    if state.drafts > 0:
        shuffle_tickets(state, before)
    elif facts.start_rejected == Rejected.SHUFFLE:
        shuffle_tickets(state, 0)
    if drafting:
        state.drafts += 1
        state.draft_due = 0
    return True


@rule
def racks_of_offer(state: State, seat: int) -> np.uint64:
    """ASI-8, ASI-9: the places of the offer that were kept, any of which may go to the rack."""
    places = np.uint64(0)
    for i in range(state.offered[seat]):
        if has(np.uint64(state.choice[seat]), i):
            places |= bit(i)
    return places
