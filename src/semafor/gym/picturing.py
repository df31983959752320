"""Games as the environments render them: what a spectator sees, as text or as a picture."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from semafor.boards.model import Board
from semafor.kinds.lookup import kind_of
from semafor.show import draw_view
from semafor.view import View

RENDER_MODES = ["ansi", "svg", "human"]


def render_game(board: Board, states: NDArray[Any], mode: str | None) -> str | None:
    """The first of the games as text or SVG; `human` prints the text."""
    view = kind_of(board).view(states[:1], None)
    if mode == "svg":
        return draw_view(board, view)
    text = describe(board, view)
    if mode == "human":
        print(text)
        return None
    return text


def describe(board: Board, view: View) -> str:
    """The table in a few lines."""
    state = "over" if view.over else f"turn {view.turns + 1}, seat {view.turn}"
    market = " ".join(card or "-" for card in view.market)
    lines = [
        f"{board.title.en}: {state}",
        f"market: {market}  deck: {view.deck}  tickets: {view.ticket_deck}",
    ]
    for seat in view.seats:
        lines.append(
            f"seat {seat.seat}{' *' if seat.asked else '  '} score {view.sides[seat.side].score:3}  "
            f"cards {seat.cards:2}  tickets {seat.tickets:2}{_pieces(seat.pieces)}"
        )
        routes = [route for route, owner in view.routes.items() if owner == seat.seat]
        lines += [f"    {', '.join(routes)}"] if routes else []
    return "\n".join(lines)


def _pieces(pieces: dict[str, int]) -> str:
    return "".join(f"  {kind}s {number:2}" for kind, number in pieces.items())
