"""Figures of tickets: completion, and what holding one is worth beside all others.

The worth of a ticket is its coefficient in a least-squares fit of final scores to the tickets held: by how
many points it moved a score, the other tickets being equal. Long tickets are worth more than short ones on
any board, so a value is right where the worth lies on the line through those of all tickets over the lengths
of their ways (that of Theil and Sen); how far it lies off is how much too dear or too cheap the ticket is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from semafor.boards import limits
from semafor.workshop.shortest_ways import fewest_spaces
from semafor.workshop.study.findings import TicketStudy, TicketVerdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semafor.boards.model import Board
    from semafor.workshop.study.played import Floats, Played

RIDGE = 1.0
"""Games' worth of nothing: keeps a ticket that nobody held from being worth anything."""
SURE = 2.5
"""Standard errors by which a value must be off."""
LEAST = 1.5
"""Points by which it must be off to be spoken of."""
LEAST_STEP = 2
"""Points by which a value is changed at once, or a third of it if that is more."""
LIKELY = 0.3
"""How much more often than not a ticket must be completed for its value to tell."""


def study_tickets(series: Sequence[Played]) -> list[TicketStudy]:
    """One entry a ticket, over all numbers of players."""
    board = series[0].board
    held = _sum([one.tickets("held") for one in series])
    done = _sum([one.tickets("held") & one.tickets("completed") for one in series])
    worth, error = _worths(series)
    off = worth - _usual(board, worth)
    found = []
    for number, ticket in enumerate(board.tickets):
        rate = float(done[number] / max(1.0, held[number]))
        verdict = _verdict(float(off[number]), float(error[number]))
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


def _worths(series: Sequence[Played]) -> tuple[Floats, Floats]:
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


def _rows(played: Played) -> Floats:
    """[game and side, ticket]: 1 where it was held."""
    held = played.tickets("held")
    return held.reshape(-1, held.shape[2]).astype(np.float64)


def _verdict(off: float, error: float) -> TicketVerdict:
    if abs(off) < max(LEAST, SURE * error):
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
