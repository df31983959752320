"""Styles of play: the fast player with its knobs turned, and who sits where in which game."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from semafor.bots.search.chart import CHART, DESK, KNOBS, Knob, make_chart
from semafor.engine.state import SEATS
from semafor.games.board_facts import facts_of

if TYPE_CHECKING:
    from semafor.boards.model import Board
    from semafor.engine.state import Array

Style = Literal["even", "tickets", "long", "cheap", "blocking"]
STYLES: tuple[Style, ...] = get_args(Style)
"""The player as it is, and four who overdo one thing; the place is the number of the chart."""
RIVALS = STYLES[1:]
NEVER = 1000.0

TURNED: dict[Style, dict[Knob, float]] = {
    "even": {},
    "tickets": {Knob.TICKET_TURNS: 7.0, Knob.TICKET_PIECES: 9.0, Knob.TICKET_COST: 0.5},
    "long": {
        Knob.TICKET_TURNS: NEVER,
        Knob.POINTS: 0.8,
        Knob.LENGTH: 2.0,
        Knob.DEMAND: 0.2,
        Knob.CARDS_A_TURN: 2.0,
    },
    "cheap": {
        Knob.TICKET_TURNS: NEVER,
        Knob.POINTS: 0.0,
        Knob.STEP: 0.6,
        Knob.LENGTH: 0.0,
        Knob.CARDS_A_TURN: 1.0,
    },
    "blocking": {Knob.DEMAND: 6.0, Knob.LENGTH: 0.0},
}
"""What each style does otherwise."""
CONTESTED = 0.6
"""By how much a blocker holds the most wanted route for cheaper than it is: its plans go there."""


def charts_of(board: Board) -> Array:
    """A chart for each style."""
    facts = facts_of(board)
    charts: Array = np.zeros(len(STYLES), CHART)
    for number, style in enumerate(STYLES):
        charts[number] = make_chart(facts, np.zeros(1, DESK)[0], {**KNOBS, **TURNED[style]})[0]
    _seek_contested(charts[STYLES.index("blocking")], len(board.routes))
    return charts


def _seek_contested(chart: np.record, routes: int) -> None:
    wanted = chart.demand[:routes] / max(1.0, float(chart.demand[:routes].max(initial=0.0)))
    lower = chart.weight[:routes] * (1.0 - CONTESTED * wanted)
    chart.weight[:routes] = np.maximum(20, lower.round())


def all_even() -> Array:
    """One line-up in which everyone plays as well as can be."""
    return np.zeros((1, SEATS), np.int64)


def mixed_line_ups(players: int, team_size: int) -> Array:
    """Every way in which different styles can sit; partners share one, a fifth and sixth play evenly."""
    sides = players // team_size
    rivals = [STYLES.index(style) for style in RIVALS] + [0] * max(0, sides - len(RIVALS))
    orders = sorted(set(permutations(rivals, sides)))
    line_ups: Array = np.zeros((len(orders), SEATS), np.int64)
    line_ups[:, :players] = np.repeat(np.array(orders), team_size, axis=1)
    return line_ups
