"""The network that reads maps as a bot of any board, for tournaments.

    PYTHONPATH=lab/graph semafor tournament --board ireland --players 2 \\
        graph_bot:GraphBot@runs/graph/usa/checkpoint.pt planner
"""

from __future__ import annotations

from functools import lru_cache
from typing import cast

import msgspec
import numpy as np
import torch
from numpy.typing import NDArray

from lab.graph.graph_network import GraphNetwork
from semafor.boards.model import Board
from semafor.bots.learned.network import PlainNetwork
from semafor.bots.learned.network_bot import NetworkBot, RowWriter
from semafor.bots.learned.reading import reading_of
from semafor.bots.learned.seat_arrays import Seer
from semafor.games.lookup import kind_of


class GraphOnBoard:
    """The network on one board, asked for one position at a time."""

    def __init__(self, board: Board, checkpoint: str) -> None:
        torch.set_num_threads(1)
        state = torch.load(checkpoint, map_location="cpu", weights_only=False)
        settings = msgspec.json.decode(state["progress"])["settings"]
        self._network = GraphNetwork(reading_of(board), settings["width"], settings["blocks"])
        self._network.load_state_dict(state["network"])

    @torch.inference_mode()
    def preferences(self, row: NDArray[np.uint8], among: NDArray[np.int64]) -> NDArray[np.float32]:
        """How much each of these actions, by their places in the reading, is to be preferred."""
        wanted: NDArray[np.float32] = self._network(torch.from_numpy(row)[None])[0][0].numpy()
        return wanted[among]


graph_on_board = lru_cache(maxsize=16)(GraphOnBoard)


class GraphBot(NetworkBot):
    """A player of any map."""

    def __init__(self, board: Board, seed: int = 0, checkpoint: str = "") -> None:
        del seed  # it rolls no dice
        self._reading, self._kind = reading_of(board), kind_of(board)
        self._network = cast(PlainNetwork, graph_on_board(board, checkpoint))  # asked for preferences alone
        self._seer, self._writer = Seer(board), RowWriter(self._reading)
        self._place = {int(action): place for place, action in enumerate(self._reading.actions)}
