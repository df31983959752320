"""The figures of a study: routes, tickets, colours, games by number of players, and styles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from semafor.arena.comparisons import Histogram, Rate, WinCounts, wilson
from semafor.arena.statistics import PlaceSummary
from semafor.boards import limits
from semafor.boards.model import COLOURS
from semafor.workshop.advice import asked_of_colours
from semafor.workshop.distances import fewest_spaces
from semafor.workshop.study.findings import (
    ColourStudy,
    RouteStudy,
    RouteVerdict,
    StyleStudy,
    TableStudy,
    TicketStudy,
    TicketVerdict,
)
from semafor.workshop.study.watching import RIVALS, STYLES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semafor.arena.comparisons import Spread
    from semafor.boards.model import Board
    from semafor.engine.state import Array
    from semafor.workshop.study.watching import Floats, PlayedGames


def study_colours(series: Sequence[PlayedGames]) -> list[ColourStudy]:
    """Return the payments of each plain colour relative to its share of the deck."""
    board = series[0].board
    games = sum(len(one.rows) for one in series)
    paid = np.sum([one.rows["paid"].sum(axis=0) for one in series], axis=0)
    asked, cards = asked_of_colours(board), board.options.cards
    plain = sum(cards[colour] for colour in board.colours)
    whole = max(1, sum(int(paid[COLOURS.index(colour)]) for colour in board.colours))
    return [
        ColourStudy(
            colour=colour,
            cards=cards[colour],
            asked=asked[colour],
            paid=float(paid[COLOURS.index(colour)] / games),
            demand=float(paid[COLOURS.index(colour)] / whole / (cards[colour] / plain)),
        )
        for colour in board.colours
    ]


def study_table(played: PlayedGames) -> TableStudy:
    """Return lengths, closeness and seats of games with one number of players."""
    best = np.sort(played.totals, axis=1)
    return TableStudy(
        players=played.players,
        games=len(played.rows),
        stuck=int(played.rows["stuck"].sum()),
        tied=int(((played.parts > 0).sum(axis=1) > 1).sum()),
        turns=_spread(played.rows["turns"]),
        score=_spread(played.totals),
        margin=_spread(best[:, -1] - best[:, -2]),
        lead_changes=_spread(played.rows["lead_changes"]),
        seats=_seats(played),
    )


def _spread(values: Array) -> Spread:
    counted = Histogram()
    counted.add(values)
    return counted.spread()


def _seats(played: PlayedGames) -> list[PlaceSummary]:
    """Return the win rate of the first player, the second, and so on."""
    by_seat = np.repeat(played.parts, played.team_size, axis=1)
    first = played.rows["first"].astype(np.int64)
    seats = (first[:, None] + np.arange(played.players)) % played.players
    counts = WinCounts(played.players)
    counts.add(np.take_along_axis(by_seat, seats, axis=1))
    return [PlaceSummary(place + 1, counts.share(place, 1 / played.sides)) for place in range(played.players)]


def study_styles(played: PlayedGames, line_ups: Array) -> list[StyleStudy]:
    """Return the win rate of each style, in games between different styles."""
    sitting = line_ups[played.rows["number"] % len(line_ups)][:, : played.players : played.team_size]
    found = []
    for style in RIVALS:
        here = sitting == STYLES.index(style)
        games = int(here.sum())
        rate = float(played.wins[here].mean()) if games else 0.0
        wins = Rate(rate, *wilson(rate, max(1, games)), games)
        score = float(played.totals[here].mean()) if games else 0.0
        found.append(StyleStudy(style, played.players, wins, 1 / played.sides, score))
    return found


DEAD = 0.04
"""A route claimed in fewer games than this share is considered unused."""
DECISIVE = 0.1
"""Wins above chance of the owners of a decisive route, as a share of games."""
ROUTE_ERRORS = 3.0
"""Standard errors by which a decisive route must be above chance."""


def study_routes(series: Sequence[PlayedGames]) -> list[RouteStudy]:
    """Return one entry per strand, over all numbers of players."""
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
            verdict=_route_verdict(claims[route] / games, lift[route], error[route]),
        )
        for route, name in enumerate(board.route_names)
    ]


def _total(parts: Sequence[Floats]) -> Floats:
    return np.asarray(np.sum(parts, axis=0), np.float64)


def _thirds(played: PlayedGames) -> Floats:
    """Return [third, route]: claims in each third of the turns."""
    claimed = played.rows["claimed"][:, : len(played.board.routes)].astype(np.float64)
    place = 3.0 * claimed / np.maximum(1, played.rows["turns"].astype(np.float64))[:, None]
    third = np.clip(place.astype(np.int64), 0, 2)
    return np.array([((third == part) & (claimed >= 0)).sum(axis=0) for part in range(3)], np.float64)


def _parts(counts: Floats) -> list[float]:
    return [float(count / max(1.0, counts.sum())) for count in counts]


def _lift(series: Sequence[PlayedGames], claims: Floats) -> tuple[Floats, Floats]:
    """Return for each route the owners' wins above chance, and the standard error."""
    above = [np.where(one.owners >= 0, one.wins_of_owners() - 1.0 / one.sides, 0.0) for one in series]
    number = np.maximum(1.0, claims)
    mean = _total([one.sum(axis=0) for one in above]) / number
    square = _total([(one**2).sum(axis=0) for one in above]) / number
    return mean, np.sqrt(np.maximum(0.0, square - mean**2) / number)


def _route_verdict(claimed: float, lift: float, error: float) -> RouteVerdict:
    if claimed < DEAD:
        return "dead"
    return "decisive" if lift > max(DECISIVE, ROUTE_ERRORS * error) else ""


RIDGE = 1.0
"""Prior in games, so that a ticket that nobody held has no effect."""
TICKET_ERRORS = 2.5
"""Standard errors by which a value must be off."""
LEAST = 1.5
"""Points by which it must be off to be mentioned."""
LEAST_STEP = 2
"""Points by which a value is changed at once, or a third of it if that is more."""
LIKELY = 0.3
"""How much more often than not a ticket must be completed for its value to matter."""


def study_tickets(series: Sequence[PlayedGames]) -> list[TicketStudy]:
    """Return one entry per ticket, over all numbers of players."""
    board = series[0].board
    held = _sum([one.tickets("held") for one in series])
    done = _sum([one.tickets("held") & one.tickets("completed") for one in series])
    worth, error = _worths(series)
    off = worth - _usual(board, worth)
    found = []
    for number, ticket in enumerate(board.tickets):
        rate = float(done[number] / max(1.0, held[number]))
        verdict = _ticket_verdict(float(off[number]), float(error[number]))
        found.append(
            TicketStudy(
                ticket=number,
                name=board.ticket_names[number],
                points=ticket.points,
                held=int(held[number]),
                completed=rate,
                gained=ticket.points * (2 * rate - 1),
                worth=float(worth[number]),
                error=float(error[number]),
                off=float(off[number]),
                suggested=_suggested(ticket.points, float(off[number]), rate) if verdict else ticket.points,
                verdict=verdict,
            )
        )
    return found


def _usual(board: Board, worth: Floats) -> Floats:
    """Return the typical worth of tickets by length of their paths, by a robust linear fit."""
    ways, at = fewest_spaces(board), board.place_index
    spaces = np.array([ways[at[ticket.a], at[ticket.b]] for ticket in board.tickets], np.float64)
    rise, run = worth[:, None] - worth, spaces[:, None] - spaces
    slopes = rise[run > 0] / run[run > 0]
    slope = float(np.median(slopes)) if slopes.size else 0.0
    return np.asarray(slope * spaces + np.median(worth - slope * spaces), np.float64)


def _sum(parts: Sequence[np.ndarray[tuple[int, ...], np.dtype[np.bool_]]]) -> Floats:
    return np.asarray(np.sum([part.sum(axis=(0, 1)) for part in parts], axis=0), np.float64)


def _worths(series: Sequence[PlayedGames]) -> tuple[Floats, Floats]:
    """Return what each ticket adds to a final score, and the standard error of its difference to the others.

    If everyone holds the same number of tickets, only differences are known.
    """
    held = np.concatenate([_rows(one) for one in series])
    score = np.concatenate([(one.totals - one.totals.mean()).ravel() for one in series])
    mean = held.mean(axis=0)
    centred = held - mean
    inverse = np.linalg.inv(centred.T @ centred + RIDGE * np.eye(held.shape[1]))
    worth: Floats = inverse @ (centred.T @ (score - score.mean()))
    left = score - score.mean() - centred @ worth
    spare = max(1, len(score) - held.shape[1])
    apart = np.eye(held.shape[1]) - mean / max(mean.sum(), 1e-9)
    spread = np.diag(apart @ inverse @ apart.T)
    return worth, np.asarray(np.sqrt(spread * float(left @ left) / spare), np.float64)


def _rows(played: PlayedGames) -> Floats:
    """Return [game and side, ticket]: 1 if it was held."""
    held = played.tickets("held")
    return held.reshape(-1, held.shape[2]).astype(np.float64)


def _ticket_verdict(off: float, error: float) -> TicketVerdict:
    if abs(off) < max(LEAST, TICKET_ERRORS * error):
        return ""
    return "dear" if off > 0 else "cheap"


def _suggested(points: int, off: float, rate: float) -> int:
    """Return the value at which the ticket would be worth as much as others: a point adds 2 · rate − 1.

    A ticket that is missed as often as not keeps its value: its path is the problem.
    """
    moved = 2 * rate - 1
    if moved < LIKELY:
        return points
    most = max(LEAST_STEP, points // 3)
    return max(1, min(limits.POINTS, points - max(-most, min(most, round(off / moved)))))
