"""Draw a chart of predicted and observed win probabilities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

SIZE, EDGE = 420, 46
INK, LINE = "#2B2622", "#C9B99A"
HUES = ("#2B6CB0", "#E07A1F", "#3E8E41")
BINS = 20
Row = tuple[float, float, int]
"""Predicted probability, share won, number of decisions."""
Told = Mapping[str, Mapping[str, Sequence[Row]]]
"""By predictor, then by game and number of players."""


def draw_reliability(told: Told) -> str:
    """Draw all games together as dots, larger for more decisions, with the diagonal."""
    dots = [_dot(hue, *one) for hue, by in zip(HUES, told, strict=False) for one in together(told[by])]
    total = sum(number for games in told.values() for rows in games.values() for _, _, number in rows)
    inside = SIZE - EDGE
    marks = "".join(_mark(share / 10) for share in range(0, 11, 2)) + _legend(told)
    label = f"chance told; {total:,} chances of games that the fit had not seen"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE + 16} {SIZE + 16}" role="img" '
        f'aria-label="Reliability of told chances" font-family="sans-serif" font-size="12" fill="{INK}">'
        f'<rect x="{EDGE}" y="8" width="{inside}" height="{inside}" fill="#F4EBD9" stroke="{LINE}"/>'
        f'<path d="M{_x(0)} {_y(0)}L{_x(1)} {_y(1)}" stroke="{LINE}" stroke-dasharray="5 4"/>{marks}'
        f'{"".join(dots)}<text x="{EDGE + inside / 2}" y="{SIZE + 10}" text-anchor="middle">{label}</text>'
        f'<text transform="translate(12 {EDGE + inside / 2}) rotate(-90)" text-anchor="middle">'
        "share that was won</text></svg>\n"
    )


def together(told: Mapping[str, Sequence[Row]]) -> list[Row]:
    """Merge the bins of all games."""
    found: list[Row] = []
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


def _legend(told: Told) -> str:
    """The colour of each predictor."""
    return "".join(
        f'<circle cx="{EDGE + 14}" cy="{24 + 18 * line}" r="5" fill="{hue}"/>'
        f'<text x="{EDGE + 25}" y="{28 + 18 * line}">{by}</text>'
        for line, (hue, by) in enumerate(zip(HUES, told, strict=False))
    )


def _dot(hue: str, chance: float, won: float, number: int) -> str:
    radius = min(9.0, 2.0 + number**0.25 / 2)
    title = f"<title>told {chance:.1%}, won {won:.1%} of {number}</title>"
    place = f'cx="{_x(chance)}" cy="{_y(won)}" r="{radius:.1f}"'
    return f'<circle {place} fill="{hue}" fill-opacity=".85">{title}</circle>'
