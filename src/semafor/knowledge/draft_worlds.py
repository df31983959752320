"""A draft in progress: hands that were passed on hold what the viewer saw in them (IBE-3, IBE-7)."""

import numpy as np

from semafor.engine.bits import bit
from semafor.engine.compile import compiled
from semafor.engine.state import OFFER, Ask, Facts, State
from semafor.knowledge.hidden import Sampler, draw_ticket, taken_from

NOTHING = np.uint64(0)


@compiled
def is_picking(state: State) -> bool:
    """Whether hands are still being passed on."""
    picking = False
    for seat in range(int(state.players)):
        picking |= state.ask[seat] == Ask.PICK
    return bool(picking)


@compiled
def holder(state: State, hand: int, turn: int) -> int:
    """The seat that has a hand in a round: to the left in the first draft, to the right in the second."""
    passed = turn if state.drafts == 0 else -turn
    return int((hand + passed) % state.players)


@compiled
def seen_later(state: State, sampler: Sampler, hand: int, turn: int, rounds: int) -> np.uint64:
    """What the viewer saw of a hand when it came round again after a round; nothing if it did not."""
    for later in range(turn + 1, min(rounds + 1, OFFER)):
        if holder(state, hand, later) == sampler.hidden.seat:
            return np.uint64(sampler.hidden.draft[later])
    return NOTHING


@compiled
def seen_now(state: State, sampler: Sampler, turn: int) -> np.uint64:
    """What the viewer passed on in a round, its own pick taken out."""
    viewer = int(sampler.hidden.seat)
    pick = state.picked[viewer, turn] if is_picking(state) else state.offer[viewer, turn]
    return np.uint64(sampler.hidden.draft[turn] & ~bit(pick))


@compiled
def note_pick(state: State, seat: int, turn: int, ticket: int) -> None:
    """Write what another seat picked; after the last round the picks are its offer."""
    if is_picking(state):
        state.picked[seat, turn] = ticket
    else:
        state.offer[seat, turn] = ticket


@compiled
def sample_hand(
    state: State, facts: Facts, sampler: Sampler, hand: int, rounds: int, pool: np.uint64
) -> np.uint64:
    """Who picked what from one hand, and what is left in it; the tickets left."""
    left = NOTHING  # of what the viewer saw in it
    for turn in range(rounds):
        seat = holder(state, hand, turn)
        if seat == sampler.hidden.seat:
            left = seen_now(state, sampler, turn) if sampler.hidden.draft[turn] != NOTHING else NOTHING
            continue
        known = left & ~seen_later(state, sampler, hand, turn, rounds)
        ticket = draw_ticket(facts, sampler, known if known != NOTHING else pool, seat)
        left = taken_from(left, ticket)
        pool = taken_from(pool, ticket)
        note_pick(state, seat, turn, ticket)
    seat = holder(state, hand, rounds)
    if is_picking(state) and seat != sampler.hidden.seat:
        for i in range(int(state.offered[seat])):
            ticket = draw_ticket(facts, sampler, left if left != NOTHING else pool, seat)
            left = taken_from(left, ticket)
            pool = taken_from(pool, ticket)
            state.offer[seat, i] = ticket
    return pool


@compiled
def sample_draft(state: State, facts: Facts, sampler: Sampler, pool: np.uint64) -> np.uint64:
    """IBE-3: everyone's hand and picks in a draft; the tickets left."""
    rounds = int(state.draft_round) if is_picking(state) else int(facts.draft_count)
    for seat in range(int(state.players)):
        state.offered[seat] = state.offered[sampler.hidden.seat]
    for hand in range(int(state.players)):
        pool = sample_hand(state, facts, sampler, hand, rounds, pool)
    return pool
