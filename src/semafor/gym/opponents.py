"""Players inside the step of a batch: who sits where, and what they need to think."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from semafor.boards.model import Board
from semafor.bots import BotSource, name_of_bot
from semafor.bots.learned.features import PATHS
from semafor.bots.learned.network import PlainNetwork
from semafor.bots.learned.network_bot import network_of
from semafor.bots.learned.reading import reading_of
from semafor.bots.learned.rows import RowSource, write_rows
from semafor.bots.learned.weights import shipped_weights
from semafor.bots.search.card_worth import card_knobs
from semafor.bots.search.chart import chart_of
from semafor.engine.state import NOBODY, Array
from semafor.errors import BadSetup
from semafor.games.kind import Kind
from semafor.games.lookup import kind_of
from semafor.gym.backend import Backend
from semafor.gym.batch_steps import BatchArrays
from semafor.gym.step_players import (
    ASKED,
    BOARD_MEMORY,
    CARD_MEMORY,
    CARD_THINKING_WORK,
    FAST,
    FIRST_NETWORK,
    GREEDY,
    RANDOM,
    THINKING_WORK,
)

OPPONENTS = {"random": RANDOM, "greedy": GREEDY, "fast": FAST}
"""Players that are compiled: `fast` is the one that `search` plays its playouts with."""
NETWORK = "network"
"""A learned player: not compiled, but answering for many games at once (see `networks`)."""


def controllers_of(
    games: int, players: int, learner: ArrayLike | None, opponents: str | Sequence[str] | None
) -> NDArray[np.int8]:
    """Who decides for each seat of each game: all are asked, or only the learner."""
    seats = np.full(games, NOBODY, np.int8)
    if learner is not None:
        seats[:] = learner
    if not ((seats >= NOBODY) & (seats < players)).all():
        raise BadSetup("seat", case="learners", last=players - 1)
    if opponents is not None and (seats == NOBODY).any():
        raise BadSetup("opponents", case="no-learner")
    numbers = _numbers(players, opponents)
    controllers = np.zeros((games, players), np.int8)
    for seat in range(players):
        controllers[seats == seat] = np.insert(numbers, seat, ASKED)
    return controllers


def networks_of(opponents: str | Sequence[str] | None) -> list[str]:
    """Return the names of the networks, each once."""
    return list(dict.fromkeys(name for name in _names(opponents) if name.partition("@")[0] == NETWORK))


def _names(opponents: BotSource | Sequence[BotSource] | None) -> list[str]:
    """Return the names of the opponents: one for all, or one for each."""
    if opponents is None:
        return ["random"]
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        return [name_of_bot(opponents)]
    return [name_of_bot(one) for one in opponents]


def _numbers(players: int, opponents: str | Sequence[str] | None) -> NDArray[np.int8]:
    """Return the players of the seats that are not the learner's, in order."""
    names = _names(opponents)
    if len(names) not in (1, players - 1):
        raise BadSetup("opponents", n=players - 1)
    known = OPPONENTS | {name: FIRST_NETWORK - number for number, name in enumerate(networks_of(opponents))}
    for name in names:
        if name not in known:
            raise BadSetup("opponents", case="not-compiled", name=name, names=(*OPPONENTS, NETWORK))
    return np.array([known[name] for name in names] * (players - 1), np.int8)[: players - 1]


def can_sit(controllers: NDArray[np.int8], kind: Kind, device: str) -> None:
    """Raise BadSetup if a player does not support this kind of game or the device."""
    players = compiled_players(kind)
    for name, controller in OPPONENTS.items():
        if controller not in players.controllers and (controllers == controller).any():
            raise BadSetup("opponents", case="no-cards", name=name)
    if device != "cpu" and ((controllers < ASKED) | (controllers > players.last_on_device)).any():
        raise BadSetup("opponents", case="device")


def thinking_space(
    kind: Kind, threads: int, record: np.dtype[np.void] | None = None, players: int | None = None
) -> tuple[NDArray[Any], np.dtype[np.void]]:
    """Return working space for compiled players and the record of their memory.

    The space has the processor's record or another. The knobs are those tuned for this number of players, by
    default the fewest.
    """
    compiled, number = compiled_players(kind), players or min(kind.board.options.players)
    works = np.zeros(threads, record or compiled.work)
    works[compiled.settings] = compiled.settings_of(kind.board, number)
    return works, compiled.memory


class CompiledPlayers(NamedTuple):
    """The compiled players of one kind of game."""

    controllers: tuple[int, ...]
    last_on_device: int
    """The last of them on a GPU; a kernel cannot have the memory that the policy of the Card Game needs."""
    work: np.dtype[np.void]
    settings: str
    """The field of the working space with the settings of the policy."""
    settings_of: Callable[[Board, int], Array]
    memory: np.dtype[np.void]


_BOARD = CompiledPlayers((RANDOM, GREEDY, FAST), FAST, THINKING_WORK, "chart", chart_of, BOARD_MEMORY)
_CARDS = CompiledPlayers((RANDOM, FAST), RANDOM, CARD_THINKING_WORK, "knob", card_knobs, CARD_MEMORY)


def compiled_players(kind: Kind) -> CompiledPlayers:
    """Return the compiled players of a kind of game."""
    return kind.pick(board=_BOARD, cards=_CARDS)


class NetworkInput(Protocol):
    """Games as networks see them."""

    @property
    def states(self) -> Array:
        """The states of the games."""

    @property
    def facts(self) -> Array:
        """The facts of the board, one record."""

    @property
    def observations(self) -> Array:
        """The observation of the seat that must decide."""

    @property
    def masks(self) -> Array:
        """Its legal actions."""

    @property
    def to_play(self) -> Array:
        """The seat that must decide."""


class NetworkOpponents:
    """The networks of a batch, one per name; `network@FILE` has its own weights.

    They play and see like the bot `network`. Copies and pickles read the weights again.
    """

    def __init__(self, board: Board, names: Sequence[str], games: int, players: int) -> None:
        self._made_of = board, tuple(names), games, players
        self._reading, self._kind = reading_of(board), kind_of(board)
        self._networks = [_network_named(name, board) for name in names]
        self._paths = np.zeros(1, PATHS)
        self._caches = self._reading.new_caches(games, players)
        self._rows = np.empty((games, self._reading.size), np.uint8)

    def __reduce__(self) -> tuple[type[NetworkOpponents], tuple[Any, ...]]:
        return NetworkOpponents, self._made_of

    def play(self, backend: Backend, tables: BatchArrays) -> None:
        """Decide until in every game another seat is asked or the game is over; keep the outcome of the step.

        No game ends twice in one step: the learner is asked for tickets first.
        """
        asked = _asked_networks(tables)
        while (asked < ASKED).any():
            ended = np.flatnonzero(tables.done)
            rewards = tables.rewards[ended]
            backend.step(tables, self.answers(tables, asked))
            tables.done[ended], tables.rewards[ended] = True, rewards
            asked = _asked_networks(tables)

    def answers(self, tables: NetworkInput, asked: Array) -> Array:
        """Return the action of the network that is asked in each game, -1 if none is."""
        actions = np.full(len(asked), -1, np.int64)
        for number, network in enumerate(self._networks):
            games = np.flatnonzero(asked == FIRST_NETWORK - number)
            write_rows(self._sight(tables, games))
            wanted, _values = network.judge_legal(self._rows[: len(games)])
            actions[games] = self._reading.actions[wanted.argmax(1)]
        return actions

    def _sight(self, tables: NetworkInput, games: Array) -> RowSource:
        return RowSource(
            games=games,
            states=tables.states,
            facts=tables.facts,
            prices=self._reading.prices,
            paths=self._paths,
            caches=self._caches,
            observations=tables.observations,
            masks=tables.masks,
            to_play=tables.to_play,
            runs=self._reading.runs,
            rows=self._rows,
        )


def _asked_networks(tables: BatchArrays) -> Array:
    """Return who controls the seat that is asked in each game; ASKED if the game is over."""
    seats = tables.to_play.astype(np.int64)
    controllers: Array = tables.controllers[np.arange(len(seats)), seats]
    controllers[seats == NOBODY] = ASKED
    return controllers


def _network_named(name: str, board: Board) -> PlainNetwork:
    """Return the network of `network@FILE`, or the shipped one; raise BadSetup if there is none."""
    _, _, file = name.partition("@")
    return network_of(Path(file) if file else shipped_weights(board), board)
