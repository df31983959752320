"""Festivals, from deal to score: face-up cards at places, taken by players that claim a route there."""

from semafor.engine.actions import FESTIVAL_A, FESTIVAL_B, FESTIVAL_NONE, SINGLE, SINGLE_WORD
from semafor.engine.bits import bit
from semafor.engine.compile import compiled
from semafor.engine.log import Happened, note
from semafor.engine.rng import shuffle
from semafor.engine.state import FESTIVALS, FIRST_FESTIVAL, SEATS, Array, Ask, Facts, Log, State

# ---- the deal ---------------------------------------------------------------------------------


@compiled
def clear_festivals(state: State) -> None:
    """No festival card lies open or in a pile."""
    for festival in range(FESTIVALS):
        state.festival_open[festival] = 0
        for seat in range(SEATS):
            state.festival_held[seat, festival] = 0


@compiled
def shuffle_in_festivals(state: State, facts: Facts) -> None:
    """IBE-2: shuffle the festival cards into the rest of the deck."""
    end = state.deck_end
    for festival in range(facts.festivals):
        for _ in range(facts.festival_cards[festival]):
            state.deck[end] = FIRST_FESTIVAL + festival
            end += 1
    if end > state.deck_end:
        state.deck_end = end
        shuffle(state, state.deck[:], state.deck_next, end)


# ---- opening ----------------------------------------------------------------------------------


@compiled
def open_festival(state: State, festival: int, log: Log) -> None:
    """IBE-6: a festival card that comes off the deck is laid open at its place."""
    state.festival_open[festival] += 1
    note(log, Happened.FESTIVAL_OPENED, state.turn, festival, 0, 0, 0)


@compiled
def open_cards_at(state: State, facts: Facts, place: int) -> int:
    """IBE-10: festival cards lying open at a place, which it may share with another."""
    festival = facts.place_festival[place]
    return state.festival_open[festival - 1] if festival > 0 else 0


# ---- taking -----------------------------------------------------------------------------------


@compiled
def ask_festival(state: State, facts: Facts, seat: int, route: int) -> None:
    """IBE-9: a seat that has claimed a route may take face-up festival cards at its ends."""
    at_a = open_cards_at(state, facts, facts.route_a[route])
    if at_a + open_cards_at(state, facts, facts.route_b[route]) > 0:
        state.target = route
        state.ask[seat] = Ask.FESTIVAL


@compiled
def legal_festivals(state: State, facts: Facts, mask: Array) -> None:
    """IBE-9, IBE-10: the cards at one end, at the other, or none; one entry where both ends share them."""
    a, b = facts.route_a[state.target], facts.route_b[state.target]
    mask[SINGLE_WORD] |= bit(FESTIVAL_NONE - SINGLE)
    if open_cards_at(state, facts, a) > 0:
        mask[SINGLE_WORD] |= bit(FESTIVAL_A - SINGLE)
    if open_cards_at(state, facts, b) > 0 and facts.place_festival[a] != facts.place_festival[b]:
        mask[SINGLE_WORD] |= bit(FESTIVAL_B - SINGLE)


@compiled
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
    state.ask[seat] = Ask.NOTHING


# ---- the score --------------------------------------------------------------------------------


@compiled
def score_festivals(state: State, facts: Facts, side: int) -> int:
    """IBE-12: the cards of one festival score by how many of them a side holds."""
    points = 0
    for festival in range(facts.festivals):
        held = 0
        for partner in range(facts.team_size):
            held += state.festival_held[side * facts.team_size + partner, festival]
        points += facts.festival_points[festival, held]
    return points
