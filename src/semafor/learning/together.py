"""Learning together: processes with a GPU each, on one machine or many, that share every step they take."""

from collections.abc import Sequence
from datetime import timedelta
from threading import Event
from typing import Any

import torch
import torch.distributed as dist
from torch import Tensor, nn

from semafor.learning.learner import Partners
from semafor.learning.training import Training

PATIENCE = timedelta(hours=1)
"""The others wait so long while the first plays its matches; whoever is dead is noticed by Ray."""


def meeting_point(host: str, port: int, *, first: bool) -> Any:
    """Where partners find each other, kept by the first; its port 0 means any that is free."""
    store = dist.TCPStore  # type: ignore[attr-defined]  # torch names it when it runs
    return store(host, port, is_master=first, wait_for_workers=False)


class Together(Partners):
    """Partners in other processes, joined by torch.distributed; all call the same methods in one order."""

    def __init__(self, store: Any, number: int, count: int, device: str, stop: Event) -> None:
        self.number, self.count, self.device = number, count, torch.device(device)
        self.stop = stop
        backend = "nccl" if self.device.type == "cuda" else "gloo"
        dist.init_process_group(backend, store=store, rank=number, world_size=count, timeout=PATIENCE)

    def clock(self, seconds: float) -> float:
        """What the first one's clock says; KeyboardInterrupt in all of them once that one is to stop."""
        said = self._numbers([seconds, float(self.stop.is_set())])
        dist.broadcast(said, src=0)
        now, stopped = said.tolist()
        if stopped:
            raise KeyboardInterrupt
        return float(now)

    def sums(self, numbers: Sequence[float]) -> Sequence[float]:
        """Each number added up over everybody."""
        added = self._numbers(numbers)
        dist.all_reduce(added)
        return [float(number) for number in added.tolist()]

    def divide(self, rows: Tensor, parts: int) -> Sequence[Tensor]:
        """The rows in as many parts as whoever has the fewest wants."""
        fewest = self._numbers([parts])
        dist.all_reduce(fewest, dist.ReduceOp.MIN)
        return rows.tensor_split(int(fewest))

    def average(self, network: nn.Module) -> None:
        """Put the mean of everybody's gradients in the place of the own, to the same bits everywhere."""
        gradients = [part.grad for part in network.parameters() if part.grad is not None]
        row = torch.cat([gradient.flatten() for gradient in gradients])
        dist.all_reduce(row)
        row /= self.count
        means = torch.split(row, [gradient.numel() for gradient in gradients])
        for gradient, mean in zip(gradients, means, strict=True):
            gradient.copy_(mean.view_as(gradient))

    def copy_first(self, network: nn.Module) -> None:
        """Give everybody the weights of the first."""
        for part in network.state_dict().values():
            dist.broadcast(part, src=0)

    def _numbers(self, numbers: Sequence[float]) -> Tensor:
        return torch.tensor(numbers, dtype=torch.float64, device=self.device)


class Helper(Training):
    """The run of a worker after the first: it plays and learns; the first tells, checks and saves."""

    def check(self) -> None:
        """The first plays the matches."""

    def save(self) -> None:
        """The first has the same weights."""

    def _tell(self, imitating: bool) -> None:  # noqa: ARG002  # the first's line says it
        self.tally.told(self.partners)
