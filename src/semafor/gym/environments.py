"""What all environments share: their arguments, and rendering as text or as a picture."""

from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from semafor.boards.load import load_board
from semafor.boards.model import Board
from semafor.errors import BadSetup, missing
from semafor.games.lookup import kind_of
from semafor.picture.svg.elements import paint_png
from semafor.show import draw_view


def board_of(board: str | Path | Board) -> Board:
    """The board itself, or the one of that name or file."""
    return board if isinstance(board, Board) else load_board(board)


def players_of(board: Board, players: int | None) -> int:
    """So many players, or the fewest the board is made for; BadSetup where it is not for so many."""
    allowed = board.options.players
    if players is None:
        return min(allowed)
    if players not in allowed:
        raise BadSetup("players", title=board.title, allowed=allowed, players=players)
    return players


def no_options(options: dict[str, Any] | None) -> None:
    """BadSetup where a reset is given options: there are none."""
    if options:
        raise BadSetup("reset-options", names=tuple(sorted(options)))


RENDER_MODES = ["ansi", "svg", "rgb_array", "human"]
PIXELS_WIDE = 960

Pixels = NDArray[np.uint8]
Frame = str | Pixels


def render_mode_of(mode: str | None) -> str | None:
    """The mode itself; BadSetup where nothing is rendered so."""
    if mode is not None and mode not in RENDER_MODES:
        raise BadSetup("render-mode", modes=list(RENDER_MODES), mode=mode)
    return mode


def render_game(
    board: Board, states: NDArray[Any], mode: str | None, seat: int | None = None
) -> Frame | None:
    """Return the first of the games as a seat or a spectator sees it; `human` prints the text."""
    view = kind_of(board).view(states[:1], seat)
    if mode == "svg":
        return draw_view(board, view)
    if mode == "rgb_array":
        return paint(draw_view(board, view))
    if mode == "human":
        print(view)
        return None
    return str(view)


def paint(svg: str) -> Pixels:
    """A picture as rows of red, green and blue bytes; ImportError where the painter is not installed."""
    try:
        from PIL import Image

        png = paint_png(svg, PIXELS_WIDE)
    except ModuleNotFoundError as error:
        raise missing(error, "gym") from None
    return np.array(Image.open(BytesIO(png)).convert("RGB"))
