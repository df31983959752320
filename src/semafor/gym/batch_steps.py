"""Steps of many games in one compiled call, from row `span[1]` to `span[2]` with work `span[0]`.

Seats are passed to the rules as 64-bit integers: a byte in one place would compile all rules twice (and `int`
of a byte is a byte to Numba).
"""

from typing import NamedTuple

import numpy as np

from semafor.engine.compile import compiled
from semafor.engine.play import random_action, set_key
from semafor.engine.state import NOBODY, Array, Result, State
from semafor.engine.tickets import next_to_decide
from semafor.games.arrays import apply, deal, legal, observe, score_game, settle
from semafor.games.observation_writing import widen, widen_changed
from semafor.games.points import reward_of
from semafor.gym.step_players import ASKED, asked_seat, choose_action, forget_game


class BatchArrays(NamedTuple):
    """The arrays of a batch; the caller allocates them, compiled code fills them."""

    states: Array
    facts: Array
    """One record."""
    key: Array
    """The key of the series of games."""
    numbers: Array
    """The number of the next game of each row in the series."""
    dice: Array
    """Random numbers of compiled players, one word per game; independent of the game's own."""
    words: Array
    """The legal actions as 64-bit words, like `masks`."""
    controllers: Array
    """Who decides for each seat (see `step_players`)."""
    memories: Array
    """The memory of each seat's compiled player; no columns if there are none."""
    sets: Array
    """The sets of `observations` as 64-bit words, as last written."""
    seen: Array
    """What each seat's points were last computed from (see `points`)."""
    joined: Array
    """The completed tickets of each seat's side."""
    points: Array
    """Running points, by seat."""
    options: Array
    """The number of players; whether finished games restart at once; WIN or SCORE."""
    observations: Array
    masks: Array
    to_play: Array
    done: Array
    rewards: Array
    """By seat."""
    scores: Array
    """Final points of the last finished game in each row, by seat."""
    finals: Array
    """The last observation of each finished game, of the seat that was asked last; no rows if not wanted."""


PLAYERS, AUTO_RESET, REWARD = 0, 1, 2
"""Indexes of `options`."""


@compiled
def write_rewards(tables: BatchArrays, game: int, result: Result) -> None:
    """Write the rewards and final points of every seat; partners get those of their side."""
    players = tables.options[PLAYERS]
    size = players // result.sides
    for seat in range(players):
        tables.rewards[game, seat] = reward_of(result, seat // size, tables.options[REWARD])
        tables.scores[game, seat] = result.total[seat // size]


@compiled(inlined=True)
def clear_outcome(tables: BatchArrays, game: int) -> None:
    """Reset the outcome of the last step."""
    tables.done[game] = False
    for seat in range(tables.options[PLAYERS]):
        tables.rewards[game, seat] = 0.0


@compiled(inlined=True)
def close_row(tables: BatchArrays, game: int) -> None:
    """Clear the row of a finished game."""
    tables.to_play[game] = NOBODY
    tables.words[game, :] = np.uint64(0)
    tables.masks[game, :] = 0
    tables.observations[game, :] = 0
    tables.sets[game, :] = np.uint64(0)


@compiled
def first_illegal(words: Array, actions: Array) -> int:
    """Return the first game whose action is illegal, or -1; negative actions are skipped."""
    for game in range(actions.size):
        action = actions[game]
        if action >= 64 * words.shape[1]:
            return game
        if action >= 0 and (words[game, action >> 6] >> np.uint64(action & 63)) & np.uint64(1) == 0:
            return game
    return -1


@compiled
def step_games(tables: BatchArrays, works: Array, actions: Array, span: Array) -> None:
    """Apply one decision in each game, and write the observation of the next seat to decide."""
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
    """Restart the chosen games."""
    work = works[span[0]]
    for game in range(span[1], span[2]):
        if chosen[game]:
            clear_outcome(tables, game)
            begin(tables, work, game, tables.states[game])
            look(tables, work, game, tables.states[game])


@compiled
def observe_games(tables: BatchArrays, works: Array, seats: Array, out: Array, span: Array) -> None:
    """Write the observation of a seat of each game."""
    work = works[span[0]]
    for game in range(span[1], span[2]):
        show(tables, work, game, tables.states[game], int(np.int64(seats[game])), out[game])


@compiled
def roll_actions(tables: BatchArrays, _works: Array, actions: Array, span: Array) -> None:
    """Write a random legal action for each game; -1 in finished ones."""
    for game in range(span[1], span[2]):
        if tables.to_play[game] == NOBODY:
            actions[game] = -1
        else:
            actions[game] = random_action(tables.words[game], tables.dice[game])


@compiled(inlined=True)
def decide(tables: BatchArrays, work: np.record, game: int, state: State, action: int) -> None:
    """Apply a decision and those of compiled players after it."""
    apply(state, tables.facts[0], int(np.int64(tables.to_play[game])), action, work.log)
    play_others(tables, work, game, state)


@compiled(inlined=True)
def play_others(tables: BatchArrays, work: np.record, game: int, state: State) -> None:
    """Let compiled players decide until another seat is asked or the game is over."""
    while not state.over and asked_seat(state, tables.controllers[game]) == NOBODY:
        seat = next_to_decide(state)
        controller, memories, dice = tables.controllers[game, seat], tables.memories[game], tables.dice[game]
        action = choose_action(state, tables.facts[0], seat, controller, memories, dice, work)
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
    """Return the seat that acted last, or the learner's seat if that was a network's."""
    acted = int(np.int64(tables.to_play[game]))
    if tables.controllers[game, acted] == ASKED:
        return acted
    for seat in range(tables.options[PLAYERS]):
        if tables.controllers[game, seat] == ASKED:
            return int(seat)
    return acted


@compiled
def begin(tables: BatchArrays, work: np.record, game: int, state: State) -> None:
    """Deal the row's next game of the series; compiled players decide until another seat is asked."""
    set_key(state, tables.key, tables.numbers[game])
    tables.numbers[game] += tables.states.size
    tables.dice[game, 0] = (np.uint64(state.key[0]) << np.uint64(32)) | np.uint64(state.key[1]) | np.uint64(1)
    forget_game(tables.memories[game], work)
    deal(state, tables.facts[0], tables.options[PLAYERS], NOBODY, work.log)
    play_others(tables, work, game, state)


@compiled(inlined=True)
def count_points(tables: BatchArrays, work: np.record, game: int, state: State) -> None:
    """Update the row's running points."""
    settle(state, tables.facts[0], tables.seen[game], tables.joined[game], tables.points[game], work)


@compiled(inlined=True)
def show(tables: BatchArrays, work: np.record, game: int, state: State, seat: int, out: Array) -> None:
    """Write the observation of a seat to a row of bytes."""
    count_points(tables, work, game, state)
    observe(state, tables.facts[0], seat, tables.joined[game, seat], work.sets, out)
    widen(work.sets, out)


@compiled(inlined=True)
def look(tables: BatchArrays, work: np.record, game: int, state: State) -> None:
    """Write who must decide, and that seat's observation and legal actions."""
    count_points(tables, work, game, state)
    if state.over:
        close_row(tables, game)
        return
    seat = asked_seat(state, tables.controllers[game])
    tables.to_play[game] = seat
    legal(state, tables.facts[0], seat, work.mask)
    widen_changed(work.mask, tables.words[game], tables.masks[game])
    observe(state, tables.facts[0], seat, tables.joined[game, seat], work.sets, tables.observations[game])
    widen_changed(work.sets, tables.sets[game], tables.observations[game])
