from __future__ import annotations

import numpy as np
import pytest

from semafor.arena.series import CannotSimulate, new_series, play_series
from semafor.boards import board_names, load_board
from semafor.cores import count_cores
from semafor.seeds import series_key

PLAYABLE = [(name, players) for name in board_names() for players in load_board(name).options.players]


@pytest.mark.parametrize(("board", "players"), PLAYABLE)
def test_every_game_ends(board: str, players: int) -> None:
    series = new_series(load_board(board), players, series_key(1))
    rows = series.play(0, 200)
    assert (rows["turns"] > 0).all()
    assert (rows["decisions"] >= rows["turns"]).all()
    assert ((rows["rank"] == 1).sum(axis=1) >= 1).all()
    assert set(rows["first"]) == set(range(0, players, series.team_size))  # a first partner (ASI-1)


def test_pieces_and_cores_change_nothing() -> None:
    series = new_series(load_board("europe"), 3, series_key("same"))
    whole = series.play(0, 50)
    for cores, chunk in ((1, 50), (1, 7), (3, 7)):
        pieces = np.concatenate(list(play_series(series, 50, cores, chunk)))
        assert sorted(row.tobytes() for row in pieces) == sorted(row.tobytes() for row in whole)


def test_other_seeds_are_other_games() -> None:
    usa = load_board("usa")
    one, other = (new_series(usa, 2, series_key(seed)).play(0, 20) for seed in (1, 2))
    assert not set(map(tuple, one["key"].tolist())) & set(map(tuple, other["key"].tolist()))


def test_a_series_can_be_left_at_any_piece() -> None:
    series = new_series(load_board("usa"), 2, series_key(1))
    pieces = play_series(series, 10**9, 2, chunk=5)
    assert len(next(pieces)) == 5
    pieces.close()


def test_refusals() -> None:
    with pytest.raises(CannotSimulate, match="for 2, 3, 4, 5 players, not 6"):
        new_series(load_board("usa"), 6, series_key(1))


def test_there_is_a_core() -> None:
    assert count_cores() >= 1
