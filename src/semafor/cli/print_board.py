"""`semafor print`: a board, its tickets and its cards as a PDF to print, cut and play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from semafor.boards.model import Language
from semafor.cli.arguments import board_of, unusable
from semafor.cli.options import AnyBoard, InLanguage
from semafor.cli.output import Refused, stderr_console
from semafor.cli.wording import word
from semafor.words.languages import language_here

if TYPE_CHECKING:
    from semafor.boards import Board

Paper = Literal["A4", "A3", "sheet"]


def print_board(
    board: AnyBoard, /, *, paper: Paper = "A4", out: str | None = None, lang: InLanguage = None
) -> None:
    """Make a PDF to print and play: the board on sheets with cut marks, tickets and cards of two sides."""
    lang = lang or language_here()
    chosen = board_of(board)
    with stderr_console().status(word("drawing")):
        made = _pdf(chosen, paper, lang)
    file = out or f"{chosen.board}.pdf"
    try:
        Path(file).write_bytes(made)
    except (OSError, ValueError) as error:
        raise unusable(file, error) from None
    print(word("wrote", file=file))


def _pdf(board: Board, paper: Paper, lang: Language) -> bytes:
    from semafor.workshop.paper import all_pages, print_pdf

    try:
        return print_pdf(all_pages(board, paper, lang), board.title.in_language(lang))
    except ImportError:
        raise Refused(word("needs-package", what="print", extra="print")) from None
