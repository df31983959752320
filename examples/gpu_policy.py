"""Play Europe with a PyTorch policy on the same GPU as the games, without copying data between them."""

import torch

from semafor.gym import Batch

GAMES, STEPS = 65_536, 1_000

batch = Batch("europe", games=GAMES, players=4, seed=1, device="cuda")
observations = torch.from_dlpack(batch.observations)  # no copy: every step writes here
masks, rewards = torch.from_dlpack(batch.masks), torch.from_dlpack(batch.rewards)
done = torch.as_tensor(batch.done, device="cuda")  # __cuda_array_interface__: no copy either

policy = torch.nn.Sequential(
    torch.nn.Linear(observations.shape[1], 256),
    torch.nn.ReLU(),
    torch.nn.Linear(256, masks.shape[1]),
).cuda()


@torch.no_grad()
def act() -> torch.Tensor:
    """Sample a legal action for every game from the policy."""
    logits = policy(observations.float() / 255).masked_fill(masks == 0, -torch.inf)
    return torch.distributions.Categorical(logits=logits).sample()


ended = torch.zeros((), dtype=torch.int64, device="cuda")
for _ in range(STEPS):
    batch.step(act())
    ended += done.sum()
print(f"{GAMES * STEPS:,} decisions, {int(ended):,} games ended; {rewards.shape[1]} rewards per game")
