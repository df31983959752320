"""All kernels for a kind of game, compiled when they are first launched."""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from semafor.games.kind import Kind
from semafor.gym.device import scoring, stepping
from semafor.gym.device.driver import kept, load_cuda, put_words
from semafor.gym.device.workspace import BOARD_STEPPING, CARD_STEPPING, PLAYING, keep_apart, words_of
from semafor.gym.step_players import BOARD_THINKING
from semafor.knowledge.rollouts import play_game

cuda = load_cuda()  # a name of this module: the simulator puts its own there while a kernel runs


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
            decisions[game] = play_game(state, facts[0], key, first + game, players, dice, work)
            put_words(words, states.view(np.uint64), game)

    return play


REGISTERS = 64
"""Of a thread: more leave too few threads on the card, fewer are spilled (lab/GPU.md)."""


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
    return BOARD_THINKING


class Records(NamedTuple):
    """The records that the kernels for one kind of game work in."""

    state: np.dtype[np.void]
    result: np.dtype[np.void]
    stepping: np.dtype[np.void]
    by_side: bool
    """Whether sides have lines and tickets that are scored by themselves."""


def kernels_of(
    kind: Kind, *, registers: int | None = REGISTERS, looks: bool = False, thinks: bool = False
) -> Kernels:
    """Return the kernels for a kind of game; `registers` limits those of a thread.

    With `looks`, a thread that has stepped a game packs the next observation at once. With `thinks`,
    players inside the step may be others than random.
    """
    stepping_work, by_side = kind.pick(board=(BOARD_STEPPING, True), cards=(CARD_STEPPING, False))
    return _kernels(Records(kind.state, kind.result_record, stepping_work, by_side), registers, looks, thinks)


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
