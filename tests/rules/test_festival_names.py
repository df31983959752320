"""A festival has one name, its id, in moves, views, events and positions, however it was written there."""

from __future__ import annotations

import pytest

from semafor import Game, board_names, load_board, parse_event
from semafor.boards.model import Board, Festival, Name
from semafor.events import FestivalOpened, FestivalTaken
from semafor.moves import TakeFestival

BOARDS = [board for board in map(load_board, board_names()) if board.festivals]
EACH = [
    pytest.param(board, festival, id=f"{board.board}-{festival.id}")
    for board in BOARDS
    for festival in board.festivals
]


def route_there(board: Board, festival: Festival) -> tuple[str, int]:
    """A route that ends where a festival is held, and how many cards it takes."""
    routes = zip(board.route_names, board.routes, strict=True)
    return next((name, route.cost) for name, route in routes if {route.a, route.b} & set(festival.places))


def place_names(board: Board, festival: Festival) -> Name:
    """Return the name of a festival's place; some festivals at several places share a name."""
    return next(place.name for place in board.places if place.id == festival.places[0])


@pytest.mark.rule("IBE-9")
@pytest.mark.parametrize(("board", "festival"), EACH)
def test_a_festival_is_its_id_from_the_deck_to_a_hand(board: Board, festival: Festival) -> None:
    """Deck and move accept the name of the place in English, in Polish and in capitals."""
    names = place_names(board, festival)
    route, cost = route_there(board, festival)
    said = {"board": board.board, "players": 2, "deck": [names.en, "red", "blue"]}
    game = Game.position({**said, "hands": {1: {"wild": cost}}})
    opened = [event for event in game.play("draw deck") if isinstance(event, FestivalOpened)]
    assert [event.festival for event in opened] == [festival.id]
    assert game.view().festivals[festival.id] == 1
    assert set(game.view().festivals) <= {each.id for each in board.festivals}
    game.play("draw deck")
    game.play(f"claim {route} {cost} wild")
    assert TakeFestival(festival.id) in game.moves(1)
    happened = game.play(f"festival {names.pl.upper()}", 1)
    taken = [event for event in happened if isinstance(event, FestivalTaken)]
    assert [event.festival for event in taken] == [festival.id]
    assert [parse_event(str(event)) for event in taken] == taken
    assert game.record().moves[-1].endswith(f"festival {festival.id}")
    view = game.view(1)
    assert view.own is not None
    assert view.own.festivals == {festival.id: 1}


@pytest.mark.parametrize(("board", "festival"), EACH)
def test_a_position_takes_every_name_and_shows_one(board: Board, festival: Festival) -> None:
    said, names = {"board": board.board, "players": 2}, place_names(board, festival)
    alone = [each.name for each in board.festivals].count(festival.name) == 1
    own_names = (festival.name.en, festival.name.pl.lower()) if alone else ()
    for name in (festival.id, names.en, names.pl.lower(), *own_names):
        game = Game.position({**said, "festivals_open": {name: 1}, "festivals_held": {0: {name: 1}}})
        own = game.view(0).own
        assert own is not None
        assert own.festivals == {festival.id: 1}
        assert {one: n for one, n in game.view().festivals.items() if n} == {festival.id: 1}
