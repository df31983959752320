"""Improving the network from a rollout: PPO's clipped step, or copying what was done."""

from collections.abc import Callable, Sequence

import torch
from torch import Tensor, nn

from semafor.learning.rollout import RolloutMemory
from semafor.learning.settings import Settings
from semafor.learning.torch_network import PolicyNetwork

GRADIENT = 1.0
"""Longer gradients are cut to this length."""
HARDLY = -6.0
"""The logarithm of a chance that hardly ever comes."""


class Partners:
    """The partners of a lone learner: it has none, and its own word is everybody's."""

    count = 1
    """How many learn, the one who asks included."""

    def clock(self, seconds: float) -> float:
        """The seconds on the first one's clock; KeyboardInterrupt where it was told to stop."""
        return seconds

    def sums(self, numbers: Sequence[float]) -> Sequence[float]:
        """Each number added up over everybody."""
        return numbers

    def mean(self, number: float) -> float:
        """Everybody's number, averaged."""
        return self.sums([number])[0] / self.count

    def divide(self, rows: Tensor, parts: int) -> Sequence[Tensor]:
        """The rows in about so many parts; everybody has the same number of them."""
        return rows.chunk(parts)

    def average(self, network: nn.Module) -> None:
        """Put the mean of everybody's gradients in the place of the own."""


ALONE = Partners()


class Samples:
    """The decisions of a rollout that are learnt from, as long rows.

    `tempting` is the place of an action that is tried though the network would not: while it is hardly ever
    preferred, bad luck with it is not unlearnt further, so that good luck finds it within reach.
    """

    def __init__(
        self, memory: RolloutMemory, gain: Tensor, sure: Tensor, tempting: int | None = None
    ) -> None:
        steps = len(memory.rows)
        self.rows, self.choice = memory.rows.flatten(0, 1), memory.choice.flatten()
        self.chance, self.gain = memory.chance.flatten(), gain.flatten()
        self.target = self.gain + memory.value[:steps].flatten()
        self.which = (sure & memory.own).flatten().nonzero()[:, 0]
        used = self.gain[self.which]
        self.tempted = 0.0
        """In which part of the decisions the tempting action was taken of its own accord."""
        self.push = (self.gain - used.mean()) / (used.std() + 1e-6)
        """How much every choice is to be preferred more, or less."""
        if tempting is not None:
            taken, hardly = self.choice == tempting, self.chance < HARDLY
            self.push = self.push.masked_fill(taken & hardly & (self.push < 0), 0)
            self.tempted = float((taken & ~hardly)[self.which].float().mean())
        self.explained = 1 - used.var() / (self.target[self.which].var() + 1e-6)

    def parts(self, size: int, partners: Partners) -> Sequence[Tensor]:
        """All of them once, shuffled, in parts of this size: a rest is left out, fewer are one part.

        Partners have as many parts; with parts of one size nothing need be compiled twice.
        """
        order = self.which[torch.randperm(len(self.which), device=self.which.device)]
        parts = max(1, len(order) // size)
        return partners.divide(order[: parts * size], parts)


class Learner:
    """A network with its optimizer, and whoever learns the same one beside it."""

    def __init__(self, network: PolicyNetwork, settings: Settings, partners: Partners = ALONE) -> None:
        self.network, self.settings, self.partners = network, settings, partners
        on_gpu = next(network.parameters()).device.type == "cuda"
        self.optimizer = torch.optim.Adam(network.parameters(), lr=settings.rate, eps=1e-5, fused=on_gpu)
        self._judge: Callable[[Tensor], tuple[Tensor, Tensor]] = network
        if on_gpu and settings.fuse:
            torch._dynamo.config.suppress_errors = True  # where nothing can be compiled it works as it is
            self._judge = torch.compile(network)
        self.told: dict[str, float] = {}

    def improve(self, samples: Samples, rate: float, entropy: float) -> None:
        """PPO: some epochs of clipped steps, fewer where the policy moves too far."""
        self._begin(rate)
        for _ in range(self.settings.epochs):
            moved = torch.zeros((), device=samples.gain.device)
            parts = 0
            for part in samples.parts(self.settings.minibatch, self.partners):
                moved += self._improve_by(samples, part, entropy)
                parts += 1
            if self.partners.mean(float(moved) / parts) > self.settings.most_kl:
                break
        self._tell(samples)

    def imitate(self, samples: Samples, rate: float) -> None:
        """Copy what was done, and learn the value of what came of it."""
        self._begin(rate)
        for part in samples.parts(self.settings.minibatch // 4, self.partners):
            chances, value = self._judge(samples.rows[part])
            policy = -chances.gather(1, samples.choice[part][:, None]).mean()
            self._step(policy, chances, value, samples.target[part], self.settings.imitate_entropy)
        self._tell(samples)

    def _improve_by(self, samples: Samples, part: Tensor, entropy: float) -> Tensor:
        chances, value = self._judge(samples.rows[part])
        push = samples.push[part]
        change = chances.gather(1, samples.choice[part][:, None])[:, 0] - samples.chance[part]
        ratio, clip = change.exp(), self.settings.clip
        policy = -torch.min(ratio * push, ratio.clamp(1 - clip, 1 + clip) * push).mean()
        self._step(policy, chances, value, samples.target[part], entropy)
        moved: Tensor = (ratio - 1 - change).detach().mean()
        self._sums["kl"] += moved
        self._sums["clipped"] += ((ratio.detach() - 1).abs() > clip).float().mean()
        return moved

    def _step(self, policy: Tensor, chances: Tensor, value: Tensor, target: Tensor, entropy: float) -> None:
        error = (value - target).square().mean()
        openness = -(chances.exp() * chances.clamp_min(-50)).sum(1).mean()
        loss = policy + self.settings.value_weight * error - entropy * openness
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]  # torch leaves it untyped
        self.partners.average(self.network)
        nn.utils.clip_grad_norm_(self.network.parameters(), GRADIENT)
        self.optimizer.step()
        self._updates += 1
        for name, number in (("policy", policy), ("value", error), ("entropy", openness)):
            self._sums[name] += number.detach()

    def _begin(self, rate: float) -> None:
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        device = next(self.network.parameters()).device
        names = ("kl", "clipped", "policy", "value", "entropy")
        self._sums = {name: torch.zeros((), device=device) for name in names}
        self._updates = 0

    def _tell(self, samples: Samples) -> None:
        means = {name: float(number) / max(1, self._updates) for name, number in self._sums.items()}
        self.told = {
            **means,
            "explained": float(samples.explained),
            "tempted": samples.tempted,
            "updates": self._updates,
        }
