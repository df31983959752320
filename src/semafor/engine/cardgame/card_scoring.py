"""Scoring rounds: all seats choose at once which tickets they complete.

Every seat may choose at any moment and as far as it likes; nothing of it happens until the last
is done, so that the order of the answers changes nothing.
"""

import numpy as np

from semafor.engine.bits import bit, count, lowest, without_lowest
from semafor.engine.cardgame.card_state import COMPLETE, DONE, CardAsk, CardHappened
from semafor.engine.compile import compiled
from semafor.engine.log import note
from semafor.engine.state import COLOURS, WILD, Facts, Log, Result, State, TieBreak
from semafor.engine.tickets import anyone_asked


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


@compiled
def score_game(state: State, facts: Facts, result: Result, _work: np.record) -> None:
    """CRD-18..20: count everything and rank the seats."""
    compare_seats(state, facts, result)


@compiled
def compare_seats(state: State, facts: Facts, result: Result) -> None:
    """The same; nothing of it needs working space."""
    result.sides = state.players
    for seat in range(state.players):
        score_tickets(state, facts, seat, result)
        count_cities(facts, seat, result)
    for seat in range(state.players):
        give_bonuses(facts, seat, result)
        result.total[seat] = result.tickets[seat] + result.bonus[seat]
    rank_seats(facts, result)


@compiled
def points_of(facts: Facts, tickets: np.uint64) -> int:
    """The value of a set of tickets."""
    points = 0
    while tickets != np.uint64(0):
        points += facts.ticket_points[lowest(tickets)]
        tickets = without_lowest(tickets)
    return points


@compiled
def score_tickets(state: State, facts: Facts, seat: int, result: Result) -> None:
    """CRD-15, CRD-18: completed tickets count for, the others against the seat."""
    result.won[seat] = state.score[seat]
    result.missed[seat] = points_of(facts, state.tickets[seat])
    result.tickets[seat] = result.won[seat] - result.missed[seat]
    result.completed[seat] = state.completed[seat]
    result.completed_count[seat] = count(state.completed[seat])


@compiled
def count_cities(facts: Facts, seat: int, result: Result) -> None:
    """CRD-19: the seat's completed tickets that name each big city."""
    for city in range(facts.big_cities):
        result.city_count[seat, city] = count(result.completed[seat] & facts.city_tickets[city])


@compiled
def leads_city(result: Result, seat: int, city: int) -> bool:
    """CRD-19: whether nobody completed more tickets to the city; with none at all nobody leads."""
    for other in range(result.sides):
        if result.city_count[other, city] > result.city_count[seat, city]:
            return False
    return result.city_count[seat, city] > 0


@compiled
def give_bonuses(facts: Facts, seat: int, result: Result) -> None:
    """CRD-19: give the full bonus of each city to every seat that leads there."""
    result.bonuses[seat] = np.uint64(0)
    result.bonus[seat] = 0
    for city in range(facts.big_cities):
        if leads_city(result, seat, city):
            result.bonuses[seat] |= bit(city)
            result.bonus[seat] += facts.city_points[city]
    result.bonus_count[seat] = count(result.bonuses[seat])


@compiled
def tie_value(result: Result, seat: int, tie: int) -> int:
    """CRD-20: what a tie-break compares; more is better."""
    if tie == TieBreak.TICKETS:
        return int(result.completed_count[seat])
    return int(result.bonus_count[seat]) if tie == TieBreak.BONUSES else 0


@compiled
def decided_by(facts: Facts, result: Result, a: int, b: int) -> int:
    """Return the tie-break that separates two seats with the same points, or NONE."""
    for i in range(facts.ties.size):
        tie = int(facts.ties[i])
        if tie_value(result, a, tie) != tie_value(result, b, tie):
            return tie
    return 0


@compiled
def is_ahead(facts: Facts, result: Result, a: int, b: int) -> bool:
    """CRD-20: whether seat a is ahead of seat b, by points or by a tie-break."""
    if result.total[a] != result.total[b]:
        return result.total[a] > result.total[b]
    tie = decided_by(facts, result, a, b)
    return tie_value(result, a, tie) > tie_value(result, b, tie)


@compiled
def rank_seats(facts: Facts, result: Result) -> None:
    """CRD-20: a seat's rank is one more than the number of seats ahead of it."""
    for seat in range(result.sides):
        result.rank[seat] = 1
        for other in range(result.sides):
            result.rank[seat] += is_ahead(facts, result, other, seat)
    result.tie_break = TieBreak.NONE
    for winner in range(result.sides):
        for other in range(result.sides):
            if result.rank[winner] == 1 and result.total[winner] == result.total[other]:
                result.tie_break = max(result.tie_break, decided_by(facts, result, winner, other))
