"""From a board of names to the read-only record of numbers that the engine reads."""

from functools import lru_cache

import numpy as np

from semafor.boards.model import COLOURS, Board, Options, Route
from semafor.boards.tangle import line_order, neighbours
from semafor.engine import state as st
from semafor.engine.state import Array, Facts, Rejected, TieBreak
from semafor.moves import Card
from semafor.notation import place_names

_REJECTED = {"bottom": Rejected.BOTTOM, "out": Rejected.OUT, "shuffle": Rejected.SHUFFLE}
_TIES = {
    "tickets": TieBreak.TICKETS,
    "stations": TieBreak.STATIONS,
    "longest": TieBreak.LONGEST,
    "express": TieBreak.EXPRESS,
}


def colour_number(colour: str) -> int:
    """The engine's number of a card colour or of a route's colour."""
    if colour == "wild":
        return st.WILD
    return st.GREY if colour == "grey" else COLOURS.index(colour)


@lru_cache(maxsize=64)
def facts_of(board: Board) -> Facts:
    """The board's record, made once and read-only."""
    table = np.zeros(1, st.FACTS)
    facts: Facts = table[0]
    _write_places(facts, board)
    _write_routes(facts, board)
    _write_strands(facts, board)
    write_neighbours(facts)
    _write_claim_tables(facts)
    _write_tickets(facts, board)
    _write_festivals(facts, board)
    _write_options(facts, board.options)
    table.flags.writeable = False
    return table[0]


@lru_cache(maxsize=64)
def facts_array(board: Board) -> Array:
    """Return the facts as a read-only array of one record, which compiled calls accept faster."""
    return np.frombuffer(facts_of(board).tobytes(), st.FACTS)


def _add(mask: Array, element: int) -> None:
    mask[element // 64] |= np.uint64(1 << element % 64)


def _write_places(facts: Facts, board: Board) -> None:
    facts.places = len(board.places)
    facts.line_order[: len(board.places)] = line_order(neighbours(board.places, board.routes))[0]
    facts.cities = sum(1 << n for n, place in enumerate(board.places) if not place.junction)


def _write_routes(facts: Facts, board: Board) -> None:
    numbers, options = board.place_index, board.options
    kinds = list(options.pieces)
    facts.routes = len(board.routes)
    for n, route in enumerate(board.routes):
        facts.route_a[n] = numbers[route.a]
        facts.route_b[n] = numbers[route.b]
        facts.route_colour[n] = colour_number(route.colour)
        facts.route_cost[n] = route.cost
        facts.route_pieces[n] = route.length
        facts.route_kind[n] = kinds.index(route.kind)
        facts.route_ferry[n] = route.ferry if options.ferries else 0
        facts.route_tunnel[n] = route.tunnel if options.tunnels else 0
        facts.route_points[n] = board.route_points[route.kind][str(route.cost)]
        _add(facts.all_routes, n)


def write_neighbours(facts: Facts) -> None:
    """The routes of each place in one row, place by place."""
    end = 0
    for place in range(int(facts.places)):
        facts.at[place] = end
        for route in range(int(facts.routes)):
            a, b = int(facts.route_a[route]), int(facts.route_b[route])
            if place in (a, b):
                facts.route_at[end] = route
                facts.place_at[end] = a + b - place
                end += 1
        facts.at[place + 1] = end


def strand_limit(route: Route, strands: int, players: int, options: Options) -> int:
    """BASE-14, ASI-13..15: return how many of the parallel strands may be claimed."""
    limited = players in options.one_strand_with and not route.always_open
    return max(1, strands - 1) if limited else strands


def _write_strands(facts: Facts, board: Board) -> None:
    for n, route in enumerate(board.routes):
        twins = [m for m, other in enumerate(board.routes) if {other.a, other.b} == {route.a, route.b}]
        for twin in twins:
            _add(facts.strands[n], twin)
        for players in range(st.SEATS + 1):
            facts.strand_limit[players, n] = strand_limit(route, len(twins), players, board.options)


def _write_claim_tables(facts: Facts) -> None:
    for n in range(facts.routes):
        colour, cost = facts.route_colour[n], facts.route_cost[n]
        for cards in range(st.LONGEST_COST + 1):
            if facts.route_ferry[n] <= cards:
                _add(facts.ferry_ok[cards], n)
            if facts.route_pieces[n] <= cards:
                _add(facts.fits[facts.route_kind[n], cards], n)
            for plain in range(len(COLOURS)):
                if colour in (st.GREY, plain) and cost <= cards:
                    _add(facts.payable[plain, cards], n)


def _write_tickets(facts: Facts, board: Board) -> None:
    numbers = board.place_index
    facts.tickets = len(board.tickets)
    for n, ticket in enumerate(board.tickets):
        facts.ticket_a[n] = numbers[ticket.a]
        facts.ticket_b[n] = numbers[ticket.b]
        facts.ticket_points[n] = ticket.points
    facts.ticket_long = sum(1 << n for n, ticket in enumerate(board.tickets) if ticket.long)


def _write_festivals(facts: Facts, board: Board) -> None:
    if not board.options.festivals:
        return
    numbers = board.place_index
    facts.festivals = len(board.festivals)
    for n, festival in enumerate(board.festivals):
        facts.festival_cards[n] = festival.cards
        facts.festival_points[n, 1 : len(festival.points) + 1] = festival.points
        for place in festival.places:
            facts.place_festival[numbers[place]] = n + 1


def _write_options(facts: Facts, options: Options) -> None:
    for colour, number in options.cards.items():
        facts.cards[colour_number(colour)] = number
    facts.hand = options.hand
    facts.team_size = options.team_size
    facts.pieces[: len(options.pieces)] = list(options.pieces.values())
    if options.stations:
        facts.stations = options.stations.count
        facts.station_value = options.stations.value
    _write_ticket_options(facts, options)
    facts.last_round_at = options.last_round_at
    facts.longest_bonus = options.longest_bonus
    facts.most_tickets_bonus = options.most_tickets_bonus
    for n, tie in enumerate(options.ties):
        facts.ties[n] = _TIES[tie]


def _write_ticket_options(facts: Facts, options: Options) -> None:
    start, draw, draft = options.start_tickets, options.draw_tickets, options.draft
    facts.start_count = start.count
    facts.start_long = start.long
    facts.start_keep = start.keep
    facts.start_rejected = _REJECTED[start.rejected]
    facts.draw_count = draw.count
    facts.draw_keep = draw.keep
    if draft:
        facts.draft_count = draft.count
        facts.draft_keep = draft.keep
        for players, part in draft.second_at.items():
            facts.draft_at[int(players)] = part


CARD_NAMES: tuple[Card, ...] = (*COLOURS, "wild")
assert len(CARD_NAMES) == st.CARD_KINDS
CARD_NUMBERS = {card: number for number, card in enumerate(CARD_NAMES)}


class Names:
    """Lookups of one board."""

    def __init__(self, board: Board) -> None:
        self.places = place_names(board)
        self.routes = board.route_names
        self.tickets = board.ticket_names
        self.festivals = tuple(festival.id for festival in board.festivals)
        self.festival_number = {name: n for n, name in enumerate(self.festivals)}
        self.place_number = {name: n for n, name in enumerate(self.places)}
        self.route_number = {name: n for n, name in enumerate(self.routes)}
        self.ticket_number = {name: n for n, name in enumerate(self.tickets)}

    def ticket_set(self, mask: np.uint64 | int) -> tuple[str, ...]:
        """The names of a set of tickets."""
        return tuple([self.tickets[n] for n in elements(mask)]) if mask else ()


@lru_cache(maxsize=64)
def names_of(board: Board) -> Names:
    """The lookups of a board, made once."""
    return Names(board)


def elements(mask: np.uint64 | int) -> list[int]:
    """The elements of a 64-bit set, in order."""
    rest, found = int(mask), []
    while rest:
        found.append((rest & -rest).bit_length() - 1)
        rest &= rest - 1
    return found


def route_elements(words: Array) -> list[int]:
    """The elements of a set of routes."""
    return elements(int(words[0]) | int(words[1]) << 64)


def card_name(number: int) -> Card | None:
    """The name of a card, None for a gap."""
    return None if number == st.NO_CARD else CARD_NAMES[number]


def card_counts(counts: Array) -> dict[Card, int]:
    """The cards that are there, by name."""
    return {CARD_NAMES[n]: int(number) for n, number in enumerate(counts) if number}
