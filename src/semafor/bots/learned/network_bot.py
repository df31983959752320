"""The bot `network`: chooses the actions that its network prefers, from views alone."""

from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from random import Random

import msgspec
import numpy as np
from numpy.typing import NDArray

from semafor.boards.model import Board
from semafor.bots.learned.features import MAP_CACHE, PATHS
from semafor.bots.learned.network import PlainNetwork
from semafor.bots.learned.reading import Reading, reading_of
from semafor.bots.learned.rows import RowSpace, one_row
from semafor.bots.learned.weights import SHIPPED, Floats, load_weights, shipped_weights
from semafor.engine.actions import ACTIONS
from semafor.engine.arithmetic import exp_of
from semafor.errors import BadSetup
from semafor.games.arrays import Single
from semafor.games.kind import Plain
from semafor.games.lookup import kind_of
from semafor.knowledge.memory import SeatMemory
from semafor.moves import Move
from semafor.view import View


@lru_cache(maxsize=16)
def network_of(path: Path, board: Board) -> PlainNetwork:
    """Return the network of a file; cached."""
    return PlainNetwork(load_weights(path, board), reading_of(board))


def is_open_question(view: View) -> bool:
    """Return whether chance or other seats matter; in a scoring round of the Card Game they do not."""
    return view.own is not None and view.own.ask != "complete"


class RowWriter:
    """Writes the rows of one seat's positions."""

    def __init__(self, reading: Reading) -> None:
        self._size = reading.size
        self._space, self._caches = row_space(reading), np.zeros(1, MAP_CACHE)

    def row(self, table: Single, seat: int) -> NDArray[np.uint8]:
        """Return the network's input for a position, as the seat sees it."""
        row = np.empty(self._size, np.uint8)
        one_row(self._space, table.states, seat, self._caches, row)
        return row


def row_space(reading: Reading) -> RowSpace:
    """Return the arrays with which rows of a board are written."""
    kind = kind_of(reading.board)
    return RowSpace(
        facts=kind.table,
        prices=reading.prices,
        runs=reading.runs,
        works=np.zeros(1, kind.step_work),
        paths=np.zeros(1, PATHS),
        observation=np.zeros(kind.observation.size, np.uint8),
        mask=np.zeros(ACTIONS, np.int8),
    )


class NetworkBot:
    """A bot that plays a trained network: the one shipped for the board, or one from a file."""

    def __init__(self, board: Board, seed: int = 0, weights: Path | None = None) -> None:
        del seed  # it is deterministic
        self._reading = reading_of(board)
        self._network = network_of(weights or shipped_weights(board), board)
        self._memory, self._writer = SeatMemory(board), RowWriter(self._reading)
        self._kind = kind_of(board)
        self._place = {int(action): place for place, action in enumerate(self._reading.actions)}

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """Return the move whose actions the network prefers, one after the other."""
        assert view.own is not None, "a bot sits at the table"
        table = self._memory.game(view)
        move = moves[0] if len(moves) == 1 else self._prefer(table, view.own.seat, moves)
        self._memory.note(view, move)
        return move

    def _prefer(self, table: Single, seat: int, moves: Sequence[Move]) -> Move:
        """Return the move that is left when every action is the preferred one."""
        state, link = Plain(table.states), 0
        left = {move: self._kind.chain_of(state, seat, move) for move in moves}
        while len(left) > 1:
            action = self._best(table, seat, sorted({chain[link] for chain in left.values()}))
            left = {move: chain for move, chain in left.items() if chain[link] == action}
            link += 1
            if len(left) > 1:
                table.apply(seat, action)
        return next(iter(left))

    def _best(self, table: Single, seat: int, actions: list[int]) -> int:
        """Return the action that the network prefers."""
        if len(actions) == 1:
            return actions[0]
        among = np.array([self._place[action] for action in actions])
        return actions[int(self._network.preferences(self._writer.row(table, seat), among).argmax())]


NEAREST, REACH = 1.5, 1.5
"""Actions whose preference is more than NEAREST + REACH times the noise below the best are never taken."""
LEVEL_NOISE = SHIPPED / "levels.json"
"""The noise of each level by board; written by `lab/space_levels.py`."""
CALM = ("start-keep", "keep", "pick", "draft-keep")
"""Questions that are answered without noise: bad tickets would spoil a whole game."""
CLAIMS_WITHIN = 2.0
"""A route is claimed only if it is preferred nearly as much as the best action."""


class NoisyBot(NetworkBot):
    """A bot that chooses at random by the network's preferences: the more noise, the more evenly.

    `noisy@3` has a noise of three, `noisy@easy` the noise measured for that level.
    """

    def __init__(self, board: Board, seed: int = 0, noise: str = "1", weights: Path | None = None) -> None:
        super().__init__(board, seed, weights)
        self._noise, self._dice, self._first = parse_noise(board, noise), Random(seed), True
        self._routes = len(board.routes)

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """Return a move whose first action is random, and whose payment is the network's best."""
        self._first = view.own is not None and view.own.ask not in CALM
        return super().choose(view, moves)

    def _best(self, table: Single, seat: int, actions: list[int]) -> int:
        if not self._first or len(actions) == 1:
            return super()._best(table, seat, actions)
        self._first = False
        among = np.array([self._place[action] for action in actions])
        wanted = self._network.preferences(self._writer.row(table, seat), among)
        claims = np.array(actions) < self._routes
        return self._dice.choices(actions, noisy_chances(wanted, self._noise, claims).tolist())[0]


def noisy_chances(wanted: Floats, noise: float, claims: NDArray[np.bool_]) -> Floats:
    """Return the weight of each action, for preferences along the last axis; `claims` marks claims."""
    behind = wanted - wanted.max(-1, keepdims=True)
    near = behind >= np.where(claims, -CLAIMS_WITHIN, -NEAREST - REACH * noise)
    weights: Floats = exp_of(behind / noise) * near
    return weights


def parse_noise(board: Board, text: str) -> float:
    """Return the noise given by a text, a number above zero or a level; raise BadSetup otherwise."""
    levels = _measured().get(board.board, {})
    if text in levels:
        return levels[text]
    try:
        noise = float(text)
    except ValueError:
        noise = 0.0
    if not 0 < noise < 1000:
        raise BadSetup("bad-noise", text=text)
    return noise


@cache
def _measured() -> dict[str, dict[str, float]]:
    return msgspec.json.decode(LEVEL_NOISE.read_bytes(), type=dict[str, dict[str, float]])
