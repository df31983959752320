"""Reviews in files: beside the record they tell of, or in a server's folder."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from semafor.record import Record
from semafor.story.model import REVIEW_VERSION, Review
from semafor.story.reviewing import record_name


def stored_beside(record: Path) -> Path:
    """Where the review of a record's file lies."""
    return record.with_name(f"{record.stem}.review.json")


def load_review(path: Path, record: Record) -> Review | None:
    """The whole review of exactly this record by this version; None where there is none."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Review)
    except (OSError, msgspec.MsgspecError):
        return None
    fits = found.version == REVIEW_VERSION and found.whole and found.record == record_name(record)
    return found if fits else None


def save_review(path: Path, review: Review) -> None:
    """Write a review, all or nothing."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.write_bytes(msgspec.json.encode(review))
    draft.replace(path)
