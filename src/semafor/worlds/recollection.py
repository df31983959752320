"""What every seat remembers of a game in small decisions: tickets it sent away or passed on."""

from __future__ import annotations

from semafor.boards.model import Board
from semafor.engine.actions import KEEP
from semafor.engine.state import TICKETS, Ask, State
from semafor.view import View

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
