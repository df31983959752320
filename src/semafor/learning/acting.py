"""Deciding in many games at once; on a GPU recorded once and replayed, so that nothing waits for Python."""

from __future__ import annotations

import torch
from torch import Tensor

from semafor.bots.learned.weights import NEVER
from semafor.learning.network import Network

WARM = 3
"""Runs before a recording, so that libraries have set themselves up."""

Decided = tuple[Tensor, Tensor, Tensor]


class Temptation:
    """An action that is taken now and then though the network would not: what nobody tries, nobody learns.

    It is learnt from as if the network had drawn it. Only so can a preference come back that has sunk to
    nothing; a true account of how seldom it would be drawn leaves no step to speak of.
    """

    def __init__(self, place: int, device: torch.device) -> None:
        self.place = place
        """Of the action among the network's."""
        self.chance = torch.zeros((), device=device)
        """How often, where it is legal; may be changed at any time, recorded actors follow."""

    def give_in(self, chances: Tensor, choice: Tensor) -> Tensor:
        """The choices, some of them changed."""
        legal = chances[:, self.place] > NEVER / 2
        return torch.where(legal & (torch.rand_like(chances[:, 0]) < self.chance), self.place, choice)


class Actor:
    """Choices of one network for a fixed number of rows: place of the action, log-probability, value."""

    def __init__(
        self,
        network: Network,
        games: int,
        row: int,
        *,
        greedy: bool = False,
        graphs: bool = True,
        temptation: Temptation | None = None,
    ) -> None:
        self.network, self.greedy, self.temptation = network, greedy, temptation
        self._device = next(network.parameters()).device
        self._rows = torch.zeros(games, row, dtype=torch.uint8, device=self._device)
        self._graph: torch.cuda.CUDAGraph | None = None
        if graphs and self._device.type == "cuda":
            self._record()

    @torch.no_grad()
    def _record(self) -> None:
        side = torch.cuda.Stream()  # type: ignore[no-untyped-call]  # torch leaves it untyped
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(WARM):
                self._decide(self._rows)
        torch.cuda.current_stream().wait_stream(side)
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph):
            self._decided = self._decide(self._rows)

    def _decide(self, rows: Tensor) -> Decided:
        chances, value = self.network(rows)
        noise = 0.0 if self.greedy else torch.empty_like(chances).exponential_().log()
        choice = (chances - noise).argmax(1)  # the largest after such noise is a fair draw
        if self.temptation is not None:
            choice = self.temptation.give_in(chances, choice)
        return choice, chances.gather(1, choice[:, None])[:, 0], value

    @torch.no_grad()
    def __call__(self, rows: Tensor) -> Decided:
        """Decide; what is returned holds until the next call."""
        if self._graph is None:
            return self._decide(rows)
        self._rows.copy_(rows)
        self._graph.replay()
        return self._decided
