"""What a seat remembers beside its view: tickets it gave back or passed on."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from semafor.boards.model import Board
from semafor.kinds.names import names_of
from semafor.moves import Keep, Move, Pick
from semafor.view import View


class Returned(msgspec.Struct, frozen=True):
    """Tickets that went under the deck, and how things stood then."""

    tickets: int
    above: int
    """Tickets above them in the deck."""
    held: int
    """Tickets held by all when they went there."""


class TicketMemory:
    """Follows a seat's own rejected tickets, and those that it passed on in a draft."""

    def __init__(self, board: Board) -> None:
        self._numbers = names_of(board).ticket_number
        self._start = board.options.start_tickets.rejected
        self._draw = board.options.draw_tickets
        self._returned: list[Returned] = []
        self.out = 0
        """Tickets known to have left the game."""
        self._rounds = board.options.draft.count if board.options.draft else 0
        self._offers: dict[int, int] = {}
        """The tickets that could be picked in each round of the draft in progress."""

    def draft(self, view: View) -> dict[int, int]:
        """For each round of the draft in progress the tickets to pick from, as far as they were seen."""
        own = view.own
        if own is None or own.ask not in ("pick", "draft-keep"):
            return {}
        if own.ask == "pick":
            now = self._rounds - len(own.offer)
            return {turn: offer for turn, offer in self._offers.items() if turn < now} | {
                now: self._mask(own.offer)
            }
        return self._offers | {self._rounds - 1: self._mask(own.offer[-1:])}  # the last one picks itself

    def under(self, view: View) -> int:
        """Tickets that must still lie under the deck: all draws so far cannot have reached them.

        Where a draw need not keep anything, nobody knows how many there were.
        """
        if view.own is None or self._draw.keep == 0:
            return 0
        drawing = self._draw.count if view.own.ask == "keep" else 0
        mine = self._mask((*view.own.tickets, *view.own.rack_tickets, *view.own.offer))
        found = 0
        for returned in self._returned:
            drawn = self._draw.count * max(0, tickets_held(view) - returned.held) + drawing
            if drawn <= returned.above:
                found |= returned.tickets
        return found & ~mine

    def note(self, view: View, move: Move) -> None:
        """Remember the own move."""
        if isinstance(move, Pick) and view.own is not None:
            passed = self._rounds - len(view.own.offer)
            self._offers = {turn: offer for turn, offer in self._offers.items() if turn < passed}
            self._offers[passed] = self._mask(view.own.offer)
        if not isinstance(move, Keep) or view.own is None:
            return
        rejected = self._mask(set(view.own.offer) - set(move.tickets))
        if view.own.ask == "start-keep" and self._start == "out":
            self.out |= rejected
        elif view.own.ask == "keep" or self._start == "bottom" or view.drafts > 0:
            held = tickets_held(view) + len(move.tickets)
            if view.own.ask != "keep":  # all others keep some now, too: wait until they have them
                held += len(view.own.offer) * (view.players - 1)
            self._returned.append(Returned(rejected, view.ticket_deck, held))

    def _mask(self, tickets: Iterable[str]) -> int:
        return sum(1 << self._numbers[ticket] for ticket in tickets)


def tickets_held(view: View) -> int:
    """Tickets in all hands and on all racks."""
    return sum(seat.tickets for seat in view.seats) + sum(side.rack_tickets for side in view.sides)
