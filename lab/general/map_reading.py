"""What the network reads: one row of bytes for a position of any board, and tables of the board itself.

A row is the observation, the mask of legal actions, the computed features of the seat to decide, each in a
place that is the same on every board, and the festival cards by place. The tables hold what never changes
during a game; nothing in them is learned.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from semafor.boards.model import COLOURS, GREY, WILD, Board, Colour
from semafor.bots.learned.reading import MASK, reading_of
from semafor.engine.actions import ACTIONS
from semafor.engine.state import CARD_KINDS, MARKET, OFFER, PLACES, ROUTES, TICKETS
from semafor.games import board_observation as layout

Floats = NDArray[np.float32]
Tables = dict[str, NDArray[Any]]

CARDS: tuple[Colour | Literal["wild"], ...] = (*COLOURS, WILD)
WRITTEN = 768
"""Bytes that the feature kernels have room for on the largest board; the last one stays zero."""
FAR = 1e5
"""Distances above this mean that two places are not joined."""
MOST_FESTIVAL_CARDS = 33

# where each feature begins in a row, counted from FEATURES
WAY_POINTS = 0
WAYS = WAY_POINTS + ROUTES
OFFERED_WAYS = WAYS + ROUTES
LACK = OFFERED_WAYS + ROUTES
WAY = LACK + ROUTES
BLOCKED = WAY + TICKETS
DEMAND = BLOCKED + TICKETS
MARKET_NEED = DEMAND + CARD_KINDS
MARKET_HELD = MARKET_NEED + MARKET
OFFER_WAY = MARKET_HELD + MARKET
OFFER_POINTS = OFFER_WAY + OFFER
FEATURE_BYTES = OFFER_POINTS + OFFER

LEGAL = layout.SIZE
FEATURES = LEGAL + ACTIONS
FESTIVALS = FEATURES + FEATURE_BYTES
ROW = -(-(FESTIVALS + 2 * PLACES) // 32) * 32


def feature_columns(board: Board) -> NDArray[np.int64]:
    """For each feature byte of a row its place among the bytes that the kernels write for this board."""
    routes, tickets = len(board.routes), len(board.tickets)
    columns = np.full(FEATURE_BYTES, WRITTEN - 1, np.int64)
    written = 0
    for first, size in (
        (WAY_POINTS, routes),
        (WAYS, routes),
        (OFFERED_WAYS, routes),
        (WAY, tickets),
        (BLOCKED, tickets),
        (DEMAND, CARD_KINDS),
        (LACK, routes),
        (MARKET_NEED, MARKET),
        (MARKET_HELD, MARKET),
        (OFFER_WAY, OFFER),
        (OFFER_POINTS, OFFER),
    ):
        columns[first : first + size] = np.arange(written, written + size)
        written += size
    return columns


def columns_of_reading(board: Board) -> NDArray[np.int64]:
    """Where each byte of the board's own reading (`semafor.bots.learned.reading`) stands in a row."""
    reading, columns = reading_of(board), feature_columns(board)
    copied = [
        np.arange(first, first + size) + (LEGAL if source == MASK else 0)
        for source, first, size in reading.runs
    ]
    known = np.flatnonzero(columns < WRITTEN - 1)
    return np.concatenate((*copied, FEATURES + known[np.argsort(columns[known])]))


def festival_columns(board: Board) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """For each place the slots of its festival's open and held cards, and whether it has a festival."""
    slots, has = np.zeros((2, PLACES), np.int64), np.zeros((2, PLACES), np.uint8)
    for number, festival in enumerate(board.festivals):
        for place in festival.places:
            at = board.place_index[place]
            slots[:, at] = layout.FESTIVALS_OPEN + number, layout.FESTIVALS_HELD + number
            has[:, at] = 1
    return slots.ravel(), has.ravel()


def distances(board: Board, prices: NDArray[np.float64]) -> NDArray[np.float64]:
    """The cheapest way between each two places."""
    size, at = len(board.places), board.place_index
    ways = np.full((size, size), 10 * FAR)
    np.fill_diagonal(ways, 0)
    for route, price in zip(board.routes, prices, strict=True):
        a, b = at[route.a], at[route.b]
        ways[a, b] = ways[b, a] = min(ways[a, b], price)
    for middle in range(size):
        np.minimum(ways, ways[:, middle, None] + ways[None, middle], out=ways)
    return ways


class _Map:
    """The board as arrays of indexes, with its distances."""

    def __init__(self, board: Board) -> None:
        at = board.place_index
        self.board = board
        self.a, self.b = (np.array([at[getattr(r, end)] for r in board.routes]) for end in "ab")
        self.from_, self.to = (np.array([at[getattr(t, end)] for t in board.tickets]) for end in "ab")
        self.prices = np.array([route.cost + 1.0 for route in board.routes])
        self.points = np.array([ticket.points for ticket in board.tickets], float)
        self.ways = distances(board, self.prices)
        self.far = max(1.0, float(self.ways[self.ways < FAR].max()))
        self.pieces = sum(board.options.pieces.values())
        self.spaces = sum(route.length for route in board.routes)

    def over_routes(self, start: Any, end: Any) -> NDArray[np.float64]:
        """The length of the cheapest way from start to end over each route."""
        ways = self.ways
        there, back = ways[start][self.a] + ways[end][self.b], ways[start][self.b] + ways[end][self.a]
        over: NDArray[np.float64] = np.minimum(there, back) + self.prices
        return over

    def on_ticket_ways(self) -> NDArray[np.float64]:
        """By route and ticket: 1.3 on a cheapest way of the ticket, 0.3 on one that is little longer."""
        on = np.zeros((len(self.a), len(self.from_)))
        for ticket, (start, end) in enumerate(zip(self.from_, self.to, strict=True)):
            longer = self.over_routes(start, end) - self.ways[start, end]
            on[:, ticket] = (longer < 0.01) + 0.3 * (longer < 3.01)
        return on

    def betweenness(self) -> NDArray[np.float64]:
        """For each route the share of all pairs of places with a cheapest way over it."""
        shares = np.zeros(len(self.a))
        for place in range(len(self.ways)):
            there = self.ways[place][self.a][:, None] + self.ways[self.b]
            back = self.ways[place][self.b][:, None] + self.ways[self.a]
            over = np.minimum(there, back) + self.prices[:, None]
            shares += (over < self.ways[place] + 0.01).mean(1)
        return shares / len(self.ways)


def map_tables(board: Board, routes: int = 0, places: int = 0) -> Tables:
    """Return all tables of a board, padded to these numbers of routes and places and to the most tickets."""
    drawn = _Map(board)
    routes, places = routes or len(board.routes), places or len(board.places)
    on = drawn.on_ticket_ways()
    joined = np.zeros((routes, places), np.float32)
    joined[np.arange(len(drawn.a)), drawn.a] = joined[np.arange(len(drawn.b)), drawn.b] = 1
    ends = np.zeros((TICKETS, places), np.float32)
    numbers = np.arange(len(drawn.from_))
    ends[numbers, drawn.from_] = ends[numbers, drawn.to] = 1
    paid = _padded([_payment(board, route) for route in board.routes], routes)
    exists = (np.arange(routes) < len(board.routes)).astype(np.float32)
    slots, has_festival = festival_columns(board)
    return {
        "route": _padded(_route_facts(drawn, on), routes),
        "place": _padded(_place_facts(drawn), places),
        "ticket": _padded(_ticket_facts(drawn, on), TICKETS),
        "card": _card_facts(drawn),
        "table": _table_facts(drawn),
        "curve": _padded(_festival_curves(board), places),
        # messages from routes to places, cards and the table: sums, and a mean for the table
        "from_routes": np.concatenate((joined.T / 2, paid.T / 4, exists[None] / exists.sum())),
        # messages from places, cards and the table to routes
        "to_routes": np.concatenate((joined, paid, np.ones((routes, 1), np.float32)), 1),
        "ticket_ends": ends,
        "exists": exists,
        "place_share": (np.arange(places) < len(board.places)).astype(np.float32) / len(board.places),
        "colour": np.array(
            [_colour_index(route.colour) for route in board.routes]
            + [len(CARDS)] * (routes - len(board.routes))
        ),
        "cost": _padded([[route.cost] for route in board.routes], routes, 1.0)[:, 0],
        "route_ends": _padded(np.stack((drawn.a, drawn.b), 1), routes).astype(np.int64),
        "feature_columns": feature_columns(board),
        "festival_slots": slots,
        "has_festival": has_festival,
    }


def _padded(rows: Any, size: int, value: float = 0.0) -> Floats:
    table = np.asarray(rows, np.float32)
    padding = ((0, size - len(table)), (0, 0))
    return np.pad(table, padding, constant_values=value)


def _colour_index(colour: str) -> int:
    return len(CARDS) if colour == GREY else CARDS.index(colour)


def _payment(board: Board, route: Any) -> list[float]:
    """How much of the route's price each kind of card can pay."""
    plain = board.colours if route.colour == GREY else (route.colour,)
    shares = [(card in plain) / len(plain) for card in CARDS]
    shares[-1] = route.ferry / route.cost
    return shares


def _route_facts(drawn: _Map, on: NDArray[np.float64]) -> list[list[float]]:
    board, options = drawn.board, drawn.board.options
    kinds, between = list(options.pieces), drawn.betweenness()
    pairs = [frozenset((route.a, route.b)) for route in board.routes]
    tickets, worth = on.sum(1) / on.shape[1], on @ drawn.points / drawn.points.sum()
    facts = []
    for number, route in enumerate(board.routes):
        points = board.route_points[route.kind][str(route.cost)]
        facts.append(
            [
                1,
                route.length / 4,
                route.cost / 4,
                points / 10,
                points / route.cost / 2,
                route.ferry / 2,
                route.tunnel / 3,
                route.colour == GREY,
                pairs.count(pairs[number]) - 1,
                route.length / options.pieces[route.kind] * 4,
                kinds.index(route.kind),
                between[number] * 4,
                tickets[number] * 8,
                worth[number] * 8,
                route.always_open,
                route.length == 1,
                route.length >= 5,
                0 if route.colour == GREY else options.cards.get(route.colour, 0) / 12,
            ]
        )
    return facts


def _place_facts(drawn: _Map) -> list[list[float]]:
    board = drawn.board
    festivals = {place: festival for festival in board.festivals for place in festival.places}
    facts = []
    for number, place in enumerate(board.places):
        reach = drawn.ways[number][drawn.ways[number] < FAR]
        tickets = (drawn.from_ == number) | (drawn.to == number)
        festival = festivals.get(place.id)
        facts.append(
            [
                1,
                place.junction,
                ((drawn.a == number) | (drawn.b == number)).sum() / 5,
                tickets.sum() / 4,
                drawn.points[tickets].sum() / 40,
                reach.mean() / 20,
                reach.mean() / drawn.far * 2,
                reach.max() / drawn.far,
                festival is not None,
                festival.cards / 5 if festival else 0,
                max(festival.points) / 20 if festival else 0,
            ]
        )
    return facts


def _ticket_facts(drawn: _Map, on: NDArray[np.float64]) -> list[list[float]]:
    spaces = distances(drawn.board, np.array([float(route.length) for route in drawn.board.routes]))
    facts = []
    for number, ticket in enumerate(drawn.board.tickets):
        ends = drawn.from_[number], drawn.to[number]
        way = drawn.ways[ends]
        facts.append(
            [
                1,
                ticket.points / 10,
                ticket.long,
                way / 20,
                spaces[ends] / drawn.pieces * 4,
                ticket.points / way,
                way / drawn.far,
                ticket.points / drawn.points.mean() / 2,
                (on[:, number] >= 1).sum() / 10,
            ]
        )
    return facts


def _card_facts(drawn: _Map) -> Floats:
    routes, cards = drawn.board.routes, drawn.board.options.cards
    facts = []
    for card in CARDS:
        lengths = [route.length for route in routes if route.colour == card]
        number = cards.get(card, 0)
        facts.append(
            [number > 0, card == WILD, number / 12, sum(lengths) / drawn.spaces * 8, len(lengths) / 10]
        )
    return np.array(facts, np.float32)


def _table_facts(drawn: _Map) -> Floats:
    board, options = drawn.board, drawn.board.options
    pieces, draft, stations = [*options.pieces.values(), 0], options.draft, options.stations
    facts = [
        options.longest_bonus / 10,
        options.most_tickets_bonus / 10,
        pieces[0] / 30,
        pieces[1] / 10,
        len(options.pieces) - 1,
        stations.count / 3 if stations else 0,
        stations.value / 4 if stations else 0,
        options.hand / 4,
        options.start_tickets.count / 3,
        options.start_tickets.keep / 3,
        options.start_tickets.long,
        options.draw_tickets.count / 3,
        options.draw_tickets.keep,
        draft.count / 5 if draft else 0,
        draft.keep / 4 if draft else 0,
        options.last_round_at / 2,
        sum(options.cards.values()) / 100,
        len(board.tickets) / 40,
        len(board.routes) / 80,
        len(board.places) / 40,
        drawn.spaces / 200,
        drawn.pieces / drawn.spaces * 5,
        options.festivals,
        options.tunnels,
        options.ferries,
        options.teams,
        drawn.points.mean() / 10,
        drawn.far / 30,
        len(board.colours) / 8,
        2 in options.one_strand_with,
    ]
    return np.array(facts, np.float32)


def _festival_curves(board: Board) -> Floats:
    """For each place the points of its festival by the number of cards held."""
    curves = np.zeros((len(board.places), MOST_FESTIVAL_CARDS + 1), np.float32)
    for festival in board.festivals:
        points = np.array([0, *festival.points])
        for place in festival.places:
            held = np.arange(MOST_FESTIVAL_CARDS + 1).clip(max=len(points) - 1)
            curves[board.place_index[place]] = points[held]
    return curves
