"""Games as pictures: what a view tells, drawn on its board."""

from __future__ import annotations

from semafor.boards.model import Board, Language
from semafor.picture.position import Position
from semafor.picture.svg import draw_board
from semafor.picture.tokens import ThemeName
from semafor.view import View


def position_of(board: Board, view: View, names: tuple[str, ...] = ()) -> Position:
    """What of a view can be seen on the board."""
    place_ids = {place.name.en: place.id for place in board.places}
    team_size = len(view.sides[0].seats)
    return Position(
        owners=tuple(view.routes.get(route) for route in board.route_names),
        stations={place_ids[place]: seat for place, seat in view.stations.items()},
        festivals=view.festivals,
        names=names,
        hues=tuple(seat // team_size for seat in range(view.players)),
    )


def draw_view(board: Board, view: View, language: Language = "en", theme: ThemeName = "paper") -> str:
    """The board with everything that lies on it, as SVG."""
    return draw_board(board, position_of(board, view), language, theme)
