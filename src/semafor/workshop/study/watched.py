"""Recorded games of the fast policy in one compiled call, with one row of figures per game."""

from typing import NamedTuple

import numpy as np

from semafor.bots.search.chart import PLANNING
from semafor.bots.search.policy import decide
from semafor.engine import state as st
from semafor.engine.bits import lowest, without_lowest
from semafor.engine.compile import compiled
from semafor.engine.deal import deal
from semafor.engine.log import Happened
from semafor.engine.play import set_key
from semafor.engine.score import score_game
from semafor.engine.state import Array, Facts, Log, Result, State, record_of
from semafor.engine.teams import side_of, sides
from semafor.engine.turn import apply
from semafor.engine.work import STEPPING
from semafor.knowledge.rollouts import POLICIES, RECORDERS, play_out

Row = np.record

WATCHED = record_of(
    ("number", st.i4),  # number in the series
    ("decisions", st.i4),
    ("turns", st.i2),
    ("first", st.i1),
    ("stuck", st.i1),  # whether it ended because nobody could move (BASE-9)
    ("lead_changes", st.i2),  # changes of the lead on the track
    ("total", st.i2, st.SEATS),  # by side
    ("rank", st.i1, st.SEATS),
    ("route_points", st.i2, st.SEATS),
    ("ticket_points", st.i2, st.SEATS),
    ("held", st.u8, st.SEATS),  # tickets at the end, by side
    ("completed", st.u8, st.SEATS),
    ("claimed", st.i2, st.ROUTES),  # turns played when it was claimed, or -1
    ("owner", st.i1, st.ROUTES),  # the side, or -1
    ("paid", st.i2, st.CARD_KINDS),  # cards of each kind that were paid
)
"""What a designer wants to know about one game."""

STUDY_WORK = record_of(
    *(field for field in STEPPING if field[0] != "log"),
    ("log", st.LOG),
    *PLANNING,
    ("row", WATCHED),
    ("leader", st.i1),  # the side that last led on the track alone, or -1
)
"""The working space of the policy in recorded games."""


class StudyRoom(NamedTuple):
    """The arrays of a series of recorded games; the caller allocates them, compiled code fills them."""

    policy_works: Array
    """Working space of the policy: one record, on a GPU one per game."""
    works: Array
    """State and score: one record; on a GPU the states of all games."""
    facts: Array
    """One record."""
    charts: Array
    """The styles of play."""
    line_ups: Array
    """[line-up, seat]: the style; games use the line-ups in turn."""
    key: Array
    """The key of the series."""
    numbers: Array
    """The first game, the one after the last, the number of players."""
    rows: Array


@compiled
def play_watched(room: StudyRoom) -> None:
    """Play games `numbers[0]` to `numbers[1]` of a series, from deal to score."""
    work, facts = room.works[0], room.facts[0]
    state = work.state
    for game in range(room.numbers[0], room.numbers[1]):
        play_one(room, state, room.policy_works[0], game)
        score_game(state, facts, work.result, work)
        write_result(state, facts, work.result, room.rows[game - room.numbers[0]])


@compiled
def play_one(room: StudyRoom, state: State, work: np.record, game: int) -> None:
    """Play a game of the series, by its number, from the deal to its end."""
    line_up = room.line_ups[game % room.line_ups.shape[0]]
    clear_row(work.row)
    work.row.number = game
    work.leader = -1
    set_key(state, room.key, game)
    work.log.count = 0
    deal(state, room.facts[0], room.numbers[2], st.NOBODY, work.log)
    for seat in range(st.SEATS):
        work.plans[seat].made = 0
    work.row.decisions = play_out(state, room.facts[0], room.charts, line_up, work)
    room.rows[game - room.numbers[0]] = work.row


@compiled
def apply_and_record(state: State, facts: Facts, seat: int, action: int, work: np.record) -> None:
    """Apply an action and record claims, payments and changes of the lead."""
    work.log.count = 0
    apply(state, facts, seat, action, work.log)
    watch_log(state, facts, work.log, work.row)
    work.leader = watch_lead(state, facts, int(work.leader), work.row)


POLICIES[STUDY_WORK] = decide
RECORDERS[STUDY_WORK] = apply_and_record


@compiled
def watch_log(state: State, facts: Facts, log: Log, row: Row) -> None:
    """Record claims and payments."""
    for number in range(min(log.count, st.LOG_ROWS)):
        kind = log.rows[number, 0]
        if kind == Happened.CLAIMED:
            route = log.rows[number, 2]
            row.claimed[route] = state.turns
            row.owner[route] = side_of(facts, log.rows[number, 1])
        if kind == Happened.CLAIMED or kind == Happened.STATION_BUILT:
            if log.rows[number, 4] > 0:
                row.paid[log.rows[number, 3]] += log.rows[number, 4]
            row.paid[st.WILD] += log.rows[number, 5]


@compiled
def watch_lead(state: State, facts: Facts, leader: int, row: Row) -> int:
    """Return the side that leads on the track alone, or the last one that did; count changes."""
    best, most, alone = -1, -1, False
    for side in range(int(sides(state, facts))):
        if state.score[side] > most:
            best, most, alone = side, int(state.score[side]), True
        elif state.score[side] == most:
            alone = False
    if not alone:
        return leader
    if leader >= 0 and best != leader:
        row.lead_changes += 1
    return best


@compiled
def clear_row(row: Row) -> None:
    """Reset a row."""
    row.decisions = 0
    row.lead_changes = 0
    for route in range(st.ROUTES):
        row.claimed[route] = -1
        row.owner[route] = -1
    for card in range(st.CARD_KINDS):
        row.paid[card] = 0


@compiled
def write_result(state: State, facts: Facts, result: Result, row: Row) -> None:
    """Write the results of a game, by side."""
    for side in range(st.SEATS):
        row.held[side] = np.uint64(0)
    for seat in range(state.players):
        row.held[side_of(facts, seat)] |= state.tickets[seat]
    for side in range(result.sides):
        row.held[side] |= state.rack_tickets[side]
        row.completed[side] = result.completed[side]
        row.total[side] = result.total[side]
        row.rank[side] = result.rank[side]
        row.route_points[side] = result.routes[side]
        row.ticket_points[side] = result.tickets[side]
    row.turns = state.turns
    row.first = state.first
    row.stuck = state.passes == state.players and (state.last_round == 0 or state.last_turns > 0)


@compiled
def watch_step(states: Array, before: Array, facts: Array, rows: Array, leaders: Array) -> None:
    """Record what one decision in each game changed, by comparing states."""
    for game in range(rows.size):
        for seat in range(states[game].players):
            note_claims(states[game], before[game], facts[0], seat, rows[game])
            for card in range(st.CARD_KINDS):
                gone = before[game].hand[seat, card] - states[game].hand[seat, card]
                rows[game].paid[card] += max(0, gone)
        leaders[game] = watch_lead(states[game], facts[0], leaders[game], rows[game])
        before[game] = states[game]


@compiled
def note_claims(state: State, before: State, facts: Facts, seat: int, row: Row) -> None:
    """Record new routes of a seat."""
    for word in range(st.WORDS):
        new = state.owned[seat, word] & ~before.owned[seat, word]
        while new != np.uint64(0):
            route = 64 * word + lowest(new)
            new = without_lowest(new)
            row.claimed[route] = state.turns
            row.owner[route] = side_of(facts, seat)


@compiled
def open_rows(rows: Array, first: int) -> None:
    """Reset rows, numbered from the first."""
    for game in range(rows.size):
        clear_row(rows[game])
        rows[game].number = first + game


@compiled
def close_rows(states: Array, facts: Array, works: Array, rows: Array) -> None:
    """Write the results of finished games."""
    for game in range(rows.size):
        score_game(states[game], facts[0], works[0].result, works[0])
        write_result(states[game], facts[0], works[0].result, rows[game])
