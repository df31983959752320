"""How reliable told chances are, as a picture: what was told against what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

SIZE, EDGE = 420, 46
INK, LINE, DOT = "#2B2622", "#C9B99A", "#2B6CB0"
BINS = 20


def draw_reliability(told: Mapping[str, Sequence[tuple[float, float, int]]]) -> str:
    """All games together as dots, larger for more decisions, beside the line on which they should lie."""
    dots = [_dot(*one) for one in together(told)]
    total = sum(number for rows in told.values() for _, _, number in rows)
    inside = SIZE - EDGE
    marks = "".join(_mark(share / 10) for share in range(0, 11, 2))
    label = f"chance told; {total:,} decisions in {len(told)} games and numbers of players"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE + 16} {SIZE + 16}" role="img" '
        f'aria-label="Reliability of told chances" font-family="sans-serif" font-size="12" fill="{INK}">'
        f'<rect x="{EDGE}" y="8" width="{inside}" height="{inside}" fill="#F4EBD9" stroke="{LINE}"/>'
        f'<path d="M{_x(0)} {_y(0)}L{_x(1)} {_y(1)}" stroke="{LINE}" stroke-dasharray="5 4"/>{marks}'
        f'{"".join(dots)}<text x="{EDGE + inside / 2}" y="{SIZE + 10}" text-anchor="middle">{label}</text>'
        f'<text transform="translate(12 {EDGE + inside / 2}) rotate(-90)" text-anchor="middle">'
        "share that was won</text></svg>\n"
    )


def together(told: Mapping[str, Sequence[tuple[float, float, int]]]) -> list[tuple[float, float, int]]:
    """The classes of all games as one."""
    found: list[tuple[float, float, int]] = []
    for number in range(BINS):
        rows = [row for one in told.values() for row in one if int(row[0] * BINS) == number]
        total = sum(row[2] for row in rows)
        if total:
            chance, won = (sum(row[place] * row[2] for row in rows) / total for place in (0, 1))
            found.append((chance, won, total))
    return found


def _x(share: float) -> float:
    return round(EDGE + share * (SIZE - EDGE), 1)


def _y(share: float) -> float:
    return round(8 + (1 - share) * (SIZE - EDGE), 1)


def _mark(share: float) -> str:
    told = f"{share:.0%}"
    return (
        f'<text x="{_x(share)}" y="{_y(0) + 16}" text-anchor="middle">{told}</text>'
        f'<text x="{EDGE - 6}" y="{_y(share) + 4}" text-anchor="end">{told}</text>'
    )


def _dot(chance: float, won: float, number: int) -> str:
    radius = min(9.0, 2.0 + number**0.25 / 2)
    title = f"<title>told {chance:.1%}, won {won:.1%} of {number}</title>"
    return f'<circle cx="{_x(chance)}" cy="{_y(won)}" r="{radius:.1f}" fill="{DOT}">{title}</circle>'
