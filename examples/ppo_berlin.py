"""Train a player of two-player Berlin by self-play: PPO over thousands of games at once.

    python examples/ppo_berlin.py [--decisions 5000000 --games 1024 --out examples/ppo_berlin.npz]

One network plays both seats. The reward is the difference of the final scores. During the game it is
shaped by the difference of current points (routes, completed tickets minus missed ones), which does not
change the value of a policy, because the sum is subtracted at the end. The value for one player is the
negative of the value for the other. The learning curve is written to the folder of the weights; the
trained player is the bot `ppo_bot:PpoBot`. `pip install 'semafor[train]'` installs PyTorch.
"""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path

import numpy as np
import torch
from ppo_bot import PpoBot, save_layers
from torch import nn

from semafor import Game, load_board
from semafor.bots import make_bot
from semafor.gym import Batch, observation_names, used_actions, used_slots

BOARD = load_board("berlin")
SLOTS, ACTIONS = used_slots(BOARD, 2), used_actions(BOARD)
NAMES = observation_names(BOARD)
POINTS = 20.0
"""Points that equal a reward of one."""
HIDDEN, LAMBDA, CLIP, EPOCHS, MINIBATCH = 256, 0.95, 0.2, 2, 2048
RATE, BONUS = 1e-3, 0.01
"""Initial learning rate and entropy bonus."""


def worth() -> tuple[list[int], np.ndarray]:
    """Return slots and their weights in a seat's current points: routes, completed and missed tickets."""
    weights = {"SEAT +0 score": 1}
    for name, ticket in zip(BOARD.ticket_names, BOARD.tickets, strict=True):
        weights |= {f"TICKETS_HELD {name}": -ticket.points, f"TICKETS_DONE {name}": 2 * ticket.points}
    return [NAMES.index(name) for name in weights], np.array(list(weights.values()), np.float32)


class Network(nn.Module):
    """Policy and value network, from the point of view of the deciding seat."""

    def __init__(self, scale: np.ndarray) -> None:
        super().__init__()
        self.scale = torch.from_numpy(scale)
        self.body = nn.Sequential(
            nn.Linear(len(SLOTS) + len(ACTIONS), HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN), nn.ReLU()
        )
        self.head = nn.Linear(HIDDEN, len(ACTIONS) + 1)
        nn.init.zeros_(self.head.weight)

    def forward(self, slots: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the log probabilities of legal actions, and the value."""
        out = self.head(self.body(torch.cat([slots / self.scale, mask.float()], 1)))
        return out[:, :-1].masked_fill(~mask, -1e9).log_softmax(1), out[:, -1]

    def save(self, path: Path) -> None:
        """Write the weights for `PpoBot`."""
        layers = [
            (part.weight.detach(), part.bias.detach()) for part in (self.body[0], self.body[2], self.head)
        ]
        save_layers(
            path, layers, board="berlin", players=2, slots=SLOTS, actions=ACTIONS, scale=self.scale.numpy()
        )


class SelfPlay:
    """Games of self-play, with observations, actions and rewards."""

    def __init__(self, games: int, seed: int) -> None:
        self.batch = Batch("berlin", games=games, players=2, seed=seed, reward="score")
        self.paid = np.zeros((games, 2), np.float32)
        self.counted, self.worth = worth()
        self.rows, self.seen = np.arange(games), self.batch.observations.copy()

    def see(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Return slots and legal actions of the next decision of every game."""
        slots = torch.from_numpy(self.batch.observations[:, SLOTS])
        return slots, torch.from_numpy(self.batch.masks[:, ACTIONS]).bool()

    def step(self, choices: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Play one decision in every game; return its reward and the sign of the next value for the seat."""
        seats = self.batch.to_play.copy()
        self.batch.step(np.asarray(ACTIONS)[choices.numpy()])
        done, rows = self.batch.done, self.rows
        now = self.batch.observe(seats, self.seen)[:, self.counted] @ self.worth
        reward = now - self.paid[rows, seats]
        balance = self.paid[rows, seats] - self.paid[rows, 1 - seats]
        reward[done] = self.batch.rewards[rows, seats][done] - balance[done]
        self.paid[rows, seats] = now
        self.paid[done] = 0
        sign = np.where(done, 0, np.where(self.batch.to_play == seats, 1, -1)).astype(np.float32)
        return torch.from_numpy(reward / POINTS), torch.from_numpy(sign)

    @torch.no_grad()
    def gather(self, network: Network, steps: int) -> list[torch.Tensor]:
        """Return the decisions of all games with advantages and returns, concatenated."""
        seen = []
        for _ in range(steps):
            slots, mask = self.see()
            chances, value = network(slots, mask)
            choice = (chances - torch.empty_like(chances).exponential_().log()).argmax(1)  # Gumbel trick
            reward, sign = self.step(choice)
            seen.append((slots, mask, choice, chances.gather(1, choice[:, None])[:, 0], value, reward, sign))
        ahead, following = torch.zeros_like(value), network(*self.see())[1]
        advantages = []
        for *_, value, reward, sign in reversed(seen):
            ahead = reward + sign * following - value + LAMBDA * sign * ahead
            advantages.append(ahead)
            following = value
        advantage = torch.cat(advantages[::-1])
        slots, mask, choice, chance, value, *_ = (torch.cat(part) for part in zip(*seen, strict=True))
        return [slots, mask, choice, chance, advantage, advantage + value]


def learn(
    network: Network, optimizer: torch.optim.Optimizer, gathered: list[torch.Tensor], bonus: float
) -> None:
    """Update the network with PPO's clipped objective and an entropy bonus."""
    advantage = gathered[4]
    gathered[4] = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
    for _ in range(EPOCHS):
        for part in torch.randperm(len(advantage)).split(MINIBATCH):
            slots, mask, choice, before, gain, target = (column[part] for column in gathered)
            chances, value = network(slots, mask)
            ratio = (chances.gather(1, choice[:, None])[:, 0] - before).exp()
            policy = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            entropy = -(chances.exp() * chances.clamp_min(-50)).sum(1).mean()
            loss = policy + 0.5 * (value - target).square().mean() - bonus * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


def evaluate(path: Path, opponent: str, games: int, seed: int = 0) -> float:
    """Return the share of games won against a bot, alternating seats; a draw counts as half."""
    won = 0.0
    for number in range(games):
        game, own = Game.new(BOARD, players=2, seed=f"{seed} {number // 2}"), number % 2
        bots = [make_bot(opponent, BOARD, number), make_bot(opponent, BOARD, number)]
        bots[own] = PpoBot(BOARD, weights=path)
        while not game.over:
            seat = game.pending[0]
            game.play(bots[seat].choose(game.view(seat), game.moves(seat)), seat)
        winners = game.result().winners
        won += (own in winners) / len(winners)
    return won / games


def largest_values(games: int = 256, steps: int = 300) -> np.ndarray:
    """Return the largest value of each slot in random games, for scaling."""
    batch, most = Batch("berlin", games=games, players=2), np.ones(len(NAMES), np.float32)
    for _ in range(steps):
        batch.step(batch.random_actions())
        most = np.maximum(most, batch.observations.max(axis=0))
    return most[SLOTS]


def train(
    decisions: int, games: int, steps: int, out: Path, seed: int, checks: int, check_games: int
) -> None:
    """Train for a number of decisions; write weights and curve at every check against `greedy`."""
    torch.manual_seed(seed)
    network, play = Network(largest_values()), SelfPlay(games, seed)
    optimizer = torch.optim.Adam(network.parameters(), lr=RATE)
    rounds = max(1, decisions // (games * steps))
    curve, start, busy = [], time.monotonic(), time.process_time()
    for number in range(1, rounds + 1):
        left = 1 - number / rounds
        optimizer.param_groups[0]["lr"] = RATE * (0.1 + 0.9 * left)
        learn(network, optimizer, play.gather(network, steps), bonus=BONUS * (0.2 + 0.8 * left))
        if number * checks // rounds > (number - 1) * checks // rounds:
            network.save(out)
            minutes, clock = (time.process_time() - busy) / 60, (time.monotonic() - start) / 60
            rate = evaluate(out, "greedy", check_games)
            curve.append((number * games * steps, round(minutes, 2), round(clock, 2), round(rate, 3)))
            print(
                "{:11,} decisions {:6.1f} min of processor time ({:.1f} by the clock)".format(*curve[-1]),
                end="",
            )
            print(f" {rate:7.1%} against greedy", flush=True)
            write_curve(out.with_suffix(".csv"), curve)


def write_curve(path: Path, curve: list[tuple[int, float, float, float]]) -> None:
    """Write the curve as CSV; `minutes` is processor time of all cores together."""
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([("decisions", "minutes", "clock minutes", "won"), *curve])


def main() -> None:
    """Train, and write weights and curve."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--decisions", type=int, default=5_000_000)
    parser.add_argument("--games", type=int, default=1024)
    parser.add_argument("--steps", type=int, default=32)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--checks", type=int, default=20)
    parser.add_argument("--check-games", type=int, default=60)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_suffix(".npz"))
    train(**vars(parser.parse_args()))


if __name__ == "__main__":
    main()
