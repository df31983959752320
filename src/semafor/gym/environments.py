"""Common parts of all environments: arguments, and rendering as text or picture."""

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
    """Return the board itself, or load it by name or file."""
    return board if isinstance(board, Board) else load_board(board)


def players_of(board: Board, players: int | None) -> int:
    """Return the number of players, by default the fewest; raise BadSetup if the board does not allow it."""
    allowed = board.options.players
    if players is None:
        return min(allowed)
    if players not in allowed:
        raise BadSetup("players", title=board.title, allowed=allowed, players=players)
    return players


def no_options(options: dict[str, Any] | None) -> None:
    """Raise BadSetup if a reset gets options; there are none."""
    if options:
        raise BadSetup("reset-options", names=tuple(sorted(options)))


RENDER_MODES = ["ansi", "svg", "rgb_array", "human"]
PIXELS_WIDE = 960

Pixels = NDArray[np.uint8]
Frame = str | Pixels


def render_mode_of(mode: str | None) -> str | None:
    """Return the render mode; raise BadSetup if it is unknown."""
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
    """Return a picture as rows of red, green and blue bytes; raise ImportError if the renderer is missing."""
    try:
        from PIL import Image

        png = paint_png(svg, PIXELS_WIDE)
    except ModuleNotFoundError as error:
        raise missing(error, "gym") from None
    return np.array(Image.open(BytesIO(png)).convert("RGB"))
