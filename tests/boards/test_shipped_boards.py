"""The six boards hold the published facts, and our own designs hold what we promised of them."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import pytest

from semafor.boards import board_names, load_board
from semafor.boards.board_names import group_by_ends
from semafor.boards.model import COLOURS, Board, Route

NAMES = ("asia", "berlin", "cardgame", "europe", "iberia", "usa")
BASE_POINTS = {"1": 1, "2": 2, "3": 4, "4": 7, "5": 10, "6": 15, "7": 18, "8": 21}
FULL_DECK = dict.fromkeys(COLOURS, 12) | {"wild": 14}

COUNTS = {  # places, strands, pairs of places, tickets
    "europe": (47, 101, 90, 46),
    "usa": (36, 100, 78, 30),
    "berlin": (21, 48, 39, 22),
    "iberia": (33, 103, 70, 50),
    "asia": (46, 126, 90, 60),
    "cardgame": (34, 0, 0, 46),
}
CARDS_TO_PLAY = {  # on all strands of red, orange, yellow, green, blue, violet, black, white; grey
    "europe": ((22, 22, 22, 23, 23, 22, 22, 22), 122),
    "usa": ((27, 27, 27, 27, 27, 27, 27, 27), 93),
    "berlin": ((13, 13, 0, 13, 12, 11, 12, 0), 21),
    "iberia": ((26, 25, 26, 25, 26, 25, 25, 24), 35),
    "asia": ((32, 28, 28, 28, 28, 29, 31, 29), 56),
}
TUNNELS = {"europe": {3: 18}, "usa": {}, "berlin": {}, "iberia": {}, "asia": {4: 3, 5: 3, 6: 4}}
FERRIES = {"europe": (13, 17), "usa": (0, 0), "berlin": (0, 0), "iberia": (5, None), "asia": (0, 0)}


def strands(board: Board, a: str, b: str) -> list[Route]:
    """The strands between two places."""
    return [route for route in board.routes if {route.a, route.b} == {a, b}]


def test_the_names_of_the_boards() -> None:
    assert board_names() == list(NAMES)
    assert [load_board(name).board for name in NAMES] == list(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_counts(name: str) -> None:
    board = load_board(name)
    pairs = len(group_by_ends(board.routes))
    assert (len(board.places), len(board.routes), pairs, len(board.tickets)) == COUNTS[name]


@pytest.mark.parametrize("name", CARDS_TO_PLAY)
def test_colours_balance_as_in_the_sources(name: str) -> None:
    cards: Counter[str] = Counter()
    for route in load_board(name).routes:
        cards[route.colour] += route.cost
    assert (tuple(cards[colour] for colour in COLOURS), cards["grey"]) == CARDS_TO_PLAY[name]


@pytest.mark.parametrize("name", TUNNELS)
def test_ferries_and_tunnels(name: str) -> None:
    routes = load_board(name).routes
    assert Counter(route.tunnel for route in routes if route.tunnel) == TUNNELS[name]
    ferries, symbols = FERRIES[name]
    assert sum(route.ferry > 0 for route in routes) == ferries
    assert symbols is None or sum(route.ferry for route in routes) == symbols


@pytest.mark.parametrize("name", NAMES)
def test_places_are_sorted_and_strands_written_a_before_b(name: str) -> None:
    board = load_board(name)
    ids = [place.id for place in board.places]
    assert ids == sorted(ids)
    assert all(route.a < route.b for route in board.routes)


@pytest.mark.parametrize("name", NAMES)
def test_provenance_says_what_is_fact_and_what_is_ours(name: str) -> None:
    provenance = load_board(name).provenance
    for note in (provenance.places, provenance.routes, provenance.tickets, provenance.other):
        assert note.startswith(("published fact, ", "our own design: "))


@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("europe", {"train": {k: v for k, v in BASE_POINTS.items() if k not in "57"}}),
        ("usa", {"train": BASE_POINTS}),
        ("iberia", {"train": BASE_POINTS}),
        ("asia", {"train": BASE_POINTS}),
        ("berlin", {"tram": {"1": 1, "2": 2, "3": 4, "4": 7}, "subway": {"1": 2, "2": 3, "3": 5, "4": 8}}),
        ("cardgame", {}),
    ],
)
def test_route_points(name: str, points: dict[str, Any]) -> None:
    assert load_board(name).route_points == points


@pytest.mark.parametrize(
    ("name", "players", "pieces", "cards", "hand", "last_round_at"),
    [
        ("europe", (2, 3, 4, 5), {"train": 45}, 110, 4, 2),
        ("usa", (2, 3, 4, 5), {"train": 45}, 110, 4, 2),
        ("berlin", (2, 3, 4), {"tram": 11, "subway": 5}, 44, 2, 1),
        ("iberia", (2, 3, 4, 5), {"train": 35}, 110, 4, 2),
        ("asia", (4, 6), {"train": 27}, 110, 4, 4),
        ("cardgame", (2, 3, 4), {}, 96, 7, 0),
    ],
)
def test_what_is_in_the_box(
    name: str, players: tuple[int, ...], pieces: dict[str, int], cards: int, hand: int, last_round_at: int
) -> None:
    options = load_board(name).options
    assert options.players == players
    assert options.pieces == pieces
    assert sum(options.cards.values()) == cards
    assert cards != 110 or options.cards == FULL_DECK
    assert (options.hand, options.last_round_at) == (hand, last_round_at)


@pytest.mark.parametrize(
    ("name", "start", "draw", "one_strand_with"),
    [
        ("europe", (3, 1, 2, "out"), (3, 1), (2, 3)),
        ("usa", (3, 0, 2, "bottom"), (3, 1), (2, 3)),
        ("berlin", (2, 0, 1, "bottom"), (2, 1), (2,)),
        ("iberia", (6, 0, 4, "shuffle"), (3, 1), (2, 3)),
        ("asia", (5, 0, 3, "bottom"), (4, 1), (4,)),
        ("cardgame", (6, 0, 1, "shuffle"), (4, 0), ()),
    ],
)
def test_how_tickets_are_dealt(
    name: str, start: tuple[int, int, int, str], draw: tuple[int, int], one_strand_with: tuple[int, ...]
) -> None:
    options = load_board(name).options
    dealt = options.start_tickets
    assert (dealt.count, dealt.long, dealt.keep, dealt.rejected) == start
    assert (options.draw_tickets.count, options.draw_tickets.keep) == draw
    assert options.one_strand_with == one_strand_with


@pytest.mark.parametrize(
    ("name", "longest", "most_tickets", "ties"),
    [
        ("europe", 10, 0, ("tickets", "stations", "express")),
        ("usa", 10, 0, ("tickets", "express")),
        ("berlin", 0, 0, ("tickets",)),
        ("iberia", 0, 0, ("tickets",)),
        ("asia", 10, 10, ("tickets", "longest")),
        ("cardgame", 0, 0, ("tickets", "bonuses")),
    ],
)
def test_bonuses_and_ties(name: str, longest: int, most_tickets: int, ties: tuple[str, ...]) -> None:
    options = load_board(name).options
    assert (options.longest_bonus, options.most_tickets_bonus, options.ties) == (longest, most_tickets, ties)


def test_each_game_has_its_own_mechanics_and_no_other() -> None:
    mechanics = ("teams", "ferries", "tunnels", "stations", "draft", "festivals", "card_game")
    have = {
        name: {option for option in mechanics if getattr(load_board(name).options, option)} for name in NAMES
    }
    assert have == {
        "europe": {"ferries", "tunnels", "stations"},
        "usa": set(),
        "berlin": set(),
        "iberia": {"ferries", "draft", "festivals"},
        "asia": {"teams", "tunnels"},
        "cardgame": {"card_game"},
    }


def test_the_examples_of_the_europe_rules() -> None:
    board = load_board("europe")
    assert {(r.colour, r.tunnel) for r in strands(board, "madrid", "pamplona")} == {
        ("black", 3),
        ("white", 3),
    }
    assert [(r.length, r.ferry, r.colour) for r in strands(board, "palermo", "smyrna")] == [(6, 2, "grey")]
    assert board.options.stations is not None
    assert (board.options.stations.count, board.options.stations.value) == (3, 4)


def test_berlin_has_trams_inside_and_subways_on_the_ring() -> None:
    board = load_board("berlin")
    assert Counter(route.kind for route in board.routes) == {"tram": 31, "subway": 17}
    assert all(
        route.length == 1 and 1 <= route.cards <= 4 for route in board.routes if route.kind == "subway"
    )
    assert not crossings(board)
    black_twos = {route.kind for route in board.routes if (route.colour, route.cost) == ("black", 2)}
    assert black_twos == {"tram", "subway"}


def crossings(board: Board) -> list[tuple[Route, Route]]:
    """Routes whose straight lines cross, ends aside."""
    at = {place.id: (place.lon, place.lat) for place in board.places}

    def side(a: str, b: str, c: str) -> float:
        (ax, ay), (bx, by), (cx, cy) = at[a], at[b], at[c]
        return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

    def cross(one: Route, two: Route) -> bool:
        apart = not {one.a, one.b} & {two.a, two.b}
        parted = side(one.a, one.b, two.a) * side(one.a, one.b, two.b) < 0
        return apart and parted and side(two.a, two.b, one.a) * side(two.a, two.b, one.b) < 0

    return [(one, two) for one, two in itertools.combinations(board.routes, 2) if cross(one, two)]


def test_the_festivals_of_iberia() -> None:
    board = load_board("iberia")
    festivals = {festival.id: festival for festival in board.festivals}
    assert len(festivals) == 17
    assert sum(festival.cards for festival in board.festivals) == 54
    assert set(festivals["porto"].places) == {"porto", "coimbra"}
    assert festivals["valencia"].points[6] == 22
    assert festivals["sevilla"].points[2] == 6
    for festival in board.festivals:
        steps = [after - before for before, after in itertools.pairwise((0, *festival.points))]
        assert steps == sorted(steps), "a further card must not be worth less"


def test_the_drafts_of_iberia() -> None:
    draft = load_board("iberia").options.draft
    assert draft is not None
    assert (draft.count, draft.keep) == (6, 4)
    assert draft.second_at == {"2": (1, 2), "3": (2, 3), "4": (3, 4), "5": (3, 4)}


def test_junctions_triples_and_the_open_double_of_asia() -> None:
    board = load_board("asia")
    assert sum(place.junction for place in board.places) == 3
    assert {(r.a, r.b) for r in board.routes if r.always_open} == {("canton", "hong-kong")}
    assert Counter(map(len, group_by_ends(board.routes).values())) == {1: 58, 2: 28, 3: 4}


@pytest.mark.parametrize(("name", "doubts"), [("asia", 5), ("iberia", 1), ("europe", 0), ("usa", 0)])
def test_doubtful_values_keep_their_mark(name: str, doubts: int) -> None:
    assert sum(bool(route.unsure) for route in load_board(name).routes) == doubts


def test_the_card_game_has_its_own_numbers() -> None:
    board = load_board("cardgame")
    game = board.options.card_game
    assert game is not None
    assert (game.wild_dealt, game.halves_with, game.half_hand) == (1, (4,), 4)
    assert board.options.cards == dict.fromkeys(COLOURS, 10) | {"wild": 16}
    bonuses = {"chicago": 12, "dallas": 10, "los-angeles": 12, "miami": 8, "new-york": 15, "seattle": 8}
    assert {city.place: city.points for city in board.big_cities} == bonuses
