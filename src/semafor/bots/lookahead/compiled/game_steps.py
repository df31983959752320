"""Many games at once: carry out decisions, write what the next seat sees, tell how things stand."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from semafor.arrays.points import margin_of
from semafor.arrays.rewards import WIN, reward_of
from semafor.arrays.rules_by_kind import apply, legal, score_game
from semafor.arrays.works import hush
from semafor.bots.learned.compiled.rows import Eyes, write_row
from semafor.bots.lookahead.compiled.points import team_size, total_now
from semafor.engine.asking import next_to_decide
from semafor.engine.bits import lowest, without_lowest
from semafor.engine.compile import compiled
from semafor.engine.state import NOBODY, Array, Facts, State

FORCED = 1000
"""Decisions without a choice that may follow each other; more would be a fault of the rules."""


class Sight(NamedTuple):
    """The games and all that rows are written from; one row a game where nothing else is said."""

    states: Array
    eyes: Eyes
    glances: Array
    """By game and seat."""
    seats: Array
    """Who decides next; NOBODY at the end."""
    rows: Array


@compiled
def look(sight: Sight, slots: Array, rows: Array) -> None:
    """Write what the seats that decide in these games see, one row a slot."""
    for place in range(slots.size):
        game = int(slots[place])
        seat = int(sight.seats[game])
        glance = sight.glances[game % sight.glances.shape[0], seat % sight.glances.shape[1]]
        write_row(sight.eyes, sight.states[game], seat, glance, rows[place])


@compiled
def only_action(mask: Array) -> int:
    """The one action that is legal, or -1 where there are others."""
    found = -1
    for word in range(mask.size):
        if mask[word] != np.uint64(0):
            if found >= 0 or without_lowest(mask[word]) != np.uint64(0):
                return -1
            found = 64 * word + lowest(mask[word])
    return found


@compiled
def settle_forced(state: State, facts: Facts, work: np.record) -> int:
    """Carry out decisions that leave no choice; the seat that has one, or NOBODY at the end."""
    for _ in range(FORCED):
        if state.over:
            return NOBODY
        seat = int(next_to_decide(state))
        legal(state, facts, seat, work.mask)
        action = only_action(work.mask)
        if action < 0:
            return seat
        hush(work.log)
        apply(state, facts, seat, action, work.log)
    return NOBODY


@compiled
def go_on(sight: Sight, slots: Array, actions: Array, worlds: Array, starts: Array) -> None:
    """Carry out an action in each of these games; where `starts` is a world, in a copy of that one.

    A seat whose action begins in a new world is the one that `sight.seats` names.
    """
    facts, work = sight.eyes.facts[0], sight.eyes.works[0]
    for place in range(slots.size):
        game = int(slots[place])
        if starts[place] >= 0:
            sight.states[game] = worlds[starts[place]]
        state = sight.states[game]
        if actions[place] >= 0:
            hush(work.log)
            apply(state, facts, int(sight.seats[game]), int(actions[place]), work.log)
            sight.seats[game] = settle_forced(state, facts, work)


@compiled
def tell_margins(sight: Sight, slots: Array, seat: int, knower: int, win: float, margins: Array) -> None:
    """Write by how many points the seat's side leads in each of these games.

    While a game goes on, what it would have now, with the tickets that `knower` knows of (all of them
    for NOBODY); at the end the final margin, and what the win counts.
    """
    facts, work = sight.eyes.facts[0], sight.eyes.works[0]
    team = int(team_size(facts))
    for place in range(slots.size):
        state, side, won = sight.states[slots[place]], seat // team, 0.0
        if state.over:
            score_game(state, facts, work.result, work)
            won = reward_of(work.result, side, WIN)
        else:
            total_now(state, facts, knower, work)
        totals = work.result.total[: int(state.players) // team]
        margins[place] = margin_of(totals, side, 1) + win * won
