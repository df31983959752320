"""A board in the making: its faults, what may be better, its file, and its drawing, all at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from semafor.boards.faults import BoardError, Fault
from semafor.boards.load import find_faults, parse_tree
from semafor.boards.model import Board
from semafor.boards.write import format_board
from semafor.server.workshop_messages import LookAtSketch, Remark, SketchLook, SketchPage
from semafor.words import Phrase

if TYPE_CHECKING:
    from semafor.boards.faults import Tree


def look_at(sketch: LookAtSketch) -> SketchLook:
    """Everything that can be said of a sketch; one that is wrong in its form is not drawn."""
    try:
        tree = parse_tree(sketch.board_file, "") if sketch.board_file is not None else sketch.board or {}
    except BoardError as error:
        return SketchLook(None, None, tuple(map(_remark, error.faults)), (), None)
    faults = find_faults(tree)
    board = _board(tree)
    return SketchLook(
        board=_plain(tree) if sketch.board_file is not None else None,
        file=format_board(board) if board else None,
        faults=tuple(map(_remark, faults)),
        advice=_advice(board) if board and not faults else (),
        page=draw(board, sketch) if board and sketch.region and sketch.region.is_sound else None,
    )


def _board(tree: Tree) -> Board | None:
    """The board, however senseless, if its form is right."""
    try:
        return msgspec.convert(tree, Board)
    except msgspec.ValidationError:
        return None


def _plain(tree: Tree) -> Tree:
    """What a file says, as JSON has it; dates and endless numbers, which no board has, as text."""
    plain: Tree = msgspec.json.decode(msgspec.json.encode(tree, enc_hook=str))
    return plain


def _remark(fault: Fault) -> Remark:
    words = (Phrase(f"{told}.{fault.code}", fault.details) for told in ("fault", "expected"))
    return Remark(fault.path, *words)


def _advice(board: Board) -> tuple[Remark, ...]:
    from semafor.workshop import advise

    return tuple(
        Remark(one.path, Phrase(f"advice.{one.code}", one.details), Phrase(f"remedy.{one.code}", one.details))
        for one in advise(board)
    )


def draw(board: Board, sketch: LookAtSketch) -> SketchPage:
    """What can be drawn of the board, on its region."""
    from semafor.picture.drawable import drawable, drawn_routes
    from semafor.picture.region import draw_on_region
    from semafor.picture.svg.page_layers import page_layers

    assert sketch.region is not None
    shown = drawable(board)
    sheet = draw_on_region(shown, sketch.region, sketch.language, sketch.ground)
    layers = page_layers(shown, sheet.geometry)
    if not sketch.ground:
        layers = msgspec.structs.replace(layers, ground="")
    return SketchPage(sheet.geometry.of_the_game(), layers, sheet.chart, drawn_routes(board))
