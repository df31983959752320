"""All kernels for a kind of game, compiled when they are first launched."""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from semafor.engine.state import record_of
from semafor.engine.work import STEPPING
from semafor.games.kind import Kind
from semafor.gym.device import scoring, stepping
from semafor.gym.device.driver import PLAYING, keep_apart, kept, load_cuda, put_words, words_of
from semafor.gym.step_players import BOARD_THINKING, observing_fields
from semafor.knowledge.rollouts import play_game

cuda = load_cuda()  # a module-level name, because the simulator replaces it while a kernel runs


def playing(record: np.dtype[np.void]) -> Any:
    """Return the kernel that plays games of a record.

    A game is played in the thread's local memory, which the device interleaves so that the same field of
    neighbouring threads is one cache line.
    """
    state_words, work_words = words_of(record), words_of(PLAYING)

    def play(states: Any, facts: Any, key: Any, first: Any, players: Any, decisions: Any) -> None:
        game = cuda.grid(1)
        if game < states.size:
            words = cuda.local.array(state_words, np.uint64)
            works = cuda.local.array(work_words, np.uint64)
            for word in range(state_words):
                words[word] = np.uint64(0)
            state, work = words.view(record)[0], works.view(PLAYING)[0]
            decisions[game] = play_game(state, facts[0], key, first + game, players, work)
            put_words(words, states.view(np.uint64), game)

    return play


REGISTERS = 64
"""Registers per thread; more leave too few threads, fewer are spilled (lab/GPU.md)."""


class Kernels(NamedTuple):
    """The kernels and their parameters."""

    play: Any
    lines: Any
    long_lines: Any
    tickets: Any
    rank: Any
    count_down: Any
    step: Any
    look: Any
    finish: Any
    widen: Any
    choose: Any
    observe: Any
    roll: Any
    check: Any
    desk: np.dtype[np.void]
    """The working space of `step` and `finish`."""
    result: np.dtype[np.void]
    by_side: bool
    """Whether lines and tickets of each side are scored separately."""
    looks: bool
    """Whether `step` packs the next observation, so that `look` has nothing to do."""


def thinking_record() -> np.dtype[np.void]:
    """Return the working space of `step` for compiled players that are not random."""
    return BOARD_THINKING


class Records(NamedTuple):
    """The records of the kernels for one kind of game."""

    state: np.dtype[np.void]
    result: np.dtype[np.void]
    stepping: np.dtype[np.void]
    by_side: bool
    """Whether lines and tickets of each side are scored separately."""


def kernels_of(
    kind: Kind, *, registers: int | None = REGISTERS, looks: bool = False, thinks: bool = False
) -> Kernels:
    """Return the kernels for a kind of game; `registers` limits the registers of a thread.

    With `looks`, a thread that has stepped a game packs the next observation at once. With `thinks`,
    compiled players may be other than random.
    """
    stepping_work = record_of(*STEPPING, *observing_fields(kind.observation))
    records = Records(kind.state, kind.result_record, stepping_work, kind.scored_by_side)
    return _kernels(records, registers, looks, thinks)


@lru_cache(maxsize=8)
def _kernels(records: Records, registers: int | None, looks: bool, thinks: bool) -> Kernels:
    keep_apart()
    jit = kept(registers=registers)
    desk = thinking_record() if thinks else records.stepping
    return Kernels(
        play=jit(playing(records.state)),
        lines=jit(scoring.lines),
        long_lines=jit(scoring.long_lines),
        tickets=jit(scoring.tickets),
        rank=jit(scoring.rank),
        count_down=jit(scoring.count_down),
        step=jit(stepping.stepping(records.state, desk if looks or thinks else PLAYING, looks)),
        look=jit(stepping.looking(records.state, records.stepping)),
        finish=jit(stepping.finishing(records.state, desk)),
        widen=jit(stepping.widen),
        choose=jit(stepping.choose),
        observe=jit(stepping.observing(records.stepping)),
        roll=jit(stepping.roll),
        check=jit(stepping.check),
        desk=desk,
        result=records.result,
        by_side=records.by_side,
        looks=looks,
    )
