"""`semafor new-board`: a sketch of a board to start from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from semafor.boards import BoardError
from semafor.boards.model import Language
from semafor.cli.arguments import AnyBoard, InLanguage, board_of, unusable
from semafor.cli.game_files import read_file
from semafor.cli.output import MISTAKE, Refused, complain, stderr_console, word
from semafor.words.languages import language_here

if TYPE_CHECKING:
    from semafor.boards import Board
    from semafor.workshop.sketch import SketchSpot

MOST_TOLD = 12
"""Faults of a file that are printed at once."""


def new_board(
    file: str,
    /,
    *,
    title: str | None = None,
    places: str | None = None,
    region: tuple[float, float, float, float] | None = None,
) -> int:
    """Write a sketch of a board to start from: places joined to their neighbours, tickets, plain options.

    A sketch can be played, drawn and studied at once; names in a second language and the provenance may
    wait. A file that is there already is never overwritten.

    Parameters
    ----------
    file
        The board file to write: `my-map.toml`.
    title
        Title shown to players; by default the name of the file.
    places
        A CSV file of name, latitude, longitude and perhaps the Polish name.
    region
        West, south, east and north of a box: the largest cities inside it that do not crowd each other.
    """
    from semafor.workshop import new_sketch
    from semafor.workshop.sketch import new_ids

    if places and region:
        raise Refused(word("places-or-region"))
    stem = Path(file).stem
    try:
        text = new_sketch(
            new_ids([stem])[0], title or stem.replace("-", " ").title(), *_spots(places, region)
        )
    except BoardError as error:
        return _tell_faults(error)
    write_new(file, text)
    return 0


def _tell_faults(error: BoardError) -> int:
    """Print the faults of the places; there is no board file yet that could be checked."""
    heading, *faults = error.say(language_here()).splitlines()
    left = len(faults) - MOST_TOLD
    if len(faults) == 1:
        complain(f"{error.source}: {faults[0].strip()}")
    else:
        complain(
            "\n".join([heading, *faults[:MOST_TOLD], *([word("faults-left", n=left)] if left > 0 else [])])
        )
    return MISTAKE


def _spots(
    places: str | None, region: tuple[float, float, float, float] | None
) -> tuple[()] | tuple[list[SketchSpot]]:
    """Return the initial places; none for an empty map."""
    from semafor.workshop.gazetteer import read_spots, spots_within

    if places:
        return (read_spots(read_file(places), places),)
    return (spots_within(*region),) if region else ()


def write_new(file: str, content: str | bytes, *, quiet: bool = False) -> None:
    """Write a file that does not exist yet; Refused if it does."""
    try:
        with Path(file).open("xb") as opened:
            opened.write(content.encode() if isinstance(content, str) else content)
    except FileExistsError:
        raise Refused(word("file-there", file=file)) from None
    except (OSError, ValueError) as error:
        raise unusable(file, error) from None
    if not quiet:
        print(word("wrote", file=file))


Paper = Literal["A4", "A3", "letter", "sheet"]


def print_board(
    board: AnyBoard, /, *, paper: Paper = "A4", out: str | None = None, lang: InLanguage = None
) -> None:
    """Make a PDF to print and play: the board on sheets with cut marks, tickets and cards of two sides.

    The board has its true size, a space 21 mm long. Every page of fronts is followed by the page of its
    backs: print on both sides, turned over the long edge. Needs `pip install 'semafor[print]'`.

    Parameters
    ----------
    board
        The name of a board, or a board file.
    paper
        The sheets of the board: A4, A3, US Letter, or one large sheet; cards come on A4, or on US Letter.
    out
        File to write, which must not exist yet; by default the board's name with .pdf.
    lang
        English or Polish; by default the language of the terminal.
    """
    lang = lang or language_here()
    chosen = board_of(board)
    file = out or f"{chosen.board}.pdf"
    if Path(file).exists():  # before the drawing, which takes a while
        raise Refused(word("file-there", file=file))
    with stderr_console().status(word("drawing")):
        made = _pdf(chosen, paper, lang)
    write_new(file, made)


def _pdf(board: Board, paper: Paper, lang: Language) -> bytes:
    from semafor.workshop.paper import all_pages, print_pdf

    try:
        return print_pdf(all_pages(board, paper, lang), board.title.in_language(lang))
    except ImportError:
        raise Refused(word("needs-package", what="print", extra="print")) from None
