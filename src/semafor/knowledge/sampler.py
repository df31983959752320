"""Samples worlds that are consistent with everything a seat has seen."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from random import Random

import numpy as np

from semafor.boards.model import Board
from semafor.engine.actions import MASK_WORDS
from semafor.engine.state import NO_CARD, PLAIN, WILD, WILDS, Array, Ask, Facts, State
from semafor.engine.teams import cards_of
from semafor.games.arrays import by_state, legal
from semafor.games.kind import Kind, copy_states
from semafor.games.lookup import kind_of
from semafor.games.visibility import (
    BOARD_VISIBILITY,
    CARD_VISIBILITY,
    Visibility,
    secrets_of_seats,
    secrets_of_sides,
)
from semafor.knowledge import board_worlds as board_world
from semafor.knowledge import card_worlds as card_world
from semafor.knowledge.hidden import SAMPLER, RememberedTickets, Sampler, write_hidden, write_hidden_completed
from semafor.knowledge.memory import SeatMemory
from semafor.view import View


def forget_board(state: State, view: View, sampler: Sampler) -> None:
    """Empty the hidden parts of a board game; cards turned up by a tunnel were seen by everyone."""
    assert view.own is not None, "somebody forgets"
    viewer, side = view.own.seat, view.seats[view.own.seat].side
    for seat in range(view.players):
        if seat != viewer:
            said = state.choice[seat] if state.ask[seat] == Ask.RACK_TICKET else 0
            _forget_seat(BOARD_VISIBILITY, state, seat)
            state.choice[seat] = said  # how many tickets were kept
    for other in view.sides:
        if other.side != side:
            for name in secrets_of_sides(BOARD_VISIBILITY):
                state[name][other.side] = 0
    _forget_order(state)
    sampler.hidden.turned = 1
    if state.drawn != NO_CARD and state.turn != viewer and not state.drawn_open:
        state.drawn = NO_CARD
        sampler.hidden.drawn = 1
    if state.drawn != NO_CARD or sampler.hidden.drawn:
        sampler.hidden.hand[state.turn] -= state.turn != viewer


def forget_cards(state: State, view: View) -> None:
    """Empty the hidden parts of the Card Game; CRD-15: everyone saw the tickets when they were completed."""
    assert view.own is not None, "somebody forgets"
    assert view.card_game is not None, "a view of the Card Game"
    assert view.card_game.own is not None
    viewer = view.own.seat
    for shown in view.card_game.seats:
        seat = shown.seat
        sees_pile = seat == viewer and view.card_game.own.track is not None
        if not sees_pile:
            state.track[seat] = 0
        if seat != viewer:
            _forget_seat(CARD_VISIBILITY, state, seat)
    _forget_order(state)


def _forget_seat(fields: Mapping[str, Visibility], state: State, seat: int) -> None:
    """Leave another seat only the cards that the table saw it take."""
    for name in secrets_of_seats(fields):
        state[name][seat] = 0
    state.hand[seat] = state.seen[seat]


def _forget_order(state: State) -> None:
    """Leave only the sizes of the decks."""
    state.deck_end -= state.deck_next
    state.deck_next = 0
    state.ticket_next = 0
    state.deck[:] = 0
    state.ticket_deck[:] = 0


TRIES = 64
"""Worlds dealt until one fits what another seat has begun to pay; then that seat keeps the cards it has."""


class Secrets(ABC):
    """The hidden parts of one kind of game."""

    @abstractmethod
    def measure(self, sampler: Sampler, state: State, view: View) -> None:
        """Write sizes that only this kind of game has."""

    @abstractmethod
    def forget(self, sampler: Sampler, state: State, view: View) -> None:
        """Empty what is hidden from the viewer."""

    def can_continue(self, state: State, facts: Facts, seat: int) -> bool:
        """Return whether a seat that has begun something has the cards for it."""
        mask = np.zeros(MASK_WORDS, np.uint64)
        legal(state, facts, seat, mask)
        return bool(mask.any())


class BoardSecrets(Secrets):
    """The hidden parts of games on boards."""

    def measure(self, sampler: Sampler, state: State, view: View) -> None:
        """Write nothing: `write_hidden` knows all sizes."""

    def forget(self, sampler: Sampler, state: State, view: View) -> None:
        """Empty what is hidden from the viewer."""
        forget_board(state, view, sampler)

    def can_continue(self, state: State, facts: Facts, seat: int) -> bool:
        """Return whether a seat that has begun to pay has the cards for it."""
        plain, wild = (cards_of(state, facts, seat, int(card)) for card in (state.paid_colour, WILD))
        pays = state.owed[PLAIN] <= plain and state.owed[WILDS] <= wild
        return bool(pays) and super().can_continue(state, facts, seat)


class CardSecrets(Secrets):
    """The hidden parts of the Card Game."""

    def measure(self, sampler: Sampler, state: State, view: View) -> None:
        """Write the sizes of piles on the track and of tickets that lie face down."""
        assert view.card_game is not None, "a view of the Card Game"
        write_hidden_completed(sampler, state, view.card_game)
        for shown in view.card_game.seats:
            sampler.hidden.pile[shown.seat] = shown.track - int(state.track[shown.seat].sum())

    def forget(self, sampler: Sampler, state: State, view: View) -> None:
        """Empty what is hidden from the viewer."""
        del sampler  # `measure` writes all sizes
        forget_cards(state, view)


def secrets_of(kind: Kind) -> Secrets:
    """Return the hidden parts of a kind of game."""
    return kind.pick(board=BoardSecrets, cards=CardSecrets)()


sample_world = by_state(board=board_world.sample_world, cards=card_world.sample_world)
"""Fill the hidden parts of a copy of the known state; compiled: `(state, facts, sampler)`."""


def new_sampler(seed: int) -> Sampler:
    """Return working space in which all tickets are equally likely."""
    sampler: Sampler = np.zeros(1, SAMPLER)[0]
    sampler.hidden.likely = 1
    sampler.dice[0] = np.uint64(Random(seed).getrandbits(64) | 1)
    return sampler


def write_sizes(sampler: Sampler, kind: Kind, state: State, view: View, memory: SeatMemory) -> None:
    """Write the sizes of the hidden parts of a known state, and what the memory knows about them."""
    write_hidden(sampler, view, memory.tickets)
    secrets_of(kind).measure(sampler, state, view)


def worlds_of_view(board: Board, view: View, memory: SeatMemory, seeds: Iterable[int]) -> list[Array]:
    """Return a world that the viewer cannot rule out for each seed, as arrays of one state."""
    kind, known, found = kind_of(board), memory.known(view), []
    for seed in seeds:
        states, sampler = copy_states(known), new_sampler(seed)
        write_sizes(sampler, kind, states[0], view, memory)
        sample_world(states[0], kind.facts, sampler)
        found.append(states)
    return found


def world_of_view(board: Board, view: View, memory: SeatMemory | None = None, seed: int = 0) -> Array:
    """Return a world, as an array of one state, that the viewer cannot rule out."""
    return worlds_of_view(board, view, memory or SeatMemory(board), [seed])[0]


def _keep_cards(sampler: Sampler, state: State, real: State, view: View, seats: list[int]) -> None:
    """Give seats the cards that they really have; racks belong to sides."""
    for seat in seats:
        state.hand[seat] = real.hand[seat]
        sampler.hidden.hand[seat] = 0
        if any(side.rack_cards for side in view.sides):
            side = view.seats[seat].side
            state.rack[side] = real.rack[side]
            sampler.hidden.rack[side] = 0


def another_world(board: Board, states: Array, seat: int, memory: RememberedTickets, seed: int) -> Array:
    """Return a world that the seat cannot distinguish from this one, also in the middle of a decision."""
    kind = kind_of(board)
    secrets, view = secrets_of(kind), kind.view(states, seat)
    others = [other for other in view.pending if other != seat]
    for attempt in range(TRIES + 1):
        world, sampler = copy_states(states), new_sampler(seed + attempt)
        write_hidden(sampler, view, memory)
        secrets.forget(sampler, world[0], view)
        secrets.measure(sampler, world[0], view)
        if attempt == TRIES:
            _keep_cards(sampler, world[0], states[0], view, others)
        sample_world(world[0], kind.facts, sampler)
        if all(secrets.can_continue(world[0], kind.facts, other) for other in others):
            return world
    raise AssertionError("what others have begun can be paid in some world")
