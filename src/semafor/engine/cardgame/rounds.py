"""Scoring rounds: all seats choose at once which tickets they complete.

Every seat may choose at any moment and as far as it likes; nothing of it happens until the last
is done, so that the order of the answers changes nothing.
"""

from __future__ import annotations

import numpy as np

from semafor.engine.asking import anyone_asked
from semafor.engine.bits import bit, count, lowest, without_lowest
from semafor.engine.cardgame.actions import COMPLETE, DONE
from semafor.engine.cardgame.log import CardHappened
from semafor.engine.cardgame.state import CardAsk
from semafor.engine.compile import compiled
from semafor.engine.log import note
from semafor.engine.state import COLOURS, WILD, Facts, Log, State


@compiled
def lacking(state: State, facts: Facts, seat: int, tickets: np.uint64, colour: int) -> int:
    """CRD-14: cards of a colour that the seat's on-track pile lacks for these tickets."""
    needed = 0
    while tickets != np.uint64(0):
        needed += int(facts.ticket_needs[lowest(tickets), colour])
        tickets = without_lowest(tickets)
    return max(0, needed - int(state.track[seat, colour]))


@compiled
def can_complete(state: State, facts: Facts, seat: int, tickets: np.uint64) -> bool:
    """CRD-14: whether the on-track pile pays for all these tickets: wilds replace what lacks."""
    wilds = int(state.track[seat, WILD])
    for colour in range(COLOURS):
        wilds -= lacking(state, facts, seat, tickets, colour)
    return wilds >= 0


@compiled
def completable(state: State, facts: Facts, seat: int) -> np.uint64:
    """CRD-14: the tickets that the pile pays for besides those chosen so far."""
    tickets = np.uint64(0)
    rest = state.tickets[seat] & ~state.completing[seat]
    while rest != np.uint64(0):
        ticket = bit(lowest(rest))
        if can_complete(state, facts, seat, state.completing[seat] | ticket):
            tickets |= ticket
        rest = without_lowest(rest)
    return tickets


@compiled
def begin_scoring(state: State, log: Log) -> None:
    """CRD-14: all seats choose which tickets to complete.

    A seat that can complete none is asked too: otherwise the others would know before they choose.
    """
    note(log, CardHappened.SCORING_BEGAN, state.turn, state.half, 0, 0, 0)
    for seat in range(state.players):
        state.ask[seat] = CardAsk.COMPLETE


@compiled
def choose_completion(state: State, facts: Facts, seat: int, action: int, log: Log) -> bool:
    """CRD-14: remember one more ticket, or that there are no more. True once all are done."""
    if action == DONE:
        state.ask[seat] = CardAsk.NOTHING
        return finish_scoring(state, facts, log)
    state.completing[seat] |= bit(action - COMPLETE)
    return False


@compiled
def finish_scoring(state: State, facts: Facts, log: Log) -> bool:
    """CRD-15: once the last seat has chosen, everyone's completed tickets score and are laid aside."""
    if anyone_asked(state):
        return False
    for seat in range(state.players):
        complete_tickets(state, facts, seat, log)
    return True


@compiled
def complete_tickets(state: State, facts: Facts, seat: int, log: Log) -> None:
    """CRD-15: the seat scores the tickets that it chose."""
    chosen = state.completing[seat]
    state.tickets[seat] &= ~chosen
    state.completed[seat] |= chosen
    state.completing[seat] = np.uint64(0)
    number = count(chosen)
    while chosen != np.uint64(0):
        ticket = lowest(chosen)
        state.score[seat] += facts.ticket_points[ticket]
        note(log, CardHappened.COMPLETED, seat, ticket, 0, 0, 0)
        chosen = without_lowest(chosen)
    note(log, CardHappened.SCORED, seat, number, 0, 0, 0)
