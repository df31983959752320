"""A player's memory of the own on-track pile, which nobody may look at (CRD-5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from semafor.boards.model import WILD, Board
from semafor.games.lookup import kind_of
from semafor.moves import Claim, Move, PlaceRow, PlaceThree
from semafor.view import CardView, Own, RowView, View


def leaving_order(row: RowView, wilds_first: bool) -> list[str]:
    """CRD-4: the cards of a row in the order in which they leave."""
    plain, wild = [row.colour] * row.plain, [WILD] * row.wild
    return wild + plain if wilds_first else plain + wild


class TrackMemory:
    """Follows what rolls out of the own siding from view to view."""

    def __init__(self, wilds_first: bool) -> None:
        self._wilds_first = wilds_first
        self._rows: dict[str, RowView] = {}
        self.cards: Counter[str] = Counter()
        """Cards known to lie on the pile."""

    def look(self, view: CardView, seat: int) -> Counter[str]:
        """What lies on the pile, as far as it can be known; to be called before every decision."""
        known, size = self.cards.total(), view.seats[seat].track
        if view.own is not None and view.own.track is not None:
            self.cards = Counter(view.own.track)
        elif size < known:
            self.cards = Counter()  # the second half has begun
        else:
            self.cards.update(self._rolled(view, seat)[: size - known])
        self._rows = {row.colour: row for row in view.seats[seat].siding}
        return self.cards

    def _rolled(self, view: CardView, seat: int) -> list[str]:
        """The cards that left the siding for the track since the last look, the certain ones first.

        A row that is gone was robbed if another seat has that colour now: before it rolled out
        nobody else could lay the colour without robbing it, and afterwards nobody was at turn.
        """
        now = {row.colour: row.plain + row.wild for row in view.seats[seat].siding}
        taken = {row.colour for other in view.seats if other.seat != seat for row in other.siding}
        certain: list[str] = []
        robbed: list[str] = []
        for colour, row in self._rows.items():
            leaving = leaving_order(row, self._wilds_first)
            if colour in taken:
                robbed += leaving
            else:
                certain += leaving[: len(leaving) - now.get(colour, 0)]
        return certain + robbed

    def note(self, move: Move) -> None:
        """Remember what the own move lays into the siding."""
        if isinstance(move, PlaceRow):
            self._rows[move.colour] = RowView(move.colour, move.plain, move.wild)
        elif isinstance(move, PlaceThree):
            self._rows |= {colour: RowView(colour, 1, 0) for colour in move.colours}


def track_memory_of(board: Board) -> TrackMemory | None:
    """A memory for a seat at this board; None where no game has an on-track pile."""
    return kind_of(board).pick(board=_no_memory, cards=_card_memory)(board)


def _no_memory(_board: Board) -> TrackMemory | None:
    return None


def _card_memory(board: Board) -> TrackMemory | None:
    assert board.options.card_game is not None, "a board of the Card Game"
    return TrackMemory(board.options.card_game.locomotives_leave == "first")


PATIENCE = 2
"""Attempts at one tunnel before it must wait for more cards."""


class TunnelMemory:
    """Where the deck is small and always asks for the same cards, two stubborn players would never end."""

    def __init__(self) -> None:
        self._tries: dict[str, int] = {}
        self._cards: dict[str, int] = {}
        """Cards at hand at the last attempt, by route."""

    def sensible(self, view: View, own: Own, moves: Sequence[Move]) -> Sequence[Move]:
        """The moves without tunnels that failed often, unless the hand has grown; to be asked every time."""
        cards = sum(own.hand.values()) + sum(own.rack.values())
        attempt = view.attempt
        if attempt is not None and attempt.seat == own.seat:
            self._tries[attempt.route] = self._tries.get(attempt.route, 0) + 1
            self._cards[attempt.route] = cards + attempt.payment.total
            return moves
        stuck = {r for r, had in self._cards.items() if had >= cards and self._tries[r] >= PATIENCE}
        if not stuck:
            return moves
        return [move for move in moves if not (isinstance(move, Claim) and move.route in stuck)] or moves
