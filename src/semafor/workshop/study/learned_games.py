"""Recorded games of the bot `network`, for boards with shipped weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from semafor.engine.state import NOBODY, STATE, Array
from semafor.engine.work import WORK
from semafor.games.board_facts import facts_array
from semafor.gym.batch import Batch
from semafor.gym.opponents import NetworkOpponents
from semafor.gym.step_players import ASKED, FIRST_NETWORK
from semafor.workshop.study.watched import WATCHED, close_rows, open_rows, watch_step
from semafor.workshop.study.watching import check_watchable

if TYPE_CHECKING:
    from semafor.boards.model import Board
    from semafor.workshop.study.watching import Progress

TOGETHER = 256
"""Games that the network evaluates at once."""


class NetworkSeen(NamedTuple):
    """A batch as networks see it."""

    states: Array
    facts: Array
    observations: Array
    masks: Array
    to_play: Array


def watch_network(board: Board, players: int, games: int, seed: str, cores: int, progress: Progress) -> Array:
    """Return the rows of games in which the network plays every seat; raise BadSetup if it has no weights."""
    check_watchable(board, players)
    facts = facts_array(board)
    pieces = []
    for first in range(0, games, TOGETHER):
        count = min(TOGETHER, games - first)
        networks = NetworkOpponents(board, ["network"], count, players)
        batch = Batch(
            board, games=count, players=players, seed=f"{seed}/{first}", auto_reset=False, threads=cores
        )
        pieces.append(_play(batch, networks, facts, first))
        progress(count)
    return np.concatenate(pieces)


def _play(batch: Batch, networks: NetworkOpponents, facts: Array, first: int) -> Array:
    """Play all games of a batch to the end."""
    rows: Array = np.zeros(batch.games, WATCHED)
    before: Array = np.zeros(batch.games, STATE)
    leaders: Array = np.full(batch.games, NOBODY, np.int64)
    open_rows(rows, first)
    before[:] = batch.states
    seen = NetworkSeen(batch.states, facts, batch.observations, batch.masks, batch.to_play)
    while (batch.to_play != NOBODY).any():
        rows["decisions"] += batch.to_play != NOBODY
        asked = np.where(batch.to_play == NOBODY, ASKED, FIRST_NETWORK)
        batch.step(networks.answers(seen, asked))
        watch_step(batch.states, before, facts, rows, leaders)
    close_rows(batch.states, facts, np.zeros(1, WORK), rows)
    return rows
