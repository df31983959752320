"""Players inside the step of a batch: who sits where, and what they need to think."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from semafor.boards.model import Board
from semafor.bots import BotSource, name_of_bot
from semafor.bots.learned.features import DESK, blank_glances
from semafor.bots.learned.network import PlainNetwork
from semafor.bots.learned.network_bot import network_of
from semafor.bots.learned.reading import reading_of
from semafor.bots.learned.rows import RowSource, write_rows
from semafor.bots.learned.weights import shipped_weights
from semafor.engine.state import NOBODY
from semafor.errors import BadSetup
from semafor.games.kind import Kind
from semafor.games.lookup import kind_of
from semafor.gym.batch_arrays import BatchArrays
from semafor.gym.room import Room
from semafor.gym.step_players import ASKED, FAST, GREEDY, GUEST, RANDOM

OPPONENTS = {"random": RANDOM, "greedy": GREEDY, "fast": FAST}
"""Players that are compiled: `fast` is the one that `search` plays its playouts with."""
NETWORK = "network"
"""A learned player: not compiled, but answering for many games at once (see `guests`)."""


def pilots_of(
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
    pilots = np.zeros((games, players), np.int8)
    for seat in range(players):
        pilots[seats == seat] = np.insert(numbers, seat, ASKED)
    return pilots


def networks_of(opponents: str | Sequence[str] | None) -> list[str]:
    """The learned players by their names, each once."""
    return list(dict.fromkeys(name for name in _names(opponents) if name.partition("@")[0] == NETWORK))


def _names(opponents: BotSource | Sequence[BotSource] | None) -> list[str]:
    """The names of the opponents: one for all, or one for each; what is no name is called by its own."""
    if opponents is None:
        return ["random"]
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        return [name_of_bot(opponents)]
    return [name_of_bot(one) for one in opponents]


def _numbers(players: int, opponents: str | Sequence[str] | None) -> NDArray[np.int8]:
    """The players of the seats that are not the learner's, in order."""
    names = _names(opponents)
    if len(names) not in (1, players - 1):
        raise BadSetup("opponents", n=players - 1)
    known = OPPONENTS | {name: GUEST - number for number, name in enumerate(networks_of(opponents))}
    for name in names:
        if name not in known:
            raise BadSetup("opponents", case="not-compiled", name=name, names=(*OPPONENTS, NETWORK))
    return np.array([known[name] for name in names] * (players - 1), np.int8)[: players - 1]


def can_sit(pilots: NDArray[np.int8], kind: Kind, device: str) -> None:
    """BadSetup where one of the players does not play this kind of game, or not on the device."""
    players = compiled_players(kind)
    for name, pilot in OPPONENTS.items():
        if pilot not in players.pilots and (pilots == pilot).any():
            raise BadSetup("opponents", case="no-cards", name=name)
    if device != "cpu" and ((pilots < ASKED) | (pilots > players.last_on_device)).any():
        raise BadSetup("opponents", case="device")


Thinking = tuple[NDArray[Any], np.dtype[np.void]]
"""Working space in which players think, and the record of what they keep in mind."""


def thinking_space(
    kind: Kind, threads: int, record: np.dtype[np.void] | None = None, players: int | None = None
) -> Thinking:
    """What players inside the step need to think, in the processor's working space or another.

    They have the knobs that were tuned for so many players; those of the fewest where nothing is said.
    """
    number = min(kind.board.options.players) if players is None else players
    return compiled_players(kind).space(kind.board, threads, record, number)


def _board_space(board: Board, threads: int, record: np.dtype[np.void] | None, players: int) -> Thinking:
    from semafor.bots.search.chart import chart_of
    from semafor.gym import step_players as minds

    works = np.zeros(threads, record or minds.THINKING_WORK)
    works["chart"] = chart_of(board, players)[0]
    return works, minds.BOARD_MIND


def _card_space(board: Board, threads: int, record: np.dtype[np.void] | None, players: int) -> Thinking:
    from semafor.bots.search.card_worth import card_knobs
    from semafor.gym import step_players as minds

    works = np.zeros(threads, record or minds.CARD_THINKING_WORK)
    works["knob"] = card_knobs(board, players)
    return works, minds.CARD_MIND


class CompiledPlayers(NamedTuple):
    """The players inside the step of one kind of game."""

    pilots: tuple[int, ...]
    last_on_device: int
    """The last of them on a GPU: a kernel cannot get the memory that thinking takes in the Card Game."""
    space: Callable[[Board, int, np.dtype[np.void] | None, int], Thinking]


def compiled_players(kind: Kind) -> CompiledPlayers:
    """Return the players inside the step for a kind of game."""
    return kind.pick(
        board=CompiledPlayers((RANDOM, GREEDY, FAST), FAST, _board_space),
        cards=CompiledPlayers((RANDOM, FAST), RANDOM, _card_space),
    )


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
        self._desks = np.zeros(1, DESK)
        self._glances = blank_glances(board, games, players)
        self._rows = np.empty((games, self._reading.size), np.uint8)

    def __reduce__(self) -> tuple[type[Guests], tuple[Any, ...]]:
        return Guests, self._made_of

    def play(self, room: Room, tables: BatchArrays) -> None:
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
            write_rows(self._sight(tables, games))
            wanted, _values = network.judge_legal(self._rows[: len(games)])
            actions[games] = self._reading.actions[wanted.argmax(1)]
        return actions

    def _sight(self, tables: Seen, games: Array) -> RowSource:
        return RowSource(
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


def _asked_guests(tables: BatchArrays) -> Array:
    """The pilot of the seat that is asked in each game; ASKED where the game is over."""
    seats = tables.to_play.astype(np.int64)
    pilots: Array = tables.pilots[np.arange(len(seats)), seats]
    pilots[seats == NOBODY] = ASKED
    return pilots


def _network_named(name: str, board: Board) -> PlainNetwork:
    """The network of `network@FILE`, or the one that came with the package; BadSetup where there is none."""
    _, _, file = name.partition("@")
    return network_of(Path(file) if file else shipped_weights(board), board)
