"""The fast policy of the playouts: one quick, sensible answer to every question."""

import numpy as np

from semafor.bots.search.card_worth import best_card
from semafor.bots.search.chart import SEARCH_WORK, Chart, Knob, Work
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
from semafor.engine import actions as act
from semafor.engine import chains
from semafor.engine.bits import bit, has, lowest
from semafor.engine.compile import compiled
from semafor.engine.connections import FAR, find_way
from semafor.engine.payment import cost_of_step
from semafor.engine.state import GREY, OFFER, SEATS, WILD, WORDS, Ask, Facts, State, Step
from semafor.engine.teams import in_teams
from semafor.engine.turn import legal
from semafor.knowledge.rollouts import POLICIES

HUNDRED = 100.0


@compiled
def worth_of_ticket(state: State, facts: Facts, chart: Chart, seat: int, work: Work, ticket: int) -> float:
    """Return the expected points of one more ticket, minus the cost of its path beyond the plan."""
    points = float(facts.ticket_points[ticket])
    a, b = facts.ticket_a[ticket], facts.ticket_b[ticket]
    price = find_way(facts, work.ways, a, b)
    if price >= FAR:
        return -2.0 * points
    measure_plan(facts, work.plans[seat], work)
    measure_way(facts, work, a, b)
    cost = chart.knob[Knob.TICKET_COST.value] * price / HUNDRED
    if not has_room(state, facts, chart, seat, work.sizes):
        return float(-chart.knob[Knob.MISSED.value] * points - cost)
    return float(points - cost)


@compiled
def best_offered(
    state: State, facts: Facts, chart: Chart, seat: int, work: Work, kept: int
) -> tuple[int, float]:
    """Return the index of the best offered ticket that is not kept yet, and its value; -1 if all are kept."""
    best, most = -1, -1e9
    for place in range(int(state.offered[seat])):
        if not has(np.uint64(kept), place):
            worth = worth_of_ticket(state, facts, chart, seat, work, int(state.offer[seat, place]))
            if worth > most:
                best, most = place, worth
    return best, most


@compiled
def choose_keep(
    state: State, facts: Facts, chart: Chart, seat: int, work: Work, fewest: int, most: int
) -> int:
    """Return the action that keeps the best tickets, one by one while they are worth it."""
    make_plan(state, facts, chart, seat, work)
    kept, number = 0, 0
    while number < min(most, state.offered[seat]):
        place, worth = best_offered(state, facts, chart, seat, work, kept)
        if worth <= 0.0 and number >= fewest:
            break
        join_ticket(state, facts, chart, seat, work, int(state.offer[seat, place]))
        kept |= 1 << place
        number += 1
    work.plans[seat].made = 0
    return act.KEEP + kept


@compiled
def choose_pick(state: State, facts: Facts, chart: Chart, seat: int, work: Work) -> int:
    """IBE-3: pick the ticket that fits best with those picked before."""
    make_plan(state, facts, chart, seat, work)
    for i in range(int(state.draft_round)):
        join_ticket(state, facts, chart, seat, work, int(state.picked[seat, i]))
    place, _ = best_offered(state, facts, chart, seat, work, 0)
    work.plans[seat].made = 0
    return int(act.PICK + place)


@compiled
def choose_rack(state: State, facts: Facts, seat: int) -> int:
    """ASI-8, ASI-9: share the most valuable ticket with the partner."""
    best, most = 0, -1
    for place in range(int(state.offered[seat])):
        if has(np.uint64(state.choice[seat]), place):
            points = facts.ticket_points[state.offer[seat, place]]
            if points > most:
                best, most = place, points
    return int(act.RACK_TICKET + best)


STATION_TIME = 3.0
"""Stations are built when this number of turns is left, or fewer."""
STATION_GAIN = 4
"""Minimum points that a station must bring."""
TUNNEL_WILDS = 2
"""Maximum number of wilds paid as extra cards of a tunnel."""


@compiled
def decide(state: State, facts: Facts, chart: Chart, seat: int, work: Work) -> int:
    """Return the policy's answer to what the seat is asked."""
    ask = state.ask[seat]
    if ask == Ask.TURN:
        return choose_turn(state, facts, chart, seat, work)
    if ask == Ask.SECOND_CARD:
        return choose_second(state, facts, chart, seat, work)
    if ask == Ask.PAYMENT:
        return choose_payment(state, facts, chart, seat, work)
    if ask == Ask.KEEP:
        return choose_keep(state, facts, chart, seat, work, int(facts.draw_keep), OFFER)
    if ask == Ask.START_KEEP:
        return choose_keep(state, facts, chart, seat, work, int(facts.start_keep), OFFER)
    if ask == Ask.DRAFT_KEEP:
        return choose_keep(state, facts, chart, seat, work, int(facts.draft_keep), int(facts.draft_keep))
    if ask == Ask.PICK:
        return choose_pick(state, facts, chart, seat, work)
    return decide_rare(state, facts, chart, seat, work)


@compiled
def decide_rare(state: State, facts: Facts, chart: Chart, seat: int, work: Work) -> int:
    """Return the answer to the rarer questions."""
    ask = state.ask[seat]
    legal(state, facts, seat, work.mask)
    singles = work.mask[act.SINGLE_WORD]
    if ask == Ask.TUNNEL:
        return choose_extra(singles)
    if ask == Ask.FESTIVAL:
        return choose_festival(state, facts, seat, singles)
    if ask == Ask.PLACE_CARD:
        return choose_place(state, facts, chart, seat, work)
    if ask == Ask.SPLIT_PLAIN or ask == Ask.SPLIT_WILD:
        return int(act.SINGLE + lowest(singles & ~(bit(act.SPLIT - act.SINGLE) - np.uint64(1))))
    if ask == Ask.SHARE_MORE:
        return int(act.SHARE_STOP)
    return choose_rack(state, facts, seat)


# ---- the turn --------------------------------------------------------------------------------


@compiled
def choose_turn(state: State, facts: Facts, chart: Chart, seat: int, work: Work) -> int:
    """Claim a planned route or draw for it; without a plan, draw tickets or play for points."""
    legal(state, facts, seat, work.mask)
    if state.last_round:
        action = choose_last(state, facts, chart, seat, work)
        if action >= 0:
            return action
        count_current_needs(state, facts, chart, seat, work)
        return choose_draw(state, facts, chart, seat, work)
    keep_plan(state, facts, chart, seat, work)
    route = best_planned(state, facts, chart, seat, work)
    if route >= 0:
        return act.CLAIM + route
    place = station_in_time(state, facts, chart, seat, work)
    if place >= 0:
        return act.STATION + place
    if plan_is_empty(work.plans[seat]):
        return choose_unplanned(state, facts, chart, seat, work)
    count_needs(state, facts, seat, work.plans[seat].want, work)
    return choose_draw(state, facts, chart, seat, work)


@compiled
def station_in_time(state: State, facts: Facts, chart: Chart, seat: int, work: Work) -> int:
    """Near the end, return the place of a station that saves a given-up ticket; -1 if there is none."""
    missed = work.plans[seat].missed
    if state.stations_left[seat] == 0 or missed == np.uint64(0):
        return -1
    if turns_left(state, facts, chart) > STATION_TIME:
        return -1
    label_network(state, facts, seat, work)
    place, gain = best_station(state, facts, seat, work, missed)
    return place if gain > STATION_GAIN else -1


@compiled
def choose_unplanned(state: State, facts: Facts, chart: Chart, seat: int, work: Work) -> int:
    """All tickets are completed or given up: draw more while there is time, otherwise play for points."""
    pieces = int(state.pieces[seat, 0]) + int(state.pieces[seat, 1])
    early = turns_left(state, facts, chart) > chart.knob[Knob.TICKET_TURNS.value]
    if early and pieces > chart.knob[Knob.TICKET_PIECES.value]:
        if has(work.mask[act.SINGLE_WORD], act.DRAW_TICKETS - act.SINGLE):
            return int(act.DRAW_TICKETS)
    aim_at_points(state, facts, chart, seat, work)
    route = int(work.aim)
    if route >= 0 and has(work.mask[route // 64], route % 64):
        return act.CLAIM + route
    return choose_draw(state, facts, chart, seat, work)


@compiled
def aim_at_points(state: State, facts: Facts, chart: Chart, seat: int, work: Work) -> None:
    """Choose the route with the best points per turn, and count the cards it needs."""
    work.aim = best_scoring(state, facts, chart, seat, work)
    for word in range(WORDS):
        work.target[word] = np.uint64(0)
    if work.aim >= 0:
        work.target[work.aim // 64] = bit(work.aim % 64)
    count_needs(state, facts, seat, work.target, work)


@compiled
def choose_draw(state: State, facts: Facts, chart: Chart, seat: int, work: Work) -> int:
    """Return the best card for the needs in `work`, or any other action that the mask allows."""
    card = best_card(state, facts, chart, seat, work, True)
    if card >= 0:
        return card
    route = most_points(state, facts, seat, work)
    if route >= 0:
        return act.CLAIM + route
    if has(work.mask[act.SINGLE_WORD], act.PASS - act.SINGLE):
        return int(act.PASS)
    if work.mask[act.SHARE_WORD] != np.uint64(0):
        return act.SHARE + lowest(work.mask[act.SHARE_WORD])
    for word in range(act.MASK_WORDS):
        if work.mask[word] != np.uint64(0):
            return 64 * word + lowest(work.mask[word])
    return int(act.PASS)


@compiled
def count_current_needs(state: State, facts: Facts, chart: Chart, seat: int, work: Work) -> None:
    """Count the cards that the plan needs or, without a plan, the best route for points."""
    keep_plan(state, facts, chart, seat, work)
    if plan_is_empty(work.plans[seat]):
        aim_at_points(state, facts, chart, seat, work)
    else:
        count_needs(state, facts, seat, work.plans[seat].want, work)


@compiled
def choose_second(state: State, facts: Facts, chart: Chart, seat: int, work: Work) -> int:
    """Return the best second card."""
    count_current_needs(state, facts, chart, seat, work)
    return best_card(state, facts, chart, seat, work, False)


# ---- the steps within a turn -----------------------------------------------------------------


@compiled
def choose_payment(state: State, facts: Facts, chart: Chart, seat: int, work: Work) -> int:
    """Pay with the cards that the rest of the plan needs least."""
    keep_plan(state, facts, chart, seat, work)
    cost, colour, ferry = cost_of_step(state, facts, seat), GREY, 0
    if state.step == Step.ROUTE:
        colour, ferry = int(facts.route_colour[state.target]), int(facts.route_ferry[state.target])
        without(work.plans[seat].want, state.target, work.target)
        reserve_cards(facts, work.target, work)
    else:
        reserve_cards(facts, work.plans[seat].want, work)
    return best_payment(state, facts, seat, cost, colour, ferry, work)


@compiled
def choose_extra(singles: np.uint64) -> int:
    """BASE-17: pay for the tunnel with few wilds, or refuse."""
    pays = (
        singles
        & ~(bit(act.EXTRA - act.SINGLE) - np.uint64(1))
        & (bit(act.REFUSE - act.SINGLE) - np.uint64(1))
    )
    if pays == np.uint64(0):
        return int(act.REFUSE)
    action = act.SINGLE + lowest(pays)
    return int(action if action - act.EXTRA <= TUNNEL_WILDS else act.REFUSE)


@compiled
def choose_festival(state: State, facts: Facts, seat: int, singles: np.uint64) -> int:
    """IBE-9: choose the end whose cards add more points."""
    gain_a = festival_gain(state, facts, seat, facts.route_a[state.target])
    gain_b = festival_gain(state, facts, seat, facts.route_b[state.target])
    if has(singles, act.FESTIVAL_B - act.SINGLE) and gain_b > gain_a:
        return int(act.FESTIVAL_B)
    return int(act.FESTIVAL_A if has(singles, act.FESTIVAL_A - act.SINGLE) else act.FESTIVAL_NONE)


@compiled
def choose_place(state: State, facts: Facts, chart: Chart, seat: int, work: Work) -> int:
    """ASI-5: keep what the plan needs, put the rest on the rack."""
    count_current_needs(state, facts, chart, seat, work)
    needed = state.drawn == WILD or work.need[state.drawn] > 0
    return int(act.TO_HAND if needed or not in_teams(facts) else act.TO_RACK)


# ---- the search -----------------------------------------------------------------------------


@compiled
def plan_world(world: State, facts: Facts, chart: Chart, work: Work) -> None:
    """Let every seat plan in a sampled world, and store the plans."""
    for seat in range(int(world.players)):
        work.plans[seat].made = 0
        keep_plan(world, facts, chart, seat, work)
        work.world_plans[seat] = work.plans[seat]


@compiled
def forget_plans(_state: State, work: Work) -> None:
    """Delete the stored plans."""
    for seat in range(SEATS):
        work.world_plans[seat].made = 0


@compiled
def begin_playout(_state: State, work: Work) -> None:
    """Give every seat the plan that it made in this world."""
    for seat in range(SEATS):
        work.plans[seat] = work.world_plans[seat]


@compiled
def is_inner(state: State, seat: int) -> bool:
    """Return whether the seat has to answer a question that belongs to the decision before."""
    return chains.is_inner(state.ask[seat])


POLICIES[SEARCH_WORK] = decide
