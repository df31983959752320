"""Reasons are computed from what a seat sees, and every one of them has words."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest

import semafor
from semafor import Game
from semafor.boards.board_names import BoardNaming
from semafor.moves import Claim, Draw, DrawTickets, Keep, Move, Payment, Pick, TakeFestival
from semafor.story.map_reasons import knowledge_of
from semafor.story.reasons import reasons_of, tickets_lost_by
from semafor.words import LANGUAGES, Language, Phrase
from semafor.words.catalogue import texts

SOURCE = Path(semafor.__file__).parent / "story"


def told(game: Game, move: Move) -> list[str]:
    return [reason.words for reason in reasons_of(game.board, game.view(0)).of(move)]


def position(**more: object) -> Game:
    return Game.position(
        {"board": "europe", "players": 2, "tickets": {0: ["Palermo-Constantinople"]}, **more}
    )


def claim(route: str, cards: int) -> Claim:
    return Claim(route, Payment("red", cards, 0))


def test_a_route_that_completes_a_ticket_says_so() -> None:
    game = position(routes={"Palermo-Smyrna": 0})
    assert told(game, claim("Constantinople-Smyrna", 2))[0] == "reason.finishes"
    assert reasons_of(game.board, game.view(0)).tickets(claim("Constantinople-Smyrna", 2)) == (
        "Palermo-Constantinople",
    )


def test_the_last_way_is_named() -> None:
    others = [
        route for route in position().board.route_names if "Palermo" in route and route != "Palermo-Smyrna"
    ]
    lost = dict.fromkeys(others, 1)
    built = position(routes=lost, stations=dict.fromkeys(("Paris", "Wien", "Berlin"), 0))
    assert told(built, claim("Palermo-Smyrna", 6))[0] == "reason.last-way"
    assert told(position(routes=lost), claim("Palermo-Smyrna", 6))[0] == "reason.serves", "a station is left"


def test_a_way_longer_than_the_pieces_left_is_none() -> None:
    view = position().view(0)
    few = msgspec.structs.replace(view.seats[0], pieces={"train": 5})
    seen = msgspec.structs.replace(view, seats=type(view.seats)((few, view.seats[1])))
    reasons = reasons_of(position().board, seen).of(claim("Palermo-Smyrna", 6))
    assert [one.words for one in reasons] == ["reason.points"]


def test_what_speaks_against_a_move() -> None:
    reasons = reasons_of(position().board, position().view(0))
    assert [one.words for one in reasons.against(claim("Moskva-Smolensk", 2))] == ["reason.serves-none"]
    assert [one.words for one in reasons.against(DrawTickets())] == ["reason.still-open"]
    assert reasons.against(claim("Palermo-Smyrna", 6)) == []


def test_nothing_speaks_against_another_way_that_is_as_short() -> None:
    game = Game.position({"board": "usa", "players": 2, "tickets": {0: ["Duluth-El Paso"]}})
    reasons, routes = reasons_of(game.board, game.view(0)), game.board.route_names
    strands = [name for name in routes if name.startswith("Kansas City-Omaha")]
    assert len(strands) == 2
    assert [reasons.against(claim(name, 1)) for name in strands] == [[], []], (
        "one strand is as good as the other"
    )
    assert reasons.against(claim("Boston-Montréal/1", 2)), "far away"


def test_a_route_that_can_be_paid_for_lacks_no_card() -> None:
    routes = dict.fromkeys(("Kansas City-Omaha/1", "Kansas City-Oklahoma City/1", "El Paso-Oklahoma City"), 0)
    plan = {"board": "usa", "players": 2, "tickets": {0: ["Duluth-El Paso"]}, "routes": routes}
    market = ["red", "red", "red", "blue", "blue"]
    paid = Game.position({**plan, "hands": {0: {"green": 2}}, "market": market})
    assert told(paid, Draw(1)) == ["reason.spare"], "two green ones pay for Duluth-Omaha"
    assert told(paid, Draw(None)) == ["reason.any-card"]
    near = Game.position({**plan, "hands": {0: {"green": 1}}, "market": [*market[:4], "green"]})
    assert told(near, Draw(5)) == ["reason.needed"], "one more green card, not two red ones"
    assert told(near, Draw(1)) == ["reason.spare"]
    poor = Game.position({**plan, "hands": {0: {"green": 1}}, "market": market})
    assert told(poor, Draw(None)) == ["reason.blind"]


def berlin(**more: object) -> Game:
    """The two ways from Nollendorfplatz to the Zoo lie side by side, a black one and a green one."""
    tickets = {0: ["Nollendorfplatz-Siegessäule"]}
    routes = {"Charlottenburger Tor-Zoologischer Garten": 0, "Charlottenburger Tor-Siegessäule": 0}
    return Game.position({"board": "berlin", "players": 2, "tickets": tickets, "routes": routes, **more})


def test_of_two_strands_the_one_that_lacks_fewer_cards_counts() -> None:
    market = ["violet", "green", "blue", "violet", "black"]
    game = berlin(hands={0: {"black": 1}}, market=market)
    reasons = reasons_of(game.board, game.view(0))
    [black] = reasons.of(Draw(5))
    assert (black.words, black.details["n"]) == ("reason.needed", 1)
    assert told(game, Draw(2)) == ["reason.spare"], "with a black card in hand green brings nothing nearer"
    assert (len(reasons.tickets(Draw(5))), reasons.tickets(Draw(2))) == (1, ())
    paid = berlin(hands={0: {"black": 1, "wild": 1}}, market=market)
    assert told(paid, Draw(None)) == ["reason.any-card"], "a black card and a bicycle pay for it now"
    strands = [name for name in game.board.route_names if name.startswith("Nollendorfplatz-Zoologischer")]
    assert len(strands) == 2
    assert [told(game, claim(name, 2))[0] for name in strands] == ["reason.finishes", "reason.finishes"]


def test_a_strand_that_leaves_another_one_free_shuts_no_way() -> None:
    for players, lost in ((2, 1), (4, 0)):
        game = Game.position({"board": "usa", "players": players, "tickets": {0: ["Duluth-El Paso"]}})
        assert len(tickets_lost_by(game.board, game.view(0), "Kansas City-Omaha/1")) == lost


def test_a_route_to_a_festival_tells_its_cards() -> None:
    game = Game.new("iberia", players=2, seed=1)
    festival = next(one for one in game.board.festivals if len(one.points) > 1)
    there = {place.id: place.name.en for place in game.board.places}[festival.places[0]]
    route = next(name for name in game.board.route_names if there in name.split("/")[0].split("-"))
    seen = msgspec.structs.replace(game.view(0), festivals={festival.id: 2})
    reasons = reasons_of(game.board, seen).of(claim(route, 1))
    [told_of] = [one for one in reasons if one.words == "reason.festival"]
    assert told_of.details["points"] == festival.points[1]


def test_a_ferry_lacks_locomotives_before_cards() -> None:
    plan = {"hands": {0: {"red": 6}}, "market": ["red", "red", "wild", "blue", "green"]}
    ferry = position(**plan, routes={"Constantinople-Smyrna": 0})
    assert told(ferry, Draw(1)) == ["reason.spare"], "enough cards, no locomotive: red does not help"
    assert told(ferry, Draw(3)) == ["reason.any-colour"]
    assert told(ferry, Draw(None)) == ["reason.deck-may"], "a locomotive"


def test_a_festival_is_worth_what_it_adds_to_the_set() -> None:
    game = Game.new("iberia", players=2, seed=1)
    festival = next(one for one in game.board.festivals if len(one.points) > 2)
    view = game.view(0)
    assert view.own is not None
    own = msgspec.structs.replace(view.own, festivals={festival.id: 1})
    seen = msgspec.structs.replace(view, own=own, festivals={festival.id: 2})
    [reason] = reasons_of(game.board, seen).of(TakeFestival(festival.id))
    assert reason.details["points"] == festival.points[2] - festival.points[0]
    assert reason.details["n"] == 2


def test_in_the_card_game_a_colour_is_wanted_until_there_is_enough_of_it() -> None:
    game = Game.new("cardgame", players=2, seed=1)
    view = game.view(0)
    assert view.own is not None
    ticket = next(
        name for name, one in zip(game.board.ticket_names, game.board.tickets, strict=True) if one.needs
    )
    colour, number = next(
        iter((game.board.tickets[game.board.ticket_names.index(ticket)].needs or {}).items())
    )
    said = {}
    for held in (number - 1, number):
        own = msgspec.structs.replace(view.own, tickets=(ticket,), hand={str(colour): held})
        seen = msgspec.structs.replace(view, own=own, market=(colour, *view.market[1:]))
        reasons = reasons_of(game.board, seen)
        said[held] = ([one.words for one in reasons.of(Draw(1))], reasons.tickets(Draw(1)))
        assert reasons.of(Draw(None)), "a hint has a reason"
    assert said == {number - 1: (["reason.card-wanted"], (ticket,)), number: ([], ())}


def test_a_ticket_of_a_draft_has_its_price() -> None:
    game = Game.new("iberia", players=2, seed=1)
    move = game.moves(0)[0]
    assert isinstance(move, Pick)
    reasons = reasons_of(game.board, game.view(0))
    [price] = reasons.of(move)
    assert (price.words, price.details["tickets"]) == ("reason.keep", [move.ticket])
    assert reasons.tickets(move) == (move.ticket,)


def test_who_hoards_tickets_is_not_told_to_take_more() -> None:
    game = Game.new("cardgame", players=2, seed=1)
    view = game.view(0)
    assert view.own is not None
    few, many = (), tuple(game.board.ticket_names[:30])
    for tickets, why, why_not in ((few, ["reason.few-tickets"], []), (many, [], ["reason.enough-tickets"])):
        seen = msgspec.structs.replace(view, own=msgspec.structs.replace(view.own, tickets=tickets))
        reasons = reasons_of(game.board, seen)
        assert [one.words for one in reasons.of(DrawTickets())] == why
        assert [one.words for one in reasons.against(DrawTickets())] == why_not
        assert [one.words for one in reasons.against(Keep((many[0],)))] == why_not
        assert reasons.against(Keep(())) == []


def test_a_route_on_the_way_that_rivals_could_take() -> None:
    game = position(hands={1: {"red": 8}})
    assert told(game, claim("Palermo-Smyrna", 6))[:2] == ["reason.serves", "reason.contested"]


def test_a_route_beside_every_ticket_brings_points() -> None:
    assert told(position(), claim("Moskva-Smolensk", 2)) == ["reason.points"]


def test_cards_are_wanted_by_the_way_they_pay_for() -> None:
    game = position(market=["wild", "red", "red", "blue", "green"])
    assert told(game, Draw(1)) == ["reason.any-colour"]
    assert told(game, Draw(2)) == ["reason.needed"], "grey routes on the way take any colour"
    assert told(game, Draw(None)) == ["reason.deck-may"]
    assert told(game, DrawTickets()) == ["reason.more-tickets"]


def test_every_reason_has_words_and_every_word_a_reason() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in SOURCE.glob("*.py"))
    said = set(re.findall(r'"reason\.([a-z-]+)"', source))
    for language in LANGUAGES:
        assert {key.partition(".")[2] for key in texts(language) if key.startswith("reason.")} == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentence_of_the_last_way(language: Language) -> None:
    details = {"route": "Palermo-Smyrna", "ticket": "Palermo-Constantinople", "seat": 1, "n": 2}
    sentence = Phrase("reason.last-way-lost", details).say(language, BoardNaming(position().board))
    expected = {
        "en": "Palermo – Smyrna was the last path for Palermo – Constantinople; "
        "Seat 1 claimed it 2 turns later.",
        "pl": "Palermo – Smyrna było ostatnią drogą dla biletu Palermo – Konstantynopol; "
        "po 2 turach zajmuje je Miejsce 1.",
    }
    assert sentence == expected[language]


def test_threads_do_not_share_the_space_in_which_ways_are_found() -> None:
    """Concurrent calls must not share arrays: a path with a cycle would never end."""
    board = position().board
    with ThreadPoolExecutor(1) as pool:
        elsewhere = pool.submit(knowledge_of, board).result()
        assert elsewhere is pool.submit(knowledge_of, board).result()
    assert knowledge_of(board) is knowledge_of(board)
    assert knowledge_of(board) is not elsewhere
