"""Who decides for a seat: whoever steps the batch, or a player inside the step."""

import numpy as np

from semafor.bots.search import card_playout as card_policy
from semafor.bots.search import policy
from semafor.bots.search.card_worth import CARD_DESK
from semafor.bots.search.chart import CHART, DESK, PLAN
from semafor.bots.search.playout import LONGEST_GAME
from semafor.engine.actions import (
    DRAW_DECK,
    DRAW_MARKET,
    DRAW_TICKETS,
    EXTRA,
    FESTIVAL_A,
    FESTIVAL_B,
    KEEP,
    MASK_WORDS,
    PAY,
    PAY_WILD,
    PICK,
    REFUSE,
    SINGLE,
    STATION,
    TO_HAND,
    TO_RACK,
)
from semafor.engine.bits import lowest, without_lowest
from semafor.engine.compile import compiled
from semafor.engine.payment import cost_of_step
from semafor.engine.play import random_action, roll
from semafor.engine.state import (
    COLOURS,
    GREY,
    LONGEST_COST,
    NOBODY,
    OFFER,
    WILD,
    Array,
    Facts,
    State,
    i4,
    record_of,
    u8,
)
from semafor.engine.teams import cards_of
from semafor.engine.turn import legal as board_legal
from semafor.engine.work import STEPPING, fields_of
from semafor.games import board_observation
from semafor.games.arrays import by_record, legal
from semafor.games.board_game import BOARD_STEP_WORK
from semafor.games.card_game import CARD_STEP_WORK

ASKED, RANDOM, GREEDY, FAST = 0, 1, 2, 3
"""The seat's decisions are asked for, chosen at random, by their points, or by the search's fast player."""
GUEST = -1
"""They are asked for too, and answered by a network before the step ends; for -2 by a second one."""


@compiled
def asked_seat(state: State, pilots: Array) -> int:
    """The first seat, from the one at turn on, whose decision is asked for now, or NOBODY."""
    for step in range(state.players):
        seat = (state.turn + step) % state.players
        if state.ask[seat] != 0 and pilots[seat] <= ASKED:
            return int(seat)
    return NOBODY


@compiled
def random_choice(state: State, facts: Facts, seat: int, dice: Array, work: np.record) -> int:
    """A legal action, each equally likely."""
    legal(state, facts, seat, work.mask)
    return random_action(work.mask, dice)


@compiled
def choose_anything(
    state: State, facts: Facts, seat: int, _pilot: int, _minds: Array, dice: Array, work: np.record
) -> int:
    """Where all players inside the step choose at random, nothing else is compiled."""
    return random_choice(state, facts, seat, dice, work)


@compiled
def forget_nothing(_minds: Array, _work: np.record) -> None:
    """Who chooses at random keeps nothing in mind."""


CLAIMING = 10.0
"""A route is always worth more than a card."""
CARD = 2.0
"""A blind card; a face-up one is worth it if the hand has some of its colour."""
WILD_COST = 0.1
NEVER = -100.0
LEAST = -1e9


@compiled
def fewest_wilds(state: State, facts: Facts, seat: int, route: int) -> int:
    """The fewest wilds that a route can be paid with."""
    cost, colour = facts.route_cost[route], facts.route_colour[route]
    fewest = np.int64(cost)
    for plain in range(COLOURS):
        if colour in (GREY, plain):
            wilds = max(np.int64(facts.route_ferry[route]), cost - cards_of(state, facts, seat, plain))
            fewest = min(fewest, wilds)
    return int(fewest)


@compiled
def points_kept(state: State, facts: Facts, seat: int, kept: int) -> float:
    """The points of a set of offered tickets."""
    points = 0.0
    for place in range(OFFER):
        if (kept >> place) & 1:
            points += facts.ticket_points[state.offer[seat, place]]
    return points


@compiled
def value_of_card(state: State, seat: int, card: int) -> float:
    """What a face-up card is worth."""
    return CARD + 0.5 if card == WILD else CARD - 0.1 + 0.1 * state.hand[seat, card]


@compiled
def value_of_single(state: State, facts: Facts, seat: int, action: int) -> float:
    """What one of the single decisions is worth."""
    if action == PAY_WILD:
        return -WILD_COST * cost_of_step(state, facts, seat)
    if EXTRA <= action < REFUSE:
        return CLAIMING - WILD_COST * (action - EXTRA)
    if PICK <= action < PICK + OFFER:
        return -points_kept(state, facts, seat, 1 << (action - PICK))
    if action in (TO_HAND, TO_RACK):
        wanted = state.drawn == WILD or state.hand[seat, state.drawn] > 0
        return 1.0 if wanted == (action == TO_HAND) else 0.0
    if action in (FESTIVAL_A, FESTIVAL_B):
        return 1.0
    if action == DRAW_DECK:
        return CARD
    if DRAW_MARKET <= action < DRAW_TICKETS:
        return value_of_card(state, seat, state.market[action - DRAW_MARKET])
    return 0.0


@compiled
def value_of(state: State, facts: Facts, seat: int, action: int) -> float:
    """What a legal decision is worth."""
    if action < STATION:
        wilds = fewest_wilds(state, facts, seat, action)
        return float(CLAIMING + facts.route_points[action] - WILD_COST * wilds)
    if action < KEEP:
        return NEVER
    if action < PAY:
        return -points_kept(state, facts, seat, action - KEEP)
    if action < SINGLE:
        return -WILD_COST * ((action - PAY) % LONGEST_COST)
    return value_of_single(state, facts, seat, action)


@compiled
def greedy_choice(state: State, facts: Facts, seat: int, dice: Array, work: np.record) -> int:
    """The decision of the highest value, of equal ones any."""
    board_legal(state, facts, seat, work.mask)
    best, most, equal = 0, LEAST, 0
    for word in range(MASK_WORDS):
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


CARD_MIND = record_of(("best", u8), ("drew", i4))
BOARD_MIND = PLAN

_PLANNING = ("plans", "ways", "sizes", "need", "reserve", "aim", "target", "ends")
_COMPLETING = ("knob", "lacking", "wanted", "best", "completing", "drew")
THINKING = record_of(*fields_of(DESK, *_PLANNING), ("chart", CHART))
"""What thinking itself needs on a board."""
THINKING_WORK = record_of(*fields_of(BOARD_STEP_WORK), *fields_of(THINKING))
BOARD_SEEING = (
    ("sets", np.uint64, board_observation.SETS),
    ("cells", np.uint64, board_observation.SIZE // 8),
)
"""The sets of an observation, and all its slots as 64-bit words."""
BOARD_THINKING = record_of(*STEPPING, *BOARD_SEEING, *fields_of(THINKING))
"""The same on a GPU, where players of the Card Game do not think (see `opponents.CompiledPlayers`)."""
CARD_THINKING_WORK = record_of(*fields_of(CARD_STEP_WORK), *fields_of(CARD_DESK, *_COMPLETING))


@compiled
def think(
    state: State, facts: Facts, seat: int, pilot: int, minds: Array, dice: Array, work: np.record
) -> int:
    """The decision of a seat's player on a board."""
    if pilot == FAST:
        work.plans[seat] = minds[seat]
        action = policy.decide(state, facts, work.chart, seat, work)
        minds[seat] = work.plans[seat]
        return action
    if pilot == GREEDY:
        return greedy_choice(state, facts, seat, dice, work)
    return random_choice(state, facts, seat, dice, work)


@compiled
def think_of_cards(
    state: State, facts: Facts, seat: int, pilot: int, minds: Array, dice: Array, work: np.record
) -> int:
    """The same in the Card Game."""
    if pilot == FAST:
        work.best[seat] = minds[seat].best
        work.drew[seat] = minds[seat].drew
        action = card_policy.decide(state, facts, seat, work)
        minds[seat].best = work.best[seat]
        minds[seat].drew = work.drew[seat]
        return action
    return random_choice(state, facts, seat, dice, work)


@compiled
def forget(minds: Array, _work: np.record) -> None:
    """Nothing is planned in a new game."""
    for seat in range(minds.size):
        minds[seat].made = 0


@compiled
def forget_cards(minds: Array, _work: np.record) -> None:
    """No tickets were drawn in a new game."""
    for seat in range(minds.size):
        minds[seat].drew = -LONGEST_GAME


choose_action = by_record(
    6,
    {THINKING_WORK: think, BOARD_THINKING: think, CARD_THINKING_WORK: think_of_cards},
    otherwise=choose_anything,
)
"""The decision of a seat's player inside the step; the working space says which players there are."""
forget_game = by_record(
    1,
    {THINKING_WORK: forget, BOARD_THINKING: forget, CARD_THINKING_WORK: forget_cards},
    otherwise=forget_nothing,
)
"""Begin a new game with nothing in mind."""
