"""The kernels: one thread a game for decisions, a pool of threads for finished games, one a cell to widen.

A step is three launches. `step` plays the decisions and packs what the next seats see; games that
ended are put on a list, which `finish` scores and deals anew: few threads with much working space,
instead of whole warps that wait for one of theirs. (A reset puts the games it begins there too.)
`widen` then writes observations and masks eight slots at a time, neighbouring threads to neighbouring
memory. What the rules do is in none of them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numba import from_dtype

from semafor.arrays.either import apply, deal, legal, observe, score_game, write_row
from semafor.arrays.works import hush
from semafor.arrays.writing import spread
from semafor.engine.asking import next_to_decide
from semafor.engine.cardgame.state import CARD_STATE
from semafor.engine.play import random_action, set_key
from semafor.engine.state import NOBODY, STATE
from semafor.gym.compiled.pilots import asked_seat
from semafor.gym.compiled.steps import begin, count_points, decide, reward, show
from semafor.gym.compiled.tables import AUTO_RESET, Tables, clear_outcome
from semafor.gym.device import compiled
from semafor.gym.device.apart import keep_apart
from semafor.gym.device.driver import SIMULATED, load_cuda
from semafor.gym.device.works import (
    BOARD_LARGE,
    BOARD_SMALL,
    BOARD_STEPPING,
    CARD_FINISHING,
    CARD_STEPPING,
    PLAYING,
)
from semafor.kinds.base import KindName

cuda = load_cuda()  # a name of this module: the simulator puts its own there while a kernel runs


class Kernels(NamedTuple):
    """All kernels for one kind of game, and the records of the spaces that `finish` and `score` work in."""

    play: Any
    score: Any
    clear: Any
    step: Any
    finish: Any
    widen: Any
    choose: Any
    observe: Any
    roll: Any
    check: Any
    small: np.dtype[np.void]
    large: np.dtype[np.void]


@compiled
def pack(tables: Tables, packed: Any, work: Any, game: int, state: Any) -> None:
    """Write who must decide and what it may decide, and pack what it sees."""
    count_points(tables, work, game, state)
    seat = asked_seat(state, tables.pilots[game])
    tables.to_play[game] = seat
    if seat == NOBODY:
        for word in range(tables.words.shape[1]):
            tables.words[game, word] = np.uint64(0)
        for word in range(packed.shape[1]):
            packed[game, word] = np.uint64(0)
        return
    legal(state, tables.facts[0], seat, work.mask)
    for word in range(tables.words.shape[1]):
        tables.words[game, word] = work.mask[word]
    pack_seat(tables, packed, work, game, state, seat)


@compiled
def pack_seat(tables: Tables, packed: Any, work: Any, game: int, state: Any, seat: int) -> None:
    """Write what a seat sees: sets as words, then the cells of the other slots."""
    observe(state, tables.facts[0], seat, tables.joined[game, seat], work.sets, work.cells.view(np.uint8))
    sets = work.sets.size
    for word in range(sets):
        packed[game, word] = work.sets[word]
    for cell in range(8 * sets, work.cells.size):
        packed[game, cell - 7 * sets] = work.cells[cell]


@compiled
def cell_of(packed: Any, game: int, cell: int, sets: int) -> Any:
    """Eight slots of an observation."""
    if cell >= 8 * sets:
        return packed[game, cell - 7 * sets]
    return spread((packed[game, cell >> 3] >> np.uint64(8 * (cell & 7))) & np.uint64(255))


@compiled
def play_to_end(state: Any, facts: Any, key: Any, number: int, players: int, work: Any, dice: Any) -> int:
    """Deal the number-th game of a series and play it at random; how many decisions there were."""
    set_key(state, key, number)
    dice[0] = (np.uint64(state.key[0]) << np.uint64(32)) | np.uint64(state.key[1]) | np.uint64(1)
    hush(work.log)
    deal(state, facts, players, NOBODY, work.log)
    decisions = 0
    while not state.over:
        seat = next_to_decide(state)
        legal(state, facts, seat, work.mask)
        apply(state, facts, seat, random_action(work.mask, dice), work.log)
        decisions += 1
    return decisions


@compiled
def step_game(tables: Tables, packed: Any, work: Any, game: int, state: Any, action: int) -> bool:
    """Carry out a decision and pack what the next seat sees; whether the game ended by it."""
    decide(tables, work, game, state, action)
    if state.over:
        return True
    pack(tables, packed, work, game, state)
    return False


@compiled
def end_game(tables: Tables, packed: Any, work: Any, game: int, scores: int) -> None:
    """Score a game that ended, unless that is done, and begin the row's next one; or only begin it."""
    state, again = tables.states[game], True
    if scores and tables.done[game]:
        return
    if scores:
        reward(tables, work, game, state)
        again = tables.options[AUTO_RESET] != 0
    if again:
        begin(tables, work, game, state)
    pack(tables, packed, work, game, state)


# ---- kernels that are the same for all games ----------------------------------------------------


def score(states: Any, facts: Any, decisions: Any, played: Any, pool: Any, scored: Any) -> None:
    """Score the games that are not scored yet, as many at once as there are working spaces."""
    me = cuda.grid(1)
    if me < pool.size:
        work = pool[me]
        for game in range(me, states.size, pool.size):
            if not scored[game]:
                score_game(states[game], facts[0], work.result, work)
                write_row(states[game], work.result, played[game])
                played[game].decisions = decisions[game]
                scored[game] = 1


def clear(flags: Any) -> None:
    """No game is scored."""
    game = cuda.grid(1)
    if game < flags.size:
        flags[game] = 0


def finish(tables: Any, packed: Any, pool: Any, ended: Any, counter: Any, scores: Any) -> None:
    """Score the games on the list and begin the next ones."""
    me = cuda.grid(1)
    if me < pool.size:
        for place in range(me, counter[0], pool.size):
            end_game(tables, packed, pool[me], int(np.int64(ended[place])), scores)


def widen(tables: Any, packed: Any, sets: Any, counter: Any) -> None:
    """Write observations and masks, eight slots at a time; the list is empty again."""
    me = cuda.grid(1)
    if me == 0:
        counter[0] = 0
    observations = tables.observations.view(np.uint64)
    masks = tables.masks.view(np.uint64)
    cells = observations.shape[1]
    row = cells + masks.shape[1]
    for place in range(me, packed.shape[0] * row, cuda.gridsize(1)):
        game = place // row
        cell = place - game * row
        if cell < cells:
            observations[game, cell] = cell_of(packed, game, cell, sets)
        else:
            masks[game, cell - cells] = cell_of(tables.words, game, cell - cells, masks.shape[1])


def choose(tables: Any, chosen: Any, ended: Any, counter: Any) -> None:
    """Put the games that are to begin anew on the list."""
    game = cuda.grid(1)
    if game < chosen.size and chosen[game]:
        clear_outcome(tables, game)
        ended[cuda.atomic.add(counter, 0, 1)] = game


def roll(tables: Any, actions: Any) -> None:
    """A random legal action in each game; -1 in finished ones."""
    game = cuda.grid(1)
    if game < actions.size:
        actions[game] = -1
        if tables.to_play[game] != NOBODY:
            actions[game] = random_action(tables.words[game], tables.dice[game])


def check(words: Any, actions: Any, wrong: Any) -> None:
    """Find the first game whose action is not legal there."""
    game = cuda.grid(1)
    if game < actions.size and actions[game] >= 0:
        action = actions[game]
        word = action >> 6
        if word >= words.shape[1] or not (words[game, word] >> np.uint64(action & 63)) & np.uint64(1):
            cuda.atomic.min(wrong, 0, game)


# ---- kernels with working space of their own ----------------------------------------------------


class Records(NamedTuple):
    """The records that the kernels for one kind of game work in."""

    state: np.dtype[np.void]
    stepping: np.dtype[np.void]
    small: np.dtype[np.void]
    large: np.dtype[np.void]


RECORDS: dict[KindName, Records] = {
    "board": Records(STATE, BOARD_STEPPING, BOARD_SMALL, BOARD_LARGE),
    "cards": Records(CARD_STATE, CARD_STEPPING, CARD_FINISHING, CARD_FINISHING),
}


def _local_type(record: np.dtype[np.void]) -> Any:
    return record if SIMULATED else from_dtype(record)


def _playing(records: Records, local: bool) -> Any:
    """The kernel that plays whole games, each in a copy in local memory or where it lies."""
    state_type, playing_type = _local_type(records.state), _local_type(PLAYING)

    def play(states: Any, facts: Any, key: Any, first: Any, players: Any, decisions: Any) -> None:
        game = cuda.grid(1)
        if game < states.size:
            games = cuda.local.array(1, state_type)
            works = cuda.local.array(1, playing_type)
            dice = cuda.local.array(1, np.uint64)
            decisions[game] = play_to_end(games[0], facts[0], key, first + game, players, works[0], dice)
            states[game] = games[0]

    def play_in_place(states: Any, facts: Any, key: Any, first: Any, players: Any, decisions: Any) -> None:
        game = cuda.grid(1)
        if game < states.size:
            works = cuda.local.array(1, playing_type)
            dice = cuda.local.array(1, np.uint64)
            decisions[game] = play_to_end(states[game], facts[0], key, first + game, players, works[0], dice)

    return play if local else play_in_place


def _stepping(records: Records, local: bool) -> Any:
    """The kernel that steps games, each in a copy in local memory or where it lies."""
    state_type, stepping_type = _local_type(records.state), _local_type(records.stepping)

    def step(tables: Any, packed: Any, actions: Any, ended: Any, counter: Any) -> None:
        game = cuda.grid(1)
        if game < actions.size:
            clear_outcome(tables, game)
            if actions[game] >= 0:
                games = cuda.local.array(1, state_type)
                works = cuda.local.array(1, stepping_type)
                games[0] = tables.states[game]
                if step_game(tables, packed, works[0], game, games[0], actions[game]):
                    ended[cuda.atomic.add(counter, 0, 1)] = game
                tables.states[game] = games[0]

    def step_in_place(tables: Any, packed: Any, actions: Any, ended: Any, counter: Any) -> None:
        game = cuda.grid(1)
        if game < actions.size:
            clear_outcome(tables, game)
            if actions[game] >= 0:
                works = cuda.local.array(1, stepping_type)
                if step_game(tables, packed, works[0], game, tables.states[game], actions[game]):
                    ended[cuda.atomic.add(counter, 0, 1)] = game

    return step if local else step_in_place


def _looking(records: Records) -> Any:
    """The kernel that writes what a seat of each game sees."""
    stepping_type = _local_type(records.stepping)

    def look(tables: Any, seats: Any, out: Any) -> None:
        game = cuda.grid(1)
        if game < seats.size:
            works = cuda.local.array(1, stepping_type)
            show(tables, works[0], game, tables.states[game], int(np.int64(seats[game])), out[game])

    return look


REGISTERS = 64
"""Of a thread: more leave too few threads on the card, fewer are spilled (benchmarks/GPU.md)."""


@lru_cache(maxsize=8)
def kernels_of(kind: KindName, local: bool = True, registers: int | None = REGISTERS) -> Kernels:
    """The kernels for a kind of game, compiled when they are first launched.

    With `local`, a thread works on a copy of its game in local memory, which the device lays out so
    that neighbouring threads' fields are neighbours; `registers` limits those of a thread.
    """
    keep_apart()
    records = RECORDS[kind]
    options = {} if registers is None or SIMULATED else {"max_registers": registers}
    jit = cuda.jit(**options) if options else cuda.jit
    return Kernels(
        play=jit(_playing(records, local)),
        score=jit(score),
        clear=jit(clear),
        step=jit(_stepping(records, local)),
        finish=jit(finish),
        widen=jit(widen),
        choose=jit(choose),
        observe=jit(_looking(records)),
        roll=jit(roll),
        check=jit(check),
        small=records.small,
        large=records.large,
    )
