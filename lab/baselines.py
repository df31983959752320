"""Baseline players: the four players of a published study of automated playtesting (FDG 2017).

They follow the descriptions in the study. Use them wherever a bot name is expected, from the root of
the repository: `lab.baselines:Collector`, `lab.baselines:Grabber`, `lab.baselines:Hauler` and
`lab.baselines:Stepper` play board games and the Card Game.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Sequence

from semafor.boards.model import WILD, Board
from semafor.bots.board_knowledge import TicketWay, TicketWays
from semafor.bots.greedy import LIKE_CARDS, ValuingBot
from semafor.bots.protocol import Bot
from semafor.bots.registry import MakeBot
from semafor.games.lookup import kind_of
from semafor.knowledge.memory import TrackMemory
from semafor.moves import Claim, Complete, Done, Draw, DrawTickets, Keep, Move, PlaceRow, PlaceThree, Stop
from semafor.view import CardView, Own, View

LATE_CARDS = 4
"""Cards left in the deck per player at which all cards in hand should be placed."""


class ValuingCardBot(ABC):
    """Base class: tracks its own pile; subclasses override the values of moves."""

    def __init__(self, board: Board, seed: int = 0) -> None:
        game = board.options.card_game
        assert game, "a player of the Card Game"
        named = list(zip(board.ticket_names, board.tickets, strict=True))
        self._needs = {name: Counter({str(c): n for c, n in ticket.needs.items()}) for name, ticket in named}
        self.points = {name: ticket.points for name, ticket in named}
        self._memory = TrackMemory(game.locomotives_leave == "first")
        self._dice = random.Random(seed)
        self.lacking: Counter[str] = Counter()
        """Cards that the tickets held need and that are neither laid nor delivered yet."""

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """Return a move of the highest value, chosen at random among equal ones."""
        own, cards = view.own, view.card_game
        if own is None or cards is None:
            return moves[0]
        self._look(own, cards)
        values = [self._value(view, own, cards, move) for move in moves]
        best = max(values)
        move = self._dice.choice([m for m, value in zip(moves, values, strict=True) if value == best])
        self._memory.note(move)
        return move

    def _look(self, own: Own, cards: CardView) -> None:
        laid = Counter(self._memory.look(cards, own.seat))
        for row in cards.seats[own.seat].siding:
            laid.update({row.colour: row.plain, WILD: row.wild})
        self.lacking = self.needs(own.tickets) - laid

    def needs(self, tickets: Iterable[str]) -> Counter[str]:
        """Cards that these tickets need together."""
        return sum((self._needs[ticket] for ticket in tickets), Counter[str]())

    def _value(self, view: View, own: Own, cards: CardView, move: Move) -> float:
        match move:
            case PlaceRow(colour, plain, wild):
                robbed = self._robbed(own, cards, colour)
                return self.row(view, {colour: plain, WILD: wild}, robbed)
            case PlaceThree(colours):
                return self.row(view, dict.fromkeys(colours, 1), 0)
            case Draw(market):
                return self.draw(own, None if market is None else view.market[market - 1])
            case DrawTickets():
                return self.more_tickets(view, own)
            case Keep(tickets):
                return self.keep(own, tickets)
            case Complete(ticket):
                return float(self._is_best(cards, ticket))
            case Stop() | Done():
                return 0.5
            case _:
                return 0.0

    def _robbed(self, own: Own, cards: CardView, colour: str) -> int:
        """Cards that others lose when a row of this colour is laid."""
        rows = [row for seat in cards.seats if seat.seat != own.seat for row in seat.siding]
        return sum(row.plain + row.wild for row in rows if row.colour == colour)

    def _is_best(self, cards: CardView, ticket: str) -> bool:
        """CRD-14: whether the ticket is in the best choice, which the table offers."""
        return bool(cards.own and cards.own.best and ticket in cards.own.best.tickets)

    def late(self, view: View) -> bool:
        """Return whether cards in hand should be placed now because the deck runs low."""
        return view.last_turns is not None or view.deck < LATE_CARDS * view.players

    def useful(self, laid: dict[str, int]) -> int:
        """Return how many of these cards the tickets need; wilds always count."""
        return sum(n if card == WILD else min(n, self.lacking[card]) for card, n in laid.items())

    @abstractmethod
    def row(self, view: View, laid: dict[str, int], robbed: int) -> float:
        """What laying these cards is worth."""

    def draw(self, own: Own, card: str | None) -> float:
        """What a card is worth; None is one from the deck."""
        if card is None:
            return 2.0
        if card == WILD:
            return 2.4
        return 2.3 if self.lacking[card] > own.hand.get(card, 0) else 1.5

    def more_tickets(self, view: View, own: Own) -> float:
        """Return the value of drawing tickets, which is positive only if all are covered and time is left."""
        covered = not self.lacking - Counter(own.hand)
        return 5.0 if covered and not self.late(view) else -1.0

    def keep(self, own: Own, tickets: Sequence[str]) -> float:
        """Return the value of keeping exactly these tickets; one cheap ticket is enough."""
        missing = (self.needs(tickets) - Counter(own.hand)).total()
        return 3.0 * bool(tickets) - missing


POINT_WEIGHT = 1.0
TICKET_WEIGHT = 1.5
CARD_WEIGHT = 0.8
WILD_WEIGHT = 1.6
MANY_PIECES = 15


class BoardStepper(ValuingBot):
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
        """Return the route's share of each ticket's path, in points of the ticket."""
        cost = self.map.route[route].cost
        return sum(
            self.map.ticket_points[way.ticket] * cost / way.cost for way in ways if route in way.routes
        )

    def draw(self, view: View, own: Own, card: str | None) -> float:
        """Return the value of a card, which is higher if a ticket's path needs the colour."""
        if card is None:
            return 2 * CARD_WEIGHT * 0.9
        if card == WILD:
            return WILD_WEIGHT
        wanted = {self.map.route[route].colour for way in self._ways.of(view, own) for route in way.routes}
        if card in wanted:
            return 2 * CARD_WEIGHT * 1.2
        return 2 * CARD_WEIGHT * (0.95 if "grey" in wanted and own.hand.get(card, 0) >= 2 else 0.6)

    def more_tickets(self, view: View, own: Own) -> float:
        """Draw tickets only if none are open and many pieces are left."""
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


class CardStepper(ValuingCardBot):
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


class BoardCollector(ValuingBot):
    """Collects tickets as long as its pieces are enough for all of them."""

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
        """Keep the tickets with the most points that its pieces are enough for."""
        held = (*own.tickets, *own.rack_tickets)
        ways = TicketWays(self.map).of(view, own, (*held, *tickets))
        room = self.pieces(view, own) - sum(way.pieces for way in ways)
        points = sum(self.map.ticket_points[ticket] for ticket in tickets)
        return points if room >= 0 else points + 3 * room


class CardCollector(ValuingCardBot):
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
        """Keep all tickets that it can hope to complete."""
        missing = (self.needs((*own.tickets, *tickets)) - Counter(own.hand)).total()
        return sum(self.points[ticket] for ticket in tickets) - 0.2 * missing


WORTHWHILE = 4
"""Points that make a route worth a turn."""
ENOUGH_TIME = 10
"""With fewer pieces than this it takes any route."""


class BoardGrabber(ValuingBot):
    """Always goes for the most valuable route within reach."""

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


class CardGrabber(ValuingCardBot):
    """The same in the Card Game: lays the longest row that it can, at once."""

    def row(self, view: View, laid: dict[str, int], robbed: int) -> float:
        """By its length; what it robs others of counts as well."""
        del view
        return 3.0 + sum(laid.values()) + robbed - 1.5 * laid.get(WILD, 0)


LONG = 5
"""Spaces of a long route, where a board has such."""


class BoardHauler(ValuingBot):
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


class CardHauler(ValuingCardBot):
    """The same in the Card Game: hoards cards for long rows, which are hard to rob."""

    def row(self, view: View, laid: dict[str, int], robbed: int) -> float:
        """Rows of at least five cards, or whatever is in hand when the deck runs low."""
        size = sum(laid.values())
        if size >= LONG or self.late(view):
            return 3.0 + size + self.useful(laid) + robbed - laid.get(WILD, 0)
        return 0.0


def _of_kind(of_boards: MakeBot, of_cards: MakeBot, board: Board, seed: int) -> Bot:
    """Return the player for the board's kind of game."""
    return kind_of(board).pick(board=of_boards, cards=of_cards)(board, seed)


def Stepper(board: Board, seed: int = 0) -> Bot:  # noqa: N802  # named like a class of bots
    """Return a player that adds up what one move changes at once."""
    return _of_kind(BoardStepper, CardStepper, board, seed)


def Collector(board: Board, seed: int = 0) -> Bot:  # noqa: N802  # named like a class of bots
    """Return a player that collects as many tickets as its pieces allow."""
    return _of_kind(BoardCollector, CardCollector, board, seed)


def Grabber(board: Board, seed: int = 0) -> Bot:  # noqa: N802  # named like a class of bots
    """Return a player that goes for the most valuable route, or the longest row."""
    return _of_kind(BoardGrabber, CardGrabber, board, seed)


def Hauler(board: Board, seed: int = 0) -> Bot:  # noqa: N802  # named like a class of bots
    """Return a player that waits for long routes, or long rows."""
    return _of_kind(BoardHauler, CardHauler, board, seed)
