"""Updates of the network from a rollout: PPO, or imitation of what was done."""

from collections.abc import Callable, Sequence

import torch
from torch import Tensor, nn

from semafor.learning.rollout import RolloutMemory
from semafor.learning.settings import Settings
from semafor.learning.torch_network import PolicyNetwork


def advantages(memory: RolloutMemory, trace: float, scale: float) -> tuple[Tensor, Tensor]:
    """Return the advantage of every decision, and whether it is known.

    A seat's next value is that of its own next decision: others see another hand, so their values say nothing
    about it. Decisions without a later one of their seat, in a game that goes on, stay unknown. All seats are
    processed at once, backwards in time.
    """
    steps, games, seats = memory.gained.shape
    device = memory.gained.device
    following, ahead, between = (torch.zeros(games, seats, device=device) for _ in range(3))
    known = torch.zeros(games, seats, dtype=torch.bool, device=device)
    last = memory.seat[steps][:, None]
    following.scatter_(1, last, memory.value[steps][:, None])
    known.scatter_(1, last, True)
    gain, sure = torch.zeros(steps, games, device=device), torch.zeros_like(memory.own)
    for step in reversed(range(steps)):
        done = memory.done[step][:, None]
        following, ahead, between = (part.masked_fill(done, 0) for part in (following, ahead, between))
        known |= done
        between = between + memory.gained[step] / scale
        seat, value = memory.seat[step][:, None], memory.value[step][:, None]
        certain = known.gather(1, seat)
        better = between.gather(1, seat) + following.gather(1, seat) - value + trace * ahead.gather(1, seat)
        better = better.masked_fill(~certain, 0)
        gain[step], sure[step] = better[:, 0], certain[:, 0]
        following, ahead = following.scatter(1, seat, value), ahead.scatter(1, seat, better)
        between = between.scatter(1, seat, 0.0)
        known = known.scatter(1, seat, True)
    return gain, sure


GRADIENT = 1.0
"""Maximum norm of the gradient."""
HARDLY = -6.0
"""Log-probability below which an action is practically never chosen."""


class Partners:
    """The partners of a single learner: none, so all results are its own."""

    count = 1
    """The number of learners, including this one."""

    def clock(self, seconds: float) -> float:
        """Return the first learner's clock in seconds; raise KeyboardInterrupt if it was told to stop."""
        return seconds

    def sums(self, numbers: Sequence[float]) -> Sequence[float]:
        """Return each number summed over all learners."""
        return numbers

    def mean(self, number: float) -> float:
        """Return a number averaged over all learners."""
        return self.sums([number])[0] / self.count

    def divide(self, rows: Tensor, parts: int) -> Sequence[Tensor]:
        """Split rows into about this number of parts; all learners get the same number."""
        return rows.chunk(parts)

    def average(self, network: nn.Module) -> None:
        """Replace the gradients by their mean over all learners."""


ALONE = Partners()


class Samples:
    """The decisions of a rollout that are learned from, flattened.

    `explored` is the index of an action that is tried although the network would not choose it. While it
    is practically never chosen, bad results do not lower its probability further, so that good ones can
    raise it.
    """

    def __init__(
        self, memory: RolloutMemory, gain: Tensor, sure: Tensor, explored: int | None = None
    ) -> None:
        steps = len(memory.rows)
        self.rows, self.choice = memory.rows.flatten(0, 1), memory.choice.flatten()
        self.chance, self.gain = memory.chance.flatten(), gain.flatten()
        self.target = self.gain + memory.value[:steps].flatten()
        self.which = (sure & memory.own).flatten().nonzero()[:, 0]
        used = self.gain[self.which]
        self.explored_share = 0.0
        """The share of decisions in which the network itself chose the explored action."""
        self.push = (self.gain - used.mean()) / (used.std() + 1e-6)
        """The normalized advantage of every choice."""
        if explored is not None:
            taken, hardly = self.choice == explored, self.chance < HARDLY
            self.push = self.push.masked_fill(taken & hardly & (self.push < 0), 0)
            self.explored_share = float((taken & ~hardly)[self.which].float().mean())
        self.explained = 1 - used.var() / (self.target[self.which].var() + 1e-6)

    def parts(self, size: int, partners: Partners) -> Sequence[Tensor]:
        """Yield all samples once, shuffled, in parts of this size; a remainder is dropped.

        All partners have the same number of parts; with one size nothing is compiled twice.
        """
        order = self.which[torch.randperm(len(self.which), device=self.which.device)]
        parts = max(1, len(order) // size)
        return partners.divide(order[: parts * size], parts)


class Learner:
    """A network with its optimizer and its partners."""

    def __init__(self, network: PolicyNetwork, settings: Settings, partners: Partners = ALONE) -> None:
        self.network, self.settings, self.partners = network, settings, partners
        on_gpu = next(network.parameters()).device.type == "cuda"
        self.optimizer = torch.optim.Adam(network.parameters(), lr=settings.rate, eps=1e-5, fused=on_gpu)
        self._judge: Callable[[Tensor], tuple[Tensor, Tensor]] = network
        if on_gpu and settings.fuse:
            torch._dynamo.config.suppress_errors = True  # without a compiler it works uncompiled
            self._judge = torch.compile(network)
        self.told: dict[str, float] = {}

    def improve(self, samples: Samples, rate: float, entropy: float) -> None:
        """PPO: some epochs of clipped updates, fewer if the policy moves too far."""
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
        """Imitate the choices, and learn the values."""
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
            "explored": samples.explored_share,
            "updates": self._updates,
        }
