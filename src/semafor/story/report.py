"""The story as a page: one HTML file that needs no other."""

from __future__ import annotations

from html import escape
from pathlib import Path

from semafor.arena.report.html import cell, html_table, section, whole_page
from semafor.record import Record, board_from_record
from semafor.story.curve_picture import colour_of, draw_curve
from semafor.story.model import Review
from semafor.story.telling import ReviewTeller
from semafor.words import Language, say

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
    title = board.title.in_language(lang)
    table = html_table(
        map(teller.head, COLUMNS), (map(cell, map(escape, teller.row(seat))) for seat in review.seats)
    )
    moments = "".join(f"<li>{escape(teller.moment(moment))}</li>" for moment in review.moments)
    parts = (
        f"<h1>{escape(title)}</h1>",
        section(teller.head("chances"), "", draw_curve(review) + _key(review, lang) + table),
        section(teller.head("moments"), "", f"<ul>{moments}</ul>"),
    )
    return whole_page(title, parts, lang)


def _key(review: Review, lang: Language) -> str:
    """Whose line has which colour."""
    names = (escape(say("told.side", {"seats": list(seats)}, lang)) for seats in review.sides)
    told = (f'<span style="color:{colour_of(side)}">●</span> {name}' for side, name in enumerate(names))
    return f"<p>{' &ensp; '.join(told)}</p>"
