"""The review as a self-contained HTML page."""

from html import escape
from pathlib import Path

from semafor.arena.html import cell, html_table, section, whole_page
from semafor.boards.board_names import BoardNaming
from semafor.boards.model import Board
from semafor.picture.tokens import tokens
from semafor.record import Record, board_from_record
from semafor.story.review_model import Moment, Review, SeatReview
from semafor.words import Language, say
from semafor.words.languages import write_figure

WIDTH, HEIGHT, EDGE = 760, 240, 30


def draw_curve(review: Review) -> str:
    """Draw the win probabilities of all sides, by common knowledge, from the first decision to the end."""
    steps = [one.table for one in review.decisions] + [review.won]
    lines = "".join(_line(steps, side) for side in range(len(review.sides)))
    dots = "".join(_dot(review, steps, moment.step, moment.seat) for moment in review.moments)
    marks = "".join(
        f'<text x="{EDGE - 6}" y="{_y(share / 4) + 4:.0f}" text-anchor="end">{25 * share} %</text>'
        f'<path d="M{EDGE} {_y(share / 4):.1f}H{WIDTH}" stroke="#C9B99A" stroke-width=".6"/>'
        for share in range(5)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-14 0 {WIDTH + 20} {HEIGHT}" '
        f'font-family="sans-serif" font-size="11">{marks}{lines}{dots}</svg>'
    )


def _x(step: float, last: int) -> float:
    return EDGE + (WIDTH - EDGE) * step / max(1, last)


def _y(share: float) -> float:
    return 8 + (1 - share) * (HEIGHT - 20)


def colour_of(side: int) -> str:
    """Return the colour of a side's line."""
    players = tokens().players
    return str(players[side % len(players)].fill)


def _line(steps: list[tuple[float, ...]], side: int) -> str:
    last = len(steps) - 1
    points = " ".join(f"{_x(n, last):.1f},{_y(shares[side]):.1f}" for n, shares in enumerate(steps))
    return f'<polyline points="{points}" fill="none" stroke="{colour_of(side)}" stroke-width="2"/>'


def _dot(review: Review, steps: list[tuple[float, ...]], step: int, seat: int) -> str:
    side = next(n for n, seats in enumerate(review.sides) if seat in seats)
    x, y = _x(step - 1, len(steps) - 1), _y(steps[step - 1][side])
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour_of(side)}" stroke="#2B2622"/>'


class ReviewTeller:
    """Writes one review in a language."""

    def __init__(self, board: Board, review: Review, language: Language) -> None:
        self._naming, self._review, self._language = BoardNaming(board), review, language

    def moment(self, moment: Moment) -> str:
        """Return what changed, by how much, and why."""
        decision = self._review.decisions[moment.step - 1]
        better = decision.better.move if decision.better and moment.cause == "choice" else None
        details = {
            "step": moment.step,
            "seat": moment.seat,
            "move": decision.move,
            "better": better,
            "change": self._signed(moment.change),
        }
        told = say(f"told.moment-{moment.cause}", details, self._language, self._naming)
        return " ".join([told, *(reason.say(self._language, self._naming) for reason in moment.reasons)])

    def head(self, name: str) -> str:
        """Return a heading."""
        return say(f"told.{name}", {}, self._language)

    def row(self, seat: SeatReview) -> list[str]:
        """Return a seat's game in numbers."""
        shares = (seat.start, -seat.given, seat.cards, seat.rivals)
        return [
            str(seat.seat),
            write_figure(seat.accuracy, ".1f", self._language),
            f"{100 * shares[0]:.0f} %",
            *(self._signed(share) for share in shares[1:]),
            write_figure(self._review.totals[seat.side], "d", self._language),
        ]

    def _signed(self, share: float) -> str:
        """Return a change in percent with its sign; zero has none."""
        percent = round(100 * share)
        return write_figure(percent, "+d", self._language) if percent else "0"


COLUMNS = ("seat", "accuracy", "at-first", "given-away", "by-cards", "by-rivals", "points")


def write_report(folder: Path, record: Record, review: Review, lang: Language) -> Path:
    """Write the page into a folder; return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "index.html"
    file.write_text(make_page(record, review, lang), encoding="utf-8")
    return file


def make_page(record: Record, review: Review, lang: Language) -> str:
    """Return the curve, the seats and the turning points."""
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
    """Return the legend."""
    names = (escape(say("told.side", {"seats": list(seats)}, lang)) for seats in review.sides)
    told = (f'<span style="color:{colour_of(side)}">●</span> {name}' for side, name in enumerate(names))
    return f"<p>{' &ensp; '.join(told)}</p>"
