"""Games of one board and number of players on the GPU; the board is data that can be exchanged in place.

All kernels and tensors stay where they are when a slot gets another board, so a recorded CUDA graph of a step
remains valid.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor

from lab.general import map_reading as reading
from lab.general.boards import MOST_PLACES
from semafor.boards.model import Board
from semafor.bots.learned.features import MAP_CACHE, PATHS
from semafor.engine.actions import ACTIONS
from semafor.engine.state import CARD_KINDS, PLACES, ROUTES, SEATS
from semafor.games.lookup import kind_of
from semafor.gym.batch import Batch
from semafor.gym.device.driver import SIMULATED, device
from semafor.learning.device.device_game_pool import BLOCK, stream_here, tensor_of
from semafor.learning.device.learning_kernels import Maps, kernels_of
from semafor.learning.game_pool import Outcome, reward_numbers

HAND_SCALE, POINTS_SCALE = 4.0, 40.0


class BoardData:
    """What a slot must know of a board."""

    def __init__(self, board: Board) -> None:
        self.board, self.name = board, board.board
        self.facts = kind_of(board).table
        self.prices = np.zeros(ROUTES, np.int32)
        self.prices[: len(board.routes)] = [route.cost + 1 for route in board.routes]
        self.tables = reading.map_tables(board, ROUTES, MOST_PLACES)


class _Bytes:
    """Records on the device as rows of bytes, for PyTorch."""

    def __init__(self, records: Any) -> None:
        shape = (records.size, records.dtype.itemsize)
        given = {"shape": shape, "typestr": "|u1", "version": 3, "strides": None}
        self.__cuda_array_interface__ = {**given, "data": records.__cuda_array_interface__["data"]}


def bytes_of(records: Any) -> Tensor:
    """The bytes of an array of records: the same memory."""
    if SIMULATED:
        array = np.asarray(records)
        return torch.from_numpy(array.view(np.uint8).reshape(array.size, -1))
    return torch.as_tensor(_Bytes(records), device="cuda")


class Slot:
    """Games that are stepped together, and what the network reads of them."""

    def __init__(self, data: BoardData, players: int, games: int, seed: str, win: float) -> None:
        put = device().to_device
        self.data, self.players, self.games = data, players, games
        self.batch = batch = Batch(data.board, games=games, players=players, seed=seed, device="cuda")
        self._kernels, self._facts = kernels_of(batch.kind), put(data.facts.copy())
        self._blank = np.zeros((games, players), MAP_CACHE)
        paths, stale = put(np.zeros(games, PATHS)), put(np.zeros(games, np.bool_))
        self._maps = Maps(put(data.prices.copy()), paths, put(self._blank), stale)
        self._numbers = put(reward_numbers(data.board, win))
        self._points, self._paid = (put(np.zeros((games, players), np.float32)) for _ in range(2))
        self._features = put(np.zeros((games, reading.WRITTEN), np.uint8))
        self._gained = put(np.zeros((games, SEATS), np.float32))
        self._chosen = put(np.zeros(games, np.int64))
        tables = (batch.points, batch.done, batch.scores, batch.rewards)
        self._outcome = Outcome(*(table.array for table in tables))
        self.gained, self.to_play = tensor_of(self._gained), tensor_of(batch.to_play.array)
        self.done, self.won = tensor_of(batch.done.array), tensor_of(batch.rewards.array)
        where = self.gained.device
        names = ("feature_columns", "festival_slots", "has_festival")
        self._columns = {name: torch.from_numpy(data.tables[name].copy()).to(where) for name in names}
        self._around = torch.arange(players, device=where)
        fields = kind_of(data.board).state.fields
        assert fields is not None
        offset = fields["hand"][1]
        self._hands = bytes_of(batch.states.array)[:, offset : offset + SEATS * CARD_KINDS]
        device().synchronize()
        self.look()

    def change(self, data: BoardData) -> None:
        """Go over to another board: all games are dealt again."""
        device().synchronize()
        self.data = data
        for facts in (self.batch.facts.array, self._facts):
            facts.copy_to_device(data.facts)
        self._maps.prices.copy_to_device(data.prices)
        self._maps.caches.copy_to_device(self._blank)
        self._paid.copy_to_device(np.zeros((self.games, self.players), np.float32))
        for name, column in self._columns.items():
            column.copy_(torch.from_numpy(data.tables[name]))
        self.batch.reset()
        device().synchronize()
        self.look()

    def read(self, rows: Tensor, secrets: Tensor) -> None:
        """Write the rows of the seats to decide, and what only the judge may see, in their order of seats."""
        seen, columns = tensor_of(self.batch.observations.array), self._columns
        rows[:, : reading.LEGAL] = seen
        rows[:, reading.LEGAL : reading.FEATURES] = tensor_of(self.batch.masks.array)
        written = tensor_of(self._features)
        rows[:, reading.FEATURES : reading.FESTIVALS] = written[:, columns["feature_columns"]]
        festivals = seen[:, columns["festival_slots"]] * columns["has_festival"]
        rows[:, reading.FESTIVALS : reading.FESTIVALS + 2 * PLACES] = festivals
        seats = (self.to_play.long()[:, None] + self._around) % self.players
        hands = self._hands.view(torch.int8).reshape(self.games, SEATS, CARD_KINDS)
        hands = hands.gather(1, seats[..., None].expand(-1, -1, CARD_KINDS)).float() / HAND_SCALE
        points = tensor_of(self.batch.points.array).gather(1, seats).float() / POINTS_SCALE
        told = secrets.view(self.games, SEATS, CARD_KINDS + 1)
        told[:, : self.players, :CARD_KINDS], told[:, : self.players, CARD_KINDS] = hands, points

    def step(self, actions: Tensor) -> None:
        """Carry out one action in every game, settle what it brought, and look again."""
        tensor_of(self._chosen).copy_(actions)
        self.batch.enqueue(self._chosen, stream_here())
        given = self._outcome, self._numbers, self._points, self._paid, self._gained
        self._launch(self._kernels.settle, self.games, self.batch.states.array, self._facts, *given)
        self.look()

    def look(self) -> None:
        """Work out the features of the seats to decide."""
        seen = (self.batch.states.array, self._facts, self.batch.to_play.array, self._maps)
        self._launch(self._kernels.cache, self.games, *seen)
        self._launch(self._kernels.measure, self.games * PLACES, self._facts, self._maps)
        self._launch(self._kernels.write, self.games, *seen, 0, self._features)

    def _launch(self, kernel: Any, threads: int, *arguments: Any) -> None:
        kernel[-(-threads // BLOCK), BLOCK, stream_here()](*arguments)


assert reading.FEATURES - reading.LEGAL == ACTIONS
