"""Steps of many games in one compiled call, from row `span[1]` to `span[2]` in work `span[0]`.

Seats are handed to the rules as 64-bit numbers: with a byte in one place all rules would be compiled twice
(and `int` of a byte is a byte to Numba).
"""

import numpy as np

from semafor.engine.compile import compiled
from semafor.engine.play import random_action, set_key
from semafor.engine.state import NOBODY, Array, Result, State
from semafor.engine.tickets import next_to_decide
from semafor.engine.work import hush
from semafor.games.arrays import apply, deal, legal, observe, score_game, settle
from semafor.games.observation_writing import widen, widen_changed
from semafor.gym.batch_arrays import AUTO_RESET, PLAYERS, BatchArrays, clear_outcome, close_row, write_rewards
from semafor.gym.step_players import ASKED, asked_seat, choose_action, forget_game


@compiled
def step_games(tables: BatchArrays, works: Array, actions: Array, span: Array) -> None:
    """Carry out one decision in each game, and write what the next seat to decide sees."""
    work = works[span[0]]
    for game in range(span[1], span[2]):
        clear_outcome(tables, game)
        if actions[game] >= 0:
            state = tables.states[game]
            decide(tables, work, game, state, actions[game])
            if state.over:
                score_game(state, tables.facts[0], work.result, work)
                reward(tables, work, game, state, work.result)
                if tables.options[AUTO_RESET]:
                    begin(tables, work, game, state)
            look(tables, work, game, state)


@compiled
def reset_games(tables: BatchArrays, works: Array, chosen: Array, span: Array) -> None:
    """Begin the chosen games anew."""
    work = works[span[0]]
    for game in range(span[1], span[2]):
        if chosen[game]:
            clear_outcome(tables, game)
            begin(tables, work, game, tables.states[game])
            look(tables, work, game, tables.states[game])


@compiled
def observe_games(tables: BatchArrays, works: Array, seats: Array, out: Array, span: Array) -> None:
    """Write what a seat of each game sees."""
    work = works[span[0]]
    for game in range(span[1], span[2]):
        show(tables, work, game, tables.states[game], int(np.int64(seats[game])), out[game])


@compiled
def roll_actions(tables: BatchArrays, _works: Array, actions: Array, span: Array) -> None:
    """A random legal action in each game, by the row's own dice; -1 in finished ones."""
    for game in range(span[1], span[2]):
        if tables.to_play[game] == NOBODY:
            actions[game] = -1
        else:
            actions[game] = random_action(tables.words[game], tables.dice[game])


@compiled(inlined=True)
def decide(tables: BatchArrays, work: np.record, game: int, state: State, action: int) -> None:
    """Carry out a decision, and what the players inside the step answer."""
    hush(work.log)
    apply(state, tables.facts[0], int(np.int64(tables.to_play[game])), action, work.log)
    play_others(tables, work, game, state)


@compiled(inlined=True)
def play_others(tables: BatchArrays, work: np.record, game: int, state: State) -> None:
    """Decisions of the players inside the step, until somebody else is asked or the game is over."""
    while not state.over and asked_seat(state, tables.pilots[game]) == NOBODY:
        seat = next_to_decide(state)
        pilot, minds, dice = tables.pilots[game, seat], tables.minds[game], tables.dice[game]
        action = choose_action(state, tables.facts[0], seat, pilot, minds, dice, work)
        hush(work.log)
        apply(state, tables.facts[0], seat, action, work.log)


@compiled
def reward(tables: BatchArrays, work: np.record, game: int, state: State, result: Result) -> None:
    """Reward a finished game by its score."""
    write_rewards(tables, game, result)
    tables.done[game] = True
    if tables.finals.shape[0] > 0:
        show(tables, work, game, state, last_to_learn(tables, game), tables.finals[game])


@compiled
def last_to_learn(tables: BatchArrays, game: int) -> int:
    """The seat that acted last, or the learner's where that was a guest."""
    acted = int(np.int64(tables.to_play[game]))
    if tables.pilots[game, acted] == ASKED:
        return acted
    for seat in range(tables.options[PLAYERS]):
        if tables.pilots[game, seat] == ASKED:
            return int(seat)
    return acted


@compiled
def begin(tables: BatchArrays, work: np.record, game: int, state: State) -> None:
    """Deal the row's next game of the series; players inside the step decide until somebody else is asked."""
    set_key(state, tables.key, tables.numbers[game])
    tables.numbers[game] += tables.states.size
    tables.dice[game, 0] = (np.uint64(state.key[0]) << np.uint64(32)) | np.uint64(state.key[1]) | np.uint64(1)
    forget_game(tables.minds[game], work)
    hush(work.log)
    deal(state, tables.facts[0], tables.options[PLAYERS], NOBODY, work.log)
    play_others(tables, work, game, state)


@compiled(inlined=True)
def count_points(tables: BatchArrays, work: np.record, game: int, state: State) -> None:
    """Bring the row's running points up to date."""
    settle(state, tables.facts[0], tables.seen[game], tables.joined[game], tables.points[game], work)


@compiled(inlined=True)
def show(tables: BatchArrays, work: np.record, game: int, state: State, seat: int, out: Array) -> None:
    """Write all that a seat sees to a row of bytes."""
    count_points(tables, work, game, state)
    observe(state, tables.facts[0], seat, tables.joined[game, seat], work.sets, out)
    widen(work.sets, out)


@compiled(inlined=True)
def look(tables: BatchArrays, work: np.record, game: int, state: State) -> None:
    """Write who must decide, what that seat sees, and what it may decide."""
    count_points(tables, work, game, state)
    if state.over:
        close_row(tables, game)
        return
    seat = asked_seat(state, tables.pilots[game])
    tables.to_play[game] = seat
    legal(state, tables.facts[0], seat, work.mask)
    widen_changed(work.mask, tables.words[game], tables.masks[game])
    observe(state, tables.facts[0], seat, tables.joined[game, seat], work.sets, tables.observations[game])
    widen_changed(work.sets, tables.sets[game], tables.observations[game])
