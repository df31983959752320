"""Learned players inside the step of a batch: compiled code asks for their decisions, networks answer."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from semafor.boards.model import Board
from semafor.bots.learned.compiled.many_rows import WRITE_ROWS, Sight
from semafor.bots.learned.compiled.records import DESK, blank_glances
from semafor.bots.learned.network import PlainNetwork
from semafor.bots.learned.network_bot import network_of
from semafor.bots.learned.reading import reading_of
from semafor.bots.learned.weights import shipped_weights
from semafor.engine.state import NOBODY
from semafor.gym.compiled.pilots import ASKED, GUEST
from semafor.gym.compiled.tables import Tables
from semafor.gym.room import Room
from semafor.kinds.lookup import kind_of

Array = NDArray[Any]


class Seen(Protocol):
    """Games as networks look at them."""

    @property
    def states(self) -> Array:
        """The games themselves."""

    @property
    def facts(self) -> Array:
        """Of the board, one record."""

    @property
    def observations(self) -> Array:
        """What the seat that must decide may know."""

    @property
    def masks(self) -> Array:
        """What it may do."""

    @property
    def to_play(self) -> Array:
        """Which seat that is."""


class Guests:
    """The networks of a batch, one for each name; `network@FILE` has weights of its own.

    They play as the bot `network` does, and see no more than it. A copy or a pickle reads its weights anew.
    """

    def __init__(self, board: Board, names: Sequence[str], games: int, players: int) -> None:
        self._made_of = board, tuple(names), games, players
        self._reading, self._kind = reading_of(board), kind_of(board)
        self._networks = [_network_named(name, board) for name in names]
        self._write_rows = WRITE_ROWS[self._kind.name]
        self._desks = np.zeros(1, DESK)
        self._glances = blank_glances(board, games, players)
        self._rows = np.empty((games, self._reading.size), np.uint8)

    def __reduce__(self) -> tuple[type[Guests], tuple[Any, ...]]:
        return Guests, self._made_of

    def play(self, room: Room, tables: Tables) -> None:
        """Decide until in every game somebody else is asked or the game is over; what the step brought stays.

        No game ends twice in one step: whoever steps the batch is asked for tickets first.
        """
        asked = _asked_guests(tables)
        while (asked < ASKED).any():
            ended = np.flatnonzero(tables.done)
            rewards = tables.rewards[ended]
            room.step(tables, self.answers(tables, asked))
            tables.done[ended], tables.rewards[ended] = True, rewards
            asked = _asked_guests(tables)

    def answers(self, tables: Seen, asked: Array) -> Array:
        """The action of the network that is asked in each game, -1 where none is."""
        actions = np.full(len(asked), -1, np.int64)
        for number, network in enumerate(self._networks):
            games = np.flatnonzero(asked == GUEST - number)
            self._write_rows(self._sight(tables, games))
            wanted, _values = network.judge_legal(self._rows[: len(games)])
            actions[games] = self._reading.actions[wanted.argmax(1)]
        return actions

    def _sight(self, tables: Seen, games: Array) -> Sight:
        return Sight(
            games=games,
            states=tables.states,
            facts=tables.facts,
            prices=self._reading.prices,
            desks=self._desks,
            glances=self._glances,
            observations=tables.observations,
            masks=tables.masks,
            to_play=tables.to_play,
            runs=self._reading.runs,
            rows=self._rows,
        )


def _asked_guests(tables: Tables) -> Array:
    """The pilot of the seat that is asked in each game; ASKED where the game is over."""
    seats = tables.to_play.astype(np.int64)
    pilots: Array = tables.pilots[np.arange(len(seats)), seats]
    pilots[seats == NOBODY] = ASKED
    return pilots


def _network_named(name: str, board: Board) -> PlainNetwork:
    """The network of `network@FILE`, or the one that came with the package; BadSetup where there is none."""
    _, _, file = name.partition("@")
    return network_of(Path(file) if file else shipped_weights(board), board)
