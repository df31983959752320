"""The fast player of the playouts: one quick, sensible answer to every question."""

import numpy as np

from semafor.bots.search.card_worth import best_card
from semafor.bots.search.chart import Chart, Desk, Knob
from semafor.bots.search.claiming import (
    best_planned,
    best_scoring,
    best_station,
    choose_last,
    festival_gain,
    label_network,
    most_points,
)
from semafor.bots.search.planning import (
    best_payment,
    count_needs,
    has_room,
    join_ticket,
    keep_plan,
    make_plan,
    measure_plan,
    measure_way,
    plan_is_empty,
    reserve_cards,
    turns_left,
    without,
)
from semafor.engine.actions import (
    CLAIM,
    DRAW_TICKETS,
    EXTRA,
    FESTIVAL_A,
    FESTIVAL_B,
    FESTIVAL_NONE,
    KEEP,
    MASK_WORDS,
    PASS,
    PICK,
    RACK_TICKET,
    REFUSE,
    SHARE,
    SHARE_STOP,
    SHARE_WORD,
    SINGLE,
    SINGLE_WORD,
    SPLIT,
    STATION,
    TO_HAND,
    TO_RACK,
)
from semafor.engine.bits import bit, has, lowest
from semafor.engine.compile import compiled
from semafor.engine.connections import FAR, find_way
from semafor.engine.payment import cost_of_step
from semafor.engine.state import GREY, OFFER, WILD, WORDS, Ask, Facts, State, Step
from semafor.engine.teams import in_teams
from semafor.engine.turn import legal

HUNDRED = 100.0


@compiled
def worth_of_ticket(state: State, facts: Facts, chart: Chart, seat: int, desk: Desk, ticket: int) -> float:
    """Points to be expected of one more ticket, less what its way costs beside the plan."""
    points = float(facts.ticket_points[ticket])
    a, b = facts.ticket_a[ticket], facts.ticket_b[ticket]
    price = find_way(facts, desk.ways, a, b)
    if price >= FAR:
        return -2.0 * points
    measure_plan(facts, desk.plans[seat], desk)
    measure_way(facts, desk, a, b)
    cost = chart.knob[Knob.TICKET_COST.value] * price / HUNDRED
    if not has_room(state, facts, chart, seat, desk.sizes):
        return float(-chart.knob[Knob.MISSED.value] * points - cost)
    return float(points - cost)


@compiled
def best_offered(
    state: State, facts: Facts, chart: Chart, seat: int, desk: Desk, kept: int
) -> tuple[int, float]:
    """The place of the offer with the best ticket beside those kept, and its worth; -1 where all are kept."""
    best, most = -1, -1e9
    for place in range(int(state.offered[seat])):
        if not has(np.uint64(kept), place):
            worth = worth_of_ticket(state, facts, chart, seat, desk, int(state.offer[seat, place]))
            if worth > most:
                best, most = place, worth
    return best, most


@compiled
def choose_keep(
    state: State, facts: Facts, chart: Chart, seat: int, desk: Desk, fewest: int, most: int
) -> int:
    """Keep the best tickets one by one while they are worth it, as the action."""
    make_plan(state, facts, chart, seat, desk)
    kept, number = 0, 0
    while number < min(most, state.offered[seat]):
        place, worth = best_offered(state, facts, chart, seat, desk, kept)
        if worth <= 0.0 and number >= fewest:
            break
        join_ticket(state, facts, chart, seat, desk, int(state.offer[seat, place]))
        kept |= 1 << place
        number += 1
    desk.plans[seat].made = 0
    return KEEP + kept


@compiled
def choose_pick(state: State, facts: Facts, chart: Chart, seat: int, desk: Desk) -> int:
    """IBE-3: the ticket that fits best to those picked before."""
    make_plan(state, facts, chart, seat, desk)
    for i in range(int(state.draft_round)):
        join_ticket(state, facts, chart, seat, desk, int(state.picked[seat, i]))
    place, _ = best_offered(state, facts, chart, seat, desk, 0)
    desk.plans[seat].made = 0
    return int(PICK + place)


@compiled
def choose_rack(state: State, facts: Facts, seat: int) -> int:
    """ASI-8, ASI-9: the partner should know of the dearest ticket."""
    best, most = 0, -1
    for place in range(int(state.offered[seat])):
        if has(np.uint64(state.choice[seat]), place):
            points = facts.ticket_points[state.offer[seat, place]]
            if points > most:
                best, most = place, points
    return int(RACK_TICKET + best)


STATION_TIME = 3.0
"""Stations are built when so few turns are left."""
STATION_GAIN = 4
"""Points that a station must bring."""
TUNNEL_WILDS = 2
"""Most wilds that are paid extra for a tunnel."""


@compiled
def decide(state: State, facts: Facts, chart: Chart, seat: int, desk: Desk) -> int:
    """The policy's answer to what the seat is asked."""
    ask = state.ask[seat]
    if ask == Ask.TURN:
        return choose_turn(state, facts, chart, seat, desk)
    if ask == Ask.SECOND_CARD:
        return choose_second(state, facts, chart, seat, desk)
    if ask == Ask.PAYMENT:
        return choose_payment(state, facts, chart, seat, desk)
    if ask == Ask.KEEP:
        return choose_keep(state, facts, chart, seat, desk, int(facts.draw_keep), OFFER)
    if ask == Ask.START_KEEP:
        return choose_keep(state, facts, chart, seat, desk, int(facts.start_keep), OFFER)
    if ask == Ask.DRAFT_KEEP:
        return choose_keep(state, facts, chart, seat, desk, int(facts.draft_keep), int(facts.draft_keep))
    if ask == Ask.PICK:
        return choose_pick(state, facts, chart, seat, desk)
    return decide_rare(state, facts, chart, seat, desk)


@compiled
def decide_rare(state: State, facts: Facts, chart: Chart, seat: int, desk: Desk) -> int:
    """The answer to the rarer questions."""
    ask = state.ask[seat]
    legal(state, facts, seat, desk.mask)
    singles = desk.mask[SINGLE_WORD]
    if ask == Ask.TUNNEL:
        return choose_extra(singles)
    if ask == Ask.FESTIVAL:
        return choose_festival(state, facts, seat, singles)
    if ask == Ask.PLACE_CARD:
        return choose_place(state, facts, chart, seat, desk)
    if ask == Ask.SPLIT_PLAIN or ask == Ask.SPLIT_WILD:
        return int(SINGLE + lowest(singles & ~(bit(SPLIT - SINGLE) - np.uint64(1))))
    if ask == Ask.SHARE_MORE:
        return int(SHARE_STOP)
    return choose_rack(state, facts, seat)


# ---- the turn --------------------------------------------------------------------------------


@compiled
def choose_turn(state: State, facts: Facts, chart: Chart, seat: int, desk: Desk) -> int:
    """Claim what is planned, or draw for it; without a plan tickets or points."""
    legal(state, facts, seat, desk.mask)
    if state.last_round:
        action = choose_last(state, facts, chart, seat, desk)
        if action >= 0:
            return action
        count_current_needs(state, facts, chart, seat, desk)
        return choose_draw(state, facts, chart, seat, desk)
    keep_plan(state, facts, chart, seat, desk)
    route = best_planned(state, facts, chart, seat, desk)
    if route >= 0:
        return CLAIM + route
    place = station_in_time(state, facts, chart, seat, desk)
    if place >= 0:
        return STATION + place
    if plan_is_empty(desk.plans[seat]):
        return choose_unplanned(state, facts, chart, seat, desk)
    count_needs(state, facts, seat, desk.plans[seat].want, desk)
    return choose_draw(state, facts, chart, seat, desk)


@compiled
def station_in_time(state: State, facts: Facts, chart: Chart, seat: int, desk: Desk) -> int:
    """Near the end, the place of a station that saves a ticket given up; -1 for none."""
    missed = desk.plans[seat].missed
    if state.stations_left[seat] == 0 or missed == np.uint64(0):
        return -1
    if turns_left(state, facts, chart) > STATION_TIME:
        return -1
    label_network(state, facts, seat, desk)
    place, gain = best_station(state, facts, seat, desk, missed)
    return place if gain > STATION_GAIN else -1


@compiled
def choose_unplanned(state: State, facts: Facts, chart: Chart, seat: int, desk: Desk) -> int:
    """All tickets are done or given up: more of them while there is time, else points."""
    pieces = int(state.pieces[seat, 0]) + int(state.pieces[seat, 1])
    early = turns_left(state, facts, chart) > chart.knob[Knob.TICKET_TURNS.value]
    if early and pieces > chart.knob[Knob.TICKET_PIECES.value]:
        if has(desk.mask[SINGLE_WORD], DRAW_TICKETS - SINGLE):
            return int(DRAW_TICKETS)
    aim_at_points(state, facts, chart, seat, desk)
    route = int(desk.aim)
    if route >= 0 and has(desk.mask[route // 64], route % 64):
        return CLAIM + route
    return choose_draw(state, facts, chart, seat, desk)


@compiled
def aim_at_points(state: State, facts: Facts, chart: Chart, seat: int, desk: Desk) -> None:
    """Aim at the route with the best points for its turns, and count what it needs."""
    desk.aim = best_scoring(state, facts, chart, seat, desk)
    for word in range(WORDS):
        desk.target[word] = np.uint64(0)
    if desk.aim >= 0:
        desk.target[desk.aim // 64] = bit(desk.aim % 64)
    count_needs(state, facts, seat, desk.target, desk)


@compiled
def choose_draw(state: State, facts: Facts, chart: Chart, seat: int, desk: Desk) -> int:
    """The best card for the needs on the desk, or whatever else the mask allows."""
    card = best_card(state, facts, chart, seat, desk, True)
    if card >= 0:
        return card
    route = most_points(state, facts, seat, desk)
    if route >= 0:
        return CLAIM + route
    if has(desk.mask[SINGLE_WORD], PASS - SINGLE):
        return int(PASS)
    if desk.mask[SHARE_WORD] != np.uint64(0):
        return SHARE + lowest(desk.mask[SHARE_WORD])
    for word in range(MASK_WORDS):
        if desk.mask[word] != np.uint64(0):
            return 64 * word + lowest(desk.mask[word])
    return int(PASS)


@compiled
def count_current_needs(state: State, facts: Facts, chart: Chart, seat: int, desk: Desk) -> None:
    """Count what the plan needs or, without one, the best route for points."""
    keep_plan(state, facts, chart, seat, desk)
    if plan_is_empty(desk.plans[seat]):
        aim_at_points(state, facts, chart, seat, desk)
    else:
        count_needs(state, facts, seat, desk.plans[seat].want, desk)


@compiled
def choose_second(state: State, facts: Facts, chart: Chart, seat: int, desk: Desk) -> int:
    """The best second card."""
    count_current_needs(state, facts, chart, seat, desk)
    return best_card(state, facts, chart, seat, desk, False)


# ---- the steps within a turn -----------------------------------------------------------------


@compiled
def choose_payment(state: State, facts: Facts, chart: Chart, seat: int, desk: Desk) -> int:
    """Pay with what the rest of the plan needs least."""
    keep_plan(state, facts, chart, seat, desk)
    cost, colour, ferry = cost_of_step(state, facts, seat), GREY, 0
    if state.step == Step.ROUTE:
        colour, ferry = int(facts.route_colour[state.target]), int(facts.route_ferry[state.target])
        without(desk.plans[seat].want, state.target, desk.target)
        reserve_cards(facts, desk.target, desk)
    else:
        reserve_cards(facts, desk.plans[seat].want, desk)
    return best_payment(state, facts, seat, cost, colour, ferry, desk)


@compiled
def choose_extra(singles: np.uint64) -> int:
    """BASE-17: pay for the tunnel with few wilds, or refuse."""
    pays = singles & ~(bit(EXTRA - SINGLE) - np.uint64(1)) & (bit(REFUSE - SINGLE) - np.uint64(1))
    if pays == np.uint64(0):
        return int(REFUSE)
    action = SINGLE + lowest(pays)
    return int(action if action - EXTRA <= TUNNEL_WILDS else REFUSE)


@compiled
def choose_festival(state: State, facts: Facts, seat: int, singles: np.uint64) -> int:
    """IBE-9: the end whose cards add more."""
    gain_a = festival_gain(state, facts, seat, facts.route_a[state.target])
    gain_b = festival_gain(state, facts, seat, facts.route_b[state.target])
    if has(singles, FESTIVAL_B - SINGLE) and gain_b > gain_a:
        return int(FESTIVAL_B)
    return int(FESTIVAL_A if has(singles, FESTIVAL_A - SINGLE) else FESTIVAL_NONE)


@compiled
def choose_place(state: State, facts: Facts, chart: Chart, seat: int, desk: Desk) -> int:
    """ASI-5: keep what the plan needs, share the rest."""
    count_current_needs(state, facts, chart, seat, desk)
    needed = state.drawn == WILD or desk.need[state.drawn] > 0
    return int(TO_HAND if needed or not in_teams(facts) else TO_RACK)
