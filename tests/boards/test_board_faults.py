"""Every fault a board file can have is refused with words that name it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.boards.board_trees import REMOVE, list_faults, read_tree, spoil

Case = tuple[str, str, Any, str]
"""A board, the path and value of a mistake in it, and the expected error message."""

FORM: list[Case] = [
    ("europe", "colour", "red", "unknown key 'colour'"),
    ("europe", "options/hnd", 4, "options.hnd: unknown key 'hnd'; expected 'hand'"),
    ("europe", "routes/2/lenght", 4, "routes[3] amsterdam–frankfurt, lenght: unknown key 'lenght'"),
    ("europe", "routes/2/lenght", 4, "expected 'length'"),
    ("europe", "options", REMOVE, "'options' is missing; expected a table with players"),
    ("europe", "options/hand", REMOVE, "options: 'hand' is missing"),
    ("europe", "options/hand", "four", "options.hand: 'four' is not allowed here; expected a whole number"),
    ("europe", "options/hand", 4.5, "4.5 is not allowed here"),
    ("europe", "options/hand", True, "true is not allowed here"),
    ("europe", "options/hand", 10**30, "a number with many digits is not allowed here"),
    ("europe", "options/ferries", 1, "expected true or false"),
    ("europe", "options/stations", 3, "3 is not a table; expected a table with count, value"),
    ("europe", "options/pieces", [45], "a list is not a table"),
    ("europe", "options/pieces/trian", 45, "expected 'train'"),
    ("europe", "options/cards/pink", 12, "unknown key 'pink'"),
    ("europe", "options/cards/red", 128, "red: 128 is out of range; expected a number from 1 to 127"),
    ("europe", "options/ties/0", "coin", "'coin' is not allowed here; expected one of"),
    ("europe", "options/players", 4, "4 is not allowed here; expected a list"),
    (
        "iberia",
        "options/draft/second_at/2",
        [1, 2, 3],
        "a list is not allowed here; expected a list of 2 values",
    ),
    ("europe", "board", 7, "7 is not allowed here; expected a string in quotes"),
    ("europe", "places/0/lat", "north", "expected a number"),
    ("europe", "places/0/lat", float("inf"), "inf is not allowed here"),
    ("europe", "places/0", "athina", "places[1]: 'athina' is not a table"),
    ("europe", "places", {}, "places: a table is not allowed here"),
    ("europe", "routes/0/colour", "pink", "'pink' is not allowed here; expected one of"),
]
PLACES: list[Case] = [
    ("europe", "board", "My Board", "'My Board' is not a valid id"),
    ("europe", "title/pl", "", "'' is not a valid name"),
    ("europe", "rules", [], "no rules are named"),
    ("europe", "rules/1", "ERU", "'ERU' is not a family of rules; expected 'EUR'"),
    ("europe", "rules/1", "BASE", "'BASE' appears twice"),
    ("europe", "places", [], "there are no places"),
    ("europe", "places/1/id", "amsterdam", "places[2] amsterdam, id: 'amsterdam' appears twice"),
    ("europe", "places/1/id", "angora2", "'angora2' is not a valid id"),
    ("europe", "places/1/name/en", "amsterdam", "places[2] angora, name, en: 'amsterdam' appears twice"),
    ("europe", "places/1/name/pl", "Amsterdam", "name, pl: 'amsterdam' appears twice"),
    ("europe", "places/1/name/en", "Stoke/Trent", "characters that names may not have"),
    ("europe", "places/1/name/en", "A/B", "characters that names may not have"),
    ("europe", "places/1/name/pl", "Praga/stara", "characters that names may not have"),
    ("europe", "places/1/name/en", "Pier/East", "expected no slash"),
    ("europe", "places/1/name/en", " Angora", "' Angora' is not a valid name"),
    ("europe", "places/1/name/en", "An\u202egora", "is not a valid name"),
    ("europe", "places/1/name/en", "A" * 41, "is not a valid name; expected 1 to 40"),
    ("europe", "places/1/lat", 91, "lat: 91.0 is out of range; expected a number from -90 to 90"),
    ("europe", "places/1/lon", -181, "lon: -181.0 is out of range"),
    ("europe", "places/1/lat", float("nan"), "nan is out of range"),
]
ROUTES: list[Case] = [
    ("europe", "routes/0/b", "bruxeles", "there is no place 'bruxeles'; expected 'bruxelles'"),
    ("europe", "routes/0/b", "xxx", "there is no place 'xxx'; expected the id of a place"),
    ("europe", "routes/0/b", "amsterdam", "this route ends where it starts"),
    ("europe", "routes/0/length", 0, "length: 0 is out of range; expected a number from 1 to 8"),
    ("europe", "routes/0/length", 9, "9 is out of range"),
    ("europe", "routes/0/length", 5, "there are no points for a train route of 5 cards"),
    ("europe", "routes/0/cards", 2, "a train route is paid by its length"),
    ("berlin", "routes/1/cards", REMOVE, "cards: 0 is out of range; expected a number from 1 to 8"),
    ("berlin", "routes/1/length", 2, "this subway route has 2 spaces"),
    ("europe", "routes/3/ferry", 3, "3 wild symbols; expected 0 to 2"),
    ("europe", "routes/3/ferry", -1, "−1 wild symbols"),
    ("europe", "routes/4/tunnel", 2, "tunnel: 2 is out of range; expected a number from 3 to 6"),
    ("europe", "routes/4/tunnel", 7, "tunnel: 7 is out of range"),
    ("europe", "routes/4/ferry", 1, "this route is a ferry and a tunnel"),
    ("usa", "routes/0/ferry", 1, "this board has no ferries"),
    ("usa", "routes/0/tunnel", 3, "this board has no tunnels"),
    ("berlin", "routes/0/colour", "yellow", "the deck has no yellow cards"),
    ("europe", "routes/0/kind", "tram", "nobody has trains of the kind 'tram'"),
    ("usa", "options/pieces/train", 5, "a player has only 5 of the kind 'train'"),
    ("europe", "options/cards/wild", 1, "the deck does not have enough cards to pay for this route"),
    ("europe", "route_points/train/4", REMOVE, "no points for a train route of 4 cards"),
    ("europe", "route_points/train/9", 30, "'9' is not a valid number of cards"),
    ("europe", "route_points/train/4", -1, "route_points.train.4: -1 is out of range"),
    ("europe", "route_points/tram", {"1": 1}, "route_points.tram: there is no tram route"),
]
STRANDS: list[Case] = [
    ("asia", "routes/1/length", 3, "length differs from the parallel route; expected 4"),
    ("asia", "routes/1/tunnel", 4, "tunnel differs from the parallel route; expected 0"),
    ("asia", "routes/1/ferry", 1, "ferry differs from the parallel route"),
    ("asia", "routes/1/kind", "tram", "kind differs from the parallel route; expected train"),
    ("asia", "routes/1/always_open", True, "always_open differs from the parallel route; expected false"),
    ("berlin", "routes/1/cards", 2, "cards differs from the parallel route; expected 2"),
    ("asia", "routes/1/colour", "violet", "two parallel routes are violet"),
    ("usa", "routes/0/always_open", True, "this route has no parallel route"),
]
TICKETS: list[Case] = [
    ("europe", "tickets/0/b", "petrogrd", "there is no place 'petrogrd'; expected 'petrograd'"),
    ("europe", "tickets/0/b", "brest", "this ticket ends where it starts"),
    ("asia", "tickets/0/b", "junction-east", "a ticket cannot end at a junction"),
    ("europe", "tickets/0/points", 0, "points: 0 is out of range"),
    ("europe", "tickets/0/points", -5, "points: -5 is out of range"),
    ("europe", "tickets/+", {"a": "petrograd", "b": "brest", "points": 3}, "connects the same two places"),
    ("europe", "tickets/0/needs", {"red": 1}, "tickets require cards only in the Card Game"),
    ("usa", "tickets/0/long", True, "no long tickets are dealt"),
    ("cardgame", "tickets/0/needs", REMOVE, "this ticket requires no cards"),
    ("cardgame", "tickets/0/needs", {"red": 0}, "needs, red: 0 is out of range"),
    ("cardgame", "options/cards/red", REMOVE, "needs, red: the deck has no red cards"),
]
OPTIONS: list[Case] = [
    ("europe", "options/players", [], "no number of players is given"),
    ("europe", "options/players/+", 7, "players[5]: 7 is out of range; expected a number from 2 to 6"),
    ("europe", "options/players/+", 1, "1 is out of range"),
    ("europe", "options/players/+", 5, "players[5]: 5 appears twice"),
    ("asia", "options/players/+", 5, "5 players cannot form teams of two"),
    ("asia", "options/players/+", 2, "2 players cannot form teams of two"),
    (
        "europe",
        "options/one_strand_with/+",
        6,
        "one_strand_with[3]: 6 is not a number of players of this board",
    ),
    ("europe", "options/one_strand_with/+", 2, "one_strand_with[3]: 2 appears twice"),
    ("europe", "options/cards/red", 0, "options.cards.red: 0 is out of range"),
    ("europe", "options/cards/wild", -1, "options.cards.wild: -1 is out of range"),
    ("europe", "options/cards", {"wild": 20}, "the deck has no plain colour"),
    ("europe", "options/hand", 11, "options.hand: 11 is out of range; expected a number from 0 to 10"),
    ("europe", "options/start_tickets/count", 6, "7 tickets are offered at once; expected at most 6"),
    ("europe", "options/start_tickets/count", 0, "start_tickets.count: 0 is out of range"),
    (
        "europe",
        "options/start_tickets/keep",
        5,
        "start_tickets.keep: 5 is out of range; expected a number from 1 to 4",
    ),
    (
        "europe",
        "options/draw_tickets/count",
        7,
        "draw_tickets.count: 7 is out of range; expected a number from 1 to 6",
    ),
    (
        "europe",
        "options/draw_tickets/keep",
        4,
        "draw_tickets.keep: 4 is out of range; expected a number from 1 to 3",
    ),
    ("europe", "options/draw_tickets/keep", 0, "draw_tickets.keep: 0 is out of range"),
    ("europe", "options/pieces/train", 61, "pieces.train: 61 is out of range"),
    ("europe", "options/pieces/tram", 3, "options.pieces.tram: there is no tram route"),
    (
        "europe",
        "options/pieces",
        {"train": 45, "tram": 1, "subway": 1},
        "3 kinds of trains; expected at most 2",
    ),
    ("europe", "options/pieces", {}, "players have no trains"),
    ("europe", "options/last_round_at", 45, "the last round would start at 45 of 45 trains"),
    ("europe", "options/last_round_at", -1, "the last round would start at −1"),
    ("asia", "options/last_round_at", 54, "the last round would start at 54 of 54 trains"),
    ("europe", "options/longest_bonus", -1, "longest_bonus: -1 is out of range"),
    ("asia", "options/most_tickets_bonus", -1, "most_tickets_bonus: -1 is out of range"),
    (
        "europe",
        "options/stations/count",
        4,
        "stations.count: 4 is out of range; expected a number from 1 to 3",
    ),
    ("europe", "options/stations/value", -4, "stations.value: -4 is out of range"),
    ("europe", "options/stations", REMOVE, "ties[2]: 'stations' cannot break a tie here"),
    ("europe", "options/ties/0", "bonuses", "'bonuses' cannot break a tie here"),
    ("europe", "options/ties/0", "express", "ties[3]: 'express' appears twice"),
    ("cardgame", "options/ties/0", "longest", "'longest' cannot break a tie here"),
]
SUPPLY: list[Case] = [
    (
        "europe",
        "options/cards",
        dict.fromkeys(["red", "wild"], 12),
        "24 cards are too few to deal to 5 players",
    ),
    ("europe", "options/cards/red", 120, "the deck has 218 cards; expected at most 168"),
    ("iberia", "options/cards/red", 16, "the deck has 169 cards"),
    ("europe", "options/start_tickets/long", 2, "6 long tickets are too few to deal to 5 players"),
    ("iberia", "options/players/+", 6, "26 second-draft tickets are too few to deal to 6 players"),
    ("iberia", "options/start_tickets/rejected", "out", "20 second-draft tickets are too few"),
    ("cardgame", "options/cards/wild", 3, "there are too few wild cards to deal"),
    ("cardgame", "options/card_game/wild_dealt", 17, "wild_dealt: 17 is out of range"),
]
EXTRAS: list[Case] = [
    ("iberia", "options/draft/count", 5, "draft.count: 5 differs from start_tickets.count"),
    ("iberia", "options/draft/count", 1, "a hand of one ticket cannot be passed on"),
    ("iberia", "options/draft/keep", 3, "draft.keep: 3 differs from start_tickets.keep"),
    ("iberia", "options/start_tickets/long", 1, "long tickets cannot be drafted"),
    (
        "iberia",
        "options/draft/second_at/3",
        REMOVE,
        "position of the draft card for 3 players is missing",
    ),
    ("iberia", "options/draft/second_at/6", [1, 2], "'6' is not a number of players of this board"),
    ("iberia", "options/draft/second_at/2", [0, 2], "[0, 2] is not a fraction of the deck"),
    ("iberia", "options/draft/second_at/2", [2, 2], "[2, 2] is not a fraction of the deck"),
    ("iberia", "options/draft/second_at/2", [-2, -1], "is not a fraction of the deck"),
    ("iberia", "options/festivals", False, "festivals are not enabled in the options"),
    ("iberia", "festivals", [], "the board lists no festivals"),
    ("usa", "options/festivals", True, "the board lists no festivals"),
    ("iberia", "festivals/0/id", "almeria", "'almeria' appears twice"),
    ("iberia", "festivals/0/id", "A", "'A' is not a valid id"),
    ("iberia", "festivals/0/name/pl", "", "'' is not a valid name"),
    ("iberia", "festivals/0/cards", 0, "cards: 0 is out of range"),
    ("iberia", "festivals/0/points", [2], "1 value for 2 cards"),
    ("iberia", "festivals/0/points", [2, -4], "points[2]: -4 is out of range"),
    ("iberia", "festivals/0/places", [], "this festival has no place"),
    ("iberia", "festivals/0/places", ["corunna"], "there is no place 'corunna'; expected 'a-coruna'"),
    ("iberia", "festivals/0/places/+", "almeria", "'almeria' appears twice"),
    ("usa", "routes", REMOVE, "there are no routes"),
    ("usa", "big_cities", [{"place": "miami", "points": 8}], "big cities belong to the Card Game"),
    ("cardgame", "big_cities/0/place", "miami", "'miami' appears twice"),
    ("cardgame", "big_cities/0/place", "chicagoo", "there is no place 'chicagoo'; expected 'chicago'"),
    ("cardgame", "big_cities/0/points", 0, "points: 0 is out of range"),
    (
        "cardgame",
        "options/card_game/halves_with",
        [5],
        "halves_with[1]: 5 is not a number of players",
    ),
    (
        "cardgame",
        "options/cards/red",
        17,
        "17 red cards do not fit a row of the Card Game; expected at",
    ),
    ("cardgame", "options/cards/wild", 63, "63 wild cards do not fit a row of the Card Game"),
    ("cardgame", "options/card_game/half_hand", -1, "half_hand: -1 is out of range"),
    ("cardgame", "options/pieces/train", 40, "pieces has no meaning without routes"),
    ("cardgame", "options/teams", True, "teams has no meaning without routes"),
    ("cardgame", "options/stations", {"count": 1, "value": 1}, "stations has no meaning without routes"),
    ("cardgame", "options/longest_bonus", 10, "longest_bonus has no meaning without routes"),
    (
        "cardgame",
        "routes",
        [{"a": "miami", "b": "dallas", "length": 1, "colour": "red"}],
        "the Card Game has no routes",
    ),
]
CASES = FORM + PLACES + ROUTES + STRANDS + TICKETS + OPTIONS + SUPPLY + EXTRAS


@pytest.mark.parametrize(("name", "path", "value", "words"), CASES)
def test_a_spoilt_board_is_refused_in_these_words(name: str, path: str, value: Any, words: str) -> None:
    assert words in list_faults(spoil(read_tree(name), path, value))


def test_a_fourth_strand_is_refused() -> None:
    tree = read_tree("asia")
    for colour in ("red", "grey"):
        tree["routes"].insert(0, tree["routes"][0] | {"colour": colour})
    assert "there are 4 parallel routes; expected at most 3" in list_faults(tree)


def test_parallel_strands_must_stand_together_whichever_end_comes_first() -> None:
    tree = read_tree("usa")
    first = tree["routes"][0]
    tree["routes"].append(first | {"a": first["b"], "b": first["a"]})
    assert "this route is not next to its parallel routes" in list_faults(tree)


def test_two_grey_strands_are_allowed() -> None:
    tree = read_tree("usa")
    tree["routes"].insert(0, dict(tree["routes"][0]))
    assert tree["routes"][0]["colour"] == "grey"
    assert not list_faults(tree)


def test_a_board_in_two_parts_is_refused_and_so_is_a_ticket_across() -> None:
    tree = read_tree("usa")
    tree["routes"] = [route for route in tree["routes"] if "miami" not in (route["a"], route["b"])]
    faults = list_faults(tree)
    assert "no route leads from atlanta to miami; expected a connected board" in faults
    assert "boston–miami: no routes connect these places" in faults


@pytest.mark.parametrize(
    ("name", "kept", "words"),
    [
        ("asia", 29, "29 tickets are too few to deal to 6 players; expected at least 30"),
        ("iberia", 49, "29 second-draft tickets are too few to deal to 5 players; expected at least 30"),
    ],
)
def test_too_few_tickets_are_refused(name: str, kept: int, words: str) -> None:
    tree = read_tree(name)
    del tree["tickets"][kept:]
    assert words in list_faults(tree)


@pytest.mark.parametrize(
    ("section", "most"),
    [("places", 64), ("routes", 128), ("tickets", 64), ("festivals", 20), ("big_cities", 8)],
)
def test_lists_beyond_the_room_of_the_engine_are_refused(section: str, most: int) -> None:
    tree = read_tree("cardgame" if section == "big_cities" else "iberia")
    tree[section] += [tree[section][0]] * (most + 1 - len(tree[section]))
    assert list_faults(tree) == (
        f"{section}: there are {most + 1} {section.replace('_', ' ')}; expected at most {most}"
    )


def test_a_festival_everywhere_is_refused() -> None:
    tree = spoil(read_tree("iberia"), "festivals/0/places", ["porto"] * 65)
    assert "festivals[1] a-coruna, places: there are 65" in list_faults(tree)


def test_all_faults_are_found_at_once_those_of_meaning_too() -> None:
    tree = spoil(read_tree("europe"), "options/hnd", 4)
    spoil(tree, "routes/0/length", 9)
    spoil(tree, "tickets/0/points", "many")
    spoil(tree, "places/3/lat", 100)
    assert len(list_faults(tree).splitlines()) == 4


def test_a_board_on_one_spot_is_refused_for_it_could_not_be_drawn() -> None:
    tree = read_tree("europe")
    for place in tree["places"]:
        place["lat"], place["lon"] = 50, 20
    assert "places: all places are at the same point" in list_faults(tree)
    tree["places"][0]["lat"] = 51
    assert list_faults(tree) == ""
