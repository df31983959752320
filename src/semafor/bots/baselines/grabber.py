"""Grabs high-value routes as soon as it can; tickets are only a side effect.

One of the four players of a published study of playtesting by machine (FDG 2017), re-created
from its description: it puts routes first.
"""

from __future__ import annotations

from semafor.boards.model import WILD, Board
from semafor.bots.baselines.card_valuing import ValuingCardBot
from semafor.bots.baselines.valuing import LIKE_CARDS, ValuingBot
from semafor.bots.ticket_ways import TicketWays
from semafor.moves import Claim
from semafor.view import Own, View

WORTHWHILE = 4
"""Points that make a route worth a turn."""
ENOUGH_TIME = 10
"""With fewer pieces than this it takes any route."""


class Grabber(ValuingBot):
    """Always after the most valuable route within reach."""

    def __init__(self, board: Board, seed: int = 0) -> None:
        super().__init__(board, seed)
        self._ways = TicketWays(self.map)
        self._wanted = WILD

    def look(self, view: View, own: Own) -> None:
        """Choose the colour to wait for."""
        self._wanted = self._best_colour(view, own)

    def claim(self, view: View, own: Own, move: Claim) -> float:
        """By points, a little more where a ticket asks for the route."""
        points = self.map.points[move.route]
        if points < WORTHWHILE and self.pieces(view, own) >= ENOUGH_TIME:
            return 0.0
        helps = any(move.route in way.routes for way in self._ways.of(view, own))
        return 10 + points + 2 * helps - 0.1 * move.payment.wild

    def draw(self, view: View, own: Own, card: str | None) -> float:
        """The colour of the most valuable route, by what is missing for it."""
        del view, own
        if card is None:
            return LIKE_CARDS
        if card == WILD:
            return LIKE_CARDS + 0.8
        return LIKE_CARDS + (0.5 if card == self._wanted else -0.2)

    def _best_colour(self, view: View, own: Own) -> str:
        """The colour of the route with the most points for each missing card."""
        free, routes = self.map.open_routes(view, own.seat), self.map.route
        coloured = [name for name in free if routes[name].colour != "grey"]
        if not coloured:
            return max(own.hand, key=lambda card: own.hand[card], default=WILD)

        def appeal(name: str) -> tuple[float, str]:
            missing = max(0, routes[name].cost - own.hand.get(routes[name].colour, 0))
            return self.map.points[name] / (1 + missing), name

        return routes[max(coloured, key=appeal)].colour


class GrabberAtCards(ValuingCardBot):
    """The same in the Card Game: lays the longest row that it can, at once."""

    def row(self, view: View, laid: dict[str, int], robbed: int) -> float:
        """By its length; what it robs others of counts as well."""
        del view
        return 3.0 + sum(laid.values()) + robbed - 1.5 * laid.get(WILD, 0)
