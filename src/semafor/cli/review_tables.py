"""The story of a game on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table

from semafor.record import board_from_record
from semafor.story.telling import ReviewTeller
from semafor.words import say

if TYPE_CHECKING:
    from rich.console import Console

    from semafor.record import Record
    from semafor.story.model import Review
    from semafor.words import Language

BARS = "▁▂▃▄▅▆▇█"
WIDTH = 72


def print_review(console: Console, record: Record, review: Review, lang: Language) -> None:
    """The curve of every side, a line a seat, and the moments that decided."""
    board = board_from_record(record.board)
    teller = ReviewTeller(board, review, lang)
    told = {"title": {"en": board.title.en, "pl": board.title.pl}, "players": review.players}
    console.print(say("told.replay", {**told, "n": len(review.decisions)}, lang), style="bold", markup=False)
    for side, seats in enumerate(review.sides):
        head = say("told.side", {"seats": list(seats)}, lang)
        console.print(f"{head:>12} {spark([one.table[side] for one in review.decisions])}", markup=False)
    if not review.whole:
        return
    console.print()
    console.print(_seats(review, teller))
    for moment in review.moments:
        console.print(f"  {teller.moment(moment)}", markup=False, soft_wrap=True)


def _seats(review: Review, teller: ReviewTeller) -> Table:
    table = Table(box=None, header_style="dim")
    for name in ("seat", "accuracy", "at-first", "given-away", "by-cards", "by-rivals", "points"):
        table.add_column(teller.head(name), justify="right")
    for seat in review.seats:
        table.add_row(*teller.row(seat))
    return table


def spark(shares: list[float]) -> str:
    """Shares from 0 to 1 as a line of bars."""
    every = max(1, -(-len(shares) // WIDTH))
    return "".join(BARS[min(7, int(8 * share))] for share in shares[::every])
