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

from semafor.engine.cardgame.state import CARD_STATE
from semafor.engine.play import random_action, set_key
from semafor.engine.state import NOBODY, STATE
from semafor.engine.turn import next_to_decide
from semafor.gym.compiled.either import apply, deal, legal, observe, score_game, write_row
from semafor.gym.compiled.pilots import asked_seat
from semafor.gym.compiled.steps import begin, count_points, decide, reward, show
from semafor.gym.compiled.tables import AUTO_RESET, Tables, clear_outcome
from semafor.gym.compiled.works import hush
from semafor.gym.compiled.writing import spread
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


REGISTERS = 64
"""Of a thread: more leave too few threads on the card, fewer are spilled (benchmarks/GPU.md)."""


@lru_cache(maxsize=8)
def kernels_of(is_board: bool, local: bool = True, registers: int | None = REGISTERS) -> Kernels:
    """The kernels for board games or for the Card Game, compiled when they are first launched.

    With `local`, a thread works on a copy of its game in local memory, which the device lays out so
    that neighbouring threads' fields are neighbours; `registers` limits those of a thread.
    """
    keep_apart()
    stepping = BOARD_STEPPING if is_board else CARD_STEPPING
    small = BOARD_SMALL if is_board else CARD_FINISHING
    large = BOARD_LARGE if is_board else CARD_FINISHING
    records = (STATE if is_board else CARD_STATE, PLAYING, stepping)
    options = {} if registers is None or SIMULATED else {"max_registers": registers}

    def jit(function: Any) -> Any:
        return cuda.jit(**options)(function) if options else cuda.jit(function)

    def local_type(record: np.dtype[np.void]) -> Any:
        return record if SIMULATED else from_dtype(record)

    state_type, playing_type, stepping_type = (local_type(record) for record in records)

    def play(states: Any, facts: Any, key: Any, first: Any, players: Any, decisions: Any) -> None:
        game = cuda.grid(1)
        if game < states.size:
            games = cuda.local.array(1, state_type)
            works = cuda.local.array(1, playing_type)
            dice = cuda.local.array(1, np.uint64)
            state, work = games[0], works[0]
            set_key(state, key, first + game)
            dice[0] = (np.uint64(state.key[0]) << np.uint64(32)) | np.uint64(state.key[1]) | np.uint64(1)
            hush(work.log)
            deal(state, facts[0], players, NOBODY, work.log)
            number = 0
            while not state.over:
                seat = next_to_decide(state)
                legal(state, facts[0], seat, work.mask)
                apply(state, facts[0], seat, random_action(work.mask, dice), work.log)
                number += 1
            decisions[game] = number
            states[game] = games[0]

    def play_in_place(states: Any, facts: Any, key: Any, first: Any, players: Any, decisions: Any) -> None:
        game = cuda.grid(1)
        if game < states.size:
            works = cuda.local.array(1, playing_type)
            dice = cuda.local.array(1, np.uint64)
            state, work = states[game], works[0]
            set_key(state, key, first + game)
            dice[0] = (np.uint64(state.key[0]) << np.uint64(32)) | np.uint64(state.key[1]) | np.uint64(1)
            hush(work.log)
            deal(state, facts[0], players, NOBODY, work.log)
            number = 0
            while not state.over:
                seat = next_to_decide(state)
                legal(state, facts[0], seat, work.mask)
                apply(state, facts[0], seat, random_action(work.mask, dice), work.log)
                number += 1
            decisions[game] = number

    def score(states: Any, facts: Any, decisions: Any, played: Any, pool: Any, scored: Any) -> None:
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
        game = cuda.grid(1)
        if game < flags.size:
            flags[game] = 0

    def step(tables: Any, packed: Any, actions: Any, ended: Any, counter: Any) -> None:
        game = cuda.grid(1)
        if game < actions.size:
            clear_outcome(tables, game)
            if actions[game] >= 0:
                games = cuda.local.array(1, state_type)
                works = cuda.local.array(1, stepping_type)
                games[0] = tables.states[game]
                state, work = games[0], works[0]
                decide(tables, work, game, state, actions[game])
                if state.over:
                    ended[cuda.atomic.add(counter, 0, 1)] = game
                else:
                    pack(tables, packed, work, game, state)
                tables.states[game] = games[0]

    def step_in_place(tables: Any, packed: Any, actions: Any, ended: Any, counter: Any) -> None:
        game = cuda.grid(1)
        if game < actions.size:
            clear_outcome(tables, game)
            if actions[game] >= 0:
                works = cuda.local.array(1, stepping_type)
                state, work = tables.states[game], works[0]
                decide(tables, work, game, state, actions[game])
                if state.over:
                    ended[cuda.atomic.add(counter, 0, 1)] = game
                else:
                    pack(tables, packed, work, game, state)

    def end(tables: Any, packed: Any, pool: Any, ended: Any, counter: Any, score: Any) -> None:
        me = cuda.grid(1)
        if me < pool.size:
            work = pool[me]
            for place in range(me, counter[0], pool.size):
                game = int(np.int64(ended[place]))
                state = tables.states[game]
                if not score or not tables.done[game]:
                    again = True
                    if score:
                        reward(tables, work, game, state)
                        again = tables.options[AUTO_RESET] != 0
                    if again:
                        begin(tables, work, game, state)
                    pack(tables, packed, work, game, state)

    def widen(tables: Any, packed: Any, sets: Any, counter: Any) -> None:
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
        game = cuda.grid(1)
        if game < chosen.size and chosen[game]:
            clear_outcome(tables, game)
            ended[cuda.atomic.add(counter, 0, 1)] = game

    def look(tables: Any, seats: Any, out: Any) -> None:
        game = cuda.grid(1)
        if game < seats.size:
            works = cuda.local.array(1, stepping_type)
            show(tables, works[0], game, tables.states[game], int(np.int64(seats[game])), out[game])

    def roll(tables: Any, actions: Any) -> None:
        game = cuda.grid(1)
        if game < actions.size:
            actions[game] = -1
            if tables.to_play[game] != NOBODY:
                actions[game] = random_action(tables.words[game], tables.dice[game])

    def check(words: Any, actions: Any, wrong: Any) -> None:
        game = cuda.grid(1)
        if game < actions.size and actions[game] >= 0:
            action = actions[game]
            word = action >> 6
            if word >= words.shape[1] or not (words[game, word] >> np.uint64(action & 63)) & np.uint64(1):
                cuda.atomic.min(wrong, 0, game)

    return Kernels(
        play=jit(play if local else play_in_place),
        score=jit(score),
        clear=jit(clear),
        step=jit(step if local else step_in_place),
        finish=jit(end),
        widen=jit(widen),
        choose=jit(choose),
        observe=jit(look),
        roll=jit(roll),
        check=jit(check),
        small=small,
        large=large,
    )
