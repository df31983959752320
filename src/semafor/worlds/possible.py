"""Worlds that a seat cannot rule out, from what it sees: for learned players and searches of all kinds."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np

from semafor.boards.model import Board
from semafor.engine import turn as board_turn
from semafor.engine.actions import MASK_WORDS
from semafor.engine.cardgame import turn as card_turn
from semafor.engine.cardgame.completion import completion_of
from semafor.engine.cardgame.state import CardAsk
from semafor.engine.state import Array, Facts, State
from semafor.kinds import board_known, card_known
from semafor.kinds.board_facts import facts_of
from semafor.kinds.card_facts import card_facts_of
from semafor.kinds.lookup import rules_of
from semafor.kinds.plain import copy_states
from semafor.moves import Move
from semafor.view import View
from semafor.worlds import board_world, card_world
from semafor.worlds.forgetting import forget_board, forget_cards, is_scoring
from semafor.worlds.hidden import Memory, write_hidden
from semafor.worlds.memory import TicketMemory
from semafor.worlds.records import SAMPLER, Sampler

TRIES = 64
"""Worlds dealt until one fits what another seat has begun to pay."""


def new_sampler() -> Sampler:
    """Working space; all tickets are equally likely everywhere."""
    sampler: Sampler = np.zeros(1, SAMPLER)[0]
    sampler.hidden.likely = 1
    return sampler


def world_of_view(
    board: Board, view: View, moves: Sequence[Move] = (), memory: Memory | None = None, seed: int = 0
) -> Array:
    """A world, as an array of one state, that the viewer cannot rule out."""
    sampler = new_sampler()
    write_hidden(sampler, view, memory or TicketMemory(board))
    if view.card_game is None:
        states, facts = board_known.known_state(board, view, moves), facts_of(board)
    else:
        states, facts = card_known.known_state(board, view), card_facts_of(board)
        for shown in view.card_game.seats:
            sampler.hidden.pile[shown.seat] = shown.track - int(states["track"][0, shown.seat].sum())
    _deal(states[0], facts, view, sampler, seed)
    return states


def another_world(board: Board, states: Array, seat: int, memory: Memory, seed: int) -> Array:
    """A world that the seat cannot tell from this one, in the middle of whatever is being decided."""
    rules = rules_of(board)
    view = rules.view(states, seat)
    for attempt in range(TRIES):
        world = copy_states(states)
        sampler = new_sampler()
        write_hidden(sampler, view, memory)
        forget = forget_board if view.card_game is None else forget_cards
        forget(world[0], view, sampler)
        _deal(world[0], rules.facts, view, sampler, seed + attempt)
        if all(_can_decide(world[0], rules.facts, view, other) for other in view.pending if other != seat):
            return world
    raise AssertionError("what others have begun can be paid in some world")


def _can_decide(state: State, facts: Facts, view: View, seat: int) -> bool:
    """Whether a seat that has begun something can go on with it."""
    mask = np.zeros(MASK_WORDS, np.uint64)
    list_legal = board_turn.legal if view.card_game is None else card_turn.legal
    list_legal(state, facts, seat, mask)
    return bool(mask.any())


def _deal(state: State, facts: Facts, view: View, sampler: Sampler, seed: int) -> None:
    """Fill the hidden parts."""
    sampler.dice[0] = np.uint64(Random(seed).getrandbits(64) | 1)
    if view.card_game is None:
        board_world.sample_world(state, facts, sampler)
        return
    card_world.sample_world(state, facts, sampler)
    if is_scoring(state):
        _complete(state, facts, int(sampler.hidden.seat))


def _complete(state: State, facts: Facts, viewer: int) -> None:
    """CRD-14: what others have chosen in a scoring round is what is best for them."""
    for seat in range(int(state.players)):
        if seat != viewer and state.ask[seat] != CardAsk.COMPLETE:
            state.completing[seat] = completion_of(state, facts, seat)
