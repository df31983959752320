"""What one seat knows and remembers, and worlds that fit it: made of its views and its own moves alone."""

from __future__ import annotations

from semafor.boards.model import Board
from semafor.bots.track_memory import TrackMemory, track_memory_of
from semafor.engine.state import CARD_KINDS, Array
from semafor.kinds.board_known import put_cards
from semafor.kinds.lookup import kind_of
from semafor.kinds.plain import copy_states
from semafor.moves import Move
from semafor.view import View
from semafor.worlds.card_world import visible_cards
from semafor.worlds.hidden import write_hidden
from semafor.worlds.memory import TicketMemory
from semafor.worlds.possible import DEALERS, new_sampler


class SeatEyes:
    """One seat's memory, view by view."""

    def __init__(self, board: Board) -> None:
        self._kind = kind_of(board)
        self._tickets = TicketMemory(board)
        self._track = track_memory_of(board)

    def look(self, view: View) -> None:
        """Take a view in; to be called before every decision of the seat."""
        if self._track is not None:
            assert view.card_game is not None, "a view of the Card Game"
            assert view.own is not None, "somebody sits at the table"
            self._track.look(view.card_game, view.own.seat)

    def note(self, view: View, move: Move) -> None:
        """Remember the own move."""
        self._tickets.note(view, move)
        if self._track is not None:
            self._track.note(move)

    def worlds(self, view: View, number: int, seed: int) -> list[Array]:
        """So many worlds that the seat cannot rule out, each an array of one state."""
        known = self._known(view)
        found = []
        for world in range(number):
            states, sampler = copy_states(known), new_sampler(seed * number + world)
            write_hidden(sampler, view, self._tickets)
            dealer = DEALERS[self._kind.name]
            dealer.measure(sampler, states[0], view)
            dealer.deal(sampler, states[0], self._kind.facts)
            found.append(states)
        return found

    def _known(self, view: View) -> Array:
        """What the view tells, and what the seat remembers of its pile."""
        assert view.own is not None, "somebody sits at the table"
        states = self._kind.known(view)
        if self._track is not None:
            self._put_pile(states, view.own.seat, self._track)
        return states

    def _put_pile(self, states: Array, seat: int, track: TrackMemory) -> None:
        """The own on-track pile as it is remembered; what cannot be so is forgotten."""
        state = states[0]
        if state.track[seat].sum():
            return  # it lies open
        put_cards(state.track[seat], dict(track.cards))
        total = self._kind.facts.cards
        if any(visible_cards(state, card) > total[card] for card in range(CARD_KINDS)):
            state.track[seat] = 0
