"""Markdown tables and lists of words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(align: str, headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table; `align` has a letter for each column, `l` (left) or `r` (right)."""
    rule = ["---:" if side == "r" else "---" for side in align]
    lines = [headings, rule, *([str(cell) for cell in row] for row in rows)]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def listed(words: Iterable[object], last: str = "and") -> str:
    """`2, 3, 4 and 5`."""
    *others, end = map(str, words)
    return f"{', '.join(others)} {last} {end}" if others else end


def counted(number: int, thing: str, things: str = "") -> str:
    """`1 ticket`, `3 tickets`."""
    return f"{number} {thing if number == 1 else things or thing + 's'}"
