"""On every map, in both languages: nothing covers anything, and all of it lies inside the frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from semafor.boards.load import load_board
from semafor.picture.geometry import geometry
from semafor.picture.layout.overlaps import clashes
from tests.picture.picture_checks import MAPS, label_boxes, line_points, shapes

if TYPE_CHECKING:
    from semafor.boards.model import Language
    from semafor.picture.tokens import Floats

LANGUAGES: tuple[Language, ...] = ("en", "pl")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", MAPS)
def test_nothing_overlaps(name: str, language: Language) -> None:
    assert clashes(shapes(geometry(load_board(name)), language), tolerance=0.05) == []


@pytest.mark.parametrize("name", MAPS)
def test_everything_lies_inside_the_frame(name: str) -> None:
    drawn = geometry(load_board(name))
    low = np.array([drawn.frame.x, drawn.frame.y])
    high = low + np.array([drawn.frame.width, drawn.frame.height])
    for language in LANGUAGES:
        points = np.vstack([shape.outline for shape in shapes(drawn, language)])
        assert (points > low + 10).all()
        assert (points < high - 10).all()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", MAPS)
def test_lines_do_not_run_through_labels_or_other_places(name: str, language: Language) -> None:
    board = load_board(name)
    drawn = geometry(board)
    for route, shape in zip(board.routes, drawn.routes, strict=True):
        points = line_points(shape.line)
        for label in drawn.lettering[language].labels:
            for one in label_boxes(label):
                low, high = one.min(axis=0) + 1, one.max(axis=0) - 1
                assert not ((points > low) & (points < high)).all(axis=1).any(), (
                    route.a,
                    route.b,
                    label.place,
                )
        for place in drawn.places:
            if place.id not in (route.a, route.b):
                away = np.linalg.norm(points - (place.x, place.y), axis=1).min()
                assert away > drawn.place_radius, (route.a, route.b, place.id)


@pytest.mark.parametrize("name", MAPS)
def test_title_compass_and_sea_names_cover_nothing(name: str) -> None:
    drawn = geometry(load_board(name))
    assert drawn.cartouche is not None
    assert drawn.compass is not None
    boxes = [drawn.cartouche, drawn.compass]
    for language in LANGUAGES:
        points = np.vstack([shape.outline for shape in shapes(drawn, language)])
        for box in boxes:
            inside = (points > (box.x, box.y)) & (points < (box.x + box.width, box.y + box.height))
            assert not inside.all(axis=1).any()
        for sea in drawn.lettering[language].seas:
            left, top = sea.x - sea.width / 2, sea.y - 0.78 * sea.size
            inside = (points > (left, top)) & (points < (left + sea.width, top + sea.size))
            assert not inside.all(axis=1).any(), sea.text


@pytest.mark.parametrize("name", MAPS)
def test_no_two_lines_cross(name: str) -> None:
    board = load_board(name)
    drawn = geometry(board)
    first: dict[frozenset[str], int] = {}
    for number, route in enumerate(board.routes):
        first.setdefault(frozenset((route.a, route.b)), number)
    lines = {ends: line_points(drawn.routes[number].line)[::4] for ends, number in first.items()}
    for ends, line in lines.items():
        for other_ends, other in lines.items():
            if not ends & other_ends:
                assert not _cross(line, other), (ends, other_ends)


def _cross(one: Floats, two: Floats) -> bool:
    p, q = one[:-1, None], two[None, :-1]
    r, s = (one[1:] - one[:-1])[:, None], (two[1:] - two[:-1])[None]
    turn = r[..., 0] * s[..., 1] - r[..., 1] * s[..., 0]
    gap = q - p
    safe = np.where(turn == 0, 1.0, turn)
    along = (gap[..., 0] * s[..., 1] - gap[..., 1] * s[..., 0]) / safe
    beside = (gap[..., 0] * r[..., 1] - gap[..., 1] * r[..., 0]) / safe
    hit = (turn != 0) & (along >= 0) & (along <= 1) & (beside >= 0) & (beside <= 1)
    return bool(hit.any())
