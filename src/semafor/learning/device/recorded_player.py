"""Playing on in games on the GPU: a rollout's decisions, steps and memories are recorded once, then replayed.

A launch from Python takes a tenth of a millisecond, and a step has dozens of them; replayed they take next to
nothing, and nobody waits for the GPU until the rollout is over.
"""

from __future__ import annotations

import torch

from semafor.learning.acting import WARM, Actor
from semafor.learning.crowd import Ended
from semafor.learning.device.device_crowd import DeviceCrowd, new_stream
from semafor.learning.rollout import Memory, Note, Player


class RecordedPlayer(Player):
    """A crowd on the GPU; with `records` each step is recorded when it is first played."""

    crowd: DeviceCrowd

    def __init__(self, crowd: DeviceCrowd, memory: Memory, first: int, *, records: bool) -> None:
        super().__init__(crowd, memory, first, memory.rows.device)
        steps, arrays = len(memory.rows), crowd.arrays
        self._scores = arrays.scores.new_zeros(steps, *arrays.scores.shape)
        self._won = arrays.won.new_zeros(steps, *arrays.won.shape)
        self._records = records
        self._tape: list[torch.cuda.CUDAGraph] = []

    def see(self, step: int, actor: Actor, note: Note, learn_all: bool) -> None:
        """Decide, let the games go on, and remember; all games that ended are noted after the last step."""
        assert not learn_all, "whoever is copied plays on the host"
        if not self._records:
            self._play(step, actor)
        else:
            if not self._tape:
                self._record(actor)
            self._tape[step].replay()
        if step == len(self.memory.rows):
            note(self._ended())

    def _play(self, step: int, actor: Actor) -> None:
        memory, arrays, part = self.memory, self.crowd.arrays, self.part
        memory.seat[step, part] = arrays.seats
        choice = self._decide(step, arrays.rows, actor)
        if step == len(memory.rows):
            return
        self._remember(step, choice, learn_all=False)
        self.crowd.step(choice)
        memory.gained[step, part], memory.done[step, part] = arrays.gained, arrays.done
        self._scores[step], self._won[step] = arrays.scores, arrays.won

    def _record(self, actor: Actor) -> None:
        """Record every step on a stream aside, once libraries have set themselves up."""
        aside, pool = new_stream(), torch.cuda.graph_pool_handle()
        torch.cuda.synchronize()
        with torch.no_grad(), torch.cuda.stream(aside):
            for _ in range(WARM):
                self._play(0, actor)
            aside.synchronize()
            for step in range(len(self.memory.rows) + 1):
                graph = torch.cuda.CUDAGraph()
                graph.capture_begin(pool, capture_error_mode="relaxed")
                self._play(step, actor)
                graph.capture_end()
                self._tape.append(graph)
        torch.cuda.synchronize()

    def _ended(self) -> Ended:
        """The games that ended in this rollout."""
        done = self.memory.done[:, self.part]
        holders = self.holders.expand(len(done), -1, -1)
        return Ended(*(table[done].cpu().numpy() for table in (self._scores, self._won, holders)))
