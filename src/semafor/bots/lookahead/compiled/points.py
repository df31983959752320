"""What every side would have if the game ended now, bonuses aside, as far as a seat can know."""

from __future__ import annotations

import numpy as np

from semafor.arrays.points import count_tickets, extras_on_map
from semafor.arrays.rules_by_kind import OF_BOARDS, by_fields
from semafor.engine.cardgame.scoring import points_of
from semafor.engine.compile import compiled
from semafor.engine.state import NOBODY, Array, Facts, State
from semafor.engine.teams import side_of, tickets_of_side


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


points_now = by_fields(0, lambda fields: points_on_map if OF_BOARDS in fields else points_at_cards)
"""The points of a side in either kind of game."""


@compiled
def team_on_map(facts: Facts) -> int:
    """Seats of a side."""
    return int(facts.team_size)


@compiled
def team_at_cards(_facts: Facts) -> int:
    """Everyone plays alone."""
    return 1


team_size = by_fields(0, lambda fields: team_on_map if "team_size" in fields else team_at_cards)


@compiled
def tell_points(states: Array, facts: Array, works: Array, points: Array) -> None:
    """Write the points of every seat of many games, all tickets counted."""
    for game in range(states.size):
        for seat in range(points.shape[1]):
            side = seat // int(team_size(facts[0]))
            points[game, seat] = points_now(states[game], facts[0], side, NOBODY, works[0])


@compiled
def total_now(state: State, facts: Facts, knower: int, work: np.record) -> None:
    """Write the points of every side as the totals of `work.result`."""
    for side in range(int(state.players) // int(team_size(facts))):
        work.result.total[side] = points_now(state, facts, side, knower, work)
