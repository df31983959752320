"""The value of cards, rows and tickets of the Card Game to a seat."""

from enum import IntEnum
from functools import lru_cache

import numpy as np

from semafor.boards.model import Board
from semafor.bots.search.chart import CANDIDATES, Chart, Knob, Work, tuned_knobs
from semafor.engine.actions import DRAW_DECK, DRAW_MARKET, MASK_WORDS
from semafor.engine.arithmetic import exp, log
from semafor.engine.bits import lowest, without_lowest
from semafor.engine.cardgame.card_state import CARD_RESULT, CARD_STATE
from semafor.engine.cardgame.completion import CHOICE
from semafor.engine.cardgame.siding import row_size
from semafor.engine.cards import can_draw, deck_size
from semafor.engine.compile import compiled
from semafor.engine.state import (
    CARD_KINDS,
    COLOURS,
    DECK,
    LOG,
    MARKET,
    SEATS,
    WILD,
    Array,
    Facts,
    State,
    i2,
    i4,
    record_of,
    u8,
)
from semafor.engine.teams import cards_of
from semafor.knowledge.hidden import HIDDEN, f4


class CardKnob(IntEnum):
    """The parameters of the Card Game's policy."""

    CARD = 0
    """Points that a needed card is worth once it is on the track."""
    LOOSE = 1
    """The same for a card that no ticket needs yet."""
    ROBBERY = 2
    """Points that a robbed card costs its owner."""
    RISK = 3
    """The chance that a row of one card is robbed before the next turn; longer rows are safer."""
    IN_HAND = 4
    """Value of a card in hand relative to one on the track, while there is time to place it."""
    CARDS_A_TURN = 5
    """Cards that reach the track per turn, in the long run."""
    PAUSE = 6
    """The seat's turns between two draws of tickets."""
    DRAWN_A_TURN = 7
    """Cards that leave the deck per turn, on average."""
    WILD = 8
    """Value of a wild on the track relative to a needed card."""
    TICKETS = 9
    """Value of drawing tickets when the seat can complete all it has."""


KNOBS = {
    CardKnob.CARD: 4.5,
    CardKnob.LOOSE: 0.4,
    CardKnob.ROBBERY: 1.6,
    CardKnob.RISK: 0.22,
    CardKnob.IN_HAND: 0.4,
    CardKnob.CARDS_A_TURN: 1.1,
    CardKnob.PAUSE: 4.0,
    CardKnob.DRAWN_A_TURN: 1.25,
    CardKnob.WILD: 1.2,
    CardKnob.TICKETS: 1.0,
}

CARD_SEARCH_WORK = record_of(
    ("states", CARD_STATE, 3),  # the known state, a sampled world, and the game that is played out from it
    ("hidden", HIDDEN),
    ("knob", f4, 16),
    ("lacking", i2, CARD_KINDS),  # cards that the tickets need beyond track and siding
    ("wanted", i2, CARD_KINDS),  # and beyond the hand
    ("best", u8, SEATS),  # the tickets that each seat completes in this scoring round
    ("completing", CHOICE),
    ("drew", i4, SEATS),  # the turn in which each seat last drew tickets
    ("mask", u8, MASK_WORDS),
    ("offers", u8, MASK_WORDS),
    ("dice", u8, 1),
    ("pool", np.int8, DECK),
    ("candidates", i2),
    ("chain", np.int64, CANDIDATES),
    ("alive", np.int8, CANDIDATES),
    ("visits", np.int64, CANDIDATES),
    ("gain", np.float64, CANDIDATES),  # sum of differences to the policy's choice
    ("square", np.float64, CANDIDATES),  # sum of their squares
    ("result", CARD_RESULT),
    ("log", LOG),
)


@lru_cache(maxsize=64)
def card_knobs(board: Board, players: int) -> Array:
    """Return the knobs for a number of players as an array."""
    return row_of({**KNOBS, **tuned_knobs(board, players, CardKnob)})


def row_of(knobs: dict[CardKnob, float]) -> Array:
    """Return knobs as an array."""
    row: Array = np.zeros(CARD_SEARCH_WORK["knob"].shape, np.float32)
    for knob, value in knobs.items():
        row[knob] = value
    return row


SURE, LIKELY = 0.97, 0.95
"""Probability of completing tickets that lack no card, and tickets that lack very few."""


@compiled
def turns_left(state: State, work: Work) -> int:
    """Return the seat's turns of this half after this one."""
    if state.last_round:
        return 0
    return 1 + int(deck_size(state) / (work.knob[CardKnob.DRAWN_A_TURN.value] * state.players))


@compiled
def more_halves(state: State, facts: Facts) -> bool:
    """Return whether another half follows."""
    return bool(state.half < facts.halves[state.players])


@compiled
def rolls_in_time(facts: Facts, plain: int, wild: int, turns: int, is_wild: bool) -> int:
    """Return how many plain cards or wilds of a row reach the track within some turns (CRD-4)."""
    wilds_first = facts.wilds_leave_first != 0
    ahead = (plain if is_wild else wild) if is_wild != wilds_first else 0
    return max(0, min(wild if is_wild else plain, turns - ahead))


@compiled
def count_lacking(state: State, facts: Facts, seat: int, work: Work) -> None:
    """Write what the seat's tickets need beyond its track and siding, and beyond its hand."""
    turns = turns_left(state, work)
    wilds = int(state.track[seat, WILD])
    for colour in range(COLOURS):
        plain, wild = int(state.siding[seat, colour]), int(state.siding_wilds[seat, colour])
        coming = rolls_in_time(facts, plain, wild, turns, False)
        wilds += rolls_in_time(facts, plain, wild, turns, True)
        work.lacking[colour] = needed(facts, state.tickets[seat], colour) - state.track[seat, colour] - coming
        work.lacking[colour] = max(0, work.lacking[colour])
        work.wanted[colour] = max(0, work.lacking[colour] - state.hand[seat, colour])
    work.lacking[WILD] = wilds  # wilds on the way replace missing cards
    work.wanted[WILD] = wilds + state.hand[seat, WILD]


@compiled
def needed(facts: Facts, tickets: np.uint64, colour: int) -> int:
    """Return the number of cards of a colour that these tickets need."""
    number = 0
    while tickets != np.uint64(0):
        number += int(facts.ticket_needs[lowest(tickets), colour])
        tickets = without_lowest(tickets)
    return number


@compiled
def missing(work: Work, with_hand: bool) -> int:
    """Return the number of missing cards, minus the wilds on the way."""
    total = 0
    for colour in range(COLOURS):
        total += work.wanted[colour] if with_hand else work.lacking[colour]
    return int(max(0, total - (work.wanted[WILD] if with_hand else work.lacking[WILD])))


@compiled
def chance_of(state: State, facts: Facts, work: Work, cards: int) -> float:
    """Return the probability of finding this number of cards in time."""
    if cards == 0:
        return SURE
    time = turns_left(state, work) + (10 if more_halves(state, facts) else 0)
    room = work.knob[CardKnob.CARDS_A_TURN.value] * time
    return min(LIKELY, max(0.0, 1.25 - 0.75 * cards / room)) if room > 0 else 0.0


@compiled
def worth_of_rolled(work: Work, card: int, before: int) -> float:
    """Return the value of another card on the track, given how many of its kind are there."""
    if card == WILD:
        return float(
            work.knob[CardKnob.CARD.value]
            * (work.knob[CardKnob.WILD.value] if missing(work, False) > before else 0.3)
        )
    if work.lacking[card] > before:
        return float(work.knob[CardKnob.CARD.value])
    return float(work.knob[CardKnob.LOOSE.value])


@compiled
def risk_of(state: State, work: Work, size: int) -> float:
    """Return the probability that a row of this size is robbed before the next turn."""
    return float(work.knob[CardKnob.RISK.value] * (state.players - 1) / (2.0 * exp(1.2 * log(max(1, size)))))


@compiled
def robbery(state: State, seat: int, colour: int, work: Work) -> float:
    """Return what others lose by a new row of this colour."""
    lost = 0
    for other in range(int(state.players)):
        if other != seat:
            lost += row_size(state, other, colour)
    return float(work.knob[CardKnob.ROBBERY.value] * lost)


@compiled
def worth_of_row(
    state: State, facts: Facts, seat: int, work: Work, colour: int, plain: int, wild: int
) -> float:
    """Return the value of the cards that a new row delivers in time, and of those that it robs."""
    value, safe, turns = robbery(state, seat, colour, work), 1.0, turns_left(state, work)
    size, plains, wilds = plain + wild, 0, 0
    for turn in range(min(size, turns)):
        safe *= 1.0 - risk_of(state, work, size - turn)
        wild_now = turn < wild if facts.wilds_leave_first else turn >= plain
        if wild_now:
            value += safe * worth_of_rolled(work, WILD, wilds)
            wilds += 1
        else:
            value += safe * worth_of_rolled(work, colour, plains)
            plains += 1
    if turns > 1 or more_halves(state, facts):
        value -= work.knob[CardKnob.IN_HAND.value] * work.knob[CardKnob.CARD.value] * wild
    return value - 0.05 * size


@compiled
def worth_in_hand(state: State, facts: Facts, seat: int, card: int, work: Work) -> float:
    """Return the value of a drawn card; a turn brings two, so its value is twice this."""
    if turns_left(state, work) < 2 and not more_halves(state, facts):
        return 0.1
    base = 2.0 * work.knob[CardKnob.IN_HAND.value] * work.knob[CardKnob.CARD.value]
    if card == WILD:
        return float(0.8 * base)
    if work.wanted[card] > 0:
        return float(base)
    return float((0.25 if state.hand[seat, card] > 0 else 0.15) * base)


@compiled
def worth_of_deck(state: State, facts: Facts, seat: int, work: Work) -> float:
    """Return the average value of a blind card."""
    worth, total = 0.0, 0.0
    for card in range(WILD + 1):
        worth += facts.cards[card] * worth_in_hand(state, facts, seat, card, work)
        total += facts.cards[card]
    return worth / total


GATHER = 0.05
"""Value added to an unneeded card for each card of its colour in hand."""


@compiled
def worth_of_card(state: State, facts: Facts, chart: Chart, seat: int, card: int, work: Work) -> float:
    """Return the value of a plain card to the seat: 1 if its plan needs it."""
    if work.need[card] > 0:
        return 1.0
    return float(chart.knob[Knob.LOOSE.value] + GATHER * min(6, cards_of(state, facts, seat, card)))


@compiled
def worth_of_hidden_card(state: State, facts: Facts, chart: Chart, seat: int, work: Work) -> float:
    """Return the average value of a blind card."""
    total, worth = 0.0, 0.0
    for colour in range(COLOURS):
        total += facts.cards[colour]
        worth += facts.cards[colour] * worth_of_card(state, facts, chart, seat, colour, work)
    total += facts.cards[WILD]
    return float((worth + facts.cards[WILD] * chart.knob[Knob.BLIND_WILD.value]) / total)


@compiled
def best_card(state: State, facts: Facts, chart: Chart, seat: int, work: Work, first: bool) -> int:
    """Return the action that takes the best card for the needs in `work`; -1 if no card can be taken."""
    best, most, second, wild = -1, -1.0, 0.0, -1
    if can_draw(state):
        most = worth_of_hidden_card(state, facts, chart, seat, work)
        best, second = DRAW_DECK, most
    elif first:
        return -1
    for place in range(MARKET):
        card = state.market[place]
        if card == WILD:
            wild = place
        elif card >= 0:
            worth = worth_of_card(state, facts, chart, seat, card, work)
            if worth > most:
                best, second, most = DRAW_MARKET + place, most, worth
            elif worth > second:
                second = worth
    if first and wild >= 0 and chart.knob[Knob.WILD.value] > most + second:
        return int(DRAW_MARKET + wild)
    return best
