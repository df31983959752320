"""The rules of Berlin, BER-1 to BER-10, each from a position."""

from __future__ import annotations

import pytest

from semafor import Game, load_board
from semafor.moves import Claim, Draw, DrawTickets
from tests.rules.table import own, refused, texts

FIVE_SUBWAYS = (
    "Alexanderplatz-Moritzplatz/orange",
    "Alexanderplatz-Rosenthaler Platz",
    "Charlottenburger Tor-Kurfürstendamm/red",
    "Charlottenburger Tor-Turmstraße",
    "Gleisdreieck-Hallesches Tor/green",
)
TEN_TRAMS = ("Brandenburger Tor-Siegessäule", "Checkpoint Charlie-Moritzplatz", "Hauptbahnhof-Siegessäule")
NINE_TRAMS = ("Brandenburger Tor-Siegessäule", "Checkpoint Charlie-Moritzplatz", "Siegessäule-Turmstraße")


def berlin(players: int = 2, **said: object) -> Game:
    return Game.position({"board": "berlin", "players": players, **said})


def owned(routes: tuple[str, ...], seat: int = 0) -> dict[str, int]:
    return dict.fromkeys(routes, seat)


@pytest.mark.rule("BER-1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_player_starts_with_two_kinds_of_pieces_and_two_cards(players: int) -> None:
    view = Game.new("berlin", players=players, seed=1).view()
    assert {tuple(seat.pieces.items()) for seat in view.seats} == {(("tram", 11), ("subway", 5))}
    assert [seat.cards for seat in view.seats] == [2] * players
    assert view.deck + sum(view.discards.values()) == 44 - 5 - 2 * players
    cards = load_board("berlin").options.cards
    assert cards == {**dict.fromkeys(("blue", "green", "black", "violet", "red", "orange"), 6), "wild": 8}


@pytest.mark.rule("BER-2")
def test_one_or_both_starting_tickets_are_kept() -> None:
    game = Game.new("berlin", players=2, seed=1)
    assert game.view().ticket_deck == 22 - 4
    first, second = own(game, 0).offer
    assert set(texts(game, 0)) == {f"keep {first}", f"keep {second}", f"keep {first}, {second}"}
    assert refused(game, "keep nothing", 0) == "too-few-kept"


@pytest.mark.rule("BER-2")
def test_rejected_starting_tickets_go_under_the_deck_in_seat_order() -> None:
    game = Game.new("berlin", players=2, seed=1, first=0)
    rejected = []
    for seat in (1, 0):
        kept, other = own(game, seat).offer
        rejected.append(other)
        game.play(f"keep {kept}", seat)
    for _ in range(18 // 2):
        game.play("draw tickets")
        game.play(game.moves()[-1])
    game.play("draw tickets")
    assert list(own(game, 1).offer) == rejected[::-1]


@pytest.mark.rule("BER-3")
def test_a_turn_is_one_of_three_actions() -> None:
    game = berlin(hands={0: {"red": 2}})
    assert {type(move) for move in game.moves()} == {Draw, Claim, DrawTickets}
    assert refused(game, "build Hauptbahnhof 1 red") == "no-stations"
    assert refused(game, "share Turmstraße-Gleisdreieck") == "no-teams"
    game.play("claim Kurfürstendamm-Zoologischer Garten 1 red")
    assert game.pending == (1,)


@pytest.mark.rule("BER-4")
@pytest.mark.parametrize(
    ("route", "left"),
    [
        ("Alexanderplatz-Spittelmarkt", {"tram": 9, "subway": 5}),
        ("Gleisdreieck-Hallesches Tor/black", {"tram": 11, "subway": 4}),
    ],
)
@pytest.mark.parametrize("cards", ["2 black", "1 black 1 wild", "2 wild"])
def test_the_same_cards_pay_trams_or_one_subway_car(route: str, left: dict[str, int], cards: str) -> None:
    game = berlin(hands={0: {"black": 2, "wild": 2, "red": 2}})
    assert refused(game, f"claim {route} 2 red") == "wrong-colour"
    assert refused(game, f"claim {route} 1 black") == "wrong-number"
    game.play(f"claim {route} {cards}")
    assert game.view().seats[0].pieces == left


@pytest.mark.rule("BER-4")
def test_a_grey_subway_takes_any_one_colour() -> None:
    game = berlin(hands={0: {"black": 3, "orange": 2, "wild": 1}})
    claims = [text for text in texts(game) if text.startswith("claim Kurfürstendamm-Nollendorfplatz ")]
    assert sorted(text.rpartition("platz ")[2] for text in claims) == [
        "2 black 1 wild",
        "2 orange 1 wild",
        "3 black",
    ]


@pytest.mark.rule("BER-5")
def test_no_subway_car_no_subway() -> None:
    game = berlin(routes=owned(FIVE_SUBWAYS), hands={0: {"black": 2, "blue": 2}})
    assert refused(game, "claim Hauptbahnhof-Turmstraße/blue 2 blue") == "too-few-pieces"
    kinds = {route: kind.kind for route, kind in zip(game.board.route_names, game.board.routes, strict=True)}
    assert {kinds[move.route] for move in game.moves() if isinstance(move, Claim)} == {"tram"}


@pytest.mark.rule("BER-5")
def test_every_space_needs_a_tram() -> None:
    game = berlin(routes=owned(TEN_TRAMS), hands={0: {"black": 2}})
    assert refused(game, "claim Alexanderplatz-Spittelmarkt 2 black") == "too-few-pieces"
    assert "claim Gleisdreieck-Hallesches Tor/black 2 black" in texts(game)
    assert "claim Gendarmenmarkt-Spittelmarkt 1 black" in texts(game)


@pytest.mark.rule("BER-6")
@pytest.mark.parametrize(
    ("route", "cards", "points"),
    [
        ("Gendarmenmarkt-Spittelmarkt", 1, 1),
        ("Checkpoint Charlie-Potsdamer Platz", 2, 2),
        ("Checkpoint Charlie-Moritzplatz", 3, 4),
        ("Brandenburger Tor-Siegessäule", 4, 7),
        ("Hauptbahnhof-Museum für Naturkunde", 1, 2),
        ("Alexanderplatz-Rosenthaler Platz", 2, 3),
        ("Kurfürstendamm-Nollendorfplatz", 3, 5),
    ],
)
def test_trams_and_subways_score_by_two_tables(route: str, cards: int, points: int) -> None:
    game = berlin(hands={0: {"wild": 4}})
    game.play(f"claim {route} {cards} wild")
    assert game.view().sides[0].score == game.result().sides[0].routes == points


@pytest.mark.rule("BER-7")
def test_with_two_players_a_double_closes_with_its_first_strand() -> None:
    game = berlin(hands={0: {"red": 4}, 1: {"orange": 2}})
    game.play("claim Brandenburger Tor-Gendarmenmarkt/red 2 red")
    assert refused(game, "claim Brandenburger Tor-Gendarmenmarkt/orange 2 orange") == "strand-closed"


@pytest.mark.rule("BER-7")
@pytest.mark.parametrize("players", [3, 4])
def test_with_more_players_both_strands_are_open_one_to_a_player(players: int) -> None:
    routes = {"Brandenburger Tor-Gendarmenmarkt/red": 0}
    other = "claim Brandenburger Tor-Gendarmenmarkt/orange 2 orange"
    assert refused(berlin(players, routes=routes, hands={0: {"orange": 2}}), other) == "own-strand"
    game = berlin(players, routes=routes, hands={1: {"orange": 2}}, turn=1)
    game.play(other)
    assert game.view().routes["Brandenburger Tor-Gendarmenmarkt/orange"] == 1


@pytest.mark.rule("BER-8")
def test_of_two_drawn_tickets_one_is_kept_at_least() -> None:
    top = ["Zoologischer Garten-Spittelmarkt", "Museumsinsel-Moritzplatz"]
    game = berlin(ticket_deck=top)
    game.play("draw tickets")
    assert list(own(game, 0).offer) == top
    assert refused(game, "keep nothing") == "too-few-kept"
    game.play(f"keep {top[1]}")
    assert own(game, 0).tickets == (top[1],)
    assert game.view().ticket_deck == 21
    assert game.pending == (1,)


@pytest.mark.rule("BER-8")
def test_the_rejected_ticket_goes_under_the_deck() -> None:
    top = ["Zoologischer Garten-Spittelmarkt", "Museumsinsel-Moritzplatz", "Turmstraße-Gleisdreieck"]
    game = berlin(ticket_deck=top, other_tickets="out")
    game.play("draw tickets")
    game.play(f"keep {top[1]}")
    game.play("draw tickets")
    assert own(game, 1).offer == (top[2], top[0])


@pytest.mark.rule("BER-8")
def test_a_single_last_ticket_must_be_kept() -> None:
    game = berlin(ticket_deck=["Turmstraße-Gleisdreieck"], other_tickets="out")
    game.play("draw tickets")
    assert texts(game) == ["keep Turmstraße-Gleisdreieck"]
    assert refused(game, "keep nothing") == "too-few-kept"
    game.play("keep Turmstraße-Gleisdreieck")
    assert refused(game, "draw tickets") == "no-tickets"


@pytest.mark.rule("BER-9")
@pytest.mark.parametrize(
    ("trams", "subways", "left", "begins"),
    [
        (TEN_TRAMS, 4, {"tram": 0, "subway": 1}, True),
        (TEN_TRAMS, 3, {"tram": 0, "subway": 2}, False),
        (NINE_TRAMS, 4, {"tram": 1, "subway": 1}, False),
        (NINE_TRAMS, 5, {"tram": 1, "subway": 0}, True),
    ],
)
def test_the_last_round_counts_both_kinds_of_pieces(
    trams: tuple[str, ...], subways: int, left: dict[str, int], begins: bool
) -> None:
    routes = owned(trams) | owned(FIVE_SUBWAYS[:subways])
    game = berlin(routes=routes, hands={0: {"red": 1}})
    game.play("claim Kurfürstendamm-Zoologischer Garten 1 red")
    assert game.view().seats[0].pieces == left
    assert game.view().last_turns == (2 if begins else None)


@pytest.mark.rule("BER-9")
def test_everyone_has_one_more_turn_the_first_to_run_short_too() -> None:
    game = berlin(3, routes=owned(TEN_TRAMS) | owned(FIVE_SUBWAYS[:4]), hands={0: {"red": 1}})
    game.play("claim Kurfürstendamm-Zoologischer Garten 1 red")
    turns = []
    while not game.over:
        turns.append(game.pending[0])
        game.play("draw deck")
        game.play("draw deck")
    assert turns == [1, 2, 0]


@pytest.mark.rule("BER-10")
def test_the_score_is_routes_and_tickets_and_nothing_for_the_longest_line() -> None:
    game = berlin(
        routes={"Gendarmenmarkt-Museumsinsel": 0, "Brandenburger Tor-Gendarmenmarkt/red": 0},
        tickets={0: ["Brandenburger Tor-Museumsinsel", "Turmstraße-Gleisdreieck"]},
    )
    side = game.result().sides[0]
    assert (side.routes, side.ticket_points, side.longest, side.longest_bonus) == (3, 3 - 7, 3, 0)
    assert side.total == 3 + 3 - 7


@pytest.mark.rule("BER-10")
def test_a_tie_goes_to_more_completed_tickets_else_it_is_shared() -> None:
    six_by_tickets = {"Gendarmenmarkt-Museumsinsel": 0, "Brandenburger Tor-Gendarmenmarkt/red": 0}
    six_by_routes = {"Checkpoint Charlie-Moritzplatz": 1, "Alexanderplatz-Spittelmarkt": 1}
    tickets = {0: ["Brandenburger Tor-Museumsinsel"]}
    result = berlin(routes=six_by_tickets | six_by_routes, tickets=tickets).result()
    assert [side.total for side in result.sides] == [6, 6]
    assert (result.winners, result.tie_break) == ((0,), "tickets")

    lines = {"Nollendorfplatz-Potsdamer Platz": 0, "Gleisdreieck-Potsdamer Platz": 0}  # 5 in a line against 3
    result = berlin(routes=lines | six_by_routes).result()
    assert [side.total for side in result.sides] == [6, 6]
    assert (result.winners, result.tie_break) == ((0, 1), None)
