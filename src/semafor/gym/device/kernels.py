"""All kernels for a kind of game, compiled when they are first launched."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from semafor.engine.cardgame.state import CARD_RESULT, CARD_STATE
from semafor.engine.state import RESULT, STATE
from semafor.gym.device import scoring, stepping
from semafor.gym.device.apart import keep_apart
from semafor.gym.device.kept_kernels import kept
from semafor.gym.device.playing import playing
from semafor.gym.device.works import BOARD_STEPPING, CARD_STEPPING, PLAYING
from semafor.kinds.base import KindName

REGISTERS = 64
"""Of a thread: more leave too few threads on the card, fewer are spilled (benchmarks/GPU.md)."""


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
    from semafor.gym.device import thinking  # only where somebody thinks: it is much to compile

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
