"""The tickets of the six boards: published ones as printed, our own as designed."""

from __future__ import annotations

import heapq
from collections import Counter

import pytest

from semafor.boards import load_board
from semafor.boards.model import COLOURS, Board

DEVIATIONS = {  # values that are not the length of the shortest way: printed so, or balanced by simulation
    "europe": {"Edinburgh-Athina": 1, "London-Wien": 1},
    "usa": {
        "Los Angeles-Chicago": 1,
        "Los Angeles-Miami": 1,
        "Los Angeles-New York": 1,
        "Sault St. Marie-Oklahoma City": 1,
        "Seattle-New York": 2,
    },
    "berlin": {
        "Hallesches Tor-Rosenthaler Platz": -1,
        "Kurfürstendamm-Hallesches Tor": -2,
        "Kurfürstendamm-Potsdamer Platz": -2,
        "Nollendorfplatz-Siegessäule": -1,
        "Zoologischer Garten-Spittelmarkt": 2,
    },
    "iberia": {
        "Alicante-Valladolid": 1,
        "Almería-Barcelona": -1,
        "Almería-Bilbao": 1,
        "Almería-Cádiz": 1,
        "Badajoz-Salamanca": -2,
        "Barcelona-Cádiz": 3,
        "Barcelona-Valladolid": -1,
        "Bilbao-Coimbra": 2,
        "Burgos-Portimão": 2,
        "Ciudad Real-Málaga": 2,
        "Cuenca-Lisboa": -2,
        "Cádiz-Santander": 2,
        "Cádiz-Zaragoza": 2,
        "France-Granada": -3,
        "France-León": -2,
        "Gijón-Madrid": 1,
        "Lisboa-Murcia": 2,
        "Madrid-Portimão": -1,
        "Pamplona-Vigo": -1,
        "Portimão-Valencia": -2,
        "Sevilla-Valencia": -2,
    },
    "asia": {},
}


def distances(board: Board, start: str) -> dict[str, int]:
    """Return the cost of the cheapest path from a place to every other."""
    best: dict[str, int] = {}
    queue = [(0, start)]
    while queue:
        distance, here = heapq.heappop(queue)
        if here not in best:
            best[here] = distance
            for route in board.routes:
                if here in (route.a, route.b):
                    heapq.heappush(queue, (distance + route.cost, route.b if route.a == here else route.a))
    return best


@pytest.mark.parametrize("name", DEVIATIONS)
def test_tickets_are_worth_the_shortest_way_but_for_known_ones(name: str) -> None:
    board = load_board(name)
    ways = {start: distances(board, start) for start in {ticket.a for ticket in board.tickets}}
    extra = {
        text: ticket.points - ways[ticket.a][ticket.b]
        for text, ticket in zip(board.ticket_names, board.tickets, strict=True)
    }
    assert {text: more for text, more in extra.items() if more} == DEVIATIONS[name]


@pytest.mark.parametrize("name", DEVIATIONS)
def test_no_ticket_joins_neighbours(name: str) -> None:
    board = load_board(name)
    neighbours = {frozenset((route.a, route.b)) for route in board.routes}
    assert not neighbours & {frozenset((ticket.a, ticket.b)) for ticket in board.tickets}


@pytest.mark.parametrize("name", ["berlin", "iberia", "asia"])
def test_every_city_is_on_two_to_four_of_our_own_tickets(name: str) -> None:
    board = load_board(name)
    tickets = Counter(end for ticket in board.tickets for end in (ticket.a, ticket.b))
    assert all(2 <= tickets[place.id] <= 4 for place in board.places if not place.junction)


def test_europe_has_six_long_tickets_of_twenty_points_or_so() -> None:
    long = [ticket.points for ticket in load_board("europe").tickets if ticket.long]
    assert len(long) == 6
    assert set(long) == {20, 21}


@pytest.mark.parametrize(
    ("name", "a", "b"),
    [("berlin", "zoo", "brandenburger-tor"), ("asia", "delhi", "bangalore"), ("usa", "boston", "miami")],
)
def test_tickets_that_the_rules_or_reviews_name(name: str, a: str, b: str) -> None:
    assert {a, b} in [{ticket.a, ticket.b} for ticket in load_board(name).tickets]


def test_the_card_game_asks_for_every_colour_about_as_often() -> None:
    board = load_board("cardgame")
    asked: Counter[str] = Counter()
    for ticket in board.tickets:
        asked.update(ticket.needs)
    assert [asked[colour] for colour in COLOURS] == [16, 16, 17, 16, 18, 16, 16, 17]


def test_every_ticket_of_the_card_game_names_a_big_city_and_asks_for_one_to_five_cards() -> None:
    board = load_board("cardgame")
    big = {city.place for city in board.big_cities}
    for ticket in board.tickets:
        assert big & {ticket.a, ticket.b}
        assert 1 <= sum(ticket.needs.values()) <= 5
        assert max(ticket.needs.values()) <= 2
    example = board.tickets[board.ticket_names.index("Los Angeles-Pittsburgh")]
    assert sum(example.needs.values()) == 4
