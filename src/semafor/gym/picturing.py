"""Games as the environments render them: what a spectator sees, as text, as a picture or as pixels."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from semafor.boards.model import Board
from semafor.errors import BadSetup
from semafor.kinds.lookup import kind_of
from semafor.optional_packages import missing
from semafor.picture.pixels import paint_png
from semafor.show import draw_view
from semafor.view import View

RENDER_MODES = ["ansi", "svg", "rgb_array", "human"]
PIXELS_WIDE = 960

Pixels = NDArray[np.uint8]
Frame = str | Pixels


def render_mode_of(mode: str | None) -> str | None:
    """The mode itself; BadSetup where nothing is rendered so."""
    if mode is not None and mode not in RENDER_MODES:
        raise BadSetup("render-mode", modes=list(RENDER_MODES), mode=mode)
    return mode


def render_game(board: Board, states: NDArray[Any], mode: str | None) -> Frame | None:
    """The first of the games as text, SVG or pixels; `human` prints the text."""
    view = kind_of(board).view(states[:1], None)
    if mode == "svg":
        return draw_view(board, view)
    if mode == "rgb_array":
        return paint(draw_view(board, view))
    text = describe(board, view)
    if mode == "human":
        print(text)
        return None
    return text


def paint(svg: str) -> Pixels:
    """A picture as rows of red, green and blue bytes; ImportError where the painter is not installed."""
    try:
        from PIL import Image

        png = paint_png(svg, PIXELS_WIDE)
    except ModuleNotFoundError as error:
        raise missing(error, "gym") from None
    return np.array(Image.open(BytesIO(png)).convert("RGB"))


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
