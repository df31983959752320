"""What workers do with boards: read the files that users send, draw maps, make pages and pictures.

A user's board can make any of these take long. They run in worker processes with limits, never in the server.
"""

import msgspec

from semafor.boards.faults import BoardError, Fault
from semafor.boards.load import parse_board
from semafor.boards.model import Board, Language
from semafor.picture.tokens import ThemeName
from semafor.view import View


class BoardRead(msgspec.Struct, frozen=True):
    """The board of a file, or the faults of the file."""

    board: Board | None
    faults: tuple[Fault, ...] = ()


class DrawnBoard(msgspec.Struct, frozen=True):
    """A board with its map."""

    board: Board
    geometry: bytes
    """The map as JSON; empty if the board has none."""


class PictureOrder(msgspec.Struct, frozen=True):
    """A picture of a board, or of what a view shows on it."""

    drawn: DrawnBoard
    view: View | None
    names: tuple[str, ...]
    """The labels of the seats."""
    language: Language
    theme: ThemeName
    pixels_wide: int
    """The width of a PNG; 0 for an SVG."""


def read_board(text: str) -> BoardRead:
    """Parse a board file."""
    try:
        return BoardRead(parse_board(text, "the board file"))
    except BoardError as error:
        return BoardRead(None, tuple(error.faults))


def draw_map(board: Board) -> bytes:
    """Return the map of a board as JSON."""
    from semafor.picture.geometry import geometry

    return msgspec.json.encode(geometry(board))


def make_page(drawn: DrawnBoard) -> bytes:
    """Return everything that a client needs to show a board, as JSON."""
    from semafor.picture.shapes import MapGeometry
    from semafor.picture.svg.board_picture import page_layers
    from semafor.picture.tokens import tokens
    from semafor.server.messages import BoardPage

    board = drawn.board
    shape = msgspec.json.decode(drawn.geometry, type=MapGeometry) if drawn.geometry else None
    layers = page_layers(board, shape) if shape else None
    played = shape.of_the_game() if shape else None
    return msgspec.json.encode(
        BoardPage(board, board.route_names, board.ticket_names, played, layers, tokens())
    )


def draw_picture(order: PictureOrder) -> bytes:
    """Return a picture as SVG or PNG."""
    from semafor.picture.shapes import MapGeometry
    from semafor.picture.svg.elements import paint_png
    from semafor.show import draw_view

    geometry = order.drawn.geometry
    shape = msgspec.json.decode(geometry, type=MapGeometry) if geometry else None
    drawn = draw_view(order.drawn.board, order.view, order.language, order.theme, order.names, shape)
    return paint_png(drawn, order.pixels_wide) if order.pixels_wide else drawn.encode()
