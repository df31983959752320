"""Write docs/observation.md, the tables of observation slots, from the environments' layouts."""

from __future__ import annotations

from pathlib import Path

from semafor.engine.actions import Range
from semafor.games import board_observation as layout
from semafor.games import card_observation as card_layout

TARGET = Path(__file__).parents[1] / "docs" / "observation.md"
HEADER = f"""# The observation

What a seat may know, as an array of bytes: the same on every board, so that one network can play them
all, and another one for the Card Game. This is version {layout.OBSERVATION_VERSION} of both
(`semafor.gym.OBSERVATION_VERSION`). Numbers above {layout.MOST} are written as {layout.MOST}; nothing is
negative. Seats are counted from the viewer in order of turns: +0 is the viewer, +1 the next; those who
do not play are all zero. `semafor.gym.observation_names(board)` gives every slot its name on a board,
`semafor.gym.used_slots(board, players)` those that can be anything but zero. Colours come in the order
red, orange, yellow, green, blue, violet, black, white, and then wild. Made by
`tools/make_observation_table.py`.
"""
COLUMNS = """
| range | first | last | size | meaning |
|---|---:|---:|---:|---|
"""


def observation_page() -> str:
    """The page as it should be."""
    boards = _part("Board games", layout.SIZE, layout.RANGES)
    return HEADER + boards + _part("The Card Game", card_layout.SIZE, card_layout.RANGES)


def _part(title: str, size: int, ranges: tuple[Range, ...]) -> str:
    rows = (f"| `{r.name}` | {r.first} | {r.first + r.size - 1} | {r.size} | {r.meaning} |\n" for r in ranges)
    return f"\n## {title}: {size} slots\n{COLUMNS}" + "".join(rows)


if __name__ == "__main__":
    TARGET.write_text(observation_page(), encoding="utf-8")
