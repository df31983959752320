"""Running points: what every side would have if the game ended now, but for bonuses and stations.

Route points, done tickets for and the others against the side; in the Card Game completed tickets and
the others. A side is counted anew only where its routes or tickets changed since it was last looked at.
With the extras, margins are what learned players are rewarded by and what they look ahead for.
"""

from typing import Literal

import numpy as np

from semafor.engine.cardgame.card_scoring import points_of
from semafor.engine.compile import compiled
from semafor.engine.connections import label_components
from semafor.engine.festivals import score_festivals
from semafor.engine.state import NOBODY, WORDS, Array, Facts, Result, State
from semafor.engine.stations import score_stations
from semafor.engine.teams import network_of_side, side_of, sides, tickets_of_side
from semafor.engine.tickets import score_tickets
from semafor.errors import BadSetup

SEEN_WORDS = WORDS + 2
"""Of each seat: its routes, its tickets, and those on its side's rack."""


@compiled
def note_word(seen: Array, word: int, value: np.uint64) -> bool:
    """Remember a word; whether it is another one than before."""
    changed = bool(seen[word] != value)
    seen[word] = value
    return changed


@compiled
def note_seat(state: State, facts: Facts, seat: int, seen: Array) -> bool:
    """Remember what a seat's points depend on; whether it changed."""
    changed = note_word(seen, WORDS, state.tickets[seat])
    changed |= note_word(seen, WORDS + 1, state.rack_tickets[side_of(facts, seat)])
    for word in range(WORDS):
        changed |= note_word(seen, word, state.owned[seat, word])
    return changed


@compiled
def count_tickets(
    state: State, facts: Facts, side: int, tickets: np.uint64, work: np.record
) -> tuple[int, np.uint64]:
    """BASE-21: a side's points with these tickets, and the done ones; stations borrow nothing here."""
    if tickets == np.uint64(0):
        return int(state.score[side]), np.uint64(0)
    for word in range(WORDS):
        work.routes[word] = network_of_side(state, facts, side, word)
    label_components(facts, work.routes, work.label)
    points, done = score_tickets(facts, tickets, work.label)
    return int(state.score[side]) + points, done


@compiled
def count_side(state: State, facts: Facts, side: int, work: np.record) -> tuple[int, np.uint64]:
    """A side's points so far, and its done tickets."""
    return count_tickets(state, facts, side, tickets_of_side(state, facts, side), work)


@compiled
def extras_on_map(state: State, facts: Facts, side: int) -> int:
    """What running points leave out: stations left and festivals."""
    return int(score_stations(state, facts, side) + score_festivals(state, facts, side))


@compiled
def extras_at_cards(_state: State, _facts: Facts, _seat: int) -> int:
    """Nothing in the Card Game."""
    return 0


@compiled
def known_tickets(state: State, facts: Facts, side: int, knower: int) -> np.uint64:
    """The tickets of a side that a seat knows of: its own and those on its rack; NOBODY knows all."""
    if knower == NOBODY:
        return np.uint64(tickets_of_side(state, facts, side))
    if side != side_of(facts, knower):
        return np.uint64(0)
    return np.uint64(state.tickets[knower] | state.rack_tickets[side])


@compiled
def points_on_map(state: State, facts: Facts, side: int, knower: int, work: np.record) -> int:
    """Routes, tickets, stations left and festivals."""
    tickets = known_tickets(state, facts, side, knower)
    points, _done = count_tickets(state, facts, side, tickets, work)
    return points + extras_on_map(state, facts, side)


@compiled
def points_at_cards(state: State, facts: Facts, seat: int, knower: int, _work: np.record) -> int:
    """Tickets completed less those that are not."""
    points = int(state.score[seat])
    if knower in (NOBODY, seat):
        points -= int(points_of(facts, state.tickets[seat]))
    return points


@compiled
def margin_of(points: Array, seat: int, team: int) -> float:
    """By seat: the points of a side less those of the best other, where `team` seats are a side."""
    best = -10_000.0
    for other in range(points.size):
        if other // team != seat // team:
            best = max(best, float(points[other]))
    return float(points[seat]) - best


@compiled
def done_of_seat(state: State, facts: Facts, seat: int, work: np.record) -> np.uint64:
    """The done tickets of a seat's side."""
    _points, done = count_side(state, facts, side_of(facts, seat), work)
    return done


@compiled
def done_of_cards(state: State, _facts: Facts, seat: int, _work: np.record) -> np.uint64:
    """Return the completed tickets of a seat in the Card Game."""
    completed: np.uint64 = state.completed[seat]
    return completed


@compiled
def settle(state: State, facts: Facts, seen: Array, done: Array, points: Array, work: np.record) -> None:
    """Bring the points and done tickets of every seat up to date."""
    for side in range(sides(state, facts)):
        changed = False
        for partner in range(facts.team_size):
            seat = side * facts.team_size + partner
            changed |= note_seat(state, facts, seat, seen[seat])
        if changed:
            value, finished = count_side(state, facts, side, work)
            for partner in range(facts.team_size):
                seat = side * facts.team_size + partner
                points[seat] = value
                done[seat] = finished


@compiled
def settle_cards(
    state: State, facts: Facts, seen: Array, done: Array, points: Array, _work: np.record
) -> None:
    """Bring the points and completed tickets of every seat up to date in the Card Game."""
    for seat in range(state.players):
        changed = note_word(seen[seat], 0, state.tickets[seat])
        changed |= note_word(seen[seat], 1, state.completed[seat])
        if changed:
            points[seat] = int(state.score[seat]) - points_of(facts, state.tickets[seat])
            done[seat] = state.completed[seat]


Reward = Literal["win", "score"]
REWARDS: tuple[Reward, ...] = ("win", "score")
WIN, SCORE = 0, 1
"""How a finished game is rewarded: places in `REWARDS`."""


def reward_number(reward: str) -> int:
    """The number of a reward; BadSetup where there is none of that name."""
    if reward not in REWARDS:
        raise BadSetup("reward", rewards=list(REWARDS), reward=reward)
    return REWARDS.index(reward)


@compiled
def reward_of(result: Result, side: int, kind: int) -> float:
    """The reward of a side; those of all sides sum to zero.

    SCORE: its points less the average of the other sides. WIN: 1 shared by the winners, and what
    they gain taken from the others in equal parts; nothing where all sides win.
    """
    sides = int(result.sides)
    points, winners = 0, 0
    for other in range(sides):
        points += int(result.total[other])
        winners += result.rank[other] == 1
    if kind == SCORE:
        return float(result.total[side]) - float(points - result.total[side]) / (sides - 1)
    if winners == sides:
        return 0.0
    return 1.0 / winners if result.rank[side] == 1 else -1.0 / (sides - winners)
