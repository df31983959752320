"""Tuning: the strategy finds what is better, the check says when, and the command keeps it."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from threading import Event

import numpy as np
import pytest

from lab.tuning import tuning
from lab.tuning.checking import Check, is_better
from lab.tuning.contest import Contest, knobs_of
from lab.tuning.searching import Found, Search, Strategy
from lab.tuning.tuning import Plan, Tuning
from semafor import Game, load_board
from semafor.bots.search.chart import KNOBS, SEARCH_WORK, Compared, Knob, chart_with, read_tuned, tuned_file
from semafor.bots.search.claiming import mark_ends, worth_of_line
from semafor.games.lookup import kind_of

BERLIN = load_board("berlin")
SHARED = Compared(against="shared knobs", wins=0.6, low=0.58, high=0.62, shared_wins=0.5, deals=2000)


def test_the_strategy_climbs_through_noise() -> None:
    goal, chance = np.array([3.0, 0.5, 0.0]), np.random.default_rng(3)
    strategy = Strategy(np.ones(3), np.full(3, 0.5), np.zeros(3), seed=1)
    for step in range(200):
        candidates = strategy.ask(step / 200)
        assert (candidates >= 0).all()
        worths = -np.square(candidates - goal).sum(1) + chance.normal(size=len(candidates)) * 0.3
        strategy.tell(candidates, worths, step / 200)
    assert strategy.found == pytest.approx(goal, abs=0.25)


@pytest.mark.parametrize(
    ("low", "gains", "better"),
    [
        (0.58, [[0.0, 0.5, 0.0, 0.5]], True),
        (0.49, [[0.0, 0.5, 0.0, 0.5]], False),
        (0.58, [[-0.5, -0.5, -0.4, -0.5], [1.0, 1.0, 1.0, 1.0]], False),
        (0.58, [[-0.5, 0.4, 0.0, 0.0]], False),
    ],
)
def test_better_is_what_wins_clearly_and_loses_against_nobody(
    low: float, gains: list[list[float]], better: bool
) -> None:
    fresh = Compared(against="shared knobs", wins=0.6, low=low, high=0.62, shared_wins=0.5, deals=2000)
    assert is_better(fresh, [np.array(gain) for gain in gains]) is better


def test_pairs_play_the_same_deals_on_every_side() -> None:
    kind = knobs_of(BERLIN)
    shared = kind.named(kind.shared)
    other = {**shared, Knob.TICKET_COST: 5.0}
    mirror, ends = Contest(BERLIN, 2, cores=2).play([(shared, shared), (other, shared)], "deals", 20)
    assert mirror.won.shape == (20, 2)
    assert mirror.won.sum(1).tolist() == [1.0] * 20
    assert (mirror.margin[:, 0] == -mirror.margin[:, 1]).all()
    again = Contest(BERLIN, 2, cores=1).play([(other, shared)], "deals", 20)[0]
    assert (again.margin == ends.margin).all()
    assert (ends.margin != mirror.margin).any()


def test_a_line_goes_on_where_an_odd_number_of_routes_ends() -> None:
    board, seat = load_board("usa"), 0
    kind = kind_of(board)
    game = Game.new(board, players=2, seed=1)
    first = next(place for place in board.routes if place.a == board.routes[0].a)
    number = board.routes.index(first)
    states = game.states.copy()
    states["owned"][0, seat, number // 64] = np.uint64(1) << np.uint64(number % 64)
    policy_works, chart = np.zeros(1, SEARCH_WORK), chart_with(board, {**KNOBS, Knob.LINE: 2.0})
    mark_ends(states[0], kind.facts, chart[0], seat, policy_works[0])
    places = [place.id for place in board.places]
    ends = {places[n] for n in range(len(places)) if int(policy_works[0].ends) >> n & 1}
    assert ends == {first.a, first.b}
    touching = next(r for r in board.routes if r is not first and ends & {r.a, r.b})
    apart = next(r for r in board.routes if not ends & {r.a, r.b})
    worths = [
        worth_of_line(kind.facts, chart[0], board.routes.index(r), policy_works[0]) for r in (touching, apart)
    ]
    assert worths == [2.0 * touching.length, 0.0]
    mark_ends(states[0], kind.facts, chart_with(board, KNOBS)[0], seat, policy_works[0])
    assert policy_works[0].ends == 0, "shared knobs know of no line"


class Watcher:
    """Records its calls and requests a stop immediately."""

    def __init__(self, stop: Event) -> None:
        self.spent: list[float] = []
        self._stop = stop

    def searched(self, players: int, spent: float) -> None:
        assert players == 2
        self.spent.append(spent)
        self._stop.set()

    def checked(self, players: int, games: int) -> None:
        assert (players, games) == (2, 4)


def test_a_stop_ends_the_search_and_keeps_what_was_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop = Event()
    watcher = Watcher(stop)
    monkeypatch.setattr("lab.tuning.searching.GAMES", 64)
    monkeypatch.setattr(tuning, "is_better", lambda _fresh, gains: len(gains) == 2)
    monkeypatch.setattr(Check, "against_shared", lambda _check, _deals: SHARED)
    plan = Plan(players=(2, 3), seconds=60.0, folder=tmp_path, other_games=2, command="lab.tuning berlin")
    (answer,) = Tuning(BERLIN, plan, watcher, stop).run()
    assert answer.better
    assert len(watcher.spent) == 1
    kept = read_tuned(tuned_file(tmp_path, BERLIN))
    assert list(kept.players) == ["2"]
    assert kept.players["2"] == answer.tuned
    assert [check.against for check in answer.tuned.checks] == [
        "shared knobs",
        "planner",
        "lab.baselines:Collector",
    ]
    assert answer.tuned.games > 0


def test_the_search_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lab.tuning.searching.GAMES", 64)
    told: list[float] = []
    search = Search(BERLIN, 2, "seed", 1)
    found: Found = search.run(0.5, None, told.append, Event())
    assert told[-1] == 1.0
    assert all(one <= other for one, other in pairwise(told))
    assert found.games == 2 * 2 * 16 * found.generations * 4
    assert set(found.knobs) == set(KNOBS)
