"""The curve of a game as SVG: a line a side, dots at the moments."""

from __future__ import annotations

from semafor.picture.tokens import tokens
from semafor.story.model import Review

WIDTH, HEIGHT, EDGE = 760, 240, 30


def draw_curve(review: Review) -> str:
    """The chances of every side to win, as the whole table knew them, from the first decision to the end."""
    steps = [one.table for one in review.decisions] + [review.won]
    lines = "".join(_line(steps, side) for side in range(len(review.sides)))
    dots = "".join(_dot(review, steps, moment.step, moment.seat) for moment in review.moments)
    marks = "".join(
        f'<text x="{EDGE - 6}" y="{_y(share / 4) + 4:.0f}" text-anchor="end">{25 * share} %</text>'
        f'<path d="M{EDGE} {_y(share / 4):.1f}H{WIDTH}" stroke="#C9B99A" stroke-width=".6"/>'
        for share in range(5)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-14 0 {WIDTH + 20} {HEIGHT}" '
        f'font-family="sans-serif" font-size="11">{marks}{lines}{dots}</svg>'
    )


def _x(step: float, last: int) -> float:
    return EDGE + (WIDTH - EDGE) * step / max(1, last)


def _y(share: float) -> float:
    return 8 + (1 - share) * (HEIGHT - 20)


def colour_of(side: int) -> str:
    """The colour of a side's line."""
    players = tokens().players
    return str(players[side % len(players)].fill)


def _line(steps: list[tuple[float, ...]], side: int) -> str:
    last = len(steps) - 1
    points = " ".join(f"{_x(n, last):.1f},{_y(shares[side]):.1f}" for n, shares in enumerate(steps))
    return f'<polyline points="{points}" fill="none" stroke="{colour_of(side)}" stroke-width="2"/>'


def _dot(review: Review, steps: list[tuple[float, ...]], step: int, seat: int) -> str:
    side = next(n for n, seats in enumerate(review.sides) if seat in seats)
    x, y = _x(step - 1, len(steps) - 1), _y(steps[step - 1][side])
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour_of(side)}" stroke="#2B2622"/>'
