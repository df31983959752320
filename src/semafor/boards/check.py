"""The meaning of a board: everything that the form alone does not rule out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semafor.boards.faults import Fault

if TYPE_CHECKING:
    from semafor.boards.model import Board


def find_meaning_faults(board: Board) -> list[Fault]:
    """Every fault of meaning, section by section."""
    ids = [place.id for place in getattr(board, "places", ())]
    return [
        Fault(("places", index, "id"), f"{place_id!r} is taken already", "an id of its own")
        for index, place_id in enumerate(ids)
        if place_id in ids[:index]
    ]
