"""Rollouts: a number of decisions in every game, with observations, choices and rewards in device memory."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import torch
from torch import Tensor

from semafor.bots.learned.reading import Reading
from semafor.bots.learned.weights import NEVER
from semafor.learning.game_pool import Array, Ended, GamePool
from semafor.learning.league import LEARNER
from semafor.learning.torch_network import PolicyNetwork

WARM = 3
"""Runs before a recording, so that libraries are initialized."""

Decided = tuple[Tensor, Tensor, Tensor]


class Exploration:
    """An action that is sometimes taken although the network would not, so that it can be learned.

    It is treated as if the network had chosen it. With its true, tiny probability, the updates would be too
    small for the preference to recover.
    """

    def __init__(self, place: int, device: torch.device) -> None:
        self.place = place
        """The index of the action among the network's."""
        self.chance = torch.zeros((), device=device)
        """The probability if it is legal; recorded actors follow its changes."""

    def apply(self, chances: Tensor, choice: Tensor) -> Tensor:
        """Return the choices, some of them replaced."""
        legal = chances[:, self.place] > NEVER / 2
        return torch.where(legal & (torch.rand_like(chances[:, 0]) < self.chance), self.place, choice)


class Actor:
    """Chooses with one network for a fixed number of rows: index of the action, log-probability, value."""

    def __init__(
        self,
        network: PolicyNetwork,
        games: int,
        row: int,
        *,
        greedy: bool = False,
        graphs: bool = True,
        exploration: Exploration | None = None,
    ) -> None:
        self.network, self.greedy, self.exploration = network, greedy, exploration
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
        choice = (chances - noise).argmax(1)  # the maximum after this noise is a sample of the distribution
        if self.exploration is not None:
            choice = self.exploration.apply(chances, choice)
        return choice, chances.gather(1, choice[:, None])[:, 0], value

    @torch.no_grad()
    def __call__(self, rows: Tensor) -> Decided:
        """Decide; the result is valid until the next call."""
        if self._graph is None:
            return self._decide(rows)
        self._rows.copy_(rows)
        self._graph.replay()
        return self._decided


Note = Callable[[Ended], None]
"""Called with the games that ended in a step."""


class RolloutGames(Protocol):
    """A game pool on the processor or a GPU; its arrays are tensors on the GPU."""

    size: int
    players: Array
    reading: Reading
    arrays: Any

    def seat(self, holders: Array) -> None:
        """Set who plays every seat."""

    def step(self, choices: Any) -> None:
        """Apply one choice in every game."""

    def wait(self) -> None:
        """Wait for the last step."""


class HostTransfer:
    """Copies choices to the processor while the device continues."""

    def __init__(self, games: int, device: torch.device) -> None:
        self._choice = torch.zeros(games, dtype=torch.int64, pin_memory=device.type == "cuda")
        self._sent: torch.cuda.Event | None = None
        if device.type == "cuda":
            self._sent = torch.cuda.Event()  # type: ignore[no-untyped-call]  # torch leaves it untyped

    def send(self, choice: Tensor) -> None:
        """Start the copy."""
        self._choice.copy_(choice, non_blocking=True)
        if self._sent is not None:
            self._sent.record()

    def take(self) -> Array:
        """Return the copied choices when they have arrived."""
        if self._sent is not None:
            self._sent.synchronize()
        return self._choice.numpy().copy()


class RolloutMemory:
    """All decisions of one rollout, by step and game; `own` marks those to learn from."""

    def __init__(self, steps: int, games: int, seats: int, row: int, device: torch.device) -> None:
        def new(*shape: int, kind: torch.dtype) -> Tensor:
            return torch.zeros(*shape, dtype=kind, device=device)

        self.rows = new(steps, games, row, kind=torch.uint8)
        self.choice = new(steps, games, kind=torch.int64)
        self.seat = new(steps + 1, games, kind=torch.int64)
        self.chance = new(steps, games, kind=torch.float32)
        self.value = new(steps + 1, games, kind=torch.float32)
        self.gained = new(steps, games, seats, kind=torch.float32)
        self.done = new(steps, games, kind=torch.bool)
        self.own = new(steps, games, kind=torch.bool)


class NetworkSeats(NamedTuple):
    """Another network that plays seats in some of a pool's games."""

    holder: int
    """Its number among the players of seats."""
    rows: Tensor
    """The games in which it plays."""
    actor: Actor


class RolloutPlayer(ABC):
    """One game pool, the players of its seats, and its part of the memory."""

    def __init__(
        self, game_pool: RolloutGames, memory: RolloutMemory, first: int, device: torch.device
    ) -> None:
        self.game_pool, self.memory, self.device = game_pool, memory, device
        self.part = slice(first, first + game_pool.size)
        self.holders = torch.zeros(
            game_pool.size, game_pool.arrays.holders.shape[1], dtype=torch.int8, device=device
        )
        self.networks: list[NetworkSeats] = []

    def seat(self, holders: Array) -> None:
        """Set who plays every seat."""
        self.game_pool.seat(holders)
        self.holders.copy_(torch.from_numpy(holders))

    def games_with(self, holder: int) -> Tensor:
        """Return the numbers of the games in which a player has a seat."""
        return (self.holders == holder).any(1).nonzero()[:, 0]

    @abstractmethod
    def see(self, step: int, actor: Actor, note: Note, learn_all: bool) -> None:
        """Read the pool, decide, and step the games; after the last step only evaluate."""

    def _decide(self, step: int, rows: Tensor, actor: Actor) -> Tensor:
        """Return the choices of the learner and other networks; store values and log-probabilities."""
        memory, part = self.memory, self.part
        choice, chance, value = actor(rows)
        memory.value[step, part] = value
        if step < len(memory.rows):
            memory.rows[step, part], memory.chance[step, part] = rows, chance
            holder = self._holder(step)
            for guest, games, other in self.networks:
                theirs = other(rows[games])[0]
                mixed = torch.where(holder[games] == guest, theirs, choice[games])
                choice = choice.index_copy(0, games, mixed)
        return choice

    def _remember(self, step: int, choice: Tensor, learn_all: bool) -> None:
        """Store the choices, and which of them are learned from."""
        memory, part = self.memory, self.part
        memory.choice[step, part] = choice
        memory.own[step, part] = True if learn_all else self._holder(step) == LEARNER

    def _holder(self, step: int) -> Tensor:
        """Return who plays the seats that decide."""
        return self.holders.gather(1, self.memory.seat[step, self.part][:, None])[:, 0]


class HostPlayer(RolloutPlayer):
    """A game pool that the processor's threads step while the device evaluates another."""

    game_pool: GamePool

    def __init__(self, game_pool: GamePool, memory: RolloutMemory, first: int, device: torch.device) -> None:
        super().__init__(game_pool, memory, first, device)
        self._row = torch.zeros(game_pool.size, game_pool.reading.size, dtype=torch.uint8, device=device)
        self._post = HostTransfer(game_pool.size, device)

    def see(self, step: int, actor: Actor, note: Note, learn_all: bool) -> None:
        """Read the pool, decide, and step the games in the background."""
        memory, arrays, part = self.memory, self.game_pool.arrays, self.part
        self.game_pool.wait()
        if step > 0:
            note(self.game_pool.ended())  # before the games continue and overwrite it
            memory.gained[step - 1, part].copy_(torch.from_numpy(arrays.gained), non_blocking=True)
            memory.done[step - 1, part].copy_(torch.from_numpy(arrays.done), non_blocking=True)
        memory.seat[step, part].copy_(torch.from_numpy(arrays.seats), non_blocking=True)
        self._row.copy_(torch.from_numpy(arrays.rows), non_blocking=True)
        choice = self._decide(step, self._row, actor)
        if step == len(memory.rows):
            return
        answers = torch.from_numpy(arrays.answers).to(self.device, non_blocking=True)
        choice = torch.where(answers >= 0, answers, choice)
        self._post.send(choice)
        self._remember(step, choice, learn_all)
        self.game_pool.step(self._post.take())


def gather(players: list[RolloutPlayer], actors: list[Actor], note: Note, learn_all: bool) -> None:
    """Fill the memory; the pools alternate, so that one is stepped while another is evaluated."""
    steps = len(players[0].memory.rows)
    for step in range(steps + 1):
        for player, actor in zip(players, actors, strict=True):
            player.see(step, actor, note, learn_all)
