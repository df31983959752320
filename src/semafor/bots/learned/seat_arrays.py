"""Games in arrays made from a seat's views; hidden parts have the right sizes only."""

from semafor.boards.model import Board
from semafor.engine.state import State
from semafor.games import board_known
from semafor.games.arrays import Single
from semafor.games.board_known import put_cards
from semafor.games.card_view import known_state
from semafor.games.lookup import kind_of
from semafor.knowledge.memory import SeatMemory
from semafor.moves import Move
from semafor.view import CardView, View


class Seer:
    """What one seat sees and remembers, view by view."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._memory = SeatMemory(board)
        self._look = kind_of(board).pick(board=self._look_at_board, cards=self._look_at_cards)

    def look(self, view: View) -> Single:
        """Return the game as the seat knows it now; call this before every decision."""
        self._memory.look(view)
        return self._look(view)

    def note(self, view: View, move: Move) -> None:
        """Remember a move of the seat."""
        self._memory.note(view, move)

    def _look_at_board(self, view: View) -> Single:
        """Return a board game in which hidden cards and tickets have the right numbers only."""
        states, own = board_known.known_state(self._board, view), view.own
        assert own is not None, "a bot sits at the table"
        for seat in view.seats:
            if seat.seat != own.seat:
                states["hand"][0, seat.seat, 0] += seat.cards - sum(seat.seen.values())
                states["tickets"][0, seat.seat] = (1 << seat.tickets) - 1
                states["festival_held"][0, seat.seat, 0] += seat.festivals
        for side in view.sides:
            if own.seat not in side.seats:
                states["rack"][0, side.side, 0] += side.rack_cards
                states["rack_tickets"][0, side.side] = (1 << side.rack_tickets) - 1
        return Single(self._board, view.players, states)

    def _look_at_cards(self, view: View) -> Single:
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
        self._put_tracks(states[0], shown, own.seat)
        return Single(self._board, view.players, states)

    def _put_tracks(self, state: State, shown: CardView, own: int) -> None:
        """The own pile as it is remembered, the others' by their size (CRD-5)."""
        for seat in shown.seats:
            state.track[seat.seat] = 0
            if seat.seat != own:
                state.track[seat.seat, 0] = seat.track
        known = self._memory.pile(own)
        put_cards(state.track[own], dict(known))
        state.track[own, 0] += max(0, shown.seats[own].track - known.total())
