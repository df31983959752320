"""Solve the layouts of the built-in boards and store them: `python tools/make_layouts.py [board ...]`."""

from __future__ import annotations

import sys
from pathlib import Path

from semafor.boards.load import board_names, load_board, more_board_names
from semafor.picture.layout.solving import format_layout, solve

OUT = Path(__file__).resolve().parent.parent / "src" / "semafor" / "picture" / "layout" / "solved"


def main(names: list[str]) -> None:
    """Store the layouts of the named boards, or of all that have routes."""
    for name in names or (*board_names(), *more_board_names()):
        board = load_board(name)
        if board.routes:
            (OUT / f"{name}.json").write_text(format_layout(board, solve(board)))
            print(name)


if __name__ == "__main__":
    main(sys.argv[1:])
