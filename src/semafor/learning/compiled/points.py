"""What each seat would have if the game ended now, bonuses aside: the potential that rewards are paid by."""

from __future__ import annotations

import numpy as np

from semafor.engine.cardgame.scoring import points_of
from semafor.engine.festivals import score_festivals
from semafor.engine.network import label_components
from semafor.engine.state import WORDS, Array, Facts, State, i4, record_of, u8
from semafor.engine.stations import score_stations
from semafor.engine.teams import network_of_side, tickets_of_side
from semafor.engine.tickets import score_tickets
from semafor.learning.compiled import kernel

TALLY = record_of(  # what a side's tickets were worth when they were last counted, and with what
    ("own", u8, WORDS),
    ("tickets", u8),
    ("points", i4),
)


@kernel
def ticket_points(state: State, facts: Facts, side: int, work: np.record, tally: np.record) -> int:
    """Tickets done less tickets missed; counted only where the side's routes or tickets are others."""
    tickets = tickets_of_side(state, facts, side)
    same = tickets == tally.tickets
    tally.tickets = tickets
    for word in range(WORDS):
        work.routes[word] = network_of_side(state, facts, side, word)
        same = same and work.routes[word] == tally.own[word]
        tally.own[word] = work.routes[word]
    if not same:
        label_components(facts, work.routes, work.plan.label[0])
        tally.points = score_tickets(facts, tickets, work.plan.label[0])[0]
    return int(tally.points)


@kernel
def points_of_boards(states: Array, facts: Array, works: Array, tallies: Array, points: Array) -> None:
    """Write the points of every seat: routes, tickets, stations left and festivals of its side."""
    size = int(facts[0].team_size)
    for game in range(states.size):
        state = states[game]
        for side in range(points.shape[1] // size):
            total = float(
                state.score[side] + ticket_points(state, facts[0], side, works[0], tallies[game, side])
            )
            total += score_stations(state, facts[0], side) + score_festivals(state, facts[0], side)
            for partner in range(size):
                points[game, side * size + partner] = total


@kernel
def points_of_card_games(states: Array, facts: Array, _works: Array, _tallies: Array, points: Array) -> None:
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
