"""The turn: what may be decided now, and what a decision does. `apply` is the one door to a game."""

import numpy as np

from semafor.engine.actions import (
    CLAIM,
    CLAIM_WORD,
    DRAW_TICKETS,
    KEEP,
    KEEP_WORD,
    MASK_WORDS,
    PASS,
    RACK_TICKET,
    SHARE,
    SHARE_WORD,
    SINGLE,
    SINGLE_WORD,
    STATION,
    STATION_WORD,
)
from semafor.engine.bits import bit, has
from semafor.engine.building import begin_payment, pay, pay_extra, split
from semafor.engine.choices import (
    can_draw_tickets,
    choose_start_keep,
    draw_tickets,
    finish_choices,
    keep_drawn,
)
from semafor.engine.compile import compiled
from semafor.engine.drafts import begin_draft, choose_pick, is_second_draft_due, keeping_exactly, legal_picks
from semafor.engine.drawing import draw_first, draw_second, legal_first_card, legal_second_card, place_first
from semafor.engine.festivals import legal_festivals, take_festival
from semafor.engine.log import Happened, note
from semafor.engine.market import settle_market
from semafor.engine.payment import legal_payments
from semafor.engine.routes import claimable
from semafor.engine.state import Array, Ask, Facts, Log, State, Step
from semafor.engine.stations import station_sites
from semafor.engine.teams import (
    choose_start_rack,
    in_teams,
    legal_places,
    legal_racks,
    legal_share_more,
    legal_splits,
    pieces_of_side,
    rack_drawn,
    share_more,
    share_ticket,
    side_of,
)
from semafor.engine.tickets import keeping_at_least, next_seat
from semafor.engine.tunnels import discard_turned, legal_extra


@compiled
def legal_turn(state: State, facts: Facts, seat: int, mask: Array) -> None:
    """BASE-9: the actions of a turn, or passing where there is none."""
    mask[CLAIM_WORD], mask[CLAIM_WORD + 1] = claimable(state, facts, seat)
    mask[STATION_WORD] = station_sites(state, facts, seat)
    if in_teams(facts):
        mask[SHARE_WORD] = state.tickets[seat]
    singles = legal_first_card(state)
    if can_draw_tickets(state, facts):
        singles |= bit(DRAW_TICKETS - SINGLE)
    others = mask[CLAIM_WORD] | mask[CLAIM_WORD + 1] | mask[STATION_WORD] | mask[SHARE_WORD]
    if (singles | others) == np.uint64(0):
        singles = bit(PASS - SINGLE)
    mask[SINGLE_WORD] = singles


@compiled
def legal(state: State, facts: Facts, seat: int, mask: Array) -> None:
    """Write the set of actions that the seat may decide on now; empty where it has nothing to decide."""
    for word in range(MASK_WORDS):
        mask[word] = np.uint64(0)
    ask = state.ask[seat]
    offered = state.offered[seat]
    if ask == Ask.TURN:
        legal_turn(state, facts, seat, mask)
    elif ask == Ask.SECOND_CARD:
        mask[SINGLE_WORD] = legal_second_card(state)
    elif ask == Ask.PAYMENT:
        legal_payments(state, facts, seat, mask)
    elif ask == Ask.TUNNEL:
        legal_extra(state, facts, seat, mask)
    elif ask == Ask.KEEP:
        mask[KEEP_WORD] = keeping_at_least(offered, facts.draw_keep)
    elif ask == Ask.START_KEEP:
        mask[KEEP_WORD] = keeping_at_least(offered, facts.start_keep)
    elif ask == Ask.DRAFT_KEEP:
        mask[KEEP_WORD] = keeping_exactly(offered, facts.draft_keep)
    elif ask == Ask.PICK:
        mask[SINGLE_WORD] = legal_picks(offered)
    elif ask == Ask.FESTIVAL:
        legal_festivals(state, facts, mask)
    elif ask == Ask.PLACE_CARD:
        mask[SINGLE_WORD] = legal_places()
    elif ask == Ask.SPLIT_PLAIN or ask == Ask.SPLIT_WILD:
        legal_splits(state, facts, seat, mask)
    elif ask == Ask.RACK_TICKET or ask == Ask.START_RACK:
        mask[SINGLE_WORD] = legal_racks(state, seat)
    elif ask == Ask.SHARE_MORE:
        legal_share_more(state, seat, mask)


@compiled
def is_legal(state: State, facts: Facts, seat: int, action: int, mask: Array) -> bool:
    """Whether the seat may decide so now; writes all that it may decide."""
    legal(state, facts, seat, mask)
    return 0 <= action < MASK_WORDS * 64 and has(mask[action // 64], action % 64)


@compiled
def apply(state: State, facts: Facts, seat: int, action: int, log: Log) -> None:
    """Carry out a legal decision of a seat, and all that follows from it.

    There is one way out: with a second one NVIDIA's compiler loses, where threads part, the place to which
    this function returns (docs/decisions/0015).
    """
    ask = state.ask[seat]
    if ask >= Ask.START_KEEP:
        answer_together(state, facts, seat, action, log)
    elif ask == Ask.TURN:
        begin_action(state, facts, seat, action, log)
    elif ask == Ask.SECOND_CARD:
        draw_second(state, facts, seat, action, log)
    elif ask == Ask.PAYMENT:
        pay(state, facts, seat, action, log)
    else:
        go_on_action(state, facts, seat, action, log)
    if ask < Ask.START_KEEP and state.ask[seat] == Ask.NOTHING:
        end_turn(state, facts, log)


@compiled
def begin_action(state: State, facts: Facts, seat: int, action: int, log: Log) -> None:
    """EUR-4, BER-3, ASI-10: the one action of the turn."""
    if action != PASS:
        state.passes = 0
    if action < STATION:
        begin_payment(state, seat, Step.ROUTE, action - CLAIM)
    elif action < SHARE:
        begin_payment(state, seat, Step.STATION, action - STATION)
    elif action < KEEP:
        share_ticket(state, facts, seat, action, log)
    elif action == DRAW_TICKETS:
        draw_tickets(state, facts, seat, log)
    elif action == PASS:
        state.passes += 1
        note(log, Happened.PASSED, seat, 0, 0, 0, 0)
        state.ask[seat] = Ask.NOTHING
    else:
        draw_first(state, facts, seat, action, log)


@compiled
def go_on_action(state: State, facts: Facts, seat: int, action: int, log: Log) -> None:
    """The rarer steps within a turn."""
    ask = state.ask[seat]
    if ask == Ask.KEEP:
        keep_drawn(state, facts, seat, action - KEEP, log)
    elif ask == Ask.TUNNEL:
        pay_extra(state, facts, seat, action, log)
    elif ask == Ask.FESTIVAL:
        take_festival(state, facts, seat, action, log)
    elif ask == Ask.PLACE_CARD:
        place_first(state, facts, seat, action, log)
    elif ask == Ask.SPLIT_PLAIN or ask == Ask.SPLIT_WILD:
        split(state, facts, seat, action, log)
    elif ask == Ask.RACK_TICKET:
        rack_drawn(state, facts, seat, action - RACK_TICKET, log)
    elif ask == Ask.SHARE_MORE:
        share_more(state, facts, seat, action, log)


@compiled
def answer_together(state: State, facts: Facts, seat: int, action: int, log: Log) -> None:
    """BASE-23: an answer to a question that all seats were asked at once."""
    ask = state.ask[seat]
    if ask == Ask.PICK:
        choose_pick(state, facts, seat, action, log)
        return
    if ask == Ask.START_RACK:
        choose_start_rack(state, seat, action)
    else:
        choose_start_keep(state, facts, seat, action)
    if finish_choices(state, facts, log):
        begin_turn(state, log)


@compiled
def begin_turn(state: State, log: Log) -> None:
    """The seat at turn must choose its action."""
    state.ask[state.turn] = Ask.TURN
    note(log, Happened.TURN_BEGAN, state.turn, 0, 0, 0, 0)


@compiled
def end_turn(state: State, facts: Facts, log: Log) -> None:
    """BASE-9, BASE-19, BASE-24: tidy up, see whether the game nears its end, and pass the turn on."""
    discard_turned(state)
    settle_market(state, log)
    state.goes_to = 0
    state.turns += 1
    count_last_round(state, facts, log)
    if state.passes == state.players:
        state.over = 1
    if state.over:
        note(log, Happened.GAME_OVER, state.turn, 0, 0, 0, 0)
        return
    state.turn = next_seat(state, state.turn)
    if is_second_draft_due(state):
        begin_draft(state, facts, log)
    else:
        begin_turn(state, log)


@compiled
def count_last_round(state: State, facts: Facts, log: Log) -> None:
    """BASE-24, BER-9, ASI-17: few pieces left begin the last round; after it the game is over."""
    if state.last_round:
        state.last_turns -= 1
        state.over = state.last_turns == 0
    elif pieces_of_side(state, facts, side_of(facts, state.turn)) <= facts.last_round_at:
        state.last_round = 1
        state.last_turns = state.players
        note(log, Happened.LAST_ROUND, state.turn, 0, 0, 0, 0)
