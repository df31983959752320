"""Write docs/actions.md, the table of the action space, from the engine."""

from __future__ import annotations

from pathlib import Path

from semafor.engine.actions import ACTIONS, RANGES

TARGET = Path(__file__).parents[1] / "docs" / "actions.md"
HEADER = f"""# The action space

Every decision of a board game is one integer below {ACTIONS}, in one of these ranges. Which of them are
legal now is a mask of {ACTIONS // 64} words of 64 bits (`engine.turn.legal`). Made by
`tools/make_actions_table.py`.

| range | first | last | size | meaning |
|---|---:|---:|---:|---|
"""


def actions_table() -> str:
    """The page as it should be."""
    rows = (f"| `{r.name}` | {r.first} | {r.first + r.size - 1} | {r.size} | {r.meaning} |\n" for r in RANGES)
    return HEADER + "".join(rows)


if __name__ == "__main__":
    TARGET.write_text(actions_table(), encoding="utf-8")
