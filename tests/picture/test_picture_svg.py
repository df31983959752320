"""The SVG pictures: valid, small, complete, in both themes and languages."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from semafor.boards.load import load_board
from semafor.picture.shown import ShownPosition
from semafor.picture.svg import draw_board
from semafor.picture.tokens import tokens
from tests.picture.picture_checks import MAPS, own_board

if TYPE_CHECKING:
    from semafor.boards.model import Board, Language
    from semafor.picture.tokens import ThemeName

SVG = "{http://www.w3.org/2000/svg}"


def uses(picture: str, what: str) -> int:
    """How often a defined element is drawn."""
    return len(re.findall(rf'href="#s\w+-\w+-{what}"', picture))


def full_position(board: Board) -> ShownPosition:
    return ShownPosition(
        owners=tuple(number % 6 if number % 2 else None for number in range(len(board.routes))),
        stations={board.places[0].id: 0, board.places[1].id: 5},
        festivals={festival.id: 2 for festival in board.festivals},
        routes=frozenset([0, 1]),
        places=frozenset([board.places[2].id]),
        names=("Ann <&>", "Ewa"),
    )


@pytest.mark.parametrize("theme", ["paper", "night"])
@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("name", MAPS)
def test_a_picture_is_valid_small_and_self_contained(name: str, language: Language, theme: ThemeName) -> None:
    board = load_board(name)
    for position in (None, full_position(board)):
        picture = draw_board(board, position, language, theme)
        root = ElementTree.fromstring(picture)
        assert root.tag == f"{SVG}svg"
        assert len(picture.encode()) < 600_000
        ids = {element.get("id") for element in root.iter()} - {None}
        wanted = {element.get("href") for element in root.iter(f"{SVG}use")}
        assert {str(reference).removeprefix("#") for reference in wanted} <= ids
        assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize("name", MAPS)
def test_every_free_space_shows_its_colour_by_a_symbol_too(name: str) -> None:
    board = load_board(name)
    picture = draw_board(board)
    for colour in tokens().cards:
        strands = [route for route in board.routes if route.colour == colour]
        plain = sum(route.length for route in strands if route.kind != "subway" and not route.tunnel)
        assert uses(picture, f"space-{colour}") == plain
        assert uses(picture, f"subway-{colour}") == sum(route.kind == "subway" for route in strands)
        bored = uses(picture, f"tunnel-{colour}") + uses(picture, f"bare-{colour}")
        assert bored == sum(route.length for route in strands if route.tunnel)
    assert uses(picture, "wheel") == sum(route.ferry for route in board.routes)


def test_a_claimed_route_is_a_train_of_its_owner() -> None:
    board = load_board("europe")
    six = next(number for number, route in enumerate(board.routes) if route.length == 6)
    owners: list[int | None] = [None] * len(board.routes)
    owners[six] = 1
    picture = draw_board(board, ShownPosition(owners=tuple(owners), hues=(0, 4)))
    assert uses(picture, "engine-4") == 1
    assert uses(picture, "wagon-4") == 5
    assert uses(picture, "wagon-1") == 0


def test_trams_and_subways_have_their_own_pieces() -> None:
    board = load_board("berlin")
    picture = draw_board(board, ShownPosition(owners=(2,) * len(board.routes)))
    assert uses(picture, "subway-2") == sum(route.kind == "subway" for route in board.routes)
    assert uses(picture, "tram-2") == sum(route.length for route in board.routes if route.kind == "tram")


@pytest.mark.parametrize(
    "names",
    [
        ("Zo: 9", "Al: 100"),
        ("Wincenty Brzęczyszczykiewicz-Grzybowski: −8", "Mallard: 31", "Luxtorpeda: 128", "Jo: 7"),
        ("W" * 40 + ": 22",) * 5,
    ],
    ids=["short", "long", "longest"],
)  # fmt: skip
def test_names_below_the_map_lie_side_by_side(names: tuple[str, ...]) -> None:
    board = load_board("berlin")
    root = ElementTree.fromstring(draw_board(board, ShownPosition(names=names, hues=tuple(range(5)))))
    width, height = (float(str(root.get(side))) for side in ("width", "height"))
    spans: dict[float, list[tuple[float, float]]] = {}
    for one in root.iter(f"{SVG}text"):
        if one.get("class") == "player":
            x, y, wide = (float(str(one.get(key))) for key in ("x", "y", "textLength"))
            spans.setdefault(y, []).append((x, x + wide))
    assert sum(map(len, spans.values())) == len(names)
    assert max(spans) < height
    for row in spans.values():
        assert row[0][0] > 70, "its piece stands before it"
        assert row[-1][1] < width
        assert all(before[1] + 70 < after[0] for before, after in pairwise(row))


def test_stations_festivals_and_names_are_shown() -> None:
    europe = load_board("europe")
    picture = draw_board(europe, ShownPosition(stations={"paris": 3}, names=("Ann <&>",)))
    assert uses(picture, "station-3") == 1
    assert "Ann &lt;&amp;&gt;" in picture
    iberia = load_board("iberia")
    assert ">7</text>" in draw_board(iberia, ShownPosition(festivals={"valencia": 7}))


def test_both_languages_and_themes_differ() -> None:
    board = load_board("europe")
    assert ">Warszawa<" in draw_board(board)
    assert ">Wiedeń<" in draw_board(board, language="pl")
    assert tokens().themes["night"]["land"] in draw_board(board, theme="night")


def test_hostile_names_are_escaped() -> None:
    board = own_board({"Aa": (10.0, 10.0), "Bb": (10.0, 12.0)}, [("Aa", "Bb", 2)])
    root = ElementTree.fromstring(draw_board(board))
    assert root.findtext(f"{SVG}title") == "Own & <new>"


def test_two_pictures_on_one_page_share_no_names() -> None:
    found = []
    for name, theme in (("europe", "paper"), ("europe", "night"), ("usa", "paper")):
        picture = draw_board(load_board(name), theme="night" if theme == "night" else "paper")
        root = ElementTree.fromstring(picture)
        ids = {str(element.get("id")) for element in root.iter() if element.get("id")}
        selectors = re.findall(r"[},>](\.[^{},]+)", root.findtext(f"{SVG}style") or "")
        assert all(selector.startswith(f".{root.get('class')} ") for selector in selectors)
        found.append(ids)
    assert not found[0] & found[1]
    assert not found[0] & found[2]
