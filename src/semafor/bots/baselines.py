"""Thinks one step ahead: a weighted score of route points, ticket progress and cards.

One of the four players of a published study of playtesting by machine (FDG 2017), re-created
from its description: it weighs what each move changes at once.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence

from semafor.boards.model import WILD, Board
from semafor.bots.board_knowledge import TicketWay, TicketWays
from semafor.bots.greedy import LIKE_CARDS, ValuingBot, ValuingCardBot
from semafor.bots.protocol import Bot
from semafor.moves import Claim, Move
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


IMPULSE = 1 / 3


class CasualBot:
    """Two players in one: a careful one, and in a third of its decisions a careless one."""

    def __init__(
        self,
        board: Board,
        seed: int = 0,
        *,
        careful: Callable[[Board, int], Bot],
        careless: Callable[[Board, int], Bot],
    ) -> None:
        self._dice = random.Random(seed)
        self._careful = careful(board, seed)
        self._careless = careless(board, seed)

    def choose(self, view: View, moves: Sequence[Move]) -> Move | str:
        """What the one of the two who is awake would do."""
        planned = self._careful.choose(view, moves)  # asked each time: it may keep what it has seen in mind
        if self._dice.random() < IMPULSE:
            return self._careless.choose(view, moves)
        return planned
