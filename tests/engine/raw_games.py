"""Games played on the bare engine, with every state on the way, in compiled loops."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from semafor.engine.actions import MASK_WORDS
from semafor.engine.bits import count, lowest, nth, without_lowest
from semafor.engine.compile import compiled
from semafor.engine.deal import deal
from semafor.engine.play import random_action, roll
from semafor.engine.score import score_game
from semafor.engine.state import LOG, NOBODY, SEATS, STATE, Array, Ask, Facts, Result, State, record_of
from semafor.engine.turn import apply, legal
from semafor.engine.work import WORK, fields_of
from semafor.games.board_facts import facts_of

if TYPE_CHECKING:
    from semafor.boards.model import Board

MOST_DECISIONS = 6000
EVEN, BROAD = 0, 1
"""Ways to play: every action is equally likely, or every sort of action that is possible is."""

_SPACE = record_of(*(field for field in fields_of(WORK) if field[0] != "log"), ("log", LOG))
work = np.zeros(1, _SPACE)[0]
"""Working space whose log keeps the events."""


class Setup(NamedTuple):
    """Everything that determines a random game."""

    board: Board
    players: int
    seed: int

    @property
    def facts(self) -> Facts:
        """The board as the engine reads it."""
        return facts_of(self.board)


@compiled
def broad_action(mask: Array, dice: Array) -> int:
    """One of the legal actions, the words of the mask equally likely."""
    words = 0
    for word in range(MASK_WORDS):
        words += mask[word] != np.uint64(0)
    chosen = roll(dice, words)
    for word in range(MASK_WORDS):
        if mask[word] != np.uint64(0):
            if chosen == 0:
                return word * 64 + nth(mask[word], roll(dice, count(mask[word])))
            chosen -= 1
    return 0


@compiled
def asked_seat(state: State, dice: Array) -> int:
    """Return one of the seats that must decide now."""
    asked = 0
    for seat in range(SEATS):
        asked += state.ask[seat] != Ask.NOTHING
    chosen = roll(dice, asked)
    for seat in range(SEATS):
        if state.ask[seat] != Ask.NOTHING:
            if chosen == 0:
                return seat
            chosen -= 1
    return NOBODY


@compiled
def play_recording(states: Array, facts: Facts, style: int, space: np.record) -> int:
    """Play from states[0], store the state after each decision, and return the number of states."""
    number = 1
    while not states[number - 1].over and number < states.size:
        states[number] = states[number - 1]
        state = states[number]
        seat = asked_seat(state, space.dice)
        legal(state, facts, seat, space.mask)
        choose_broad = style == BROAD
        action = (
            broad_action(space.mask, space.dice) if choose_broad else random_action(space.mask, space.dice)
        )
        space.log.count = 0
        apply(state, facts, seat, action, space.log)
        number += 1
    return number


@compiled
def try_everything(states: Array, facts: Facts, after: Array, space: np.record) -> int:
    """Apply every legal action of every seat to a copy of every state, and return their number."""
    number = 0
    for i in range(states.size):
        for seat in range(states[i].players):
            legal(states[i], facts, seat, space.mask)
            for word in range(MASK_WORDS):
                rest = space.mask[word]
                while rest != np.uint64(0) and number < after.size:
                    after[number] = states[i]
                    space.log.count = 0
                    apply(after[number], facts, seat, word * 64 + lowest(rest), space.log)
                    rest = without_lowest(rest)
                    number += 1
    return number


@compiled
def legal_of_all(states: Array, facts: Facts, masks: Array) -> None:
    """The legal actions of every seat in every state."""
    for i in range(states.size):
        for seat in range(SEATS):
            legal(states[i], facts, seat, masks[i, seat])


def dealt(setup: Setup) -> Array:
    """A table of one state: the game before its first decision."""
    states = np.zeros(1, STATE)
    state: State = states[0]
    state.key[:] = (setup.seed, 1, 2, 3)
    deal(state, setup.facts, setup.players, NOBODY, work.log)
    return states


def play(setup: Setup, style: int = EVEN) -> Array:
    """Every state of a random game, from the deal to the end."""
    states = np.zeros(MOST_DECISIONS, STATE)
    states[:1] = dealt(setup)
    work.dice[0] = np.uint64(setup.seed * 0x9E3779B9 + 1)
    number = play_recording(states, setup.facts, style, work)
    assert states[number - 1]["over"], "the game does not end"
    return states[:number]


def result_of(state: State, facts: Facts) -> Result:
    """The engine's score, copied."""
    score_game(state, facts, work.result, work)
    result: Result = work.result.copy()
    return result
