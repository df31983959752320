"""What a seat remembers beside its view: tickets it gave back or passed on."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from semafor.boards.model import Board
from semafor.engine.actions import KEEP
from semafor.engine.state import TICKETS, Ask, State
from semafor.games.board_facts import names_of
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


KEEPS = (Ask.KEEP, Ask.START_KEEP, Ask.DRAFT_KEEP)


class Recollection:
    """One seat's memory, as `TicketMemory` is one of views and moves."""

    def __init__(self, board: Board) -> None:
        self._start = board.options.start_tickets.rejected
        self._under: dict[int, int] = {}
        """Tickets under the deck, each with the number of tickets above it that nobody has drawn yet."""
        self.out = 0
        """Tickets known to have left the game."""
        self._offers: dict[int, int] = {}

    def under(self, view: View) -> int:
        """Tickets that must still lie under the deck."""
        del view
        return sum(1 << ticket for ticket, above in self._under.items() if above >= 0)

    def draft(self, view: View) -> dict[int, int]:
        """For each round of the draft in progress the tickets to pick from, as far as they were seen."""
        own = view.own
        return self._offers if own is not None and own.offer and self._offers else {}

    def note(self, before: State, seat: int, action: int) -> None:
        """Remember the seat's own decision; `before` is the state in which it was made."""
        if before.ask[seat] in KEEPS:
            offer, kept = before.offer[seat, : before.offered[seat]].tolist(), action - KEEP
            sent = [ticket for place, ticket in enumerate(offer) if not kept >> place & 1]
            self._send_away(sent, before, Ask(before.ask[seat]))

    def _see_offer(self, turn: int, offer: list[int]) -> None:
        self._offers = {earlier: seen for earlier, seen in self._offers.items() if earlier < turn}
        self._offers[turn] = sum(1 << ticket for ticket in offer)

    def _send_away(self, tickets: list[int], before: State, ask: Ask) -> None:
        drafted = ask == Ask.DRAFT_KEEP and before.drafts > 0
        if ask == Ask.KEEP or drafted or self._start == "bottom":
            self._under |= dict.fromkeys(tickets, int(before.ticket_count))
        elif self._start == "out":
            self.out |= sum(1 << ticket for ticket in tickets)

    def see(self, before: State, after: State, seat: int) -> None:
        """Take in what a decision of anyone did to the ticket deck, and what the seat is offered now."""
        drawn = (int(after.ticket_next) - int(before.ticket_next)) % TICKETS
        own = set(after.offer[seat, : after.offered[seat]].tolist())
        if after.ask[seat] == Ask.RACK_TICKET:  # what was rejected lies under the deck by now (ASI-9)
            own = set()
        left = {ticket: above - drawn for ticket, above in self._under.items() if above >= drawn}
        self._under = {ticket: above for ticket, above in left.items() if ticket not in own}
        if Ask.PICK in after.ask:
            self._see_offer(int(after.draft_round), list(own))
        elif Ask.DRAFT_KEEP not in after.ask:
            self._offers = {}
        elif self._offers:  # the last ticket of a hand picks itself
            rounds = int(after.offered[seat])
            self._offers[rounds - 1] = 1 << int(after.offer[seat, rounds - 1])
