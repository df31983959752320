"""Options that stations cannot use are forgotten, and what they borrow stays the same (EUR-10)."""

from __future__ import annotations

import numpy as np
import pytest

from semafor.boards.load import load_board
from semafor.engine.connections import label_components
from semafor.engine.state import WORDS, State
from semafor.engine.stations import (
    best_borrowing,
    borrowing_record,
    drop_all_useless,
    list_options,
    list_stations,
    try_all,
)
from semafor.engine.teams import network_of_side, tickets_of_side
from tests.engine.raw_games import BROAD, Setup, play


def plan_of_all(setup: Setup, state: State, side: int) -> np.record:
    """The best use of a side's stations when every option is tried."""
    plan: np.record = np.zeros(1, borrowing_record(narrow=True))[0]
    facts = setup.facts
    routes = np.array([network_of_side(state, facts, side, word) for word in range(WORDS)], np.uint64)
    label_components(facts, routes, plan.label[0])
    list_stations(state, facts, side, plan)
    plan.tickets = tickets_of_side(state, facts, side)
    for station in range(plan.stations):
        list_options(state, facts, side, station, plan)
    try_all(facts, plan)
    return plan


def borrowed(plan: np.record) -> list[int]:
    """The route that each station borrows, or -1."""
    chosen = [int(option) for option in plan.best_chosen[: plan.stations]]
    return [int(plan.option[station, n]) if n >= 0 else -1 for station, n in enumerate(chosen)]


@pytest.mark.rule("EUR-10")
def test_no_option_that_helps_is_forgotten() -> None:
    """The choice, points and tickets are the same although many options are discarded."""
    tried = left = 0
    for seed in range(3):
        setup = Setup(load_board("europe"), 4, seed)
        state = play(setup, style=BROAD)[-1]
        for side in range(4):
            plan = plan_of_all(setup, state, side)
            told = borrowed(plan), int(plan.best_points), int(plan.best_done)
            tried += int(plan.options[: plan.stations].sum())
            drop_all_useless(setup.facts, plan)
            left += int(plan.options[: plan.stations].sum())
            best_borrowing(state, setup.facts, side, plan)
            assert (borrowed(plan), int(plan.best_points), int(plan.best_done)) == told
    assert 0 < left < tried
