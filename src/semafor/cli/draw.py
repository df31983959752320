"""`semafor draw`: a board, or a game at any step, as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from semafor.boards import all_board_names
from semafor.boards.model import Language
from semafor.cli.arguments import InLanguage, board_of, unusable
from semafor.cli.game_files import load_game, looks_like_game, read_file
from semafor.cli.output import Refused, stderr_console, word
from semafor.words.languages import language_here

if TYPE_CHECKING:
    from semafor.boards import Board
    from semafor.game import Game

Theme = Literal["paper", "night"]


def draw(
    what: str,
    /,
    *,
    output: Annotated[str | None, Parameter(name=["--output", "-o"], allow_leading_hyphen=True)] = None,
    step: int | None = None,
    lang: InLanguage = None,
    theme: Theme = "paper",
) -> None:
    """Draw a board, or a recorded game at any step, as SVG.

    Parameters
    ----------
    what
        The name of a board, a board file, a record (JSON), a saved game or a described position (JSON).
    output
        File to write, `-` for standard output; by default the board's name with .svg.
    step
        Draw the game after this many decisions.
    lang
        English or Polish; by default the language of the terminal.
    theme
        Light or dark.
    """
    lang = lang or language_here()
    with stderr_console().status(word("drawing")):
        name, picture = _picture(what, step, lang, theme)
    _write(output or f"{name}.svg", picture)


def _picture(what: str, step: int | None, lang: Language, theme: Theme) -> tuple[str, str]:
    """The name of the board, and the SVG text."""
    game = load_game(what, step) if is_game(what) else None
    if game is None and step is not None:
        raise Refused(word("step-of-board", what=what))
    board = board_of(what) if game is None else game.board
    return board.board, _draw(board, game, lang, theme)


def is_game(what: str) -> bool:
    """Whether this names the file of a game; else it should be a board."""
    return what not in all_board_names() and Path(what).is_file() and looks_like_game(read_file(what))


def _draw(board: Board, game: Game | None, lang: Language, theme: Theme) -> str:
    """The SVG text of an empty board, or of one with what lies on it."""
    from semafor.show import draw_view, seat_names

    if game is None:
        return draw_view(board, None, lang, theme)
    return draw_view(board, game.view(), lang, theme, seat_names(game.players, lang))


def _write(output: str, picture: str) -> None:
    if output == "-":
        print(picture)
        return
    try:
        Path(output).write_text(picture + "\n", encoding="utf-8")
    except (OSError, ValueError) as error:
        raise unusable(output, error) from None
    print(word("wrote", file=output))
