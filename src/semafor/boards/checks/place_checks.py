"""Checks of the heading and of the places."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from semafor.boards import limits
from semafor.boards.board_names import FORBIDDEN_IN_NAMES
from semafor.boards.faults import Fault, fault, outside
from semafor.boards.shape import describe, nearest, suggest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from semafor.boards.faults import KeyPath
    from semafor.boards.model import Board, Name

ID = re.compile(r"[a-z]+(-[a-z]+)*")
RULE_FAMILIES = ("BASE", "EUR", "BER", "IBE", "ASI", "CRD")


def check_heading(board: Board) -> Iterator[Fault]:
    """Check that the board has an id, a title and a version, and names the families of rules."""
    yield from id_faults(("board",), board.board)
    yield from name_faults(("title",), board.title)
    yield from outside(("version",), board.version, 1, limits.VERSIONS)
    if not board.rules:
        yield fault(("rules",), "no-rules", families=RULE_FAMILIES)
    for index, family in enumerate(board.rules):
        if family not in RULE_FAMILIES:
            yield fault(
                ("rules", index),
                "unknown-family",
                value=describe(family),
                expected=suggest(family, list(RULE_FAMILIES)),
            )
    yield from repeated((("rules", index), family) for index, family in enumerate(board.rules))


def check_places(board: Board) -> Iterator[Fault]:
    """Check that places have unique ids and names, and valid coordinates."""
    if not board.places:
        yield fault(("places",), "no-places")
    for index, place in enumerate(board.places):
        yield from id_faults(("places", index, "id"), place.id)
        yield from name_faults(("places", index, "name"), place.name, FORBIDDEN_IN_NAMES)
        yield from outside(("places", index, "lat"), place.lat, -90, 90)
        yield from outside(("places", index, "lon"), place.lon, -180, 180)
    yield from repeated((("places", index, "id"), place.id) for index, place in enumerate(board.places))
    yield from repeated_names("places", [place.name for place in board.places])


def check_spots(board: Board) -> Iterator[Fault]:
    """Check that places are not all at one position."""
    spots = {(place.lat, place.lon) for place in board.places}
    if board.routes and len(board.places) > 1 and len(spots) == 1:
        yield fault(("places",), "one-spot")


def id_faults(path: KeyPath, text: str) -> Iterator[Fault]:
    """Check that an id consists of lower-case letters, words joined by hyphens."""
    if not ID.fullmatch(text):
        yield fault(path, "bad-id", value=describe(text))


def name_faults(path: KeyPath, name: Name, forbidden: str = "") -> Iterator[Fault]:
    """Check that a name is short, printable, and free of characters of the notation."""
    for language, text in (("en", name.en), ("pl", name.pl)):
        where = (*path, language)
        if not text or text != text.strip() or not text.isprintable() or len(text) > limits.NAME:
            yield fault(where, "bad-name", value=describe(text), most=limits.NAME)
        if any(sign in forbidden for sign in text):
            yield fault(where, "forbidden-signs", value=describe(text))


def repeated_names(section: str, names: Sequence[Name]) -> Iterator[Fault]:
    """Check that no name occurs twice in one language, ignoring case."""
    for language in ("en", "pl"):
        yield from repeated(
            ((section, index, "name", language), getattr(name, language).casefold())
            for index, name in enumerate(names)
        )


def repeated(items: Iterable[tuple[KeyPath, str | int]]) -> Iterator[Fault]:
    """Yield a fault for each repeated value."""
    seen: set[str | int] = set()
    for path, value in items:
        if value in seen:
            yield fault(path, "repeated", value=describe(value))
        seen.add(value)


def unknown_place(path: KeyPath, place_id: str, board: Board) -> Iterator[Fault]:
    """Yield a fault if no place has this id, with the closest one."""
    ids = [place.id for place in board.places]
    if place_id not in ids:
        near = nearest(place_id, ids)
        yield fault(path, "unknown-place", value=describe(place_id), near=near)
