"""Play Europe with a PyTorch policy, games and network on the same GPU: nothing is copied between them."""

import torch

from semafor.gym import Batch

GAMES, STEPS = 65_536, 1_000

batch = Batch("europe", games=GAMES, players=4, seed=1, device="cuda")
observations = torch.from_dlpack(batch.observations)  # no copy: every step writes here
masks, rewards = torch.from_dlpack(batch.masks), torch.from_dlpack(batch.rewards)
done = torch.as_tensor(batch.done, device="cuda")  # the other protocol, as little of a copy

policy = torch.nn.Sequential(
    torch.nn.Linear(observations.shape[1], 256),
    torch.nn.ReLU(),
    torch.nn.Linear(256, masks.shape[1]),
).cuda()


@torch.no_grad()
def act() -> torch.Tensor:
    """An action for every game: one of the legal ones, as likely as the policy likes it."""
    wishes = policy(observations.float() / 255).masked_fill(masks == 0, -torch.inf)
    return torch.distributions.Categorical(logits=wishes).sample()


ended = torch.zeros((), dtype=torch.int64, device="cuda")
for _ in range(STEPS):
    batch.step(act())
    ended += done.sum()
print(f"{GAMES * STEPS:,} decisions, {int(ended):,} games ended; {rewards.shape[1]} seats were rewarded")
