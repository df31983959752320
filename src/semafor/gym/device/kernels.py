"""All kernels for a kind of game, compiled when they are first launched."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from semafor.engine.cardgame.card_state import CARD_RESULT, CARD_STATE
from semafor.engine.compile import compiled
from semafor.engine.play import random_action, set_key
from semafor.engine.state import NOBODY, RESULT, STATE
from semafor.engine.tickets import next_to_decide
from semafor.games.arrays import apply, deal, hush, legal
from semafor.games.kind import KindName
from semafor.gym.device import scoring, stepping
from semafor.gym.device.driver import kept, load_cuda, put_words
from semafor.gym.device.workspace import BOARD_STEPPING, CARD_STEPPING, PLAYING, keep_apart, words_of

cuda = load_cuda()  # a name of this module: the simulator puts its own there while a kernel runs


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
        hush(work.log)
        apply(state, facts, seat, random_action(work.mask, dice), work.log)
        decisions += 1
    return decisions


def playing(record: np.dtype[np.void]) -> Any:
    """The kernel for games of such a record.

    A game is played in the thread's own memory, which the device lays out so that the same field of
    neighbouring threads is one line.
    """
    state_words, work_words = words_of(record), words_of(PLAYING)

    def play(states: Any, facts: Any, key: Any, first: Any, players: Any, decisions: Any) -> None:
        game = cuda.grid(1)
        if game < states.size:
            words = cuda.local.array(state_words, np.uint64)
            works = cuda.local.array(work_words, np.uint64)
            dice = cuda.local.array(1, np.uint64)
            for word in range(state_words):
                words[word] = np.uint64(0)
            state, work = words.view(record)[0], works.view(PLAYING)[0]
            decisions[game] = play_to_end(state, facts[0], key, first + game, players, work, dice)
            put_words(words, states.view(np.uint64), game)

    return play


REGISTERS = 64
"""Of a thread: more leave too few threads on the card, fewer are spilled (lab/GPU.md)."""


class Records(NamedTuple):
    """The records that the kernels for one kind of game work in."""

    state: np.dtype[np.void]
    result: np.dtype[np.void]
    stepping: np.dtype[np.void]


RECORDS: dict[KindName, Records] = {
    "board": Records(STATE, RESULT, BOARD_STEPPING),
    "cards": Records(CARD_STATE, CARD_RESULT, CARD_STEPPING),
}


class Kernels(NamedTuple):
    """The kernels, and what their launches must know."""

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
    """The record that `step` and `finish` work in."""
    result: np.dtype[np.void]
    by_side: bool
    """Whether sides have lines and tickets that are scored by themselves."""
    looks: bool
    """Whether `step` packs what the next seat sees, and `look` has nothing to do."""


def thinking_record() -> np.dtype[np.void]:
    """What `step` works in where players inside the step think."""
    from semafor.gym.device import workspace as thinking

    return thinking.BOARD_THINKING


@lru_cache(maxsize=8)
def kernels_of(
    kind: KindName, *, registers: int | None = REGISTERS, looks: bool = False, thinks: bool = False
) -> Kernels:
    """The kernels for a kind of game; `registers` limits those of a thread.

    With `looks` a thread that stepped a game packs what is seen at once; where players inside the step
    may be others than random, it `thinks`.
    """
    keep_apart()
    records = RECORDS[kind]
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
        by_side=kind == "board",
        looks=looks,
    )
