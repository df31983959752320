"""Every strand and ticket has a text of its own; lookups find places."""

from __future__ import annotations

import msgspec
import pytest

from semafor.boards import board_names, load_board


@pytest.mark.parametrize("name", board_names())
def test_texts_are_unique(name: str) -> None:
    board = load_board(name)
    assert len(set(board.route_names)) == len(board.routes)
    assert len(set(board.ticket_names)) == len(board.tickets)


def test_a_single_strand_is_named_by_its_ends() -> None:
    board = load_board("europe")
    assert "Palermo-Smyrna" in board.route_names
    assert board.ticket_names[0] == "Brest-Petrograd"


def test_parallel_strands_are_told_apart_by_colour() -> None:
    names = load_board("europe").route_names
    assert {"Madrid-Pamplona/black", "Madrid-Pamplona/white"} <= set(names)


def test_parallel_strands_of_one_colour_are_numbered() -> None:
    names = load_board("usa").route_names
    assert {"Portland-Seattle/1", "Portland-Seattle/2"} <= set(names)


def test_tickets_between_the_same_places_are_numbered() -> None:
    assert load_board("cardgame").ticket_names[:2] == ("Chicago-New York/1", "New York-Chicago/2")


def test_a_place_is_found_by_its_id() -> None:
    board = load_board("europe")
    place = board.place("kobenhavn")
    assert (place.name.in_language("en"), place.name.in_language("pl")) == ("København", "Kopenhaga")
    assert board.places[board.place_index["kobenhavn"]] is place
    with pytest.raises(KeyError):
        board.place("atlantis")


def test_the_colours_of_the_deck_come_in_the_order_of_the_model() -> None:
    assert load_board("berlin").colours == ("red", "orange", "green", "blue", "violet", "black")


def test_lookups_take_no_part_in_equality() -> None:
    board = load_board("usa")
    copy = msgspec.convert(msgspec.to_builtins(board), type(board))
    assert board.route_names
    assert copy == board
