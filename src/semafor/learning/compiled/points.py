"""What each seat would have if the game ended now, bonuses aside: the potential that rewards are paid by."""

from __future__ import annotations

import numpy as np

from semafor.engine.borrowing import score_tickets
from semafor.engine.cardgame.scoring import points_of
from semafor.engine.network import label_components
from semafor.engine.score import score_festivals, score_stations
from semafor.engine.sides import network_of_side, side_of
from semafor.engine.state import WORDS, Array, Facts, State
from semafor.learning.compiled import kernel


@kernel
def board_points(state: State, facts: Facts, side: int, work: np.record) -> float:
    """Routes, tickets done less tickets missed, stations left and festivals of a side."""
    tickets = state.rack_tickets[side]
    for partner in range(facts.team_size):
        tickets |= state.tickets[side * facts.team_size + partner]
    points = float(state.score[side])
    if tickets != np.uint64(0):
        for word in range(WORDS):
            work.routes[word] = network_of_side(state, facts, side, word)
        label_components(facts, work.routes, work.plan.label[0])
        points += score_tickets(facts, tickets, work.plan.label[0])[0]
    return points + score_stations(state, facts, side) + score_festivals(state, facts, side)


@kernel
def points_of_boards(states: Array, facts: Array, works: Array, points: Array) -> None:
    """Write the points of every seat of every board game."""
    for game in range(states.size):
        for seat in range(points.shape[1]):
            side = side_of(facts[0], seat)
            if seat == side * facts[0].team_size:
                points[game, seat] = board_points(states[game], facts[0], side, works[0])
            else:
                points[game, seat] = points[game, seat - 1]


@kernel
def points_of_card_games(states: Array, facts: Array, _works: Array, points: Array) -> None:
    """Write the points of every seat of every Card Game: tickets completed less those that are not."""
    for game in range(states.size):
        for seat in range(points.shape[1]):
            state = states[game]
            points[game, seat] = state.score[seat] - points_of(facts[0], state.tickets[seat])


@kernel
def margin_of(points: Array, seat: int, team: int) -> float:
    """A side's points less those of the best other side."""
    best = -10_000.0
    for other in range(points.size):
        if other // team != seat // team:
            best = max(best, points[other])
    return float(points[seat] - best)


@kernel
def settle_games(
    points: Array, done: Array, scores: Array, won: Array, numbers: Array, paid: Array, gained: Array
) -> None:
    """Write what the last step brought every seat: the change of its margin, at the end all that is due.

    `numbers` are the seats of a side and what a win counts beside the margin, in points. What was
    paid in advance is taken back at the end: the sum over a game is its final margin and the win.
    """
    team = int(numbers[0])
    for game in range(done.size):
        for seat in range(points.shape[1]):
            if done[game]:
                due = margin_of(scores[game], seat, team) + numbers[1] * won[game, seat]
                gained[game, seat] = due - paid[game, seat]
                paid[game, seat] = 0.0
            else:
                due = margin_of(points[game], seat, team)
                gained[game, seat] = due - paid[game, seat]
                paid[game, seat] = due
