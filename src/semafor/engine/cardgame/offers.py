"""Choosing tickets: at the start all seats at once, later one seat from four."""

from __future__ import annotations

from semafor.engine.asking import anyone_asked
from semafor.engine.cardgame.actions import KEEP
from semafor.engine.cardgame.state import CardAsk
from semafor.engine.compile import compiled
from semafor.engine.state import OFFER, Facts, Log, Rejected, State
from semafor.engine.tickets import keep_offered, offer_tickets, return_rejected, shuffle_tickets


@compiled
def close_offer(state: State, seat: int) -> None:
    """The seat has nothing left to choose from."""
    for i in range(OFFER):
        state.offer[seat, i] = 0
    state.offered[seat] = 0
    state.choice[seat] = 0


@compiled
def offer_start(state: State, facts: Facts, log: Log) -> None:
    """CRD-2: six tickets to each seat, of which all choose at once."""
    for seat in range(state.players):
        offer_tickets(state, seat, facts.start_count, log)
        state.ask[seat] = CardAsk.START_KEEP


@compiled
def choose_start(state: State, facts: Facts, seat: int, action: int, log: Log) -> bool:
    """CRD-2: remember what the seat keeps. True once all have chosen."""
    state.choice[seat] = action - KEEP
    state.ask[seat] = CardAsk.NOTHING
    if anyone_asked(state):
        return False
    for chooser in range(state.players):
        keep_offered(state, chooser, state.choice[chooser], log)
        if facts.start_rejected != Rejected.OUT:
            return_rejected(state, chooser, state.choice[chooser])
        close_offer(state, chooser)
    if facts.start_rejected == Rejected.SHUFFLE:
        shuffle_tickets(state, 0)
    return True


@compiled
def draw_tickets(state: State, facts: Facts, seat: int, log: Log) -> None:
    """CRD-11: four tickets, or all that are left, to choose from."""
    offer_tickets(state, seat, facts.draw_count, log)
    state.ask[seat] = CardAsk.KEEP


@compiled
def keep_drawn(state: State, seat: int, action: int, log: Log) -> None:
    """CRD-11: keep some of the drawn tickets or none; the others go under the deck."""
    keep_offered(state, seat, action - KEEP, log)
    return_rejected(state, seat, action - KEEP)
    close_offer(state, seat)
    state.ask[seat] = CardAsk.NOTHING
