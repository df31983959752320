"""From views to a game in arrays, as its seat knows it; what is hidden is made up, in the right numbers."""

from __future__ import annotations

from semafor.boards.model import Board
from semafor.bots.track_memory import TrackMemory
from semafor.engine.state import Goes, State
from semafor.gym.bridge import seen_game
from semafor.gym.single import Single
from semafor.kinds.board_known import put_cards
from semafor.kinds.card_known import known_state
from semafor.moves import Move, PutCard
from semafor.view import CardView, View


def second_goes_to(last: Move | None) -> Goes:
    """ASI-5: where the second card of a turn goes, after the own last move."""
    if not isinstance(last, PutCard):
        return Goes.ALONE
    return Goes.RACK if last.to == "hand" else Goes.HAND


class Seer:
    """What one seat sees and remembers, view by view."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._last: Move | None = None
        cards = board.options.card_game
        self._track = None if cards is None else TrackMemory(cards.locomotives_leave == "first")

    def look(self, view: View) -> Single:
        """The game as the seat knows it now; to be called before every decision."""
        if self._track is not None:
            return self._look_at_cards(view, self._track)
        table = seen_game(self._board, view)
        if self._board.options.teams and view.own and view.own.ask == "second-card":
            table.states["goes_to"][0] = second_goes_to(self._last)
        return table

    def note(self, move: Move) -> None:
        """Remember the own move."""
        self._last = move
        if self._track is not None:
            self._track.note(move)

    def _look_at_cards(self, view: View, track: TrackMemory) -> Single:
        own, shown = view.own, view.card_game
        assert own is not None, "a bot sits at the table"
        assert shown is not None, "a view of the Card Game"
        states = known_state(self._board, view)
        for seat in view.seats:
            if seat.seat != own.seat:
                states["hand"][0, seat.seat, 0] += seat.cards - sum(seat.seen.values())
                states["tickets"][0, seat.seat] = (1 << seat.tickets) - 1
        for pile in shown.seats:
            if pile.completed_tickets is None:
                states["completed"][0, pile.seat] = (1 << pile.completed) - 1
        self._put_tracks(states[0], shown, own.seat, track)
        return Single(self._board, view.players, states)

    def _put_tracks(self, state: State, shown: CardView, own: int, track: TrackMemory) -> None:
        """The own pile as it is remembered, the others' by their size (CRD-5)."""
        for seat in shown.seats:
            state.track[seat.seat] = 0
            if seat.seat != own:
                state.track[seat.seat, 0] = seat.track
        known = track.look(shown, own)
        put_cards(state.track[own], dict(known))
        state.track[own, 0] += max(0, shown.seats[own].track - known.total())
