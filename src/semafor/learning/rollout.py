"""Playing on for some decisions in every game, and remembering on the device what was seen, done and won."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import numpy as np
import torch
from torch import Tensor

from semafor.bots.learned.reading import Reading
from semafor.learning.acting import Actor
from semafor.learning.crowd import Array, Ended
from semafor.learning.policy_seats import LEARNER

Note = Callable[[Ended], None]
"""Called with the games that a step has ended."""


class Games(Protocol):
    """A crowd, wherever its games are; its arrays are tensors where they are on the GPU."""

    size: int
    players: Array
    reading: Reading
    arrays: Any

    def seat(self, holders: Array) -> None:
        """Say who holds every seat."""

    def step(self, choices: Any) -> None:
        """Carry out one choice in every game."""

    def ended(self) -> Ended:
        """The games that ended with the last step."""

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


class OnTheSpot:
    """Hands choices to games that are where the network is."""

    def send(self, choice: Tensor) -> None:
        """Keep them."""
        self._choice = choice

    def take(self) -> Tensor:
        """The same."""
        return self._choice


class Memory:
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


class Guest(NamedTuple):
    """Another network that holds seats in some of a crowd's games."""

    holder: int
    """Its number among those who hold seats."""
    rows: Tensor
    """The games in which it does."""
    actor: Actor


class Player:
    """One crowd, whoever holds its seats, and its part of the memory."""

    def __init__(self, crowd: Games, memory: Memory, first: int, device: torch.device) -> None:
        self.crowd, self.memory, self.device = crowd, memory, device
        self.part = slice(first, first + crowd.size)
        self.holders = torch.zeros(crowd.size, crowd.arrays.holders.shape[1], dtype=torch.int8, device=device)
        self.guests: list[Guest] = []
        self._row = torch.zeros(crowd.size, crowd.reading.size, dtype=torch.uint8, device=device)
        on_host = isinstance(crowd.arrays.rows, np.ndarray)
        self._post = Post(crowd.size, device) if on_host else OnTheSpot()

    def seat(self, holders: Array) -> None:
        """Say who holds every seat."""
        self.crowd.seat(holders)
        self.holders.copy_(torch.from_numpy(holders))

    def games_with(self, holder: int) -> Tensor:
        """The numbers of the games in which somebody holds a seat."""
        return (self.holders == holder).any(1).nonzero()[:, 0]

    def see(self, step: int, actor: Actor, note: Note, learn_all: bool) -> None:
        """Take what the crowd shows, decide, and let the games go on in the background."""
        memory, arrays, part = self.memory, self.crowd.arrays, self.part
        self.crowd.wait()
        if step > 0:
            note(self.crowd.ended())  # before the games go on and write over it
            memory.gained[step - 1, part].copy_(torch.as_tensor(arrays.gained), non_blocking=True)
            memory.done[step - 1, part].copy_(torch.as_tensor(arrays.done), non_blocking=True)
        seat = memory.seat[step, part]
        seat.copy_(torch.as_tensor(arrays.seats), non_blocking=True)
        self._row.copy_(torch.as_tensor(arrays.rows), non_blocking=True)
        choice, chance, value = actor(self._row)
        memory.value[step, part] = value
        if step == len(memory.rows):
            return
        holder = self.holders.gather(1, seat[:, None])[:, 0]
        for guest, rows, other in self.guests:
            theirs = other(self._row[rows])[0]
            choice = choice.index_copy(0, rows, torch.where(holder[rows] == guest, theirs, choice[rows]))
        answers = torch.as_tensor(arrays.answers).to(self.device, non_blocking=True)
        choice = torch.where(answers >= 0, answers, choice)
        self._post.send(choice)
        memory.rows[step, part] = self._row
        memory.choice[step, part], memory.chance[step, part] = choice, chance
        memory.own[step, part] = True if learn_all else holder == LEARNER
        self.crowd.step(self._post.take())


def gather(players: list[Player], actors: list[Actor], note: Note, learn_all: bool) -> None:
    """Fill the memory: the crowds in turn, so that one is stepped while another is thought about."""
    steps = len(players[0].memory.rows)
    for step in range(steps + 1):
        for player, actor in zip(players, actors, strict=True):
            player.see(step, actor, note, learn_all)
