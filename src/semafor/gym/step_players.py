"""Players inside the step of a batch: random, greedy, and the fast policy of the search."""

import numpy as np

from semafor.bots.search import card_policy, policy
from semafor.bots.search.card_worth import CARD_SEARCH_WORK
from semafor.bots.search.chart import CHART, PLAN, PLANNING
from semafor.engine import actions as act
from semafor.engine import state as st
from semafor.engine.bits import lowest, without_lowest
from semafor.engine.compile import compiled
from semafor.engine.payment import cost_of_step
from semafor.engine.play import random_action, roll
from semafor.engine.state import Array, Facts, State, record_of
from semafor.engine.teams import cards_of
from semafor.engine.turn import legal as board_legal
from semafor.engine.work import STEPPING, fields_of
from semafor.games.arrays import by_record, legal
from semafor.games.board_game import BOARD_STEP_WORK
from semafor.games.board_observation import BOARD_OBSERVATION
from semafor.games.card_game import CARD_STEP_WORK
from semafor.games.observation import ObservationLayout
from semafor.knowledge.rollouts import LONGEST_GAME

ASKED, RANDOM, GREEDY, FAST = 0, 1, 2, 3
"""A seat's decisions are made by the caller, at random, by points, or by the fast policy of the search."""
FIRST_NETWORK = -1
"""The decisions are made by a network before the step ends; -2 is a second network, and so on."""


@compiled
def asked_seat(state: State, controllers: Array) -> int:
    """Return the first seat, from the one whose turn it is, whose decision is asked for now, or NOBODY."""
    for step in range(state.players):
        seat = (state.turn + step) % state.players
        if state.ask[seat] != 0 and controllers[seat] <= ASKED:
            return int(seat)
    return st.NOBODY


@compiled
def random_choice(state: State, facts: Facts, seat: int, dice: Array, work: np.record) -> int:
    """Return a random legal action."""
    legal(state, facts, seat, work.mask)
    return random_action(work.mask, dice)


@compiled
def choose_anything(
    state: State, facts: Facts, seat: int, _controller: int, _memories: Array, dice: Array, work: np.record
) -> int:
    """Return a random legal action, without compiling any other player."""
    return random_choice(state, facts, seat, dice, work)


@compiled
def forget_nothing(_memories: Array, _work: np.record) -> None:
    """Do nothing: random players have no memory."""


CLAIMING = 10.0
"""Value of a claim; always more than that of a card."""
CARD = 2.0
"""Value of a blind card; a face-up card has about the same if the hand has some of its colour."""
WILD_COST = 0.1
NEVER = -100.0
LEAST = -1e9


@compiled
def fewest_wilds(state: State, facts: Facts, seat: int, route: int) -> int:
    """Return the fewest wilds with which a route can be paid."""
    cost, colour = facts.route_cost[route], facts.route_colour[route]
    fewest = np.int64(cost)
    for plain in range(st.COLOURS):
        if colour in (st.GREY, plain):
            wilds = max(np.int64(facts.route_ferry[route]), cost - cards_of(state, facts, seat, plain))
            fewest = min(fewest, wilds)
    return int(fewest)


@compiled
def points_kept(state: State, facts: Facts, seat: int, kept: int) -> float:
    """Return the points of a set of offered tickets."""
    points = 0.0
    for place in range(st.OFFER):
        if (kept >> place) & 1:
            points += facts.ticket_points[state.offer[seat, place]]
    return points


@compiled
def value_of_card(state: State, seat: int, card: int) -> float:
    """Return the value of a face-up card."""
    return CARD + 0.5 if card == st.WILD else CARD - 0.1 + 0.1 * state.hand[seat, card]


@compiled
def value_of_single(state: State, facts: Facts, seat: int, action: int) -> float:
    """Return the value of one of the single actions."""
    if action == act.PAY_WILD:
        return -WILD_COST * cost_of_step(state, facts, seat)
    if act.EXTRA <= action < act.REFUSE:
        return CLAIMING - WILD_COST * (action - act.EXTRA)
    if act.PICK <= action < act.PICK + st.OFFER:
        return -points_kept(state, facts, seat, 1 << (action - act.PICK))
    if action in (act.TO_HAND, act.TO_RACK):
        wanted = state.drawn == st.WILD or state.hand[seat, state.drawn] > 0
        return 1.0 if wanted == (action == act.TO_HAND) else 0.0
    if action in (act.FESTIVAL_A, act.FESTIVAL_B):
        return 1.0
    if action == act.DRAW_DECK:
        return CARD
    if act.DRAW_MARKET <= action < act.DRAW_TICKETS:
        return value_of_card(state, seat, state.market[action - act.DRAW_MARKET])
    return 0.0


@compiled
def value_of(state: State, facts: Facts, seat: int, action: int) -> float:
    """Return the value of a legal action."""
    if action < act.STATION:
        wilds = fewest_wilds(state, facts, seat, action)
        return float(CLAIMING + facts.route_points[action] - WILD_COST * wilds)
    if action < act.KEEP:
        return NEVER
    if action < act.PAY:
        return -points_kept(state, facts, seat, action - act.KEEP)
    if action < act.SINGLE:
        return -WILD_COST * ((action - act.PAY) % st.LONGEST_COST)
    return value_of_single(state, facts, seat, action)


@compiled
def greedy_choice(state: State, facts: Facts, seat: int, dice: Array, work: np.record) -> int:
    """Return an action of the highest value, ties at random."""
    board_legal(state, facts, seat, work.mask)
    best, most, equal = 0, LEAST, 0
    for word in range(act.MASK_WORDS):
        rest = work.mask[word]
        while rest != np.uint64(0):
            action = 64 * word + lowest(rest)
            rest = without_lowest(rest)
            value = value_of(state, facts, seat, action)
            if value > most:
                best, most, equal = action, value, 1
            elif value == most:
                equal += 1
                best = action if roll(dice, equal) == 0 else best
    return best


def observing_fields(layout: ObservationLayout) -> tuple[tuple[str, type[np.uint64], int], ...]:
    """Return the fields for an observation on a GPU: its sets, and all its slots as 64-bit words."""
    return ("sets", np.uint64, layout.sets), ("cells", np.uint64, layout.size // 8)


CARD_MEMORY = record_of(("best", st.u8), ("drew", st.i4))
BOARD_MEMORY = PLAN

_COMPLETING = ("knob", "lacking", "wanted", "best", "completing", "drew")
THINKING = record_of(*PLANNING, ("chart", CHART))
"""The working space of the policy on a board."""
THINKING_WORK = record_of(*fields_of(BOARD_STEP_WORK), *fields_of(THINKING))
BOARD_THINKING = record_of(*STEPPING, *observing_fields(BOARD_OBSERVATION), *fields_of(THINKING))
"""The same for a GPU, where the Card Game has random players only (see `opponents.CompiledPlayers`)."""
CARD_THINKING_WORK = record_of(*fields_of(CARD_STEP_WORK), *fields_of(CARD_SEARCH_WORK, *_COMPLETING))


@compiled
def think(
    state: State, facts: Facts, seat: int, controller: int, memories: Array, dice: Array, work: np.record
) -> int:
    """Return the action of a seat's player on a board."""
    if controller == FAST:
        work.plans[seat] = memories[seat]
        action = policy.decide(state, facts, work.chart, seat, work)
        memories[seat] = work.plans[seat]
        return action
    if controller == GREEDY:
        return greedy_choice(state, facts, seat, dice, work)
    return random_choice(state, facts, seat, dice, work)


@compiled
def think_of_cards(
    state: State, facts: Facts, seat: int, controller: int, memories: Array, dice: Array, work: np.record
) -> int:
    """Return the action of a seat's player in the Card Game."""
    if controller == FAST:
        work.best[seat] = memories[seat].best
        work.drew[seat] = memories[seat].drew
        action = card_policy.decide(state, facts, seat, work)
        memories[seat].best = work.best[seat]
        memories[seat].drew = work.drew[seat]
        return action
    return random_choice(state, facts, seat, dice, work)


@compiled
def forget(memories: Array, _work: np.record) -> None:
    """Clear the plans for a new game."""
    for seat in range(memories.size):
        memories[seat].made = 0


@compiled
def forget_cards(memories: Array, _work: np.record) -> None:
    """Forget drawn tickets for a new game."""
    for seat in range(memories.size):
        memories[seat].drew = -LONGEST_GAME


choose_action = by_record(
    6,
    {THINKING_WORK: think, BOARD_THINKING: think, CARD_THINKING_WORK: think_of_cards},
    otherwise=choose_anything,
)
"""Return the action of a seat's compiled player; the record of the working space selects the function."""
forget_game = by_record(
    1,
    {THINKING_WORK: forget, BOARD_THINKING: forget, CARD_THINKING_WORK: forget_cards},
    otherwise=forget_nothing,
)
"""Clear the memory of compiled players for a new game."""
