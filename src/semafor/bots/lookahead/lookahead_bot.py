"""The bot `lookahead`: the network proposes and evaluates moves, a tree search over worlds decides."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from semafor.boards.model import Board
from semafor.bots.learned.network_bot import NetworkBot, is_open_question
from semafor.bots.lookahead.simulation import SimulatedGames
from semafor.bots.lookahead.thinking import Node, SearchQuestion, Thought, follow, likely, spread_of
from semafor.bots.search.comparing import DEFAULT, parse_budget
from semafor.bots.search.search_bot import SeatSearch
from semafor.games.arrays import Single
from semafor.moves import Move
from semafor.view import View

SLOTS = 64
"""Simulations that run at the same time."""
WORLDS = 64
ENOUGH = 8
"""Simulations after which the tree, not only the network, decides how a move continues (its payment)."""
SEED_ROOM = 1 << 16
"""Decisions of one bot that all have seeds of their own."""


class LookaheadBot(NetworkBot):
    """A network with a tree search: `lookahead@1s`, or `lookahead@500` evaluated positions per decision."""

    def __init__(
        self, board: Board, seed: int = 0, budget: str = DEFAULT, weights: Path | None = None
    ) -> None:
        super().__init__(board, seed, weights)
        self._budget = parse_budget(budget)
        self._seed, self._decisions = seed, 0
        self._worlds = SeatSearch(board)
        self._games = SimulatedGames(self._reading, SLOTS, self._network.win)
        self._node: Node | None = None
        self.judged = 0
        """The number of positions evaluated for the last decision."""

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """Return the move that did best in the sampled worlds; a single move at once."""
        self._view, self._fresh, self._node = view, True, None
        self._decisions += 1
        self.judged = 0
        move = super().choose(view, moves)
        self._worlds.note(view, move)
        return move

    def _best(self, table: Single, seat: int, actions: list[int]) -> int:
        """Return the best action by the search or, in the middle of a move, by its tree."""
        if len(actions) == 1:
            return actions[0]
        places = np.array([self._place[action] for action in actions])
        if self._fresh and is_open_question(self._view):
            best = self._think(table, seat, places)
        else:
            tried = None if self._node is None else self._node.most_tried(places, ENOUGH)
            best = self._place[super()._best(table, seat, actions)] if tried is None else tried
        self._fresh = False
        self._node = None if self._node is None else follow(self._node, best)
        return int(self._reading.actions[best])

    def _think(self, table: Single, seat: int, places: np.ndarray[tuple[int], np.dtype[np.int64]]) -> int:
        worlds = self._worlds.deal(self._view, self._seed * SEED_ROOM + self._decisions, WORLDS)
        wanted = self._network.preferences(self._writer.row(table, seat), places)[None]
        preferred = likely(wanted, np.ones(wanted.shape, np.bool_))[0]
        spread = spread_of(table.board, table.players)
        thought = Thought(self._games, self._network, SearchQuestion(seat, worlds, places, preferred), spread)
        best = thought.run(self._budget)
        self._node, self.judged = thought.root, thought.judged
        return best
