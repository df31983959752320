"""Which card to take: what the plan lacks first, wilds when they are worth a turn."""

from __future__ import annotations

from semafor.bots.search.records import Chart, Desk, Knob
from semafor.engine.actions import DRAW_DECK, DRAW_MARKET
from semafor.engine.cards import can_draw
from semafor.engine.compile import compiled
from semafor.engine.state import COLOURS, MARKET, WILD, Facts, State
from semafor.engine.teams import cards_of

GATHER = 0.05
"""A card that nobody needs is worth so much more for each of its colour in hand."""


@compiled
def worth_of_card(state: State, facts: Facts, chart: Chart, seat: int, card: int, desk: Desk) -> float:
    """What a plain card is worth to the seat: 1 if its plan lacks it."""
    if desk.need[card] > 0:
        return 1.0
    return float(chart.knob[Knob.LOOSE.value] + GATHER * min(6, cards_of(state, facts, seat, card)))


@compiled
def worth_of_deck(state: State, facts: Facts, chart: Chart, seat: int, desk: Desk) -> float:
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
        most = worth_of_deck(state, facts, chart, seat, desk)
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
