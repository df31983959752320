"""A player's memory of the own on-track pile, which nobody may look at (CRD-5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from semafor.boards.model import WILD, Board
from semafor.kinds.base import KindName
from semafor.kinds.lookup import kind_of
from semafor.moves import Move, PlaceRow, PlaceThree
from semafor.view import CardView, RowView


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
    return _MEMORIES[kind_of(board).name](board)


def _of_cards(board: Board) -> TrackMemory:
    assert board.options.card_game is not None, "a board of the Card Game"
    return TrackMemory(board.options.card_game.locomotives_leave == "first")


_MEMORIES: dict[KindName, Callable[[Board], TrackMemory | None]] = {
    "board": lambda _board: None,
    "cards": _of_cards,
}
