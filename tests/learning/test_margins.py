"""Looking ahead counts the very margins that training pays: values learnt by one are trusted by the other."""

from __future__ import annotations

import numpy as np
import pytest

from semafor import board_names, load_board
from semafor.bots.learned.reading import WIN, reading_of
from semafor.bots.lookahead.simulation import SimulatedGames
from semafor.engine.state import NOBODY
from semafor.gym import Batch
from semafor.learning.game_pool import Outcome, reward_numbers, settle_games

GAMES, ENDED, LONGEST = 8, 8, 3000
"""Number of parallel games, games to finish, and maximum number of steps."""


@pytest.mark.parametrize("name", board_names())
def test_looking_ahead_counts_what_training_pays(name: str) -> None:
    board = load_board(name)
    players = max(board.options.players)
    batch = Batch(board, games=GAMES, players=players, seed="margins", threads=1)
    outcome = Outcome(batch.points, batch.done, batch.scores, batch.rewards)
    room, paid, gained = (
        np.zeros(shape, np.float32) for shape in (players, (GAMES, players), (GAMES, players))
    )
    games, slots, ended = SimulatedGames(reading_of(board), GAMES, WIN), np.arange(GAMES), 0

    def looked_ahead() -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
        return np.stack([games.margins(slots, seat, NOBODY) for seat in range(players)], 1)

    for _ in range(LONGEST):
        games.begin(slots, batch.states, slots, NOBODY, np.full(GAMES, -1))
        games.sight.seats[:] = batch.to_play
        actions, before = batch.random_actions(), paid.copy()
        batch.step(actions)
        settle_games(batch.states, batch.kind.table, outcome, reward_numbers(board, WIN), room, paid, gained)
        games.step(slots, actions.astype(np.int64))
        due, over = before + gained, batch.done
        assert looked_ahead()[over] == pytest.approx(due[over], abs=1e-3)
        games.begin(slots, batch.states, slots, NOBODY, np.full(GAMES, -1))
        assert looked_ahead()[~over] == pytest.approx(due[~over], abs=1e-3)
        ended += int(over.sum())
        if ended >= ENDED:
            break
    assert ended >= ENDED
