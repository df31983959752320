"""Many games at once: carry out decisions, write what the next seat sees, tell how things stand."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from semafor.arrays.either import OF_BOARDS, apply, by_fields, done_of, legal, observe, score_game
from semafor.arrays.rewards import WIN, reward_of
from semafor.arrays.works import hush
from semafor.arrays.writing import widen
from semafor.bots.learned.compiled.card_features import write_card_features
from semafor.bots.learned.compiled.map_features import write_map_features
from semafor.bots.learned.compiled.rows import copy_runs
from semafor.bots.lookahead.compiled import kernel
from semafor.bots.lookahead.compiled.points import margin_now
from semafor.engine.asking import next_to_decide
from semafor.engine.bits import lowest, without_lowest
from semafor.engine.state import NOBODY, Array, Facts, State

FORCED = 1000
"""Decisions without a choice that may follow each other; more would be a fault of the rules."""


class Sight(NamedTuple):
    """The games and all that rows are written from; one row a game where nothing else is said."""

    states: Array
    facts: Array
    """One record."""
    prices: Array
    runs: Array
    works: Array
    """One record, as are `desks`."""
    desks: Array
    glances: Array
    """By game and seat."""
    observation: Array
    """Room for one, as is `mask`."""
    mask: Array
    seats: Array
    """Who decides next; NOBODY at the end."""
    rows: Array


@kernel
def on_map(
    state: State, facts: Facts, seat: int, prices: Array, desk: np.record, glance: np.record, out: Array
) -> None:
    """Write the features of a game on a board."""
    write_map_features(state, facts, prices, seat, desk, glance, out)


@kernel
def at_cards(
    state: State, facts: Facts, seat: int, _prices: Array, _desk: np.record, _glance: np.record, out: Array
) -> None:
    """Write the features of a Card Game."""
    write_card_features(state, facts, seat, out)


write_features = by_fields(0, lambda fields: on_map if OF_BOARDS in fields else at_cards)
"""The features of either kind of game."""


@kernel
def look(sight: Sight, slots: Array, rows: Array) -> None:
    """Write what the seats that decide in these games see, one row a slot."""
    facts, work = sight.facts[0], sight.works[0]
    for place in range(slots.size):
        game = int(slots[place])
        state, seat = sight.states[game], int(sight.seats[game])
        done = done_of(state, facts, seat, work)
        observe(state, facts, seat, done, work.sets, sight.observation)
        widen(work.sets, sight.observation)
        legal(state, facts, seat, work.mask)
        widen(work.mask, sight.mask)
        end = copy_runs(sight.observation, sight.mask, sight.runs, rows[place])
        glance = sight.glances[game % sight.glances.shape[0], seat % sight.glances.shape[1]]
        write_features(state, facts, seat, sight.prices, sight.desks[0], glance, rows[place, end:])


@kernel
def only_action(mask: Array) -> int:
    """The one action that is legal, or -1 where there are others."""
    found = -1
    for word in range(mask.size):
        if mask[word] != np.uint64(0):
            if found >= 0 or without_lowest(mask[word]) != np.uint64(0):
                return -1
            found = 64 * word + lowest(mask[word])
    return found


@kernel
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


@kernel
def go_on(sight: Sight, slots: Array, actions: Array, worlds: Array, starts: Array) -> None:
    """Carry out an action in each of these games; where `starts` is a world, in a copy of that one.

    A seat whose action begins in a new world is the one that `sight.seats` names.
    """
    facts, work = sight.facts[0], sight.works[0]
    for place in range(slots.size):
        game = int(slots[place])
        if starts[place] >= 0:
            sight.states[game] = worlds[starts[place]]
        state = sight.states[game]
        if actions[place] >= 0:
            hush(work.log)
            apply(state, facts, int(sight.seats[game]), int(actions[place]), work.log)
            sight.seats[game] = settle_forced(state, facts, work)


@kernel
def tell_margins(sight: Sight, slots: Array, seat: int, knower: int, win: float, margins: Array) -> None:
    """Write by how many points the seat's side leads in each of these games.

    While a game goes on, what it would have now, with the tickets that `knower` knows of (all of them
    for NOBODY); at the end the final margin, and what the win counts.
    """
    facts, work = sight.facts[0], sight.works[0]
    for place in range(slots.size):
        state = sight.states[slots[place]]
        if state.over:
            score_game(state, facts, work.result, work)
            side = seat * int(work.result.sides) // int(state.players)
            margins[place] = lead_at_end(work.result.total, int(work.result.sides), side)
            margins[place] += win * reward_of(work.result, side, WIN)
        else:
            margins[place] = margin_now(state, facts, seat, knower, work)


@kernel
def lead_at_end(totals: Array, sides: int, side: int) -> float:
    """Final points of a side less those of the best other."""
    best = -10_000
    for other in range(sides):
        if other != side:
            best = max(best, int(totals[other]))
    return float(int(totals[side]) - best)
