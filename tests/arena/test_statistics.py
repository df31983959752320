"""The statistics of a series against a plain recount, game by game."""

from __future__ import annotations

from fractions import Fraction
from statistics import mean, stdev
from typing import Any

import numpy as np
import pytest

from semafor.arena.series import new_series
from semafor.arena.statistics import NumberSummary, Tally
from semafor.boards import load_board
from semafor.seeds import series_key

GAMES = 150


def play(board: str, players: int) -> tuple[list[Any], NumberSummary]:
    series = new_series(load_board(board), players, series_key(f"{board} {players}"))
    rows = series.play(0, GAMES)
    tally = Tally(players, series.team_size)
    tally.add(rows[:40])
    tally.add(rows[40:])
    return list(rows), tally.summary()


def winners(row: Any, sides: int) -> list[int]:
    return [side for side in range(sides) if row["rank"][side] == 1]


@pytest.fixture(scope="module", params=[("usa", 2), ("europe", 5), ("berlin", 3), ("asia", 4), ("asia", 6)])
def played(request: pytest.FixtureRequest) -> tuple[int, int, list[Any], NumberSummary]:
    board, players = request.param
    team = load_board(board).options.team_size
    return players, team, *play(board, players)


Played = tuple[int, int, list[Any], NumberSummary]


def test_lengths(played: Played) -> None:
    _, _, rows, summary = played
    assert summary.games == GAMES
    for name in ("turns", "decisions"):
        lengths = [int(row[name]) for row in rows]
        length = getattr(summary, name)
        assert (length.min, length.max) == (min(lengths), max(lengths))
        assert length.mean == pytest.approx(mean(lengths))
        assert length.deviation == pytest.approx(stdev(lengths))
        assert sum(bar.count for bar in length.histogram) == GAMES


def test_scores_and_tickets(played: Played) -> None:
    players, team, rows, summary = played
    assert [side.seats for side in summary.sides] == np.arange(players).reshape(-1, team).tolist()
    for side in summary.sides:
        held = [sum(row["tickets"][seat] for seat in side.seats) + row["racked"][side.side] for row in rows]
        assert side.tickets_held.mean == pytest.approx(mean(map(int, held)))
        assert side.score.mean == pytest.approx(mean(int(row["total"][side.side]) for row in rows))
        assert side.route_points.max == max(row["routes"][side.side] for row in rows)
        assert side.tickets_completed.max <= side.tickets_held.max
    best = [max(int(row["total"][side.side]) for side in summary.sides) for row in rows]
    assert summary.winning_score.mean == pytest.approx(mean(best))


def test_wins_of_sides(played: Played) -> None:
    players, team, rows, summary = played
    sides = players // team
    assert sum(Fraction(side.wins.share).limit_denominator(10**6) for side in summary.sides) == 1
    for side in summary.sides:
        parts = [1 / len(won) if side.side in won else 0 for won in (winners(row, sides) for row in rows)]
        assert side.wins.share == pytest.approx(mean(parts))
        assert side.wins.standard_error == pytest.approx(stdev(parts) / GAMES**0.5)
        assert side.wins.expected == pytest.approx(1 / sides)
        assert side.wins.alone + side.wins.shared == sum(part > 0 for part in parts)
    assert summary.tied == sum(len(winners(row, sides)) > 1 for row in rows)


def test_wins_in_turn_order(played: Played) -> None:
    players, team, rows, summary = played
    sides = players // team
    for place in summary.turn_order:
        seats = [(int(row["first"]) + place.place - 1) % players for row in rows]
        won = [winners(row, sides) for row in rows]
        parts = [
            1 / len(sides_won) if seat // team in sides_won else 0
            for seat, sides_won in zip(seats, won, strict=True)
        ]
        assert place.wins.share == pytest.approx(mean(parts))


def test_points_of_a_side_are_more_than_routes_and_tickets(played: Played) -> None:
    """Points for remaining stations, festivals and bonuses are never negative."""
    _, _, rows, summary = played
    for row in rows:
        for side in range(len(summary.sides)):
            assert row["total"][side] >= row["routes"][side] + row["ticket_points"][side]


def test_a_shared_victory_is_shared() -> None:
    from semafor.arena.comparisons import WHOLE, parts_of_wins

    parts = parts_of_wins(np.array([[1, 2, 3], [1, 1, 3], [1, 1, 1]]))
    assert parts.tolist() == [[WHOLE, 0, 0], [30, 30, 0], [20, 20, 20]]
