"""The kernels of a batch: decisions, what the next seats see, and the games that begin anew.

A step is a few launches. `step` plays the decisions, and puts the sides of games that ended on a
list; these are scored (see `scoring`), and `finish` rewards them and deals the next games, while
`look` packs what the next seats of all others see. `widen` then writes observations and masks eight
slots at a time, neighbouring threads to neighbouring memory. What the rules do is in none of them.
"""

from typing import Any

import numpy as np

from semafor.engine.compile import compiled
from semafor.engine.play import random_action
from semafor.engine.state import NOBODY
from semafor.games.arrays import compare_sides, legal, observe
from semafor.games.observation_writing import spread as spread_bits
from semafor.gym.batch_steps import (
    AUTO_RESET,
    BatchArrays,
    begin,
    clear_outcome,
    count_points,
    decide,
    reward,
    show,
)
from semafor.gym.device.driver import load_cuda, put_words, take_words, words_of
from semafor.gym.step_players import asked_seat

cuda = load_cuda()  # a module-level name, because the simulator replaces it while a kernel runs


@compiled
def pack(tables: BatchArrays, packed: Any, work: Any, game: int, state: Any) -> None:
    """Write who must decide and its legal actions, and pack its observation."""
    count_points(tables, work, game, state)
    seat = asked_seat(state, tables.controllers[game])
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
def pack_seat(tables: BatchArrays, packed: Any, work: Any, game: int, state: Any, seat: int) -> None:
    """Pack the observation of a seat: sets as words, then the cells of the other slots."""
    observe(state, tables.facts[0], seat, tables.joined[game, seat], work.sets, work.cells.view(np.uint8))
    sets = work.sets.size
    for word in range(sets):
        packed[game, word] = work.sets[word]
    for cell in range(8 * sets, work.cells.size):
        packed[game, cell - 7 * sets] = work.cells[cell]


@compiled
def cell_of(packed: Any, game: int, cell: int, sets: int) -> Any:
    """Return eight slots of an observation."""
    if cell >= 8 * sets:
        return packed[game, cell - 7 * sets]
    return spread_bits((packed[game, cell >> 3] >> np.uint64(8 * (cell & 7))) & np.uint64(255))


@compiled
def end_game(
    tables: BatchArrays, packed: Any, work: Any, game: int, state: Any, result: Any, scores: int
) -> None:
    """Reward a finished game whose sides are scored, and start the row's next one; or only start it."""
    again = True
    if scores:
        compare_sides(state, tables.facts[0], result)
        reward(tables, work, game, state, result)
        again = tables.options[AUTO_RESET] != 0
    if again:
        begin(tables, work, game, state)
    pack(tables, packed, work, game, state)


# ---- kernels that are the same for all games ----------------------------------------------------


def widen(observations: Any, masks: Any, words: Any, packed: Any, sets: Any, counts: Any) -> None:
    """Write observations and masks, eight slots at a time; empty the lists."""
    for place in range(cuda.grid(1), counts.size, cuda.gridsize(1)):
        counts[place] = 0
    wide_observations = observations.view(np.uint64)
    wide_masks = masks.view(np.uint64)
    cells = wide_observations.shape[1]
    row = cells + wide_masks.shape[1]
    for game in range(cuda.blockIdx.x, packed.shape[0], cuda.gridDim.x):
        for cell in range(cuda.threadIdx.x, row, cuda.blockDim.x):
            if cell < cells:
                wide_observations[game, cell] = cell_of(packed, game, cell, sets)
            else:
                wide_masks[game, cell - cells] = cell_of(words, game, cell - cells, wide_masks.shape[1])


def choose(tables: Any, chosen: Any, lists: Any, counts: Any) -> None:
    """Put the games to restart on the list."""
    game = cuda.grid(1)
    if game < chosen.size and chosen[game]:
        clear_outcome(tables, game)
        sides = lists.shape[1] // chosen.size
        first = cuda.atomic.add(counts, 0, sides)
        for side in range(sides):
            lists[0, first + side] = game * sides + side


def roll(tables: Any, actions: Any) -> None:
    """Write a random legal action for each game; -1 in finished ones."""
    game = cuda.grid(1)
    if game < actions.size:
        actions[game] = -1
        if tables.to_play[game] != NOBODY:
            actions[game] = random_action(tables.words[game], tables.dice[game])


def check(words: Any, actions: Any, wrong: Any) -> None:
    """Find the first game whose action is illegal."""
    game = cuda.grid(1)
    if game < actions.size and actions[game] >= 0:
        action = actions[game]
        word = action >> 6
        if word >= words.shape[1] or not (words[game, word] >> np.uint64(action & 63)) & np.uint64(1):
            cuda.atomic.min(wrong, 0, game)


# ---- kernels with memory of their own -----------------------------------------------------------


def stepping(state_record: np.dtype[np.void], record: np.dtype[np.void], looks: bool) -> Any:
    """Return the kernel that steps games in local memory, and packs the next observation if it `looks`."""
    state_words, work_words = words_of(state_record), words_of(record)

    def step(
        tables: Any, packed: Any, actions: Any, lists: Any, counts: Any, changed: Any, desk: Any
    ) -> None:
        game = cuda.grid(1)
        if game < actions.size:
            clear_outcome(tables, game)
            changed[game] = 0
            if actions[game] >= 0:
                words = cuda.local.array(state_words, np.uint64)
                works = cuda.local.array(work_words, np.uint64)
                take_words(words, tables.states.view(np.uint64), game)
                if desk.size > 0:
                    take_words(works, desk.view(np.uint64), 0)
                state, work = words.view(state_record)[0], works.view(record)[0]
                decide(tables, work, game, state, actions[game])
                if state.over:
                    sides = lists.shape[1] // actions.size
                    first = cuda.atomic.add(counts, 0, sides)
                    for side in range(sides):
                        lists[0, first + side] = game * sides + side
                elif looks:
                    pack(tables, packed, work, game, state)
                else:
                    changed[game] = 1
                put_words(words, tables.states.view(np.uint64), game)

    return step


def looking(state_record: np.dtype[np.void], record: np.dtype[np.void]) -> Any:
    """Return the kernel that packs the next observation of each game that goes on."""
    state_words, work_words = words_of(state_record), words_of(record)

    def look(tables: Any, packed: Any, changed: Any) -> None:
        game = cuda.grid(1)
        if game < changed.size and changed[game]:
            words = cuda.local.array(state_words, np.uint64)
            works = cuda.local.array(work_words, np.uint64)
            take_words(words, tables.states.view(np.uint64), game)
            pack(tables, packed, works.view(record)[0], game, words.view(state_record)[0])

    return look


def finishing(state_record: np.dtype[np.void], record: np.dtype[np.void]) -> Any:
    """Return the kernel that rewards the games on the list and starts the next ones."""
    state_words, work_words = words_of(state_record), words_of(record)

    def finish(
        tables: Any, packed: Any, lists: Any, counts: Any, results: Any, desk: Any, scores: Any, spread: Any
    ) -> None:
        me = cuda.grid(1)
        words = cuda.local.array(state_words, np.uint64)
        works = cuda.local.array(work_words, np.uint64)
        if me % spread == 0:
            if desk.size > 0:
                take_words(works, desk.view(np.uint64), 0)
            sides = lists.shape[1] // results.size
            for place in range(me // spread, counts[0] // sides, cuda.gridsize(1) // spread):
                game = int(np.int64(lists[0, place * sides])) // sides
                take_words(words, tables.states.view(np.uint64), game)
                state, work = words.view(state_record)[0], works.view(record)[0]
                end_game(tables, packed, work, game, state, results[game], scores)
                put_words(words, tables.states.view(np.uint64), game)

    return finish


def observing(record: np.dtype[np.void]) -> Any:
    """Return the kernel that writes the observation of a seat of each game."""
    work_words = words_of(record)

    def observe_seats(tables: Any, seats: Any, out: Any) -> None:
        game = cuda.grid(1)
        if game < seats.size:
            work = cuda.local.array(work_words, np.uint64).view(record)[0]
            show(tables, work, game, tables.states[game], int(np.int64(seats[game])), out[game])

    return observe_seats
