"""The network in PyTorch: a row of bytes in, preferences over the board's actions and a value out."""

from collections.abc import Mapping

import torch
from torch import Tensor, nn

from semafor.bots.learned.reading import Reading
from semafor.bots.learned.weights import NEVER, Floats, blocks_of
from semafor.errors import NoDevice

VALUE_WIDTH = 256


def device_of(name: str) -> torch.device:
    """Return a PyTorch device; raise NoDevice if it is a GPU and PyTorch finds none."""
    if name == "cuda" and not torch.cuda.is_available():
        raise NoDevice("no-device")
    return torch.device(name)


class PolicyNetwork(nn.Module):
    """Residual layers with layer norms, a head for the policy and one for the value."""

    divisors: Tensor

    def __init__(self, reading: Reading, width: int, blocks: int) -> None:
        super().__init__()
        inputs, actions = reading.size, len(reading.actions)
        self.input_names = reading.inputs
        self.first_action, self.last_action = reading.features - actions, reading.features
        self.register_buffer("divisors", torch.from_numpy(reading.divisors), persistent=False)
        self.first = nn.Linear(inputs, width)
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(blocks + 1))
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(blocks))
        self.policy = nn.Linear(width, actions)
        self.value_in, self.value_out = nn.Linear(width, VALUE_WIDTH), nn.Linear(VALUE_WIDTH, 1)
        nn.init.normal_(self.policy.weight, std=0.01 / width**0.5)
        for part in (self.policy.bias, self.value_out.weight, self.value_out.bias):
            nn.init.zeros_(part)

    def forward(self, rows: Tensor) -> tuple[Tensor, Tensor]:
        """Return the log-probabilities of the actions, and the value to the seat that decides."""
        legal = rows[:, self.first_action : self.last_action] > 0
        fast = rows.device.type == "cuda"
        with torch.autocast(rows.device.type, dtype=torch.bfloat16, enabled=fast):
            kind = torch.bfloat16 if fast else torch.float32
            flow = self.first(rows.to(kind) / self.divisors.to(kind))
            for norm, layer in zip(self.norms, self.layers, strict=False):
                flow = flow + layer(torch.relu(norm(flow)))
            flow = torch.relu(self.norms[-1](flow))
        flow = flow.float()
        wanted = self.policy(flow).masked_fill(~legal, NEVER)
        value = self.value_out(torch.relu(self.value_in(flow)))[:, 0]
        return wanted.log_softmax(1), value


def parts_of(network: PolicyNetwork) -> dict[str, Floats]:
    """Return the weights as they are stored in a file."""
    return {name: part.detach().float().cpu().numpy() for name, part in network.state_dict().items()}


def network_of_parts(reading: Reading, parts: Mapping[str, Floats]) -> PolicyNetwork:
    """Return a network with the weights of a file."""
    network = PolicyNetwork(reading, len(parts["first.bias"]), blocks_of(parts))
    network.load_state_dict({name: torch.from_numpy(part) for name, part in parts.items()})
    return network
