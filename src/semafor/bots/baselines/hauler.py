"""Hoards cards and goes for the longest routes.

One of the four players of a published study of playtesting by machine (FDG 2017), re-created
from its description: it is fond of long routes.
"""

from __future__ import annotations

from semafor.boards.model import WILD, Board
from semafor.bots.baselines.card_valuing import ValuingCardBot
from semafor.bots.baselines.valuing import LIKE_CARDS, ValuingBot
from semafor.bots.ticket_ways import TicketWays
from semafor.moves import Claim
from semafor.view import Own, View

LONG = 5
"""Spaces of a long route, where a board has such."""


class Hauler(ValuingBot):
    """Waits for the cards of a long route; takes shorter ones when there is no other."""

    def __init__(self, board: Board, seed: int = 0) -> None:
        super().__init__(board, seed)
        self._ways = TicketWays(self.map)
        self._long: list[str] = []

    def look(self, view: View, own: Own) -> None:
        """See which long routes are left."""
        self._long = self._long_routes(view, own)

    def _long_routes(self, view: View, own: Own) -> list[str]:
        """The open routes of at least five spaces that it has the pieces for, else the longest ones."""
        pieces = view.seats[own.seat].pieces
        routes = self.map.route
        free = [
            name
            for name in self.map.open_routes(view, own.seat)
            if routes[name].length <= pieces[routes[name].kind]
        ]
        long = min(LONG, max((routes[name].cost for name in free), default=0))
        return [name for name in free if routes[name].cost >= long]

    def claim(self, view: View, own: Own, move: Claim) -> float:
        """Long ones at once; others only on a ticket's way once the long ones are gone."""
        if move.route in self._long:
            return 20 + self.map.points[move.route] - 0.1 * move.payment.wild
        late = view.last_turns is not None or own.hand.get(WILD, 0) + sum(own.hand.values()) > 30
        helps = any(move.route in way.routes for way in self._ways.of(view, own))
        return (10.0 if late else 0.0) + helps

    def draw(self, view: View, own: Own, card: str | None) -> float:
        """The colours of long routes, those nearest to complete first."""
        del view
        if card is None:
            return LIKE_CARDS
        if card == WILD:
            return LIKE_CARDS + 0.9
        routes = self.map.route
        colours = {routes[name].colour for name in self._long}
        return LIKE_CARDS - 0.3 + 0.15 * own.hand.get(card, 0) if {card, "grey"} & colours else 0.5


class HaulerAtCards(ValuingCardBot):
    """The same in the Card Game: hoards cards for long rows, which are hard to rob."""

    def row(self, view: View, laid: dict[str, int], robbed: int) -> float:
        """Rows of at least five cards, or whatever is in hand when the deck runs low."""
        size = sum(laid.values())
        if size >= LONG or self.late(view):
            return 3.0 + size + self.useful(laid) + robbed - laid.get(WILD, 0)
        return 0.0
