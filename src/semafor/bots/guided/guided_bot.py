"""The bot `guided`: its network proposes moves, playouts in worlds that fit what was seen decide."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from semafor.arrays.single import Single
from semafor.boards.model import Board
from semafor.bots.learned.network_bot import NetworkBot, is_open_question
from semafor.bots.search.budget import DEFAULT
from semafor.bots.search.search_bot import SearchBot
from semafor.kinds.board_codec import pack
from semafor.kinds.plain import copy_states
from semafor.moves import Move
from semafor.view import View

PROPOSED = 4
"""Most moves that are compared: the network is seldom wrong by more."""
FAINTEST = 0.02
"""Moves that the network prefers by less than this part of its own choice are not compared."""


class GuidedBot(NetworkBot):
    """A player that learned and thinks: `guided@1s`, `guided@1000` playouts a decision.

    The network's own choice stays unless another of its proposals is better by more than chance.
    """

    def __init__(
        self, board: Board, seed: int = 0, budget: str = DEFAULT, weights: Path | None = None
    ) -> None:
        super().__init__(board, seed, weights)
        self._search = SearchBot(board, seed, budget)
        self._may_think = True

    @property
    def playouts(self) -> int:
        """Playouts of the last decision."""
        return self._search.playouts

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """The move that did best in the sampled worlds; at once where the network sees no other."""
        self._may_think = is_open_question(view)
        self._search.look(view)
        move = super().choose(view, moves)
        self._search.note(view, move)
        return move

    def _prefer(self, table: Single, seat: int, moves: Sequence[Move]) -> Move:
        if not self._may_think:
            return super()._prefer(table, seat, moves)
        chains = self._chains(table, seat, moves)
        proposed = self._propose(table, seat, chains)
        best = self._search.best_of(seat, [pack(chains[n]) for n in proposed])
        return moves[proposed[best]]

    def _propose(self, table: Single, seat: int, chains: list[tuple[int, ...]]) -> list[int]:
        """The moves that the network prefers, best first, each of another first small decision."""
        firsts = sorted({chain[0] for chain in chains})
        places = np.array([self._place[first] for first in firsts])
        wanted = self._network.preferences(self._writer.row(table, seat), places)
        order = np.argsort(-wanted)[:PROPOSED]
        preferred = order[wanted[order] >= wanted.max() + np.log(FAINTEST)]
        before, proposed = copy_states(table.states), []
        for first in preferred:
            begun = [n for n, chain in enumerate(chains) if chain[0] == firsts[first]]
            if len(begun) > 1:
                table.apply(seat, firsts[first])
            proposed.append(self._follow(table, seat, chains, begun, 1))
            table.states[:] = before
        return proposed
