"""`semafor review`: the story of a recorded game."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from semafor.cli.arguments import refused
from semafor.cli.game_files import read_file, record_in
from semafor.cli.options import AsJson, InLanguage
from semafor.cli.output import print_json, stderr_console, stdout_console
from semafor.cli.progress_bar import progress_bar
from semafor.errors import SemaforError
from semafor.words import say
from semafor.words.languages import language_here

if TYPE_CHECKING:
    from semafor.record import Record
    from semafor.story.model import Review


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
    """Tell what decided a recorded game: chances, better moves and why, luck and choice."""
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
        from semafor.cli.review_tables import print_review

        print_review(stdout_console(), record, found, lang)


def _reviewed(record: Record, file: str, *, whole: bool, again: bool) -> Review:
    from semafor.story.reviewing import review as make_review
    from semafor.story.storing import load_review, stored_beside

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
    from semafor.story.storing import save_review

    try:
        save_review(path, found)
    except OSError as error:
        stderr_console().print(f"semafor: not stored: {error.strerror or error}", markup=False)
