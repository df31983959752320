"""Figures of routes: how often and when they are claimed, by winners and by losers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from semafor.workshop.study.findings import RouteStudy, RouteVerdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semafor.workshop.study.played import Floats, Played

DEAD = 0.04
"""Claimed in fewer games than this, a route might as well not be there."""
DECISIVE = 0.1
"""Wins above chance of those who have a decisive route, as a part of games."""
SURE = 3.0
"""Standard errors that a decisive route must be above chance."""


def study_routes(series: Sequence[Played]) -> list[RouteStudy]:
    """One entry a strand, over all numbers of players."""
    board, games = series[0].board, sum(len(one.rows) for one in series)
    claims = _total([(one.owners >= 0).sum(axis=0) for one in series])
    thirds = np.array([_total([_thirds(one)[part] for one in series]) for part in range(3)])
    won = _total([one.wins_of_owners().sum(axis=0) for one in series])
    rivals = sum(len(one.rows) * (one.sides - 1) for one in series)
    lift, error = _lift(series, claims)
    shares = {str(one.players): (one.owners >= 0).mean(axis=0) for one in series}
    return [
        RouteStudy(
            route=route,
            name=name,
            claimed=float(claims[route] / games),
            **dict(zip(("early", "middle", "late"), _parts(thirds[:, route]), strict=True)),
            winners=float(won[route] / games),
            losers=float((claims[route] - won[route]) / rivals),
            lift=float(lift[route]),
            lift_error=float(error[route]),
            by_players={players: float(share[route]) for players, share in shares.items()},
            verdict=_verdict(claims[route] / games, lift[route], error[route]),
        )
        for route, name in enumerate(board.route_names)
    ]


def _total(parts: Sequence[Floats]) -> Floats:
    return np.asarray(np.sum(parts, axis=0), np.float64)


def _thirds(played: Played) -> Floats:
    """[third, route]: claims in each third of the turns."""
    claimed = played.rows["claimed"][:, : len(played.board.routes)].astype(np.float64)
    place = 3.0 * claimed / np.maximum(1, played.rows["turns"].astype(np.float64))[:, None]
    third = np.clip(place.astype(np.int64), 0, 2)
    return np.array([((third == part) & (claimed >= 0)).sum(axis=0) for part in range(3)], np.float64)


def _parts(counts: Floats) -> list[float]:
    return [float(count / max(1.0, counts.sum())) for count in counts]


def _lift(series: Sequence[Played], claims: Floats) -> tuple[Floats, Floats]:
    """For each route the owners' wins above chance, and the standard error of that."""
    above = [np.where(one.owners >= 0, one.wins_of_owners() - 1.0 / one.sides, 0.0) for one in series]
    number = np.maximum(1.0, claims)
    mean = _total([one.sum(axis=0) for one in above]) / number
    square = _total([(one**2).sum(axis=0) for one in above]) / number
    return mean, np.sqrt(np.maximum(0.0, square - mean**2) / number)


def _verdict(claimed: float, lift: float, error: float) -> RouteVerdict:
    if claimed < DEAD:
        return "dead"
    return "decisive" if lift > max(DECISIVE, SURE * error) else ""
