"""Worlds that are consistent with everything a seat has seen."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from random import Random

import numpy as np

from semafor.boards.model import Board
from semafor.engine import turn as board_turn
from semafor.engine.actions import MASK_WORDS
from semafor.engine.cardgame import card_turn
from semafor.engine.cardgame.card_state import CardAsk
from semafor.engine.cardgame.completion import CHOICE, completion_of
from semafor.engine.state import NO_CARD, PLAIN, WILD, WILDS, Array, Ask, Facts, State
from semafor.engine.teams import cards_of
from semafor.games.kind import Kind, blank, copy_states
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
    """Empty what is hidden of a board game; the cards a tunnel turned up lay open before everyone."""
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
    """Empty what is hidden of the Card Game; CRD-15: everyone saw the tickets when they were completed."""
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
    """Of another seat only the cards are known that the table saw it take."""
    for name in secrets_of_seats(fields):
        state[name][seat] = 0
    state.hand[seat] = state.seen[seat]


def _forget_order(state: State) -> None:
    """The decks have their sizes only."""
    state.deck_end -= state.deck_next
    state.deck_next = 0
    state.ticket_next = 0
    state.deck[:] = 0
    state.ticket_deck[:] = 0


def is_scoring(state: State) -> bool:
    """Whether a scoring round of the Card Game is going on."""
    return bool(np.any(state.ask == CardAsk.COMPLETE))


TRIES = 64
"""Worlds dealt until one fits what another seat has begun to pay; then that seat keeps the cards it has."""


class Dealer(ABC):
    """Deals worlds of one kind of game."""

    @abstractmethod
    def measure(self, sampler: Sampler, state: State, view: View) -> None:
        """Write sizes that only this kind of game has."""

    @abstractmethod
    def forget(self, sampler: Sampler, state: State, view: View) -> None:
        """Empty what is hidden from the viewer."""

    @abstractmethod
    def deal(self, sampler: Sampler, state: State, facts: Facts) -> None:
        """Fill what is hidden."""

    @abstractmethod
    def can_decide(self, state: State, facts: Facts, seat: int) -> bool:
        """Whether a seat that has begun something can go on with it."""


class BoardDealer(Dealer):
    """Games on boards."""

    def measure(self, sampler: Sampler, state: State, view: View) -> None:
        """Nothing more."""

    def forget(self, sampler: Sampler, state: State, view: View) -> None:
        """Empty what is hidden from the viewer."""
        forget_board(state, view, sampler)

    def deal(self, sampler: Sampler, state: State, facts: Facts) -> None:
        """Fill what is hidden."""
        board_world.sample_world(state, facts, sampler)

    def can_decide(self, state: State, facts: Facts, seat: int) -> bool:
        """Whether a seat that has begun to pay has the cards for it."""
        mask = np.zeros(MASK_WORDS, np.uint64)
        board_turn.legal(state, facts, seat, mask)
        plain, wild = (cards_of(state, facts, seat, int(card)) for card in (state.paid_colour, WILD))
        return bool(mask.any() and state.owed[PLAIN] <= plain and state.owed[WILDS] <= wild)


class CardDealer(Dealer):
    """The Card Game."""

    def measure(self, sampler: Sampler, state: State, view: View) -> None:
        """Piles on the track and tickets that lie face down."""
        assert view.card_game is not None, "a view of the Card Game"
        write_hidden_completed(sampler, state, view.card_game)
        for shown in view.card_game.seats:
            sampler.hidden.pile[shown.seat] = shown.track - int(state.track[shown.seat].sum())

    def forget(self, sampler: Sampler, state: State, view: View) -> None:
        """Empty what is hidden from the viewer."""
        del sampler  # `measure` has all
        forget_cards(state, view)

    def deal(self, sampler: Sampler, state: State, facts: Facts) -> None:
        """Fill what is hidden; CRD-14: others complete what is best for them."""
        card_world.sample_world(state, facts, sampler)
        for seat in range(int(state.players)):
            done = is_scoring(state) and state.ask[seat] != CardAsk.COMPLETE
            if done and seat != sampler.hidden.seat:
                state.completing[seat] = completion_of(state, facts, seat, blank(CHOICE)[0])[0]

    def can_decide(self, state: State, facts: Facts, seat: int) -> bool:
        """Whether a seat that has begun to lay a row has the cards for it."""
        mask = np.zeros(MASK_WORDS, np.uint64)
        card_turn.legal(state, facts, seat, mask)
        return bool(mask.any())


def dealer_of(kind: Kind) -> Dealer:
    """Return what deals worlds of this kind of game."""
    return kind.pick(board=BoardDealer, cards=CardDealer)()


def new_sampler(seed: int) -> Sampler:
    """Working space; all tickets are equally likely everywhere."""
    sampler: Sampler = np.zeros(1, SAMPLER)[0]
    sampler.hidden.likely = 1
    sampler.dice[0] = np.uint64(Random(seed).getrandbits(64) | 1)
    return sampler


def write_sizes(sampler: Sampler, kind: Kind, state: State, view: View, memory: SeatMemory) -> None:
    """Write how large the hidden parts of a known state are, and what the memory knows about them."""
    write_hidden(sampler, view, memory.tickets)
    dealer_of(kind).measure(sampler, state, view)


def worlds_of_view(board: Board, view: View, memory: SeatMemory, seeds: Iterable[int]) -> list[Array]:
    """Return a world that the viewer cannot rule out for each seed, as arrays of one state."""
    kind, known, found = kind_of(board), memory.known(view), []
    for seed in seeds:
        states, sampler = copy_states(known), new_sampler(seed)
        write_sizes(sampler, kind, states[0], view, memory)
        dealer_of(kind).deal(sampler, states[0], kind.facts)
        found.append(states)
    return found


def world_of_view(board: Board, view: View, memory: SeatMemory | None = None, seed: int = 0) -> Array:
    """Return a world, as an array of one state, that the viewer cannot rule out."""
    return worlds_of_view(board, view, memory or SeatMemory(board), [seed])[0]


def _keep_cards(sampler: Sampler, state: State, real: State, view: View, seats: list[int]) -> None:
    """Let seats have the cards that they really have; racks, where there are any, belong to sides."""
    for seat in seats:
        state.hand[seat] = real.hand[seat]
        sampler.hidden.hand[seat] = 0
        if any(side.rack_cards for side in view.sides):
            side = view.seats[seat].side
            state.rack[side] = real.rack[side]
            sampler.hidden.rack[side] = 0


def another_world(board: Board, states: Array, seat: int, memory: RememberedTickets, seed: int) -> Array:
    """A world that the seat cannot tell from this one, in the middle of whatever is being decided."""
    kind = kind_of(board)
    dealer, view = dealer_of(kind), kind.view(states, seat)
    others = [other for other in view.pending if other != seat]
    for attempt in range(TRIES + 1):
        world, sampler = copy_states(states), new_sampler(seed + attempt)
        write_hidden(sampler, view, memory)
        dealer.forget(sampler, world[0], view)
        dealer.measure(sampler, world[0], view)
        if attempt == TRIES:
            _keep_cards(sampler, world[0], states[0], view, others)
        dealer.deal(sampler, world[0], kind.facts)
        if all(dealer.can_decide(world[0], kind.facts, other) for other in others):
            return world
    raise AssertionError("what others have begun can be paid in some world")
