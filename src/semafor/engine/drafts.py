"""Drafts, from deal to the kept tickets: hands of tickets are passed on, and everyone picks one of each.

The first draft deals the starting tickets; the draft card in the deck announces the second.
"""

import numpy as np

from semafor.engine.actions import PICK, SINGLE
from semafor.engine.bits import span
from semafor.engine.compile import compiled
from semafor.engine.log import Happened, note
from semafor.engine.state import DRAFT_CARD, OFFER, SEATS, Ask, Facts, Log, State
from semafor.engine.tickets import SUBSETS_OF_AT_LEAST, anyone_asked, keeping_at_least, offer_tickets

# ---- the deal ---------------------------------------------------------------------------------


@compiled
def clear_drafts(state: State) -> None:
    """Nothing has been picked, and no draft announced."""
    state.draft_round = state.drafts = state.draft_due = 0
    for seat in range(SEATS):
        for i in range(OFFER):
            state.picked[seat, i] = 0


@compiled
def insert_draft_card(state: State, facts: Facts) -> None:
    """IBE-2, ruling: the draft card lies exactly at the stated part of the stack."""
    if facts.draft_count == 0:
        return
    stack = state.deck_end - state.deck_next
    part = facts.draft_at[state.players]
    place = state.deck_next + stack * part[0] // part[1]
    for i in range(state.deck_end, place, -1):
        state.deck[i] = state.deck[i - 1]
    state.deck[place] = DRAFT_CARD
    state.deck_end += 1


# ---- when there is one ------------------------------------------------------------------------


@compiled
def announce_draft(state: State, log: Log) -> None:
    """IBE-7: the draft card came off the deck; the second draft follows after this turn."""
    state.draft_due = 1
    note(log, Happened.DRAFT_CARD, state.turn, 0, 0, 0, 0)


@compiled
def is_second_draft_due(state: State) -> bool:
    """IBE-7: whether the second draft comes before the next turn."""
    return state.draft_due and state.drafts == 1


@compiled
def drafts_done(state: State, facts: Facts) -> bool:
    """IBE-11: whether no draft is still to come, so that tickets may be drawn."""
    return facts.draft_count == 0 or state.drafts >= 2


@compiled
def begin_draft(state: State, facts: Facts, log: Log) -> None:
    """IBE-3, IBE-7: six tickets to each seat, and everyone picks."""
    note(log, Happened.DRAFT_BEGAN, state.turn, state.drafts + 1, 0, 0, 0)
    state.draft_round = 0
    for seat in range(state.players):
        offer_tickets(state, seat, facts.draft_count, log)
        state.ask[seat] = Ask.PICK


@compiled
def end_draft(state: State) -> None:
    """Everyone has kept tickets of this draft."""
    state.drafts += 1
    state.draft_due = 0


# ---- picking ----------------------------------------------------------------------------------


@compiled
def legal_picks(offered: int) -> np.uint64:
    """IBE-3: any ticket of the passed hand."""
    return span(PICK - SINGLE, PICK - SINGLE + offered - 1)


@compiled
def choose_pick(state: State, facts: Facts, seat: int, action: int, log: Log) -> None:
    """IBE-3: remember the pick; pass the hands on once everyone has picked."""
    state.choice[seat] = action - PICK
    state.ask[seat] = Ask.NOTHING
    if anyone_asked(state):
        return
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


@compiled
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


@compiled
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


# ---- keeping ----------------------------------------------------------------------------------


@compiled
def begin_draft_keep(state: State, facts: Facts) -> None:
    """IBE-4: the drafted tickets become the offer of which exactly some are kept."""
    for seat in range(state.players):
        for i in range(facts.draft_count):
            state.offer[seat, i] = state.picked[seat, i]
            state.picked[seat, i] = 0
        state.offered[seat] = facts.draft_count
        state.ask[seat] = Ask.DRAFT_KEEP


@compiled
def keeping_exactly(offered: int, number: int) -> np.uint64:
    """IBE-4: return the sets of exactly this number of tickets."""
    more = SUBSETS_OF_AT_LEAST[offered, min(offered, number) + 1]
    return keeping_at_least(offered, number) & ~more
