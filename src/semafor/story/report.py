"""The story as a page: one HTML file that needs no other."""

from __future__ import annotations

from html import escape
from pathlib import Path

from semafor.arena.report.page import STYLE
from semafor.record import Record, board_from_record
from semafor.story.curve_picture import draw_curve
from semafor.story.model import Review
from semafor.story.telling import ReviewTeller
from semafor.words import Language

COLUMNS = ("seat", "accuracy", "at-first", "given-away", "by-cards", "by-rivals", "points")


def write_report(folder: Path, record: Record, review: Review, lang: Language) -> Path:
    """Write the page into a folder; where it is."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "index.html"
    file.write_text(make_page(record, review, lang), encoding="utf-8")
    return file


def make_page(record: Record, review: Review, lang: Language) -> str:
    """The curve, the seats and the moments."""
    board = board_from_record(record.board)
    teller = ReviewTeller(board, review, lang)
    title = escape(board.title.in_language(lang))
    heads = "".join(f"<th>{escape(teller.head(name))}</th>" for name in COLUMNS)
    rows = "".join(_row(teller.row(seat)) for seat in review.seats)
    moments = "".join(f"<li>{escape(teller.moment(moment))}</li>" for moment in review.moments)
    return (
        f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><title>{title}</title>'
        f"<style>{STYLE}</style><main><h1>{title}</h1><h2>{escape(teller.head('chances'))}</h2>"
        f'{draw_curve(review)}<div class="scroll"><table><tr>{heads}</tr>{rows}</table></div>'
        f"<h2>{escape(teller.head('moments'))}</h2><ol>{moments}</ol></main></html>\n"
    )


def _row(cells: list[str]) -> str:
    return f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"
