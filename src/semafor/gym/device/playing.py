"""The kernel of whole random games: one thread a game, from deal to end."""

from __future__ import annotations

from typing import Any

import numpy as np

from semafor.arrays.rules_by_kind import apply, deal, legal
from semafor.arrays.works import hush
from semafor.engine.asking import next_to_decide
from semafor.engine.compile import compiled
from semafor.engine.play import random_action, set_key
from semafor.engine.state import NOBODY
from semafor.gym.device.copying import put_words
from semafor.gym.device.driver import load_cuda
from semafor.gym.device.works import PLAYING, words_of

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
