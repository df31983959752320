"""What cards, rows and tickets of the Card Game are worth to a seat."""

from enum import IntEnum
from functools import lru_cache

import numpy as np

from semafor.boards.model import Board
from semafor.bots.search.chart import CANDIDATES, Chart, Desk, Knob, tuned_knobs
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
    """What can be tuned of the Card Game's policy."""

    CARD = 0
    """Points that a needed card brings once it is on the track."""
    LOOSE = 1
    """The same for a card that no ticket needs yet."""
    ROBBERY = 2
    """Points that a robbed card costs its owner."""
    RISK = 3
    """The chance that a row of one card is robbed before the next turn; longer rows are safer."""
    IN_HAND = 4
    """A card in hand against one on the track, while there is time to lay it."""
    CARDS_A_TURN = 5
    """Cards that reach the track in a turn, in the long run."""
    PAUSE = 6
    """Own turns between two draws of tickets."""
    DRAWN_A_TURN = 7
    """Cards that leave the deck in a turn, on average."""
    WILD = 8
    """Worth of a wild on the track against a needed card."""
    TICKETS = 9
    """Worth of drawing tickets when all are covered."""


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

CARD_DESK = record_of(
    ("states", CARD_STATE, 3),  # what is known, a sampled world, and the game that is played on from it
    ("hidden", HIDDEN),
    ("knob", f4, 16),
    ("lacking", i2, CARD_KINDS),  # what the tickets need beyond track and siding
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
    ("gain", np.float64, CANDIDATES),  # by how much each did better than the policy's choice, summed up
    ("square", np.float64, CANDIDATES),  # the same squared
    ("result", CARD_RESULT),
    ("log", LOG),
)


@lru_cache(maxsize=64)
def card_knobs(board: Board, players: int) -> Array:
    """Return the knobs for a number of players as an array."""
    return row_of({**KNOBS, **tuned_knobs(board, players, CardKnob)})


def row_of(knobs: dict[CardKnob, float]) -> Array:
    """Knobs as a desk keeps them."""
    row: Array = np.zeros(CARD_DESK["knob"].shape, np.float32)
    for knob, value in knobs.items():
        row[knob] = value
    return row


SURE, LIKELY = 0.97, 0.95
"""Chances to complete tickets that lack no card, and tickets that lack very few."""


@compiled
def turns_left(state: State, desk: Desk) -> int:
    """Own turns of this half after this one."""
    if state.last_round:
        return 0
    return 1 + int(deck_size(state) / (desk.knob[CardKnob.DRAWN_A_TURN.value] * state.players))


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
def count_lacking(state: State, facts: Facts, seat: int, desk: Desk) -> None:
    """Write what the seat's tickets need beyond its track and siding, and beyond its hand."""
    turns = turns_left(state, desk)
    wilds = int(state.track[seat, WILD])
    for colour in range(COLOURS):
        plain, wild = int(state.siding[seat, colour]), int(state.siding_wilds[seat, colour])
        coming = rolls_in_time(facts, plain, wild, turns, False)
        wilds += rolls_in_time(facts, plain, wild, turns, True)
        desk.lacking[colour] = needed(facts, state.tickets[seat], colour) - state.track[seat, colour] - coming
        desk.lacking[colour] = max(0, desk.lacking[colour])
        desk.wanted[colour] = max(0, desk.lacking[colour] - state.hand[seat, colour])
    desk.lacking[WILD] = wilds  # wilds on the way, which replace what lacks
    desk.wanted[WILD] = wilds + state.hand[seat, WILD]


@compiled
def needed(facts: Facts, tickets: np.uint64, colour: int) -> int:
    """Cards of a colour that these tickets need."""
    number = 0
    while tickets != np.uint64(0):
        number += int(facts.ticket_needs[lowest(tickets), colour])
        tickets = without_lowest(tickets)
    return number


@compiled
def missing(desk: Desk, with_hand: bool) -> int:
    """Cards that lack in all, wilds on the way taken off."""
    total = 0
    for colour in range(COLOURS):
        total += desk.wanted[colour] if with_hand else desk.lacking[colour]
    return int(max(0, total - (desk.wanted[WILD] if with_hand else desk.lacking[WILD])))


@compiled
def chance_of(state: State, facts: Facts, desk: Desk, cards: int) -> float:
    """Return the probability of finding this number of cards in time."""
    if cards == 0:
        return SURE
    time = turns_left(state, desk) + (10 if more_halves(state, facts) else 0)
    room = desk.knob[CardKnob.CARDS_A_TURN.value] * time
    return min(LIKELY, max(0.0, 1.25 - 0.75 * cards / room)) if room > 0 else 0.0


@compiled
def worth_of_rolled(desk: Desk, card: int, before: int) -> float:
    """Return the value of another card on the track, given how many of its kind are there."""
    if card == WILD:
        return float(
            desk.knob[CardKnob.CARD.value]
            * (desk.knob[CardKnob.WILD.value] if missing(desk, False) > before else 0.3)
        )
    if desk.lacking[card] > before:
        return float(desk.knob[CardKnob.CARD.value])
    return float(desk.knob[CardKnob.LOOSE.value])


@compiled
def risk_of(state: State, desk: Desk, size: int) -> float:
    """The chance that a row of this size is robbed before the next turn."""
    return float(desk.knob[CardKnob.RISK.value] * (state.players - 1) / (2.0 * exp(1.2 * log(max(1, size)))))


@compiled
def robbery(state: State, seat: int, colour: int, desk: Desk) -> float:
    """What others lose by a new row of this colour."""
    lost = 0
    for other in range(int(state.players)):
        if other != seat:
            lost += row_size(state, other, colour)
    return float(desk.knob[CardKnob.ROBBERY.value] * lost)


@compiled
def worth_of_row(
    state: State, facts: Facts, seat: int, desk: Desk, colour: int, plain: int, wild: int
) -> float:
    """What a new row delivers in time and is not robbed of, and what it robs others of."""
    value, safe, turns = robbery(state, seat, colour, desk), 1.0, turns_left(state, desk)
    size, plains, wilds = plain + wild, 0, 0
    for turn in range(min(size, turns)):
        safe *= 1.0 - risk_of(state, desk, size - turn)
        wild_now = turn < wild if facts.wilds_leave_first else turn >= plain
        if wild_now:
            value += safe * worth_of_rolled(desk, WILD, wilds)
            wilds += 1
        else:
            value += safe * worth_of_rolled(desk, colour, plains)
            plains += 1
    if turns > 1 or more_halves(state, facts):
        value -= desk.knob[CardKnob.IN_HAND.value] * desk.knob[CardKnob.CARD.value] * wild
    return value - 0.05 * size


@compiled
def worth_in_hand(state: State, facts: Facts, seat: int, card: int, desk: Desk) -> float:
    """What a card drawn is worth: two of them make a turn, so a turn's worth is twice this."""
    if turns_left(state, desk) < 2 and not more_halves(state, facts):
        return 0.1
    base = 2.0 * desk.knob[CardKnob.IN_HAND.value] * desk.knob[CardKnob.CARD.value]
    if card == WILD:
        return float(0.8 * base)
    if desk.wanted[card] > 0:
        return float(base)
    return float((0.25 if state.hand[seat, card] > 0 else 0.15) * base)


@compiled
def worth_of_deck(state: State, facts: Facts, seat: int, desk: Desk) -> float:
    """What a blind card is worth on average."""
    worth, total = 0.0, 0.0
    for card in range(WILD + 1):
        worth += facts.cards[card] * worth_in_hand(state, facts, seat, card, desk)
        total += facts.cards[card]
    return worth / total


GATHER = 0.05
"""Value added to an unneeded card for each card of its colour in hand."""


@compiled
def worth_of_card(state: State, facts: Facts, chart: Chart, seat: int, card: int, desk: Desk) -> float:
    """What a plain card is worth to the seat: 1 if its plan lacks it."""
    if desk.need[card] > 0:
        return 1.0
    return float(chart.knob[Knob.LOOSE.value] + GATHER * min(6, cards_of(state, facts, seat, card)))


@compiled
def worth_of_hidden_card(state: State, facts: Facts, chart: Chart, seat: int, desk: Desk) -> float:
    """What a blind card is worth on average."""
    total, worth = 0.0, 0.0
    for colour in range(COLOURS):
        total += facts.cards[colour]
        worth += facts.cards[colour] * worth_of_card(state, facts, chart, seat, colour, desk)
    total += facts.cards[WILD]
    return float((worth + facts.cards[WILD] * chart.knob[Knob.BLIND_WILD.value]) / total)


@compiled
def best_card(state: State, facts: Facts, chart: Chart, seat: int, desk: Desk, first: bool) -> int:
    """The best card to take for the needs on the desk, as an action; -1 where none can be taken."""
    best, most, second, wild = -1, -1.0, 0.0, -1
    if can_draw(state):
        most = worth_of_hidden_card(state, facts, chart, seat, desk)
        best, second = DRAW_DECK, most
    elif first:
        return -1
    for place in range(MARKET):
        card = state.market[place]
        if card == WILD:
            wild = place
        elif card >= 0:
            worth = worth_of_card(state, facts, chart, seat, card, desk)
            if worth > most:
                best, second, most = DRAW_MARKET + place, most, worth
            elif worth > second:
                second = worth
    if first and wild >= 0 and chart.knob[Knob.WILD.value] > most + second:
        return int(DRAW_MARKET + wild)
    return best
