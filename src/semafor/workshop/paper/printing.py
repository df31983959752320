"""All pages of a board, and the PDF made of them: drawings stay drawings, so that print is sharp."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from semafor.picture.svg.card_faces import card_definitions
from semafor.words import say
from semafor.workshop.paper.faces import (
    CARD_SIZE,
    TICKET_SIZE,
    bonus_faces,
    festival_faces,
    ticket_faces,
    transport_faces,
)
from semafor.workshop.paper.sheets import A4, LETTER, SHEETS, board_sheets, card_sheets

if TYPE_CHECKING:
    from semafor.boards.model import Board, Language
    from semafor.workshop.paper.sheets import Face, Paper, PaperPage


def all_pages(board: Board, paper: Paper = "A4", language: Language = "en") -> list[PaperPage]:
    """The board, then tickets and cards, each page of fronts followed by its backs."""
    pages = board_sheets(board, SHEETS[paper], language) if board.has_map else []
    extra = [*festival_faces(board, language), *bonus_faces(board, language)]
    decks: list[tuple[list[Face], tuple[float, float], str]] = [
        (ticket_faces(board, language), TICKET_SIZE, "tickets"),
        ([*transport_faces(board), *extra], CARD_SIZE, "deck"),
    ]
    title = board.title.in_language(language)
    for faces, size, name in decks:
        label = f"{title}: {say(f'picture.{name}', {}, language)}"
        sheet = LETTER if paper == "letter" else A4
        pages += card_sheets(faces, size, card_definitions("paper"), label, sheet)
    return pages


def print_pdf(pages: list[PaperPage], title: str) -> bytes:
    """The pages as a PDF; ImportError where the typesetter is not installed (`semafor[print]`)."""
    import typst

    with TemporaryDirectory() as folder:
        for number, page in enumerate(pages):
            (Path(folder) / f"{number}.svg").write_text(page.svg, encoding="utf-8")
        main = Path(folder) / "main.typ"
        main.write_text(_document(pages, title), encoding="utf-8")
        made: bytes = typst.compile(str(main))
    return made


def _document(pages: list[PaperPage], title: str) -> str:
    quoted = title.replace("\\", "\\\\").replace('"', '\\"')
    head = [f'#set document(title: "{quoted}", date: none)']
    return "\n".join(
        head
        + [
            f"#page(width: {page.width:.3f}mm, height: {page.height:.3f}mm, margin: 0mm)"
            f'[#image("{number}.svg", width: 100%, height: 100%)]'
            for number, page in enumerate(pages)
        ]
    )
