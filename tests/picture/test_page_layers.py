"""The layers that the browser shows are the drawing of files and notebooks, in the page's own colours."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from semafor.boards import load_board
from semafor.boards.model import Name
from semafor.picture.geometry import geometry
from semafor.picture.layout.solving import layout_key
from semafor.picture.svg import draw_board
from semafor.picture.svg.board_picture import BoardLayers, page_layers, page_style
from semafor.picture.svg.elements import scoped
from semafor.picture.tokens import tokens
from semafor.words import LANGUAGES, Language
from tests.picture.picture_checks import MAPS

CSS = Path(__file__).parents[2] / "web" / "src" / "board" / "drawing.css"
VARIABLE = re.compile(r"var\(--([\w-]+)\)")


def fragments(layers: BoardLayers, language: Language) -> list[str]:
    """Return every SVG fragment of a page."""
    lettering = layers.lettering[language]
    whole = [layers.definitions, layers.ground, layers.rails, lettering.ornament]
    return [*whole, *layers.routes, *layers.places.values(), *lettering.labels.values()]


def variables() -> set[str]:
    """What the client's style sheet defines from the tokens."""
    found = {name.replace("_", "-") for name in tokens().themes["paper"]} | set(tokens().fonts)
    found |= {f"card-{name}" for name in tokens().cards}
    for number in range(len(tokens().players)):
        found |= {f"player-{number}", f"player-mark-{number}"}
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", MAPS)
def test_a_file_has_every_route_and_name_of_the_layers(name: str, language: Language) -> None:
    board = load_board(name)
    layers, picture = page_layers(board, geometry(board)), draw_board(board, language=language)
    scope = f"s{layout_key(board)[:6]}-paper"
    for fragment in (layers.rails, *layers.routes, *layers.lettering[language].labels.values()):
        assert scoped(fragment, scope) in picture
    assert len(layers.routes) == len(board.routes)
    assert set(layers.places) == {place.id for place in board.places}


@pytest.mark.parametrize("name", MAPS)
def test_layers_are_valid_and_painted_with_the_variables_of_the_page(name: str) -> None:
    board = load_board(name)
    layers = page_layers(board, geometry(board))
    for language in LANGUAGES:
        drawn = fragments(layers, language)
        root = ElementTree.fromstring(f"<svg>{''.join(drawn)}</svg>")
        ids = {element.get("id") for element in root.iter()} - {None}
        wanted = {str(element.get("href")).removeprefix("#") for element in root.iter("use")}
        assert wanted <= ids
        used = set(VARIABLE.findall("".join(drawn) + page_style()))
        assert {"sea", "ink", "card-red", "player-5"} <= used <= variables()
        assert "style=" not in "".join(drawn), "the server's policy allows no styles in markup"


def test_names_of_an_own_board_cannot_bring_markup() -> None:
    board = load_board("berlin")
    evil = '<script>alert("x")</script>&\'<img src=x onerror=alert()>'
    places = tuple(msgspec.structs.replace(place, name=Name(evil, evil)) for place in board.places)
    spoilt = msgspec.structs.replace(board, places=places, title=Name(evil, evil))
    shape = geometry(board)
    labels = tuple(
        msgspec.structs.replace(label, lines=(evil,), widths=(99.0,))
        for label in shape.lettering["en"].labels
    )
    lettering = msgspec.structs.replace(shape.lettering["en"], title=evil, labels=labels)
    shape = msgspec.structs.replace(shape, lettering={"en": lettering, "pl": lettering})
    drawn = "".join(fragments(page_layers(spoilt, shape), "pl"))
    tags = {element.tag for element in ElementTree.fromstring(f"<svg>{drawn}</svg>").iter()}
    known = {"svg", "defs", "g", "path", "rect", "circle", "use", "text", "clipPath"}
    assert tags <= known
    assert "<script" not in drawn.lower()


def test_the_client_has_the_style_sheet_of_today() -> None:
    assert CSS.read_text(encoding="utf-8").replace("}\n", "}") == page_style(), "tools/make_drawing_css.py"
