"""Collects tickets eagerly, then connects them, the cheapest first.

One of the four players of a published study of playtesting by machine (FDG 2017), re-created
from its description: it is hungry for tickets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from semafor.boards.model import WILD, Board
from semafor.bots.baselines.card_valuing import ValuingCardBot
from semafor.bots.baselines.valuing import LIKE_CARDS, ValuingBot
from semafor.bots.ticket_ways import TicketWay, TicketWays
from semafor.moves import Claim
from semafor.view import Own, View

FIRST_TICKETS = 5
"""Tickets that it wants to hold before it builds."""
SPARE_PIECES = 10
"""Pieces to spare that make it ask for more tickets when all are done."""


class Collector(ValuingBot):
    """Fills its hand with tickets as long as its pieces are enough for all of them."""

    def __init__(self, board: Board, seed: int = 0) -> None:
        super().__init__(board, seed)
        self._ways = TicketWays(self.map)

    def _next(self, view: View, own: Own) -> TicketWay | None:
        """The cheapest ticket that its pieces are enough for."""
        pieces = self.pieces(view, own)
        able = [way for way in self._ways.of(view, own) if way.pieces <= pieces]
        return min(able, key=lambda way: (way.cost, way.ticket), default=None)

    def claim(self, view: View, own: Own, move: Claim) -> float:
        """The way of the next ticket, the longest route of it first; without tickets, points."""
        way = self._next(view, own)
        price = 0.1 * move.payment.wild
        if way is None or view.last_turns is not None:
            return 10 + self.map.points[move.route] - price
        return 20 + self.map.route[move.route].cost - price if move.route in way.routes else 0.0

    def draw(self, view: View, own: Own, card: str | None) -> float:
        """The colours on the way of the next ticket."""
        way = self._next(view, own)
        if card is None or way is None:
            return super().draw(view, own, card)
        if card == WILD:
            return LIKE_CARDS + 0.4
        colours = {self.map.route[route].colour for route in way.routes}
        return LIKE_CARDS + (0.5 if card in colours else 0.1 if "grey" in colours else -0.5)

    def more_tickets(self, view: View, own: Own) -> float:
        """Five at first; later whenever all are done and there are pieces to spare."""
        held = len(own.tickets) + len(own.rack_tickets)
        needed = sum(way.pieces for way in self._ways.of(view, own))
        hungry = held < FIRST_TICKETS and not view.routes
        idle = needed == 0 and self.pieces(view, own) > SPARE_PIECES
        return 30.0 if hungry or idle else -1.0

    def keep(self, view: View, own: Own, tickets: Sequence[str]) -> float:
        """As many points as its pieces are enough for."""
        held = (*own.tickets, *own.rack_tickets)
        ways = TicketWays(self.map).of(view, own, (*held, *tickets))
        room = self.pieces(view, own) - sum(way.pieces for way in ways)
        points = sum(self.map.ticket_points[ticket] for ticket in tickets)
        return points if room >= 0 else points + 3 * room


class CollectorAtCards(ValuingCardBot):
    """The same in the Card Game: many tickets first, then rows for the cheapest of them."""

    def row(self, view: View, laid: dict[str, int], robbed: int) -> float:
        """Only cards that tickets ask for, unless time is short."""
        spare = sum(laid.values()) - self.useful(laid)
        return 2.2 + self.useful(laid) + 0.5 * robbed - (0.3 if self.late(view) else 1.5) * spare

    def more_tickets(self, view: View, own: Own) -> float:
        """Up to five at first, and again as soon as these are covered."""
        hungry = len(own.tickets) < FIRST_TICKETS and not self.late(view)
        return 30.0 if hungry else super().more_tickets(view, own)

    def keep(self, own: Own, tickets: Sequence[str]) -> float:
        """All that it may hope to complete."""
        missing = (self.needs((*own.tickets, *tickets)) - Counter(own.hand)).total()
        return sum(self.points[ticket] for ticket in tickets) - 0.2 * missing
