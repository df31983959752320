"""The bot `network`: plays what its network prefers, small decision by small decision, from views alone."""

from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from random import Random

import msgspec
import numpy as np
from numpy.typing import NDArray

from semafor.boards.model import Board
from semafor.bots.learned.features import DESK, GLANCE
from semafor.bots.learned.network import PlainNetwork
from semafor.bots.learned.reading import Reading, reading_of
from semafor.bots.learned.rows import RowSpace, one_row
from semafor.bots.learned.seat_arrays import Seer
from semafor.bots.learned.weights import SHIPPED, Floats, load_weights, shipped_weights
from semafor.engine.actions import ACTIONS
from semafor.engine.arithmetic import exp_of
from semafor.errors import BadSetup
from semafor.games.arrays import Single
from semafor.games.kind import Plain
from semafor.games.lookup import kind_of
from semafor.moves import Move
from semafor.view import View


@lru_cache(maxsize=16)
def network_of(path: Path, board: Board) -> PlainNetwork:
    """The network of a file, read once."""
    return PlainNetwork(load_weights(path, board), reading_of(board))


def is_open_question(view: View) -> bool:
    """Whether luck or others matter; scoring a round of the Card Game is settled, the network knows it."""
    return view.own is not None and view.own.ask != "complete"


class RowWriter:
    """Writes the rows of one seat's positions."""

    def __init__(self, reading: Reading) -> None:
        self._size = reading.size
        self._eyes, self._glances = eyes_of(reading), np.zeros(1, GLANCE)

    def row(self, table: Single, seat: int) -> NDArray[np.uint8]:
        """What the network reads of the game, as the seat sees it."""
        row = np.empty(self._size, np.uint8)
        one_row(self._eyes, table.states, seat, self._glances, row)
        return row


def eyes_of(reading: Reading) -> RowSpace:
    """What rows of a board are written with."""
    kind = kind_of(reading.board)
    return RowSpace(
        facts=kind.table,
        prices=reading.prices,
        runs=reading.runs,
        works=np.zeros(1, kind.step_work),
        desks=np.zeros(1, DESK),
        observation=np.zeros(kind.observation.size, np.uint8),
        mask=np.zeros(ACTIONS, np.int8),
    )


class NetworkBot:
    """A player that learned; made for a board whose weights are shipped, or with a file of weights."""

    def __init__(self, board: Board, seed: int = 0, weights: Path | None = None) -> None:
        del seed  # it rolls no dice
        self._reading = reading_of(board)
        self._network = network_of(weights or shipped_weights(board), board)
        self._seer, self._writer = Seer(board), RowWriter(self._reading)
        self._kind = kind_of(board)
        self._place = {int(action): place for place, action in enumerate(self._reading.actions)}

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """The move whose small decisions the network prefers, one after the other."""
        assert view.own is not None, "a bot sits at the table"
        table = self._seer.look(view)
        move = moves[0] if len(moves) == 1 else self._prefer(table, view.own.seat, moves)
        self._seer.note(view, move)
        return move

    def _prefer(self, table: Single, seat: int, moves: Sequence[Move]) -> Move:
        """The move that is left when every small decision is the preferred one."""
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
        """The action that the network prefers."""
        if len(actions) == 1:
            return actions[0]
        among = np.array([self._place[action] for action in actions])
        return actions[int(self._network.preferences(self._writer.row(table, seat), among).argmax())]


NEAREST, REACH = 1.5, 1.5
"""What is preferred less than the best action by more than NEAREST + REACH times the noise is not taken."""
LEVEL_NOISE = SHIPPED / "levels.json"
"""How much noise makes each level, board by board: written by `lab/space_levels.py`."""
CALM = ("start-keep", "keep", "pick", "draft-keep")
"""What is decided without noise: nobody chooses tickets in a hurry, and a bad one spoils a whole game."""
CLAIMS_WITHIN = 2.0
"""A route is claimed only where it is preferred nearly as much as the best: pieces laid elsewhere are what
loses tickets, and people who play badly draw too long rather than build nonsense."""


class NoisyBot(NetworkBot):
    """A player whose choices are drawn: the louder the noise, the less its preferences matter.

    `noisy@3` has a noise of three, `noisy@easy` the one that was measured to make that level.
    """

    def __init__(self, board: Board, seed: int = 0, noise: str = "1", weights: Path | None = None) -> None:
        super().__init__(board, seed, weights)
        self._noise, self._dice, self._first = parse_noise(board, noise), Random(seed), True
        self._routes = len(board.routes)

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """A move whose first decision is drawn, and whose payment is the network's best."""
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
    """With how much weight each action is taken, for preferences along the last axis; which are claims."""
    behind = wanted - wanted.max(-1, keepdims=True)
    near = behind >= np.where(claims, -CLAIMS_WITHIN, -NEAREST - REACH * noise)
    weights: Floats = exp_of(behind / noise) * near
    return weights


def parse_noise(board: Board, text: str) -> float:
    """Return the noise of a text: a number above zero or a level; raise BadSetup otherwise."""
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
