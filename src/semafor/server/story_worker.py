"""The process that tells the story of a finished game: `python -m semafor.server.story_worker`.

It reads a record and writes lines of JSON: how far it is, the curve when it is there, the whole at the end.
"""

from __future__ import annotations

import os
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy: players' games need the other cores

import msgspec

from semafor.server.limited import limit_time, yield_to_players
from semafor.server.messages import Story
from semafor.story.reviewing import review

SECONDS = 300
"""Of processor time; a game of six takes a tenth of it."""


def write(story: Story) -> None:
    """One line."""
    sys.stdout.buffer.write(msgspec.json.encode(story) + b"\n")
    sys.stdout.buffer.flush()


def main() -> None:
    """Tell the story of the record on the input."""
    yield_to_players()
    limit_time(SECONDS)
    record = sys.stdin.buffer.read()
    curve = review(record, whole=False)
    write(Story(curve, 0, len(curve.decisions)))
    told = review(record, progress=lambda done, of: write(Story(None, done, of)))
    write(Story(told, len(told.decisions), len(told.decisions)))


if __name__ == "__main__":
    main()
