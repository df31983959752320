"""Kept tickets: the first ones, which all seats choose at once, and those drawn later.

At the start every seat may answer at any moment; nothing happens until the last has answered, so that
the order of the answers changes nothing (BASE-23).
"""

from semafor.engine.actions import KEEP
from semafor.engine.compile import compiled
from semafor.engine.drafts import drafts_done, end_draft
from semafor.engine.state import Ask, Facts, Log, Rejected, State
from semafor.engine.teams import ask_start_rack, in_teams, rack_some_kept, rack_start_ticket
from semafor.engine.tickets import (
    anyone_asked,
    close_offer,
    keep_offered,
    offer_tickets,
    return_rejected,
    shuffle_tickets,
)


@compiled
def choose_start_keep(state: State, facts: Facts, seat: int, action: int) -> None:
    """BASE-23, EUR-3, IBE-4, ASI-8: remember what the seat keeps."""
    state.choice[seat] = action - KEEP
    state.ask[seat] = Ask.NOTHING
    if in_teams(facts):
        ask_start_rack(state, seat)


@compiled
def finish_choices(state: State, facts: Facts, log: Log) -> bool:
    """Apply everyone's choices in seat order once the last seat has chosen. True when all are done."""
    if anyone_asked(state):
        return False
    before = state.ticket_count
    out_of_game = facts.start_rejected == Rejected.OUT and state.drafts == 0
    for seat in range(state.players):
        kept = state.choice[seat]
        keep_offered(state, seat, kept, log)
        if in_teams(facts):
            rack_start_ticket(state, facts, seat, log)
        if not out_of_game:
            return_rejected(state, seat, kept)
        close_offer(state, seat)
    if state.drafts > 0:
        shuffle_tickets(state, before)
    elif facts.start_rejected == Rejected.SHUFFLE:
        shuffle_tickets(state, 0)
    if facts.draft_count > 0:
        end_draft(state)
    return True


@compiled
def can_draw_tickets(state: State, facts: Facts) -> bool:
    """BASE-22, IBE-11: a deck that is not empty and, where tickets are drafted, both drafts done."""
    return state.ticket_count > 0 and drafts_done(state, facts)


@compiled
def draw_tickets(state: State, facts: Facts, seat: int, log: Log) -> None:
    """BASE-22: some tickets off the deck, to choose from."""
    offer_tickets(state, seat, facts.draw_count, log)
    state.ask[seat] = Ask.KEEP


@compiled
def keep_drawn(state: State, facts: Facts, seat: int, kept: int, log: Log) -> None:
    """BASE-22, ASI-9: keep some of the drawn tickets; in teams one of them goes to the rack."""
    keep_offered(state, seat, kept, log)
    return_rejected(state, seat, kept)
    if in_teams(facts) and kept != 0:
        rack_some_kept(state, facts, seat, kept, log)
    else:
        close_offer(state, seat)
        state.ask[seat] = Ask.NOTHING
