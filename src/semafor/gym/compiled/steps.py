"""Steps of many games in one compiled call, from row `span[1]` to `span[2]` in work `span[0]`."""

from __future__ import annotations

import numpy as np

from semafor.engine.play import random_action, set_key
from semafor.engine.state import NOBODY, Array
from semafor.engine.turn import next_to_decide
from semafor.gym.compiled import kernel
from semafor.gym.compiled.either import apply, deal, legal, observe, score_game
from semafor.gym.compiled.tables import AUTO_RESET, PLAYERS, Tables, clear_outcome, close_row, write_rewards
from semafor.gym.compiled.writing import write_mask


@kernel
def step_games(tables: Tables, works: Array, actions: Array, span: Array) -> None:
    """Carry out one decision in each game, and write what the next seat to decide sees."""
    work = works[span[0]]
    for game in range(span[1], span[2]):
        clear_outcome(tables, game)
        if actions[game] >= 0:
            decide(tables, work, game, actions[game])
            look(tables, work, game)


@kernel
def reset_games(tables: Tables, works: Array, chosen: Array, span: Array) -> None:
    """Begin the chosen games anew."""
    work = works[span[0]]
    for game in range(span[1], span[2]):
        if chosen[game]:
            clear_outcome(tables, game)
            begin(tables, work, game)
            look(tables, work, game)


@kernel
def observe_games(tables: Tables, works: Array, seats: Array, out: Array, span: Array) -> None:
    """Write what a seat of each game sees."""
    work = works[span[0]]
    for game in range(span[1], span[2]):
        observe(tables.states[game], tables.facts[0], seats[game], out[game], work)


@kernel
def roll_actions(tables: Tables, _works: Array, actions: Array, span: Array) -> None:
    """A random legal action in each game, by the row's own dice; -1 in finished ones."""
    for game in range(span[1], span[2]):
        if tables.to_play[game] == NOBODY:
            actions[game] = -1
        else:
            actions[game] = random_action(tables.words[game], tables.dice[game])


@kernel
def decide(tables: Tables, work: np.record, game: int, action: int) -> None:
    """Carry out a decision and what random opponents answer; a finished game is rewarded."""
    state, seat = tables.states[game], tables.to_play[game]
    work.log.count = 0
    apply(state, tables.facts[0], seat, action, work.log)
    play_others(tables, work, game)
    if state.over:
        finish(tables, work, game, seat)


@kernel
def play_others(tables: Tables, work: np.record, game: int) -> None:
    """Random decisions of the other seats, until the learner must decide or the game is over."""
    state, learner = tables.states[game], tables.learner[game]
    while learner != NOBODY and not state.over and state.ask[learner] == 0:
        seat = next_to_decide(state)
        legal(state, tables.facts[0], seat, work.mask)
        work.log.count = 0
        apply(state, tables.facts[0], seat, random_action(work.mask, tables.dice[game]), work.log)


@kernel
def finish(tables: Tables, work: np.record, game: int, seat: int) -> None:
    """Reward a finished game, and begin the next one where that is wanted."""
    state = tables.states[game]
    score_game(state, tables.facts[0], work.result, work)
    write_rewards(tables, game, work.result)
    tables.done[game] = True
    if tables.finals.shape[0] > 0:
        observe(state, tables.facts[0], seat, tables.finals[game], work)
    if tables.options[AUTO_RESET]:
        begin(tables, work, game)


@kernel
def begin(tables: Tables, work: np.record, game: int) -> None:
    """Deal the row's next game of the series; opponents decide until it is the learner's turn."""
    state = tables.states[game]
    set_key(state, tables.key, tables.numbers[game])
    tables.numbers[game] += tables.states.size
    tables.dice[game, 0] = (np.uint64(state.key[0]) << np.uint64(32)) | np.uint64(state.key[1]) | np.uint64(1)
    work.log.count = 0
    deal(state, tables.facts[0], tables.options[PLAYERS], NOBODY, work.log)
    play_others(tables, work, game)


@kernel
def look(tables: Tables, work: np.record, game: int) -> None:
    """Write who must decide, what that seat sees, and what it may decide."""
    state, facts, seat = tables.states[game], tables.facts[0], tables.learner[game]
    if state.over:
        close_row(tables, game)
        return
    if seat == NOBODY:
        seat = next_to_decide(state)
    tables.to_play[game] = seat
    legal(state, facts, seat, tables.words[game])
    write_mask(tables.words[game], tables.masks[game])
    observe(state, facts, seat, tables.observations[game], work)
