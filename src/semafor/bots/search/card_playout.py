"""Playing a world of the Card Game on to its end, and what the end is worth to a seat: `playout`'s twin."""

import numpy as np

from semafor.bots.search.card_worth import (
    CardKnob,
    chance_of,
    count_lacking,
    missing,
    needed,
    turns_left,
    worth_in_hand,
    worth_of_deck,
    worth_of_row,
)
from semafor.bots.search.chart import Desk
from semafor.bots.search.playout import LONGEST_GAME, worth_of_margin
from semafor.engine.bits import bit, has, lowest
from semafor.engine.cardgame.card_scoring import score_game
from semafor.engine.cardgame.card_state import (
    COMPLETE,
    DONE,
    DRAW_DECK,
    DRAW_MARKET,
    DRAW_TICKETS,
    KEEP,
    LONGEST_ROW,
    PASS,
    PLACE,
    SINGLE,
    SINGLE_WORD,
    STOP,
    THREE,
    THREE_WORD,
    TRIPLES,
    WILDS,
    CardAsk,
)
from semafor.engine.cardgame.card_turn import apply, legal
from semafor.engine.cardgame.completion import completion_of
from semafor.engine.cardgame.siding import cards_needed, fewest_wilds, row_size
from semafor.engine.chains import LINK, LINK_BITS
from semafor.engine.compile import compiled
from semafor.engine.state import COLOURS, MARKET, WILD, Facts, State
from semafor.engine.tickets import next_to_decide

TRIPLE = np.array(TRIPLES, np.int64)
NO_MORE = -0.5
"""Worth of taking no second card."""
NOTHING_YET = -1e9
"""Less than anything is worth: where passing is not allowed (CRD-6), even a poor row is laid."""


@compiled
def decide(state: State, facts: Facts, seat: int, desk: Desk) -> int:
    """The policy's answer to what the seat is asked."""
    ask = state.ask[seat]
    if ask == CardAsk.COMPLETE:
        return choose_completion(state, facts, seat, desk)
    count_lacking(state, facts, seat, desk)
    if ask == CardAsk.TURN or ask == CardAsk.SECOND_CARD:
        legal(state, facts, seat, desk.mask)
        return choose_turn(state, facts, seat, desk)
    if ask == CardAsk.WILDS:
        return WILDS + int(fewest_wilds(state, seat))
    fewest = int(facts.start_keep) if ask == CardAsk.START_KEEP else int(facts.draw_keep)
    return choose_keep(state, facts, seat, desk, fewest)


@compiled
def choose_completion(state: State, facts: Facts, seat: int, desk: Desk) -> int:
    """CRD-14: the best set, ticket by ticket; it is found once."""
    if state.completing[seat] == np.uint64(0):
        desk.best[seat] = completion_of(state, facts, seat, desk.completing)[0]
    rest = desk.best[seat] & ~state.completing[seat]
    return DONE if rest == np.uint64(0) else COMPLETE + lowest(rest)


@compiled
def choose_turn(state: State, facts: Facts, seat: int, desk: Desk) -> int:
    """The best of rows, triples, cards and tickets."""
    singles = desk.mask[SINGLE_WORD]
    best, most = PASS, 0.0 if has(singles, PASS - SINGLE) else NOTHING_YET
    if has(singles, STOP - SINGLE):
        best, most = STOP, NO_MORE
    if state.ask[seat] == CardAsk.TURN:
        best, most = best_row(state, facts, seat, desk, best, most)
        best, most = best_triple(state, facts, seat, desk, best, most)
        if has(singles, DRAW_TICKETS - SINGLE):
            worth = worth_of_tickets(state, facts, seat, desk)
            if worth > most:
                best, most = DRAW_TICKETS, worth
    best, most = best_card(state, facts, seat, desk, best, most)
    if best == DRAW_TICKETS:
        desk.drew[seat] = state.turns
    return best


@compiled
def best_row(state: State, facts: Facts, seat: int, desk: Desk, best: int, most: float) -> tuple[int, float]:
    """The best row with as few wilds as it needs, if it beats what was found so far."""
    for colour in range(COLOURS):
        if state.hand[seat, colour] > 0 and row_size(state, seat, colour) == 0:
            fewest = cards_needed(state, seat, colour)
            for plain in range(1, state.hand[seat, colour] + 1):
                wild = max(0, fewest - plain)
                if wild <= state.hand[seat, WILD]:
                    worth = worth_of_row(state, facts, seat, desk, colour, plain, wild)
                    if worth > most:
                        best, most = PLACE + colour * LONGEST_ROW + plain - 1, worth
    return best, most


@compiled
def worth_of_triple(state: State, facts: Facts, seat: int, desk: Desk, triple: int) -> float:
    """What three rows of one card each are worth."""
    worth = 0.0
    for i in range(3):
        worth += worth_of_row(state, facts, seat, desk, TRIPLE[triple, i], 1, 0)
    return worth


@compiled
def best_triple(
    state: State, facts: Facts, seat: int, desk: Desk, best: int, most: float
) -> tuple[int, float]:
    """The best three colours, if they beat what was found so far."""
    triples = desk.mask[THREE_WORD]
    while triples != np.uint64(0):
        triple = lowest(triples)
        triples &= ~bit(triple)
        worth = worth_of_triple(state, facts, seat, desk, triple)
        if worth > most:
            best, most = THREE + triple, worth
    return best, most


@compiled
def best_card(state: State, facts: Facts, seat: int, desk: Desk, best: int, most: float) -> tuple[int, float]:
    """The best card to draw, if it beats what was found so far."""
    singles = desk.mask[SINGLE_WORD]
    if has(singles, DRAW_DECK - SINGLE):
        worth = worth_of_deck(state, facts, seat, desk)
        if worth > most:
            best, most = DRAW_DECK, worth
    for place in range(MARKET):
        if has(singles, DRAW_MARKET - SINGLE + place):
            worth = worth_in_hand(state, facts, seat, int(state.market[place]), desk)
            if worth > most:
                best, most = DRAW_MARKET + place, worth
    return best, most


# ---- tickets ---------------------------------------------------------------------------------


@compiled
def worth_of_tickets(state: State, facts: Facts, seat: int, desk: Desk) -> float:
    """More tickets are for whoever has the old ones covered and time left over."""
    turns = turns_left(state, desk)
    lacks = missing(desk, True)
    paused = state.turns - desk.drew[seat] >= desk.knob[CardKnob.PAUSE.value] * state.players
    if (lacks > 0 and turns > 2) or not paused:
        return -1.0
    room = desk.knob[CardKnob.CARDS_A_TURN.value] * turns - lacks
    spare = 0
    for colour in range(COLOURS):
        spare += max(0, state.track[seat, colour] - needed(facts, state.tickets[seat], colour))
    return float(
        desk.knob[CardKnob.TICKETS.value] + 0.8 * min(spare, 6) + (min(room, 8.0) if room > 3 else 0.0)
    )


@compiled
def extra_cards(state: State, facts: Facts, seat: int, desk: Desk, ticket: int, taken: np.uint64) -> int:
    """Cards that lack for the tickets held, those taken and this one."""
    total = 0
    for colour in range(COLOURS):
        have = needed(facts, state.tickets[seat], colour) - desk.wanted[colour]
        if desk.wanted[colour] == 0:
            have = max(have, int(state.track[seat, colour]) + int(state.hand[seat, colour]))
            have += int(state.siding[seat, colour])
        want = needed(facts, state.tickets[seat] | taken | bit(ticket), colour)
        total += max(0, want - have)
    return int(max(0, total - desk.wanted[WILD]))


@compiled
def choose_keep(state: State, facts: Facts, seat: int, desk: Desk, fewest: int) -> int:
    """Keep the best tickets one by one while they are worth it."""
    kept, number, taken = 0, 0, np.uint64(0)
    risked = 0.0
    chance = chance_of(state, facts, desk, missing(desk, True))
    while number < state.offered[seat]:
        best, most, after = -1, -1e9, 0.0
        for place in range(int(state.offered[seat])):
            if not has(np.uint64(kept), place):
                ticket = int(state.offer[seat, place])
                then = chance_of(state, facts, desk, extra_cards(state, facts, seat, desk, ticket, taken))
                worth = facts.ticket_points[ticket] * (2.0 * then - 1.0) - 2.0 * risked * (chance - then)
                if worth > most:
                    best, most, after = place, worth, then
        if most <= 0.0 and number >= fewest:
            break
        ticket = int(state.offer[seat, best])
        taken |= bit(ticket)
        risked += facts.ticket_points[ticket]
        chance = after
        kept |= 1 << best
        number += 1
    return KEEP + kept


@compiled
def play_on(state: State, facts: Facts, desk: Desk, seat: int, chain: int, inner: bool) -> int:
    """Carry out the seat's chain and play on to the end or, if inner, only name the policy's chain."""
    packed, shift = 0, 0
    for step in range(LONGEST_GAME):
        decider = seat
        if chain > 0:
            action = (chain & LINK) - 1
            chain >>= LINK_BITS
        elif state.over or (inner and step > 0 and state.ask[seat] != CardAsk.WILDS):
            break
        else:
            decider = seat if inner else next_to_decide(state)
            action = decide(state, facts, decider, desk)
        packed |= (action + 1) << shift if inner else 0
        shift += LINK_BITS
        if inner and not PLACE <= action < THREE:
            break
        desk.log.count = 0
        apply(state, facts, decider, action, desk.log)
    return packed


@compiled
def worth_of_end(state: State, facts: Facts, seat: int, desk: Desk) -> float:
    """What the end of a game is worth to a seat, from 0 to 1."""
    score_game(state, facts, desk.result, desk)
    best = -10_000
    for other in range(int(state.players)):
        if other != seat:
            best = max(best, int(desk.result.total[other]))
    return worth_of_margin(int(desk.result.total[seat]) - best)
