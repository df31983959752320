"""`semafor review`: the story of a recorded game."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table

from semafor.cli.arguments import AsJson, InLanguage, refused
from semafor.cli.game_files import read_file, record_in
from semafor.cli.output import print_json, progress_bar, stderr_console, stdout_console
from semafor.errors import SemaforError
from semafor.record import board_from_record
from semafor.story.report import ReviewTeller
from semafor.words import say
from semafor.words.languages import language_here

if TYPE_CHECKING:
    from rich.console import Console

    from semafor.record import Record
    from semafor.story.review_model import Review
    from semafor.words import Language


def review(
    file: str,
    /,
    *,
    curve: bool = False,
    again: bool = False,
    report: Path | None = None,
    lang: InLanguage = None,
    json: AsJson = False,
) -> None:
    """Review a recorded game: win probabilities, better moves and reasons, luck and skill.

    The story is stored beside the record, as RECORD.review.json, and read from there the next time.

    Parameters
    ----------
    file
        A record (JSON) or a saved game that is over.
    curve
        Only win probabilities and scores, without better moves; fast. Nothing is stored.
    again
        Ignore a stored story and review the game again.
    report
        Write a page, index.html, into this folder.
    lang
        English or Polish; by default the language of the terminal.
    json
        Print JSON.
    """
    lang = lang or language_here()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # small matrices: threads would wait for each other
    try:
        record = record_in(read_file(file))
        found = _reviewed(record, file, whole=not curve, again=again)
    except SemaforError as error:
        raise refused(error, file=file, lang=lang) from None
    if report is not None:
        from semafor.story.report import write_report

        stderr_console().print(str(write_report(report, record, found, lang)))
    if json:
        print_json(found)
    else:
        print_review(stdout_console(), record, found, lang)


def _reviewed(record: Record, file: str, *, whole: bool, again: bool) -> Review:
    from semafor.story.reviewing import load_review, stored_beside
    from semafor.story.reviewing import review as make_review

    path = stored_beside(Path(file))
    stored = None if again else load_review(path, record)
    if stored is not None:
        return stored
    with progress_bar() as bar:
        task = bar.add_task(say("told.reviewing", {}), total=None)
        found = make_review(
            record, whole=whole, progress=lambda done, of: bar.update(task, completed=done, total=of)
        )
    if whole:
        _keep(path, found)
    return found


def _keep(path: Path, found: Review) -> None:
    """Store the story where that is possible."""
    from semafor.story.reviewing import save_review

    try:
        save_review(path, found)
    except OSError as error:
        stderr_console().print(f"semafor: not stored: {error.strerror or error}", markup=False)


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
