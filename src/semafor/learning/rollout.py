"""Playing on for some decisions in every game, and remembering on the device what was seen, done and won."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import torch
from torch import Tensor

from semafor.bots.learned.reading import Reading
from semafor.bots.learned.weights import NEVER
from semafor.learning.crowd import Array, Crowd, Ended
from semafor.learning.league import LEARNER
from semafor.learning.torch_network import PolicyNetwork

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
        network: PolicyNetwork,
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


Note = Callable[[Ended], None]
"""Called with the games that a step has ended."""


class RolloutGames(Protocol):
    """A crowd, wherever its games are; its arrays are tensors where they are on the GPU."""

    size: int
    players: Array
    reading: Reading
    arrays: Any

    def seat(self, holders: Array) -> None:
        """Say who holds every seat."""

    def step(self, choices: Any) -> None:
        """Carry out one choice in every game."""

    def wait(self) -> None:
        """Until the last step is done."""


class Post:
    """Hands choices to games on the host: copied there while the device goes on."""

    def __init__(self, games: int, device: torch.device) -> None:
        self._choice = torch.zeros(games, dtype=torch.int64, pin_memory=device.type == "cuda")
        self._sent: torch.cuda.Event | None = None
        if device.type == "cuda":
            self._sent = torch.cuda.Event()  # type: ignore[no-untyped-call]  # torch leaves it untyped

    def send(self, choice: Tensor) -> None:
        """Begin to copy."""
        self._choice.copy_(choice, non_blocking=True)
        if self._sent is not None:
            self._sent.record()

    def take(self) -> Array:
        """What was sent, when it has come."""
        if self._sent is not None:
            self._sent.synchronize()
        return self._choice.numpy().copy()


class RolloutMemory:
    """All decisions of one rollout, by step and game; `own` are those to learn from."""

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


class GuestSeats(NamedTuple):
    """Another network that holds seats in some of a crowd's games."""

    holder: int
    """Its number among those who hold seats."""
    rows: Tensor
    """The games in which it does."""
    actor: Actor


class RolloutPlayer(ABC):
    """One crowd, whoever holds its seats, and its part of the memory."""

    def __init__(self, crowd: RolloutGames, memory: RolloutMemory, first: int, device: torch.device) -> None:
        self.crowd, self.memory, self.device = crowd, memory, device
        self.part = slice(first, first + crowd.size)
        self.holders = torch.zeros(crowd.size, crowd.arrays.holders.shape[1], dtype=torch.int8, device=device)
        self.guests: list[GuestSeats] = []

    def seat(self, holders: Array) -> None:
        """Say who holds every seat."""
        self.crowd.seat(holders)
        self.holders.copy_(torch.from_numpy(holders))

    def games_with(self, holder: int) -> Tensor:
        """The numbers of the games in which somebody holds a seat."""
        return (self.holders == holder).any(1).nonzero()[:, 0]

    @abstractmethod
    def see(self, step: int, actor: Actor, note: Note, learn_all: bool) -> None:
        """Take what the crowd shows, decide, and let the games go on; after the last step only judge."""

    def _decide(self, step: int, rows: Tensor, actor: Actor) -> Tensor:
        """What learner and guests choose; what it is worth and how likely it was is remembered."""
        memory, part = self.memory, self.part
        choice, chance, value = actor(rows)
        memory.value[step, part] = value
        if step < len(memory.rows):
            memory.rows[step, part], memory.chance[step, part] = rows, chance
            holder = self._holder(step)
            for guest, games, other in self.guests:
                theirs = other(rows[games])[0]
                mixed = torch.where(holder[games] == guest, theirs, choice[games])
                choice = choice.index_copy(0, games, mixed)
        return choice

    def _remember(self, step: int, choice: Tensor, learn_all: bool) -> None:
        """What was chosen, and where it is to be learnt from."""
        memory, part = self.memory, self.part
        memory.choice[step, part] = choice
        memory.own[step, part] = True if learn_all else self._holder(step) == LEARNER

    def _holder(self, step: int) -> Tensor:
        """Who holds the seats that decide."""
        return self.holders.gather(1, self.memory.seat[step, self.part][:, None])[:, 0]


class HostPlayer(RolloutPlayer):
    """A crowd that the processor's threads step while the device thinks about another."""

    crowd: Crowd

    def __init__(self, crowd: Crowd, memory: RolloutMemory, first: int, device: torch.device) -> None:
        super().__init__(crowd, memory, first, device)
        self._row = torch.zeros(crowd.size, crowd.reading.size, dtype=torch.uint8, device=device)
        self._post = Post(crowd.size, device)

    def see(self, step: int, actor: Actor, note: Note, learn_all: bool) -> None:
        """Take what the crowd shows, decide, and let the games go on in the background."""
        memory, arrays, part = self.memory, self.crowd.arrays, self.part
        self.crowd.wait()
        if step > 0:
            note(self.crowd.ended())  # before the games go on and write over it
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
        self.crowd.step(self._post.take())


def gather(players: list[RolloutPlayer], actors: list[Actor], note: Note, learn_all: bool) -> None:
    """Fill the memory: the crowds in turn, so that one is stepped while another is thought about."""
    steps = len(players[0].memory.rows)
    for step in range(steps + 1):
        for player, actor in zip(players, actors, strict=True):
            player.see(step, actor, note, learn_all)
