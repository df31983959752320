"""Print and play: sheets in their true size, both sides of all cards, and a PDF without pixels."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from semafor.boards import load_board
from semafor.picture.geometry import geometry
from semafor.workshop.paper import all_pages, print_pdf
from semafor.workshop.paper.faces import (
    festival_faces,
    small_window,
    ticket_back,
    ticket_faces,
    transport_faces,
)
from semafor.workshop.paper.sheets import (
    A4,
    LETTER,
    MARGIN,
    SHEETS,
    UNIT,
    Face,
    Paper,
    board_sheets,
    card_sheets,
)

BERLIN = load_board("berlin")


@pytest.mark.parametrize(("paper", "sheets"), [("A4", 8), ("A3", 4), ("letter", 8), ("sheet", 1)])
def test_pieces_of_the_board_fit_their_sheets_and_make_the_whole(paper: Paper, sheets: int) -> None:
    pages = board_sheets(BERLIN, SHEETS[paper], "en")
    assert len(pages) == sheets
    found = [window(page.svg) for page in pages]
    whole = geometry(BERLIN)
    area = sum(width * height for width, height in found)
    assert area == pytest.approx(whole.width * UNIT * whole.height * UNIT, rel=0.01)
    for page, (width, height) in zip(pages, found, strict=True):
        assert width <= page.width - 2 * MARGIN + 0.01
        assert height <= page.height - 2 * MARGIN + 0.01


def window(svg: str) -> tuple[float, float]:
    """The size of the piece on a sheet."""
    inner = next(iter(ElementTree.fromstring(svg)))
    return float(inner.attrib["width"]), float(inner.attrib["height"])


def places(svg: str) -> list[float]:
    return [float(x) for x in re.findall(r"translate\(([\d.]+) ", svg)]


@pytest.mark.parametrize("paper", ["A4", "A3", "letter", "sheet"])
def test_cards_come_on_sheets_of_any_printer(paper: Paper) -> None:
    pages = all_pages(BERLIN, paper, "en")[len(board_sheets(BERLIN, SHEETS[paper], "en")) :]
    assert {(page.width, page.height) for page in pages} == {LETTER if paper == "letter" else A4}


@pytest.mark.parametrize("sheet", [A4, LETTER])
def test_backs_lie_behind_their_fronts(sheet: tuple[float, float]) -> None:
    faces = [Face(f"<g id='f{n}'/>", f"<g id='b{n}'/>") for n in range(4)]
    front, back = card_sheets(faces, (63.0, 44.0), "", "cards", sheet)
    assert [f"f{n}" in front.svg and f"b{n}" in back.svg for n in range(4)] == [True] * 4
    for left, right in zip(places(front.svg), places(back.svg), strict=True):
        assert left + 63 + right == pytest.approx(sheet[0])


def test_every_ticket_and_every_card_is_there() -> None:
    pages = all_pages(BERLIN, "A4", "pl")
    text = "".join(page.svg for page in pages)
    assert len(ticket_faces(BERLIN, "en")) == len(BERLIN.tickets)
    for card, count in BERLIN.options.cards.items():
        assert text.count(f'href="#card-{card}"') == count
    assert text.count('href="#card-back"') == sum(BERLIN.options.cards.values())
    assert "Brama Brandenburska" in text


def test_cards_of_one_deck_cannot_be_told_from_behind() -> None:
    """Festival cards are shuffled into the deck (IBE-2) and drawn from it (IBE-6)."""
    iberia = load_board("iberia")
    festivals = festival_faces(iberia, "en")
    assert len(festivals) == sum(festival.cards for festival in iberia.festivals)
    assert {face.back for face in (*transport_faces(iberia), *festivals)} == {festivals[0].back}


@pytest.mark.parametrize("name", ["berlin", "iberia", "europe"])
def test_the_small_map_of_a_ticket_is_filled_by_its_places(name: str) -> None:
    shape = geometry(load_board(name))
    window, xs, ys = small_window(shape), *zip(*[(place.x, place.y) for place in shape.places], strict=True)
    assert window.x < min(xs) <= max(xs) < window.x + window.width
    assert window.y < min(ys) <= max(ys) < window.y + window.height
    assert max(ys) - min(ys) > 0.75 * window.height
    assert window.x >= shape.frame.x
    assert window.x + window.width <= shape.frame.x + shape.frame.width + 0.01


def test_long_tickets_have_a_back_of_their_own() -> None:
    assert ticket_back(BERLIN, "en", long=True) != ticket_back(BERLIN, "en", long=False)


def test_festivals_and_bonus_cards_are_printed() -> None:
    iberia = "".join(page.svg for page in all_pages(load_board("iberia"), "sheet"))
    assert iberia.count("Las Fallas") == 7
    cards = all_pages(load_board("cardgame"))
    assert any("need-red" in page.svg for page in cards)


def test_the_pdf_has_all_pages_and_no_pixels() -> None:
    pages = all_pages(BERLIN, "A3")
    made = print_pdf(pages, 'A "quoted" title')
    assert made.startswith(b"%PDF-")
    assert len(re.findall(rb"/Type\s*/Page\b", made)) == len(pages)
    assert not re.search(rb"/Subtype\s*/Image", made)
