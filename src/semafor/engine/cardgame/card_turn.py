"""The turn: what may be decided now, and what a decision does. `apply` is the one door to a game."""

import numpy as np

from semafor.engine.actions import MASK_WORDS
from semafor.engine.bits import bit, count, has
from semafor.engine.cardgame.card_deal import (
    choose_start,
    deal_second_half,
    draw_first,
    draw_second,
    draw_tickets,
    keep_drawn,
    legal_first_card,
    legal_second_card,
)
from semafor.engine.cardgame.card_scoring import begin_scoring, choose_completion, completable
from semafor.engine.cardgame.card_state import (
    COMPLETE,
    COMPLETE_WORD,
    DONE,
    DRAW_TICKETS,
    KEEP_WORD,
    PASS,
    SINGLE,
    SINGLE_WORD,
    THREE,
    CardAsk,
    CardHappened,
)
from semafor.engine.cardgame.siding import (
    begin_row,
    finish_row,
    legal_places,
    legal_wilds,
    place_three,
    roll_out,
)
from semafor.engine.cards import deck_size
from semafor.engine.compile import compiled
from semafor.engine.log import note
from semafor.engine.state import Array, Facts, Log, Result, State
from semafor.engine.tickets import keeping_at_least


@compiled
def legal_turn(state: State, seat: int, mask: Array) -> None:
    """CRD-6: draw cards, place cards or draw tickets; passing where nothing of it can be done."""
    can_place = legal_places(state, seat, mask)
    singles = legal_first_card(state)
    if state.ticket_count > 0:
        singles |= bit(DRAW_TICKETS - SINGLE)
    if singles == np.uint64(0) and not can_place:
        singles = bit(PASS - SINGLE)
    mask[SINGLE_WORD] = singles


@compiled
def legal(state: State, facts: Facts, seat: int, mask: Array) -> None:
    """Write the set of actions that the seat may decide on now; empty where it has nothing to decide."""
    for word in range(MASK_WORDS):
        mask[word] = np.uint64(0)
    ask = state.ask[seat]
    if ask == CardAsk.TURN:
        legal_turn(state, seat, mask)
    elif ask == CardAsk.SECOND_CARD:
        mask[SINGLE_WORD] = legal_second_card(state)
    elif ask == CardAsk.WILDS:
        legal_wilds(state, seat, mask)
    elif ask == CardAsk.KEEP:
        mask[KEEP_WORD] = keeping_at_least(state.offered[seat], facts.draw_keep)
    elif ask == CardAsk.START_KEEP:
        mask[KEEP_WORD] = keeping_at_least(state.offered[seat], facts.start_keep)
    elif ask == CardAsk.COMPLETE:
        mask[COMPLETE_WORD] = completable(state, facts, seat)
        mask[SINGLE_WORD] = bit(DONE - SINGLE)


@compiled
def is_legal(state: State, facts: Facts, seat: int, action: int, mask: Array) -> bool:
    """Whether the seat may decide so now; writes all that it may decide."""
    legal(state, facts, seat, mask)
    return 0 <= action < MASK_WORDS * 64 and has(mask[action // 64], action % 64)


@compiled
def apply(state: State, facts: Facts, seat: int, action: int, log: Log) -> None:
    """Carry out a legal decision of a seat, and all that follows from it."""
    ask = state.ask[seat]
    if ask == CardAsk.START_KEEP:
        if choose_start(state, facts, seat, action, log):
            begin_turn(state, facts, log)
    elif ask == CardAsk.COMPLETE:
        if choose_completion(state, facts, seat, action, log):
            end_round(state, facts, log)
    else:
        act(state, facts, seat, action, log)
        if state.ask[seat] == CardAsk.NOTHING:
            end_turn(state, facts, log)


@compiled
def act(state: State, facts: Facts, seat: int, action: int, log: Log) -> None:
    """CRD-6: a step of the one action of the turn."""
    ask = state.ask[seat]
    if ask == CardAsk.SECOND_CARD:
        draw_second(state, seat, action, log)
    elif ask == CardAsk.WILDS:
        finish_row(state, seat, action, log)
    elif ask == CardAsk.KEEP:
        keep_drawn(state, seat, action, log)
    elif action < THREE:
        begin_row(state, seat, action, log)
    elif action < COMPLETE:
        place_three(state, seat, action, log)
    elif action == DRAW_TICKETS:
        draw_tickets(state, facts, seat, log)
    elif action == PASS:
        note(log, CardHappened.PASSED, seat, 0, 0, 0, 0)
        state.ask[seat] = CardAsk.NOTHING
    else:
        draw_first(state, seat, action, log)


@compiled
def begin_turn(state: State, facts: Facts, log: Log) -> None:
    """CRD-3, CRD-6: phase 1 happens by itself; then the seat at turn must choose its action."""
    note(log, CardHappened.TURN_BEGAN, state.turn, 0, 0, 0, 0)
    roll_out(state, facts, state.turn, log)
    state.ask[state.turn] = CardAsk.TURN


@compiled
def watch_deck(state: State, log: Log) -> None:
    """CRD-12: when the deck has run out, everyone has one more turn."""
    if not state.last_round and deck_size(state) == 0:
        state.last_round = 1
        state.last_turns = state.players
        note(log, CardHappened.LAST_ROUND, state.turn, 0, 0, 0, 0)


@compiled
def end_turn(state: State, facts: Facts, log: Log) -> None:
    """CRD-12, CRD-14: pass the turn on, or score after the last one."""
    state.turns += 1
    if state.last_round:
        state.last_turns -= 1
        if state.last_turns == 0:
            begin_scoring(state, log)
            return
    watch_deck(state, log)
    state.turn = (state.turn + 1) % state.players
    begin_turn(state, facts, log)


@compiled
def end_round(state: State, facts: Facts, log: Log) -> None:
    """CRD-16, CRD-17: after a scoring round the game is over, or its second half begins."""
    if state.half >= facts.halves[state.players]:
        state.over = 1
        note(log, CardHappened.GAME_OVER, state.turn, 0, 0, 0, 0)
        return
    state.turn = (state.turn + 1) % state.players
    deal_second_half(state, facts, log)
    watch_deck(state, log)
    begin_turn(state, facts, log)


@compiled
def write_row(state: State, result: Result, row: np.record) -> None:
    """Write the statistics of a finished game; fields that only boards have stay 0."""
    for seat in range(state.players):
        row.total[seat] = result.total[seat]
        row.rank[seat] = result.rank[seat]
        row.completed[seat] = result.completed_count[seat]
        row.ticket_points[seat] = result.tickets[seat]
        row.tickets[seat] = count(state.tickets[seat] | state.completed[seat])
    row.turns = state.turns
    row.first = state.first
    for i in range(4):
        row.key[i] = state.key[i]
