"""Advice about boards: what is noticed, and that sound boards are left in peace."""

from __future__ import annotations

import msgspec
import pytest

from semafor.boards import Board, load_board
from semafor.boards.model import Name, Place, Route, Ticket
from semafor.words import LANGUAGES
from semafor.workshop import Advice, advise

USA = load_board("usa")


def changed(**changes: object) -> Board:
    return msgspec.structs.replace(USA, **changes)


def of_code(board: Board, code: str) -> list[Advice]:
    return [one for one in advise(board) if one.code == code]


def with_place(index: int, **changes: object) -> Board:
    places = list(USA.places)
    places[index] = msgspec.structs.replace(places[index], **changes)
    return changed(places=tuple(places))


@pytest.mark.parametrize("name", ["usa", "asia", "berlin", "iberia", "cardgame"])
def test_published_boards_get_no_advice(name: str) -> None:
    assert advise(load_board(name)) == []


def test_a_double_route_that_is_single_for_few_is_noticed() -> None:
    (one,) = advise(load_board("europe"))
    assert (one.code, one.about, one.details["players"]) == ("cut-off", "route", [2, 3])
    assert one.say("pl").startswith("przy liczbie graczy 2, 3 połączenie Edynburg – Londyn")


def test_a_place_far_from_where_its_name_lies() -> None:
    index = USA.place_index["chicago"]
    (one,) = of_code(with_place(index, lat=USA.places[index].lat - 5), "far-from-name")
    assert (one.path, one.about) == (("places", index), "place")
    assert one.details["km"] == pytest.approx(556, abs=2)
    assert one.details["lat"] == USA.places[index].lat


def test_a_name_that_nobody_knows_may_lie_anywhere() -> None:
    name = Name("Nowhere Junction", "Nigdzie")
    assert of_code(with_place(0, name=name, lat=10.0), "far-from-name") == []


def test_a_ticket_whose_value_does_not_fit_its_way() -> None:
    tickets = list(USA.tickets)
    fitting = tickets[4].points  # the value of its shortest way, as most of this board
    tickets[4] = msgspec.structs.replace(tickets[4], points=fitting + 12)
    (one,) = of_code(changed(tickets=tuple(tickets)), "ticket-value")
    assert one.path == ("tickets", 4)
    assert one.details["fitting"] == fitting


def test_a_ticket_that_one_short_route_completes() -> None:
    short = next(route for route in USA.routes if route.length == 2)
    tickets = (*USA.tickets, Ticket(short.a, short.b, 2))
    (one,) = of_code(changed(tickets=tickets), "one-route-ticket")
    assert (one.path, one.details["n"]) == (("tickets", len(USA.tickets)), 2)


def test_colours_out_of_balance_are_noticed_on_both_sides() -> None:
    routes = tuple(
        msgspec.structs.replace(route, colour="blue") if route.colour == "red" else route
        for route in USA.routes
    )
    found = {one.path[2]: one.details["case"] for one in of_code(changed(routes=routes), "uneven-colour")}
    assert found == {"red": "few", "blue": "many"}


def test_a_place_on_a_single_route_is_cut_off_when_it_closes() -> None:
    lonely = Place("lonely", Name("Lonely", "Samotnia"), 50.0, -100.0)
    route = Route("lonely", "winnipeg", 3, "grey")
    board = changed(places=(*USA.places, lonely), routes=(*USA.routes, route))
    (one,) = of_code(board, "cut-off")
    assert one.path == ("routes", len(USA.routes))
    assert one.details["names"] == [{"en": "Lonely", "pl": "Samotnia"}]
    assert "players" not in one.details


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_advice_is_one_line_with_a_remedy(language: str) -> None:
    for one in advise(load_board("europe")):
        told = one.say(language)  # type: ignore[arg-type]  # a parameter is a plain text
        assert one.remedy(language) in told  # type: ignore[arg-type]  # likewise
        assert "\n" not in told
