"""Figures of colours, of whole games by number of players, and of styles of play."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from semafor.arena.comparisons import Rate, WinCounts, wilson
from semafor.arena.histogram import Histogram
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
from semafor.workshop.study.styles import RIVALS, STYLES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semafor.arena.histogram import Spread
    from semafor.boards.model import Board
    from semafor.engine.state import Array
    from semafor.workshop.study.watching import Floats, PlayedGames


def study_colours(series: Sequence[PlayedGames]) -> list[ColourStudy]:
    """What was paid of each plain colour against its part of the deck."""
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
    """Lengths, closeness and seats of games of one number of players."""
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
    """The part of the victories of whoever plays first, second and so on."""
    by_seat = np.repeat(played.parts, played.team_size, axis=1)
    first = played.rows["first"].astype(np.int64)
    seats = (first[:, None] + np.arange(played.players)) % played.players
    counts = WinCounts(played.players)
    counts.add(np.take_along_axis(by_seat, seats, axis=1))
    return [PlaceSummary(place + 1, counts.share(place, 1 / played.sides)) for place in range(played.players)]


def study_styles(played: PlayedGames, line_ups: Array) -> list[StyleStudy]:
    """The part of the victories of each style, in games where different ones sit together."""
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
"""Claimed in fewer games than this, a route might as well not be there."""
DECISIVE = 0.1
"""Wins above chance of those who have a decisive route, as a part of games."""
ROUTE_ERRORS = 3.0
"""Standard errors that a decisive route must be above chance."""


def study_routes(series: Sequence[PlayedGames]) -> list[RouteStudy]:
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
            verdict=_route_verdict(claims[route] / games, lift[route], error[route]),
        )
        for route, name in enumerate(board.route_names)
    ]


def _total(parts: Sequence[Floats]) -> Floats:
    return np.asarray(np.sum(parts, axis=0), np.float64)


def _thirds(played: PlayedGames) -> Floats:
    """[third, route]: claims in each third of the turns."""
    claimed = played.rows["claimed"][:, : len(played.board.routes)].astype(np.float64)
    place = 3.0 * claimed / np.maximum(1, played.rows["turns"].astype(np.float64))[:, None]
    third = np.clip(place.astype(np.int64), 0, 2)
    return np.array([((third == part) & (claimed >= 0)).sum(axis=0) for part in range(3)], np.float64)


def _parts(counts: Floats) -> list[float]:
    return [float(count / max(1.0, counts.sum())) for count in counts]


def _lift(series: Sequence[PlayedGames], claims: Floats) -> tuple[Floats, Floats]:
    """For each route the owners' wins above chance, and the standard error of that."""
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
"""Games' worth of nothing: keeps a ticket that nobody held from being worth anything."""
TICKET_ERRORS = 2.5
"""Standard errors by which a value must be off."""
LEAST = 1.5
"""Points by which it must be off to be spoken of."""
LEAST_STEP = 2
"""Points by which a value is changed at once, or a third of it if that is more."""
LIKELY = 0.3
"""How much more often than not a ticket must be completed for its value to tell."""


def study_tickets(series: Sequence[PlayedGames]) -> list[TicketStudy]:
    """One entry a ticket, over all numbers of players."""
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
    """What tickets of such ways are worth: the line through the middle of all, whatever a few of them are."""
    ways, at = fewest_spaces(board), board.place_index
    spaces = np.array([ways[at[ticket.a], at[ticket.b]] for ticket in board.tickets], np.float64)
    rise, run = worth[:, None] - worth, spaces[:, None] - spaces
    slopes = rise[run > 0] / run[run > 0]
    slope = float(np.median(slopes)) if slopes.size else 0.0
    return np.asarray(slope * spaces + np.median(worth - slope * spaces), np.float64)


def _sum(parts: Sequence[np.ndarray[tuple[int, ...], np.dtype[np.bool_]]]) -> Floats:
    return np.asarray(np.sum([part.sum(axis=(0, 1)) for part in parts], axis=0), np.float64)


def _worths(series: Sequence[PlayedGames]) -> tuple[Floats, Floats]:
    """What each ticket adds to a final score, with the standard error of how it differs from the others.

    Where everyone holds the same number of tickets only the differences are known: the error is theirs.
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
    """[game and side, ticket]: 1 where it was held."""
    held = played.tickets("held")
    return held.reshape(-1, held.shape[2]).astype(np.float64)


def _ticket_verdict(off: float, error: float) -> TicketVerdict:
    if abs(off) < max(LEAST, TICKET_ERRORS * error):
        return ""
    return "dear" if off > 0 else "cheap"


def _suggested(points: int, off: float, rate: float) -> int:
    """The value at which the ticket would be worth what others are: one point moves it by 2 · rate − 1.

    A ticket that is missed as often as not gets no other value: it is its way that is wrong.
    """
    moved = 2 * rate - 1
    if moved < LIKELY:
        return points
    most = max(LEAST_STEP, points // 3)
    return max(1, min(limits.POINTS, points - max(-most, min(most, round(off / moved)))))
