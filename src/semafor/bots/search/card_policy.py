"""The fast player of the Card Game: its answer to every question, and the candidates of the search."""

import numpy as np

from semafor.bots.search.card_worth import (
    CARD_SEARCH_WORK,
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
from semafor.bots.search.chart import CANDIDATES, Work
from semafor.engine.bits import bit, has, lowest
from semafor.engine.cardgame import card_state as act
from semafor.engine.cardgame.card_state import CardAsk
from semafor.engine.cardgame.card_turn import legal
from semafor.engine.cardgame.completion import completion_of
from semafor.engine.cardgame.siding import cards_needed, fewest_wilds, row_size
from semafor.engine.chains import LINK_BITS
from semafor.engine.compile import compiled
from semafor.engine.state import COLOURS, MARKET, WILD, Array, Facts, State
from semafor.knowledge.rollouts import LONGEST_GAME, POLICIES

TRIPLE = np.array(act.TRIPLES, np.int64)
NO_MORE = -0.5
"""Value of not taking a second card."""
NOTHING_YET = -1e9
"""Less than any value: if passing is not allowed (CRD-6), even a poor row is placed."""


@compiled
def decide(state: State, facts: Facts, seat: int, work: Work) -> int:
    """Return the policy's answer to what the seat is asked, with the knobs of the working space."""
    ask = state.ask[seat]
    if ask == CardAsk.COMPLETE:
        return choose_completion(state, facts, seat, work)
    count_lacking(state, facts, seat, work)
    if ask == CardAsk.TURN or ask == CardAsk.SECOND_CARD:
        legal(state, facts, seat, work.mask)
        return choose_turn(state, facts, seat, work)
    if ask == CardAsk.WILDS:
        return act.WILDS + int(fewest_wilds(state, seat))
    fewest = int(facts.start_keep) if ask == CardAsk.START_KEEP else int(facts.draw_keep)
    return choose_keep(state, facts, seat, work, fewest)


@compiled
def choose_completion(state: State, facts: Facts, seat: int, work: Work) -> int:
    """CRD-14: complete the best set, ticket by ticket; the set is computed once."""
    if state.completing[seat] == np.uint64(0):
        work.best[seat] = completion_of(state, facts, seat, work.completing)
    rest = work.best[seat] & ~state.completing[seat]
    return act.DONE if rest == np.uint64(0) else act.COMPLETE + lowest(rest)


@compiled
def choose_turn(state: State, facts: Facts, seat: int, work: Work) -> int:
    """Return the best of rows, triples, cards and tickets."""
    singles = work.mask[act.SINGLE_WORD]
    best, most = act.PASS, 0.0 if has(singles, act.PASS - act.SINGLE) else NOTHING_YET
    if has(singles, act.STOP - act.SINGLE):
        best, most = act.STOP, NO_MORE
    if state.ask[seat] == CardAsk.TURN:
        best, most = best_row(state, facts, seat, work, best, most)
        best, most = best_triple(state, facts, seat, work, best, most)
        if has(singles, act.DRAW_TICKETS - act.SINGLE):
            worth = worth_of_tickets(state, facts, seat, work)
            if worth > most:
                best, most = act.DRAW_TICKETS, worth
    best, most = best_card(state, facts, seat, work, best, most)
    if best == act.DRAW_TICKETS:
        work.drew[seat] = state.turns
    return best


@compiled
def best_row(state: State, facts: Facts, seat: int, work: Work, best: int, most: float) -> tuple[int, float]:
    """Return the best row with as few wilds as possible, if it is better than `best`."""
    for colour in range(COLOURS):
        if state.hand[seat, colour] > 0 and row_size(state, seat, colour) == 0:
            fewest = cards_needed(state, seat, colour)
            for plain in range(1, state.hand[seat, colour] + 1):
                wild = max(0, fewest - plain)
                if wild <= state.hand[seat, WILD]:
                    worth = worth_of_row(state, facts, seat, work, colour, plain, wild)
                    if worth > most:
                        best, most = act.PLACE + colour * act.LONGEST_ROW + plain - 1, worth
    return best, most


@compiled
def worth_of_triple(state: State, facts: Facts, seat: int, work: Work, triple: int) -> float:
    """Return the value of three rows of one card each."""
    worth = 0.0
    for i in range(3):
        worth += worth_of_row(state, facts, seat, work, TRIPLE[triple, i], 1, 0)
    return worth


@compiled
def best_triple(
    state: State, facts: Facts, seat: int, work: Work, best: int, most: float
) -> tuple[int, float]:
    """Return the best three colours, if they are better than `best`."""
    triples = work.mask[act.THREE_WORD]
    while triples != np.uint64(0):
        triple = lowest(triples)
        triples &= ~bit(triple)
        worth = worth_of_triple(state, facts, seat, work, triple)
        if worth > most:
            best, most = act.THREE + triple, worth
    return best, most


@compiled
def best_card(state: State, facts: Facts, seat: int, work: Work, best: int, most: float) -> tuple[int, float]:
    """Return the best card to draw, if it is better than `best`."""
    singles = work.mask[act.SINGLE_WORD]
    if has(singles, act.DRAW_DECK - act.SINGLE):
        worth = worth_of_deck(state, facts, seat, work)
        if worth > most:
            best, most = act.DRAW_DECK, worth
    for place in range(MARKET):
        if has(singles, act.DRAW_MARKET - act.SINGLE + place):
            worth = worth_in_hand(state, facts, seat, int(state.market[place]), work)
            if worth > most:
                best, most = act.DRAW_MARKET + place, worth
    return best, most


# ---- tickets ---------------------------------------------------------------------------------


@compiled
def worth_of_tickets(state: State, facts: Facts, seat: int, work: Work) -> float:
    """Return the value of drawing tickets: low unless the seat can complete its tickets and has time left."""
    turns = turns_left(state, work)
    lacks = missing(work, True)
    paused = state.turns - work.drew[seat] >= work.knob[CardKnob.PAUSE.value] * state.players
    if (lacks > 0 and turns > 2) or not paused:
        return -1.0
    room = work.knob[CardKnob.CARDS_A_TURN.value] * turns - lacks
    spare = 0
    for colour in range(COLOURS):
        spare += max(0, state.track[seat, colour] - needed(facts, state.tickets[seat], colour))
    return float(
        work.knob[CardKnob.TICKETS.value] + 0.8 * min(spare, 6) + (min(room, 8.0) if room > 3 else 0.0)
    )


@compiled
def extra_cards(state: State, facts: Facts, seat: int, work: Work, ticket: int, taken: np.uint64) -> int:
    """Return the cards that are missing for the tickets held, those taken and this one."""
    total = 0
    for colour in range(COLOURS):
        have = needed(facts, state.tickets[seat], colour) - work.wanted[colour]
        if work.wanted[colour] == 0:
            have = max(have, int(state.track[seat, colour]) + int(state.hand[seat, colour]))
            have += int(state.siding[seat, colour])
        want = needed(facts, state.tickets[seat] | taken | bit(ticket), colour)
        total += max(0, want - have)
    return int(max(0, total - work.wanted[WILD]))


@compiled
def choose_keep(state: State, facts: Facts, seat: int, work: Work, fewest: int) -> int:
    """Keep the best tickets one by one while they are worth it."""
    kept, number, taken = 0, 0, np.uint64(0)
    risked = 0.0
    chance = chance_of(state, facts, work, missing(work, True))
    while number < state.offered[seat]:
        best, most, after = -1, -1e9, 0.0
        for place in range(int(state.offered[seat])):
            if not has(np.uint64(kept), place):
                ticket = int(state.offer[seat, place])
                then = chance_of(state, facts, work, extra_cards(state, facts, seat, work, ticket, taken))
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
    return act.KEEP + kept


# ---- the search -----------------------------------------------------------------------------

TRIPLES_TRIED = 4
MORE_WILDS = 2
"""Number of wilds beyond the necessary ones that are tried with a row."""


@compiled
def add(work: Work, chain: int) -> None:
    """Add a candidate unless it is there already."""
    for i in range(int(work.candidates)):
        if work.chain[i] == chain:
            return
    if work.candidates < CANDIDATES:
        work.chain[work.candidates] = chain
        work.candidates += 1


@compiled
def add_rows(state: State, seat: int, work: Work, word: int) -> None:
    """Add every row, with as few wilds as possible and with a few more."""
    rows, hand_wilds = work.offers[word], int(state.hand[seat, WILD])
    while rows != np.uint64(0):
        action = 64 * word + lowest(rows)
        rows &= ~bit(lowest(rows))
        colour, plain = (action - act.PLACE) // act.LONGEST_ROW, (action - act.PLACE) % act.LONGEST_ROW + 1
        fewest = max(0, cards_needed(state, seat, colour) - plain)
        if fewest == hand_wilds:
            add(work, action + 1)
        else:
            for wilds in range(fewest, min(hand_wilds, fewest + MORE_WILDS) + 1):
                add(work, (action + 1) | (act.WILDS + wilds + 1) << LINK_BITS)


@compiled
def add_triples(state: State, facts: Facts, seat: int, work: Work) -> None:
    """Add the best triples of colours."""
    count_lacking(state, facts, seat, work)
    left = work.offers[act.THREE_WORD]
    for _ in range(TRIPLES_TRIED):
        best, most, rest = -1, -1e9, left
        while rest != np.uint64(0):
            triple = lowest(rest)
            rest &= ~bit(triple)
            worth = worth_of_triple(state, facts, seat, work, triple)
            if worth > most:
                best, most = triple, worth
        if best < 0:
            break
        left &= ~bit(best)
        add(work, act.THREE + best + 1)


@compiled
def list_candidates(state: State, facts: Facts, _knobs: Array, seat: int, work: Work) -> None:
    """Add candidates for what the seat is asked to the policy's choice."""
    legal(state, facts, seat, work.offers)
    if state.ask[seat] == CardAsk.COMPLETE:
        return  # the policy's choice is exact
    for word in (act.PLACE_WORD, act.PLACE_WORD + 1):
        add_rows(state, seat, work, word)
    add_triples(state, facts, seat, work)
    for place in range(MARKET):
        for before in range(place):
            if state.market[before] == state.market[place]:
                work.offers[act.SINGLE_WORD] &= ~bit(act.DRAW_MARKET - act.SINGLE + place)
    for word in (act.KEEP_WORD, act.SINGLE_WORD):
        rest = work.offers[word]
        while rest != np.uint64(0):
            add(work, 64 * word + lowest(rest) + 1)
            rest &= ~bit(lowest(rest))


@compiled
def write_likely(_state: State, _facts: Facts, _knobs: Array, _work: Work) -> None:
    """Do nothing: tickets of the Card Game are all equally likely."""


@compiled
def plan_world(_world: State, _facts: Facts, _knobs: Array, _work: Work) -> None:
    """Do nothing: the policy of the Card Game makes no plans."""


@compiled
def forget_plans(_state: State, _work: Work) -> None:
    """Do nothing."""


@compiled
def begin_playout(_state: State, work: Work) -> None:
    """Forget when seats drew tickets."""
    work.drew[:] = -LONGEST_GAME


@compiled
def goes_on(_state: State, _facts: Facts, _seat: int, action: int) -> bool:
    """Return whether the number of wilds may have to be chosen after an action."""
    return act.PLACE <= action < act.THREE


@compiled
def is_inner(state: State, seat: int) -> bool:
    """Return whether the seat has to choose the number of wilds of a row."""
    return bool(state.ask[seat] == CardAsk.WILDS)


@compiled
def decide_with(state: State, facts: Facts, knobs: Array, seat: int, work: Work) -> int:
    """Return the policy's answer with the given knobs."""
    for knob in range(work.knob.size):
        work.knob[knob] = knobs[knob]
    return decide(state, facts, seat, work)


POLICIES[CARD_SEARCH_WORK] = decide_with
