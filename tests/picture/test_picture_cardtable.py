"""The table of the Card Game as a picture: valid, complete, in both themes and languages."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from semafor import Game, load_board
from semafor.picture.shown import SeatSpread, ShownCardTable
from semafor.picture.svg import draw_table
from semafor.picture.svg.card_faces import BONUS, TICKET, WIDEST
from semafor.picture.tokens import text_width, tokens
from semafor.show import draw_view

if TYPE_CHECKING:
    from semafor.boards.model import Language
    from semafor.picture.tokens import ThemeName

SVG = "{http://www.w3.org/2000/svg}"
BOARD = load_board("cardgame")


def uses(picture: str, what: str) -> int:
    """How often a defined element is drawn."""
    return len(re.findall(rf'href="#\w+-\w+-{what}"', picture))


def table() -> ShownCardTable:
    siding = (("red", 3, 1), ("blue", 0, 2))
    seat = SeatSpread("Ann <&>", siding, track=7, cards=4, tickets=2, score=18, completed=(0, 5))
    return ShownCardTable(
        market=("red", "wild", None, "green", "white"),
        deck=31,
        ticket_deck=12,
        seats=(seat, SeatSpread("Ewa")),
        standings=((2, 0), (0, 0), (1, 1), (0, 0), (0, 0), (0, 0)),
        hand=(("orange", 2), ("wild", 1)),
        tickets=(7,),
    )


@pytest.mark.parametrize("theme", ["paper", "night"])
@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("shown", [None, table()], ids=["box", "table"])
def test_a_picture_is_valid_and_self_contained(
    shown: ShownCardTable | None, language: Language, theme: ThemeName
) -> None:
    picture = draw_table(BOARD, shown, language, theme)
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    ids = {element.get("id") for element in root.iter()} - {None}
    wanted = {element.get("href") for element in root.iter(f"{SVG}use")}
    assert {str(reference).removeprefix("#") for reference in wanted} <= ids
    assert tokens().themes[theme]["paper"] in picture


def test_the_box_shows_every_need_by_its_symbol() -> None:
    picture = draw_table(BOARD)
    for colour in BOARD.colours:
        needed = sum(ticket.needs.get(colour, 0) for ticket in BOARD.tickets)
        assert uses(picture, f"need-{colour}") == needed
    for city in BOARD.big_cities:
        assert f">{BOARD.place(city.place).name.en}</text>" in picture


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("shown", [None, table()], ids=["box", "table"])
def test_names_fit_whatever_letters_the_reader_has(shown: ShownCardTable | None, language: Language) -> None:
    root = ElementTree.fromstring(draw_table(BOARD, shown, language))
    names = [one for one in root.iter(f"{SVG}text") if one.get("class") == "card-name"]
    cities = {BOARD.place(city.place).name.in_language(language) for city in BOARD.big_cities}
    assert len(names) == len(cities) + 2 * (3 if shown else len(BOARD.tickets)), "an end a line"
    for one in names:
        words, size = str(one.text), float(one.get("font-size", 0))
        room = (BONUS if words in cities else TICKET)[0] - 46
        assert float(one.get("textLength", WIDEST * text_width(words, size))) <= room


def test_rows_market_and_piles_are_shown() -> None:
    picture = draw_table(BOARD, table())
    assert uses(picture, "card-red") == 3 + 1  # the row and the market
    assert uses(picture, "card-wild") == 1 + 2 + 1 + 1  # rows, market, hand
    assert uses(picture, "card-orange") == 2
    assert uses(picture, "card-back") == 2 + 2  # both decks, both on-track piles
    assert ">31</text>" in picture
    assert ">7</text>" in picture
    assert "Ann &lt;&amp;&gt;" in picture


def test_a_row_of_wilds_alone_says_its_colour() -> None:
    rows = (("violet", 0, 2),)
    picture = draw_table(BOARD, ShownCardTable(seats=(SeatSpread("Ann", rows),)))
    assert uses(picture, "need-violet") == 1


def test_very_long_rows_stay_on_the_page() -> None:
    rows = tuple((colour, 10, 2) for colour in BOARD.colours)
    picture = draw_table(BOARD, ShownCardTable(seats=(SeatSpread("Ann", rows),)))
    places = [float(x) for x in re.findall(r'-card-\w+" transform="translate\(([\d.]+)', picture)]
    assert max(places) < 1200


def test_words_are_in_the_language_of_the_picture() -> None:
    assert "Nowy Jork" in draw_table(BOARD, language="pl")
    assert "na torach" in draw_table(BOARD, table(), language="pl")


def test_every_step_of_a_game_can_be_drawn() -> None:
    game, chance = Game.new("cardgame", players=4, seed=1), Random(1)
    while not game.over:
        if game.version % 20 == 0:
            for viewer in (None, 2):
                ElementTree.fromstring(draw_view(game.board, game.view(viewer)))
        seat = chance.choice(game.pending)
        game.play(chance.choice(game.moves(seat)), seat)
    assert game._repr_svg_().startswith("<svg")
    assert game.board._repr_svg_().startswith("<svg")
