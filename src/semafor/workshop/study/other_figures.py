"""Figures of colours, of whole games by number of players, and of styles of play."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from semafor.arena.rating.intervals import Rate, wilson
from semafor.arena.rating.wins import WinCounts
from semafor.arena.simulate.histogram import Histogram
from semafor.arena.simulate.statistics import PlaceSummary
from semafor.boards.model import COLOURS
from semafor.workshop.colour_advice import asked_of_colours
from semafor.workshop.study.findings import ColourStudy, StyleStudy, TableStudy
from semafor.workshop.study.styles import RIVALS, STYLES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semafor.arena.simulate.histogram import Spread
    from semafor.engine.state import Array
    from semafor.workshop.study.played import Played


def study_colours(series: Sequence[Played]) -> list[ColourStudy]:
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


def study_table(played: Played) -> TableStudy:
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


def _seats(played: Played) -> list[PlaceSummary]:
    """The part of the victories of whoever plays first, second and so on."""
    by_seat = np.repeat(played.parts, played.team_size, axis=1)
    first = played.rows["first"].astype(np.int64)
    seats = (first[:, None] + np.arange(played.players)) % played.players
    counts = WinCounts(played.players)
    counts.add(np.take_along_axis(by_seat, seats, axis=1))
    return [PlaceSummary(place + 1, counts.share(place, 1 / played.sides)) for place in range(played.players)]


def study_styles(played: Played, line_ups: Array) -> list[StyleStudy]:
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
