"""Thinks one step ahead: a weighted score of route points, ticket progress and cards.

One of the four players of a published study of playtesting by machine (FDG 2017), re-created
from its description: it weighs what each move changes at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from semafor.boards.model import WILD, Board
from semafor.bots.baselines.card_valuing import ValuingCardBot
from semafor.bots.baselines.valuing import ValuingBot
from semafor.bots.ticket_ways import TicketWay, TicketWays
from semafor.moves import Claim
from semafor.view import Own, View

POINT_WEIGHT = 1.0
TICKET_WEIGHT = 1.5
CARD_WEIGHT = 0.8
WILD_WEIGHT = 1.6
MANY_PIECES = 15


class Stepper(ValuingBot):
    """Adds up what one move brings."""

    def __init__(self, board: Board, seed: int = 0) -> None:
        super().__init__(board, seed)
        self._ways = TicketWays(self.map)

    def claim(self, view: View, own: Own, move: Claim) -> float:
        """Points and progress, less the cards that it takes."""
        payment = move.payment
        progress = self._progress(self._ways.of(view, own), move.route)
        cards = CARD_WEIGHT * payment.plain + WILD_WEIGHT * payment.wild
        return POINT_WEIGHT * self.map.points[move.route] + TICKET_WEIGHT * progress - 0.5 * cards

    def _progress(self, ways: list[TicketWay], route: str) -> float:
        """The share of each ticket's way that the route is, in the ticket's points."""
        cost = self.map.route[route].cost
        return sum(
            self.map.ticket_points[way.ticket] * cost / way.cost for way in ways if route in way.routes
        )

    def draw(self, view: View, own: Own, card: str | None) -> float:
        """Two cards a turn: worth more where a ticket's way has the colour."""
        if card is None:
            return 2 * CARD_WEIGHT * 0.9
        if card == WILD:
            return WILD_WEIGHT
        wanted = {self.map.route[route].colour for way in self._ways.of(view, own) for route in way.routes}
        if card in wanted:
            return 2 * CARD_WEIGHT * 1.2
        return 2 * CARD_WEIGHT * (0.95 if "grey" in wanted and own.hand.get(card, 0) >= 2 else 0.6)

    def more_tickets(self, view: View, own: Own) -> float:
        """Only when nothing is left to do and many pieces are."""
        return 3.0 if not self._ways.of(view, own) and self.pieces(view, own) > MANY_PIECES else -1.0

    def keep(self, view: View, own: Own, tickets: Sequence[str]) -> float:
        """Points less cards, ticket by ticket."""
        open_ones = {way.ticket: way.cost for way in TicketWays(self.map).of(view, own, tuple(tickets))}
        done = self.map.done(tickets, self.map.own_routes(view, own.seat))
        return sum(self._net(ticket, open_ones, done) for ticket in tickets)

    def _net(self, ticket: str, costs: dict[str, int], done: set[str]) -> float:
        points = self.map.ticket_points[ticket]
        if ticket in done:
            return points
        return points - costs[ticket] if ticket in costs else -points


class StepperAtCards(ValuingCardBot):
    """The same in the Card Game: cards that tickets need, robbery and cards spent, each with its weight."""

    def row(self, view: View, laid: dict[str, int], robbed: int) -> float:
        """What the row brings tickets, costs others and takes from the hand."""
        wilds = 0.0 if self.late(view) else WILD_WEIGHT * laid.get(WILD, 0)
        return TICKET_WEIGHT * self.useful(laid) + POINT_WEIGHT * robbed - wilds - 0.2 * sum(laid.values())

    def keep(self, own: Own, tickets: Sequence[str]) -> float:
        """Points less cards that are still to be found."""
        missing = (self.needs((*own.tickets, *tickets)) - Counter(own.hand)).total()
        return sum(self.points[ticket] for ticket in tickets) - 0.7 * missing
