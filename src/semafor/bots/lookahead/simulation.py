"""Games that are continued from sampled worlds, many in one compiled call."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from semafor.bots.learned.network_bot import row_space
from semafor.bots.learned.reading import Reading
from semafor.bots.learned.rows import RowSpace, write_row
from semafor.engine.bits import lowest, without_lowest
from semafor.engine.compile import compiled
from semafor.engine.state import NOBODY, SEATS, Array, Facts, State
from semafor.engine.tickets import next_to_decide
from semafor.games.arrays import apply, legal, points_now, score_game
from semafor.games.lookup import kind_of
from semafor.games.points import WIN, margin_of, reward_of


@compiled
def tell_points(states: Array, facts: Array, works: Array, points: Array) -> None:
    """Write the points of every seat of many games, all tickets counted."""
    for game in range(states.size):
        for seat in range(points.shape[1]):
            side = seat // int(facts[0].team_size)
            points[game, seat] = points_now(states[game], facts[0], side, NOBODY, works[0])


@compiled
def total_now(state: State, facts: Facts, knower: int, work: np.record) -> None:
    """Write the points of every side as the totals of `work.result`."""
    for side in range(int(state.players) // int(facts.team_size)):
        work.result.total[side] = points_now(state, facts, side, knower, work)


FORCED = 1000
"""Maximum number of consecutive decisions without a choice; more would be a bug in the rules."""


class SimulationArrays(NamedTuple):
    """The games and the arrays for their input rows, one entry per game."""

    states: Array
    space: RowSpace
    caches: Array
    """By game and seat."""
    seats: Array
    """The seat that decides next; NOBODY at the end."""
    rows: Array


@compiled
def look(sight: SimulationArrays, slots: Array, rows: Array) -> None:
    """Write the rows of the seats that decide in these games, one per slot."""
    for place in range(slots.size):
        game = int(slots[place])
        seat = int(sight.seats[game])
        cache = sight.caches[game % sight.caches.shape[0], seat % sight.caches.shape[1]]
        write_row(sight.space, sight.states[game], seat, cache, rows[place])


@compiled
def only_action(mask: Array) -> int:
    """Return the only legal action, or -1 if there are several."""
    found = -1
    for word in range(mask.size):
        if mask[word] != np.uint64(0):
            if found >= 0 or without_lowest(mask[word]) != np.uint64(0):
                return -1
            found = 64 * word + lowest(mask[word])
    return found


@compiled
def settle_forced(state: State, facts: Facts, work: np.record) -> int:
    """Apply decisions without a choice; return the next seat that has one, or NOBODY at the end."""
    for _ in range(FORCED):
        if state.over:
            return NOBODY
        seat = int(next_to_decide(state))
        legal(state, facts, seat, work.mask)
        action = only_action(work.mask)
        if action < 0:
            return seat
        apply(state, facts, seat, action, work.log)
    return NOBODY


@compiled
def go_on(sight: SimulationArrays, slots: Array, actions: Array, worlds: Array, starts: Array) -> None:
    """Apply an action in each of these games, or in a copy of world `starts` if that is not negative.

    In a new world, the action is that of the seat in `sight.seats`.
    """
    facts, work = sight.space.facts[0], sight.space.works[0]
    for place in range(slots.size):
        game = int(slots[place])
        if starts[place] >= 0:
            sight.states[game] = worlds[starts[place]]
        state = sight.states[game]
        if actions[place] >= 0:
            apply(state, facts, int(sight.seats[game]), int(actions[place]), work.log)
            sight.seats[game] = settle_forced(state, facts, work)


@compiled
def tell_margins(
    sight: SimulationArrays, slots: Array, seat: int, knower: int, win: float, margins: Array
) -> None:
    """Write by how many points the seat's side leads in each of these games.

    In a running game this is the margin if it ended now, with the tickets that `knower` knows (all of them
    for NOBODY); at the end it is the final margin plus the value of the win.
    """
    facts, work = sight.space.facts[0], sight.space.works[0]
    team = int(facts.team_size)
    for place in range(slots.size):
        state, side, won = sight.states[slots[place]], seat // team, 0.0
        if state.over:
            score_game(state, facts, work.result, work)
            won = reward_of(work.result, side, WIN)
        else:
            total_now(state, facts, knower, work)
        totals = work.result.total[: int(state.players) // team]
        margins[place] = margin_of(totals, side, 1) + win * won


Numbers = NDArray[np.int64]


class SimulatedGames:
    """Slots for games of one board, each a copy of a world; a win counts `win` points."""

    def __init__(self, reading: Reading, slots: int, win: float) -> None:
        self.reading, self.slots, self._win = reading, slots, win
        kind = kind_of(reading.board)
        self._none = np.zeros(1, kind.state)
        self.sight = SimulationArrays(
            states=np.zeros(slots, kind.state),
            space=row_space(reading),
            caches=reading.new_caches(slots, SEATS),
            seats=np.full(slots, NOBODY, np.int64),
            rows=np.zeros((slots, reading.size), np.uint8),
        )

    def begin(self, slots: Numbers, worlds: Array, numbers: Numbers, seat: int, actions: Numbers) -> None:
        """Copy worlds into slots, where the seat decides; apply its actions that are not negative."""
        self.sight.seats[slots] = seat
        go_on(self.sight, slots, actions, worlds, numbers)

    def step(self, slots: Numbers, actions: Numbers) -> None:
        """Apply the next decision of each slot, and those after it without a choice."""
        go_on(self.sight, slots, actions, self._none, np.full(len(slots), -1))

    def seats(self, slots: Numbers) -> Numbers:
        """Return the seats that decide next; NOBODY where the game is over."""
        seats: Numbers = self.sight.seats[slots]
        return seats

    def rows(self, slots: Numbers) -> NDArray[np.uint8]:
        """Return the rows of the seats that decide; valid until the next call."""
        rows: NDArray[np.uint8] = self.sight.rows[: len(slots)]
        look(self.sight, slots, rows)
        return rows

    def margins(self, slots: Numbers, seat: int, knower: int) -> NDArray[np.float64]:
        """Return the lead of the seat's side as `knower` knows it; at the end with the value of a win."""
        margins = np.zeros(len(slots))
        tell_margins(self.sight, slots, seat, knower, self._win, margins)
        return margins
