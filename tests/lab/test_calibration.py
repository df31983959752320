"""Chances that mean what they say: curves for every game, and fits that find what is there."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from lab.calibration.fitting import fit_chance, fit_numbers, spread
from lab.calibration.network_games import Field, fit, reliability
from lab.calibration.playout_games import Asked, fit_playouts
from lab.calibration.reliability_plot import draw_reliability, together
from semafor import board_names, load_board
from semafor.story.calibration import (
    KNOTS,
    CalibrationCurve,
    calibration_of,
    chance_of,
    fit_bend,
    hats,
    playout_calibration,
)
from semafor.story.standing import SideStanding

ROOT = Path(__file__).parents[2]


def standing(value: float, margin: float = 0.0, progress: float = 0.5, side: int = 0) -> SideStanding:
    return SideStanding(side, value, margin, margin, 0.0, 60.0, progress)


@pytest.mark.parametrize("board", board_names())
def test_who_stands_better_has_the_better_chance(board: str) -> None:
    loaded = load_board(board)
    for players in loaded.options.players:
        curves = calibration_of(loaded, players)
        chances = curves.own_chances([standing(0.0, lead) for lead in (-2.0, 0.0, 2.0)])
        assert list(chances) == sorted(chances)
        sides = players // loaded.options.team_size
        table = curves.table_chances(
            [standing(1.0, 1.0), *(standing(-0.5, -1.0, side=s) for s in range(1, sides))]
        )
        assert table.argmax() == 0
        assert table.sum() == pytest.approx(1.0)


def test_knots_share_every_progress() -> None:
    weights = hats(np.array([0.0, 0.1, 0.5, 0.9, 1.0]))
    assert weights.sum(1) == pytest.approx(1.0)
    assert weights.shape == (5, len(KNOTS))


def test_a_fit_finds_the_curve_that_made_the_wins() -> None:
    dice = np.random.default_rng(3)
    features, progress = np.stack([np.ones(6000), dice.normal(size=6000)], 1), dice.random(6000)
    odds = features[:, 1] * (0.5 + 2.0 * progress)
    won = (dice.random(6000) < 1.0 / (1.0 + np.exp(-odds))).astype(float)
    weights = fit_chance(spread(features, progress), won).reshape(len(KNOTS), 2)
    assert weights[:, 1] == pytest.approx([0.5, 1.0, 1.5, 2.0, 2.5], abs=0.35)
    points = fit_numbers(features, 3.0 + 2.0 * features[:, 1])
    assert points == pytest.approx([3.0, 2.0], abs=0.05)


def test_games_for_the_calibration_are_played_and_fitted() -> None:
    played = Field(load_board("berlin"), 2, 8, seed=1).play(lambda _: None)
    assert played.won.sum(1) == pytest.approx(1.0)
    assert {note.game for note in played.notes} == set(range(8))
    curves, check = fit(played)
    assert curves.games == 8
    assert 0.0 < curves.loss < 0.6
    for told in (check.own, check.table):
        assert ((told >= 0.0) & (told <= 1.0)).all()
    assert len(check.table) == 2 * len(check.own)


def test_reliability_is_counted_and_drawn() -> None:
    told = np.array([[0.71, 1.0], [0.72, 1.0], [0.73, 0.0], [0.11, 0.0]])
    rows = reliability(told)
    assert rows[-1] == pytest.approx((0.72, 2 / 3, 3))
    assert together({"a": rows, "b": rows})[-1] == pytest.approx((0.72, 2 / 3, 6))
    picture = draw_reliability({"the seat": {"a": rows}, "the table": {"a": rows}})
    assert picture.count("<title>") == 4
    assert "the table</text>" in picture


@pytest.mark.parametrize("by", ["from what the seat knew", "from what all knew"])
def test_what_is_told_comes_true(by: str) -> None:
    told = json.loads((ROOT / "docs/images/reliability.json").read_text())[by]
    many = [row for row in together(told) if row[2] >= 2000]
    assert len(many) > 15, "chances of every size"
    assert {f"{chance:.2f}": won for chance, won, _ in many if abs(chance - won) > 0.04} == {}


def test_a_bend_tells_sure_chances_as_sure_as_they_are() -> None:
    dice = np.random.default_rng(5)
    odds = dice.normal(scale=2.0, size=20_000)
    true = np.where(odds > 1.4, 1.4 + 1.8 * (odds - 1.4), odds)
    won = (dice.random(20_000) < chance_of(true)).astype(float)
    bend = fit_bend(chance_of(odds), won, 1.0)
    assert bend.high == pytest.approx(0.8, abs=0.2)
    assert bend.chances(np.array([0.92])) == pytest.approx(chance_of(np.array([1.4 + 1.8 * 1.04])), abs=0.01)
    assert (np.diff(bend.chances(np.linspace(0.0, 1.0, 50))) > 0.0).all()


def test_few_games_leave_chances_as_they_were_told() -> None:
    told = np.array([0.9, 0.9, 0.1])
    bend = fit_bend(told, np.array([1.0, 0.0, 0.0]), 0.01)
    assert bend.chances(told) == pytest.approx(told, abs=0.01)
    assert CalibrationCurve().chances(told) == pytest.approx(told)


def test_shares_of_playouts_become_chances() -> None:
    dice = np.random.default_rng(6)
    share, progress = dice.uniform(0.02, 0.98, 4000), dice.random(4000)
    chances = 0.5 + (share - 0.5) / 2
    won = (dice.random(4000) < chances).astype(float)
    asked = Asked(list(range(4000)), share.tolist(), progress.tolist(), won.tolist())
    curves, told = fit_playouts(asked)
    assert curves.games == 4000
    assert np.abs(told[:, 0] - chances[::4]).mean() < 0.05


@pytest.mark.parametrize("board", board_names())
def test_playouts_mean_something_on_every_board(board: str) -> None:
    loaded = load_board(board)
    for players in loaded.options.players:
        curves = playout_calibration(loaded, players)
        for done in (0.1, 0.5, 0.9):
            told = curves.chances(np.linspace(0.02, 0.98, 9), np.full(9, done))
            assert list(told) == sorted(told)
