"""Festivals: cards that open at a place and go to who claims a route there."""

from __future__ import annotations

from semafor.engine.actions import FESTIVAL_A, FESTIVAL_B, FESTIVAL_NONE, SINGLE, SINGLE_WORD
from semafor.engine.bits import bit
from semafor.engine.compile import rule
from semafor.engine.log import Happened, note
from semafor.engine.state import Array, Facts, Log, State


@rule
def open_cards_at(state: State, facts: Facts, place: int) -> int:
    """IBE-10: festival cards lying open at a place, which it may share with another."""
    festival = facts.place_festival[place]
    return state.festival_open[festival - 1] if festival > 0 else 0


@rule
def festival_at_route(state: State, facts: Facts, route: int) -> bool:
    """IBE-9: whether a claim of this route can take festival cards."""
    at_a = open_cards_at(state, facts, facts.route_a[route])
    return at_a + open_cards_at(state, facts, facts.route_b[route]) > 0


@rule
def legal_festivals(state: State, facts: Facts, mask: Array) -> None:
    """IBE-9, IBE-10: the cards at one end, at the other, or none; one entry where both ends share them."""
    a, b = facts.route_a[state.target], facts.route_b[state.target]
    mask[SINGLE_WORD] |= bit(FESTIVAL_NONE - SINGLE)
    if open_cards_at(state, facts, a) > 0:
        mask[SINGLE_WORD] |= bit(FESTIVAL_A - SINGLE)
    if open_cards_at(state, facts, b) > 0 and facts.place_festival[a] != facts.place_festival[b]:
        mask[SINGLE_WORD] |= bit(FESTIVAL_B - SINGLE)


@rule
def take_festival(state: State, facts: Facts, seat: int, action: int, log: Log) -> None:
    """IBE-9: all open cards of the chosen place go to the seat's pile."""
    if action != FESTIVAL_NONE:
        place = facts.route_a[state.target] if action == FESTIVAL_A else facts.route_b[state.target]
        festival = facts.place_festival[place] - 1
        cards = state.festival_open[festival]
        state.festival_held[seat, festival] += cards
        state.festival_open[festival] = 0
        note(log, Happened.FESTIVAL_TAKEN, seat, festival, cards, 0, 0)
    state.target = 0
