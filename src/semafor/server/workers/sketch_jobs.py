"""What workers do with boards that are being designed: find faults, give advice, write the file, draw.

The board is sent as JSON, because its numbers may be larger than MessagePack allows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from semafor.boards.faults import BoardError, Fault
from semafor.boards.load import find_faults, parse_tree
from semafor.boards.model import Board, Name
from semafor.boards.write import format_board
from semafor.server import workshop_messages as msg
from semafor.words import Phrase

if TYPE_CHECKING:
    from semafor.boards.faults import Tree
    from semafor.picture.shapes import DegreeGrid, MapGeometry


def look_at_sketch(encoded: bytes) -> bytes:
    """Return everything there is to say about a sketch; both are JSON."""
    return msgspec.json.encode(look_at(msgspec.json.decode(encoded, type=msg.LookAtSketch)))


def finish_sketch(encoded: bytes) -> bytes:
    """Return the drawing of a sketch as it will be at the table; both are JSON."""
    return msgspec.json.encode(finish(msgspec.json.decode(encoded, type=msg.FinishSketch)))


def import_places(encoded: bytes) -> bytes:
    """Return the places and lines of a CSV or GeoJSON file; both are JSON."""
    from semafor.boards import limits
    from semafor.workshop.gazetteer import import_spots

    found = import_spots(msgspec.json.decode(encoded, type=msg.ImportPlaces).text)
    fits = len(found.spots) <= limits.PLACES
    places = tuple(
        msg.ImportedPlace(Name(spot.name, spot.polish or spot.name), spot.lat, spot.lon)
        for spot in found.spots[: limits.PLACES]
    )
    lines = tuple(msg.ImportedLine(*line) for line in found.lines) if fits else ()
    return msgspec.json.encode(msg.ImportedPlaces(len(found.spots), places, lines, found.skipped))


def look_at(sketch: msg.LookAtSketch) -> msg.SketchLook:
    """Faults, advice, file and drawing of a sketch; it is drawn only if it has the form of a board."""
    try:
        tree = parse_tree(sketch.board_file, "") if sketch.board_file is not None else sketch.board or {}
    except BoardError as error:
        return msg.SketchLook(None, None, tuple(map(_remark, error.faults)), (), None)
    faults = find_faults(tree)
    board = _board(tree)
    return msg.SketchLook(
        board=_plain(tree) if sketch.board_file is not None else None,
        file=format_board(board) if board else None,
        faults=tuple(map(_remark, faults)),
        advice=_advice(board) if board and not faults else (),
        page=draw(board, sketch) if board and sketch.region and sketch.region.is_sound else None,
    )


def _board(tree: Tree) -> Board | None:
    """Return the board, which may have faults, if it has the form of one."""
    try:
        return msgspec.convert(tree, Board)
    except msgspec.ValidationError:
        return None


def _plain(tree: Tree) -> Tree:
    """Return a parsed file as plain JSON values; dates and infinite numbers become text."""
    plain: Tree = msgspec.json.decode(msgspec.json.encode(tree, enc_hook=str))
    return plain


def _remark(fault: Fault) -> msg.Remark:
    words = (Phrase(f"{told}.{fault.code}", fault.details) for told in ("fault", "expected"))
    return msg.Remark(fault.path, *words)


def _advice(board: Board) -> tuple[msg.Remark, ...]:
    from semafor.workshop import advise

    return tuple(
        msg.Remark(
            one.path, Phrase(f"advice.{one.code}", one.details), Phrase(f"remedy.{one.code}", one.details)
        )
        for one in advise(board)
    )


def draw(board: Board, sketch: msg.LookAtSketch) -> msg.SketchPage:
    """Draw the valid parts of a board on its region."""
    from semafor.picture.drawable import draw_laid, drawable
    from semafor.picture.region import draw_on_region

    assert sketch.region is not None
    shown = drawable(board)
    if sketch.laid and sketch.laid.is_sound and shown.places:
        return _page(board, shown, draw_laid(shown, sketch.laid, sketch.language), None, ground=False)
    sheet = draw_on_region(shown, sketch.region, sketch.language, sketch.ground)
    return _page(board, shown, sheet.geometry, sheet.grid, sketch.ground)


def finish(sketch: msg.FinishSketch) -> msg.FinishedSketch:
    """Draw the valid parts of a board as they will be at the table."""
    from semafor.picture.drawable import draw_finished, drawable

    board = _board(sketch.board)
    shown = drawable(board) if board and sketch.region.is_sound else None
    sheet = draw_finished(shown, sketch.region) if shown else None
    if board is None or shown is None or sheet is None:
        return msg.FinishedSketch(None)
    return msg.FinishedSketch(_page(board, shown, sheet.geometry, sheet.grid))


def _page(
    board: Board, shown: Board, shape: MapGeometry, grid: DegreeGrid | None, ground: bool = True
) -> msg.SketchPage:
    """Return the drawing of the valid parts of a board."""
    from semafor.picture.drawable import drawn_routes
    from semafor.picture.svg.board_picture import page_layers

    layers = page_layers(shown, shape)
    if not ground:
        layers = msgspec.structs.replace(layers, ground="")
    return msg.SketchPage(shape.of_the_game(), layers, grid, drawn_routes(board))
