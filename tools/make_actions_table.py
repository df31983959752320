"""Write docs/actions.md, the tables of the action space, from the engine."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from semafor.engine.actions import ACTIONS, ACTIONS_VERSION, RANGES, SHARED, Range
from semafor.engine.cardgame.card_state import RANGES as CARD_RANGES

TARGET = Path(__file__).parents[1] / "docs" / "actions.md"
HEADER = f"""# The action space

Every decision is one integer below {ACTIONS}, in one of these ranges. Which of them are legal now is a mask
of {ACTIONS // 64} words of 64 bits (`engine.turn.legal`). What both kinds of game know has one number in
both: {", ".join(f"`{name}`" for name in SHARED)}.
`semafor.gym.action_name(board, action)` says an action in words.
This is version {ACTIONS_VERSION} of the numbers (`semafor.gym.ACTIONS_VERSION`). Made by
`tools/make_actions_table.py`.
"""
HEAD = "\n| range | first | last | size | meaning |\n|---|---:|---:|---:|---|\n"


def _rows(ranges: Iterable[Range]) -> str:
    return HEAD + "".join(
        f"| `{r.name}` | {r.first} | {r.first + r.size - 1} | {r.size} | {r.meaning} |\n" for r in ranges
    )


def actions_table() -> str:
    """The page as it should be."""
    return HEADER + "\n## Board games\n" + _rows(RANGES) + "\n## The Card Game\n" + _rows(CARD_RANGES)


if __name__ == "__main__":
    TARGET.write_text(actions_table(), encoding="utf-8")
