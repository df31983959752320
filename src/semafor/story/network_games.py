"""Many games that one network plays at once, action by action."""

from collections.abc import Iterable, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from semafor.boards.model import Board
from semafor.bots.learned.network_bot import RowWriter, network_of
from semafor.bots.learned.reading import reading_of
from semafor.bots.learned.weights import Floats, shipped_weights
from semafor.engine.state import Array
from semafor.games import arrays as single_steps
from semafor.games.arrays import Single
from semafor.games.kind import Kind, Plain, copy_states
from semafor.games.lookup import kind_of
from semafor.moves import Move


def stacked(games: Sequence[Array]) -> Array:
    """Return arrays of one state as one array; much faster than NumPy's concatenate for records."""
    return np.frombuffer(b"".join(states.tobytes() for states in games), games[0].dtype)


class NetworkTables:
    """States of one board with one number of players as network inputs; raises BadSetup without weights."""

    def __init__(self, board: Board, players: int) -> None:
        self.board, self.players, self.reading = board, players, reading_of(board)
        self._network = network_of(shipped_weights(board), board)
        self._kind = kind_of(board)
        self._works = np.zeros(1, self._kind.step_work)
        self._single = Single(board, players, np.zeros(1, self._kind.state))
        self._writer = RowWriter(self.reading)
        self.team = board.options.team_size

    def decider(self, states: Array) -> int:
        """Return the seat that decides next."""
        return int(single_steps.asked_one(states))

    def row(self, states: Array, seat: int) -> NDArray[np.uint8]:
        """Return the network's input for a state, as a seat sees it."""
        self._single.states = states
        return self._writer.row(self._single, seat)

    def look(self, rows: Iterable[NDArray[np.uint8]]) -> tuple[Floats, Floats]:
        """Return preferences and values."""
        stacked = list(rows)
        empty = np.zeros((0, self.reading.size), np.uint8)
        return self._network.judge_legal(np.stack(stacked) if stacked else empty)

    def apply(self, states: Array, seat: int, action: int) -> None:
        """Apply a legal action."""
        single_steps.apply_one(states, self._kind.table, seat, action, self._works)

    def outcome(self, states: Array) -> tuple[list[float], list[int]]:
        """Return each side's part of the win and its points, for a finished game."""
        out = np.empty(self.players, np.float64)
        single_steps.rewards_one(states, self._kind.table, 0, out, self._works)
        result = self._works[0].result
        sides = int(result.sides)
        first = [int(result.rank[side]) == 1 for side in range(sides)]
        return [won / sum(first) for won in first], [int(result.total[side]) for side in range(sides)]

    def play_on(self, games: list[Array], until: list[int]) -> None:
        """Play what the network prefers in all games until this seat is asked or the game is over."""
        going = [n for n in range(len(games)) if not self._waits_for(games[n], until[n])]
        while going:
            deciders = [self.decider(games[n]) for n in going]
            rows = [self.row(games[n], seat) for n, seat in zip(going, deciders, strict=True)]
            wanted, _ = self.look(rows)
            actions = self.reading.actions[wanted.argmax(1)]
            for n, seat, action in zip(going, deciders, actions.tolist(), strict=True):
                self.apply(games[n], seat, action)
            going = [n for n in going if not self._waits_for(games[n], until[n])]

    def _waits_for(self, states: Array, seat: int) -> bool:
        return bool(states["over"][0]) or bool(states["ask"][0, seat])


class Preferred(msgspec.Struct, frozen=True):
    """The best move with its actions, and the second best with another first action."""

    best: Move
    chain: tuple[int, ...]
    second: Move | None


class Chooser:
    """Finds what the network prefers among moves."""

    def __init__(self, tables: NetworkTables, kind: Kind) -> None:
        self._tables, self._kind = tables, kind
        self._place = {int(action): place for place, action in enumerate(tables.reading.actions)}

    def prefer(self, world: Array, seat: int, moves: Sequence[Move], wanted: Array) -> Preferred:
        """Return the best of the moves, given the preferences for first actions."""
        state = Plain(world)
        chains = [tuple(self._kind.chain_of(state, seat, move)) for move in moves]
        firsts = sorted({chain[0] for chain in chains}, key=lambda action: -wanted[self._place[action]])
        best = self._follow(world, seat, chains, firsts[0])
        second = self._follow(world, seat, chains, firsts[1]) if len(firsts) > 1 else None
        return Preferred(moves[best], chains[best], None if second is None else moves[second])

    def _follow(self, world: Array, seat: int, chains: list[tuple[int, ...]], first: int) -> int:
        """Return the chain that begins with this action and whose rest is preferred."""
        left, link, action = [n for n, chain in enumerate(chains) if chain[0] == first], 1, first
        table = copy_states(world)
        while len(left) > 1:
            self._tables.apply(table, seat, action)
            wanted = self._tables.look([self._tables.row(table, seat)])[0][0]
            among = sorted({chains[n][link] for n in left})
            action = among[int(np.argmax([wanted[self._place[one]] for one in among]))]
            left = [n for n in left if chains[n][link] == action]
            link += 1
        return left[0]
