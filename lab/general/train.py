"""Train one network for every board on one GPU: imitation of the shipped networks, then PPO in self-play.

    python -m lab.general.train --boards boards.msgpack --weights WEIGHTS --out OUT --seconds 1500
    python -m lab.general.train … --start OUT/checkpoint.pt --copy 0        continue a run

The games lie in slots, each with one board and one number of players. Real boards keep their slots; the
shipped network of such a board is the teacher of the warm start and holds the other seats in some of its
games. All other slots go through the generated boards. One step of all games (reading, network, rules) is
one CUDA graph. A share of the decisions of every rollout is learned from in one pass, large advantages more
often than small ones, with weights that correct for it. Advantages come from a judge that sees all hands;
the player does not.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import time
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import numpy as np
import torch
from torch import Tensor, nn
from torch.optim.swa_utils import get_ema_multi_avg_fn

from lab.general import map_reading as reading
from lab.general.network import SECRETS, TABLES, Network
from lab.general.slots import BoardData, Slot
from lab.general.warm import kernels_compiling
from semafor.boards.load import load_board
from semafor.boards.model import Board
from semafor.bots.learned.reading import reading_of
from semafor.bots.learned.weights import load_weights
from semafor.engine.actions import ACTIONS
from semafor.engine.state import SEATS
from semafor.gym.device.driver import SIMULATED
from semafor.learning.device.device_game_pool import new_stream
from semafor.learning.learner import advantages
from semafor.learning.rollout import RolloutMemory
from semafor.learning.torch_network import network_of_parts

BEGUN = time.monotonic()
REAL = ("usa", "europe", "berlin", "iberia", "asia")
REAL_SLOTS = (
    ("usa", 2), ("europe", 2), ("berlin", 2), ("iberia", 2), ("asia", 4), ("berlin", 4),
    ("usa", 4), ("europe", 3), ("iberia", 4), ("asia", 6),
)  # fmt: skip
"""Boards that keep a slot, with their number of players."""
MADE_SLOTS = (
    ("country", 2), ("city", 2), ("country", 2), ("city", 2), ("country", 2), ("city", 3), ("country", 4),
    ("teams", 4), ("country", 3), ("city", 4), ("country", 2), ("city", 2), ("country", 5), ("teams", 6),
)  # fmt: skip
"""Kinds of generated boards that go through the other slots."""
FIRST_BOARDS = {"city": ("berlin",), "teams": ("asia",), "country": ("usa", "europe", "iberia")}
"""What is played in those slots during the imitation."""
LEAST_ENTROPY_SHARE, LEAST_RATE_SHARE = 0.1, 0.03
"""What is left of the reward for variety and of the learning rate at the end."""


def kind_of_board(board: Board) -> str:
    """Which slots a generated board can be played in."""
    if board.options.teams:
        return "teams"
    return "city" if board.options.hand <= 3 and board.options.start_tickets.keep == 1 else "country"


class Teacher:
    """The shipped network of a board, reading rows of all boards."""

    def __init__(self, board: Board, weights: Path, where: torch.device) -> None:
        own = reading_of(board)
        parts = load_weights(weights / f"{board.board}.npz", board).parts
        self._network = network_of_parts(own, parts).to(where).eval()
        self._columns = torch.from_numpy(reading.columns_of_reading(board)).to(where)
        self._actions = torch.from_numpy(own.actions).to(where)

    @torch.no_grad()
    def chances(self, rows: Tensor) -> Tensor:
        """Probabilities over all actions of the engine, for rows [rows, bytes]."""
        found: Tensor = self._network(rows[:, self._columns])[0].exp()
        return found.new_zeros(len(rows), ACTIONS).index_copy(1, self._actions, found)


class Trainer:
    """Slots of games, the network, and what is remembered of a rollout."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.o = o = options
        self.where = torch.device("cpu" if SIMULATED else "cuda")
        self.out, self._dice = Path(o.out), random.Random(o.seed)
        torch.manual_seed(o.seed)
        torch.set_float32_matmul_precision("high")
        self.real = {name: BoardData(load_board(name)) for name in REAL}
        made = msgspec.msgpack.decode(Path(o.boards).read_bytes(), type=list[Board])
        self.made = {
            kind: [board for board in made if kind_of_board(board) == kind] for kind, _ in MADE_SLOTS
        }
        self.teachers = {
            name: Teacher(data.board, Path(o.weights), self.where) for name, data in self.real.items()
        }
        self.plan = [*REAL_SLOTS[: o.real_slots], *MADE_SLOTS[: o.made_slots]]
        first = [self._first_board(number, name) for number, (name, _) in enumerate(self.plan)]
        self._new_network([data.tables for data in first])
        self._new_memory()
        with kernels_compiling():
            self._compile_network()
        self.slots = [
            Slot(data, players, o.games, f"{o.seed} {number}", o.win)
            for number, ((_, players), data) in enumerate(zip(self.plan, first, strict=True))
        ]
        self.log(f"{len(self.plan)} slots of {o.games} games, {len(made)} generated boards")
        self._seat_teachers()
        self._streams = [] if SIMULATED else [new_stream() for _ in self.slots]
        self._graph: torch.cuda.CUDAGraph | None = None
        self._next_swap = self.decisions = self.rounds = 0

    # ---- setting up

    def _first_board(self, number: int, name: str) -> BoardData:
        """Return the board that a slot begins with: a real one, which has a teacher to imitate."""
        fitting = FIRST_BOARDS.get(name, (name,))
        return self.real[fitting[number % len(fitting)]]

    def _new_network(self, tables: list[reading.Tables]) -> None:
        o = self.o
        self.network, self.average = (Network(o.width, o.rounds).to(self.where) for _ in range(2))
        self.average.requires_grad_(False)
        start: dict[str, Any] = {}
        if o.start:
            start = torch.load(o.start, map_location=self.where, weights_only=True)
            self.network.load_state_dict(start["network"])
        self.average.load_state_dict(start.get("average") or self.network.state_dict())
        self.optimizer = torch.optim.Adam(
            self.network.parameters(), lr=3e-4, eps=1e-5, betas=(0.9, 0.98), fused=not SIMULATED
        )
        moments = Path(o.start or "none").with_name("optimizer.pt")
        if o.start and moments.exists():
            self.optimizer.load_state_dict(torch.load(moments, map_location=self.where, weights_only=True))
        fuses = o.fuse and not SIMULATED
        self._play = torch.compile(self.network.play, dynamic=False) if fuses else self.network.play
        self._judge = torch.compile(self.network.forward, dynamic=False) if fuses else self.network.forward
        self.tables = {
            name: torch.from_numpy(np.stack([t[name] for t in tables])).to(self.where) for name in TABLES
        }
        with torch.no_grad():
            self.said = tuple(part.clone() for part in self.network.read_map(self.tables))

    def _compile_network(self) -> None:
        """Let PyTorch compile playing and learning for the shapes of this run."""
        if not SIMULATED:
            part = (slice(None), slice(min(self.o.minibatch, self.o.steps * self.o.games)))
            with torch.no_grad():
                self._play(self.now.rows, self.tables, self.said, self.now.secrets)
            rows, secrets = (
                torch.zeros_like(self.memory.rows[0][part]),
                torch.zeros_like(self.memory.secrets[0][part]),
            )
            chances, value, judged = self._judge(rows, self.tables, secrets)
            (chances.clamp_min(-50).mean() + value.mean() + judged.mean()).backward()  # type: ignore[no-untyped-call]  # torch leaves it untyped
            self.optimizer.zero_grad(set_to_none=True)
            self._wait()
            self.log("the network is compiled")

    def _new_memory(self) -> None:
        n, g, steps = len(self.plan), self.o.games, self.o.steps

        def new(*shape: int, dtype: torch.dtype = torch.float32) -> Tensor:
            return torch.zeros(*shape, dtype=dtype, device=self.where)

        def one() -> SimpleNamespace:
            return SimpleNamespace(
                rows=new(n, g, reading.ROW, dtype=torch.uint8),
                secrets=new(n, g, SECRETS),
                seat=new(n, g, dtype=torch.int64),
                choice=new(n, g, dtype=torch.int64),
                chance=new(n, g),
                value=new(n, g),
                gained=new(n, g, SEATS),
                done=new(n, g, dtype=torch.bool),
            )

        self.now = one()
        """The decision that is taken now, in every game."""
        self.memory = SimpleNamespace(
            **{
                name: new(steps + (name in ("seat", "value")), *part.shape, dtype=part.dtype)
                for name, part in vars(one()).items()
            }
        )
        """All decisions of a rollout."""
        self.tally = new(n, 3)
        """Games that ended, games with the teacher that ended, and what was won of these; by slot."""

    def _seat_teachers(self) -> None:
        """Let teachers play a share of the games of each real board, with the learner at one seat."""
        n, g = len(self.plan), self.o.games
        self.taught = int(g * self.o.guests)
        self.holder = torch.zeros(n, g, SEATS, dtype=torch.bool, device=self.where)
        self.mine = torch.zeros(n, g, dtype=torch.int64, device=self.where)
        for number, (name, players) in enumerate(self.plan):
            if name in self.real and self.taught:
                team = self.real[name].board.options.team_size
                mine = torch.arange(self.taught, device=self.where) % players
                seats = torch.arange(SEATS, device=self.where)[None]
                self.mine[number, : self.taught] = mine
                self.holder[number, : self.taught] = seats // team != mine[:, None] // team

    # ---- playing

    def _side_by_side(self, work: Callable[[int, Slot], None]) -> None:
        """Run all slots, each on its own stream."""
        here = None if SIMULATED else torch.cuda.current_stream()
        for number, slot in enumerate(self.slots):
            if here is not None:
                self._streams[number].wait_stream(here)
            with nullcontext() if here is None else torch.cuda.stream(self._streams[number]):
                work(number, slot)
        if here is not None:
            for stream in self._streams:
                here.wait_stream(stream)

    def _see(self) -> None:
        def one(number: int, slot: Slot) -> None:
            slot.read(self.now.rows[number], self.now.secrets[number])
            self.now.seat[number].copy_(slot.to_play)

        self._side_by_side(one)

    @torch.no_grad()
    def _act(self) -> None:
        """Decide once in every game."""
        self._see()
        now = self.now
        chances, _, value = self._play(now.rows, self.tables, self.said, now.secrets)
        noise = torch.empty_like(chances).exponential_().log()
        choice = (chances - noise).argmax(-1)
        for number, (name, _) in enumerate(self.plan):
            if name in self.real and self.taught:
                part = (number, slice(self.taught))
                theirs = self.teachers[name].chances(now.rows[part]).argmax(-1)
                holds = self.holder[part].gather(1, now.seat[part][:, None])[:, 0]
                choice[part] = torch.where(holds, theirs, choice[part])
        now.choice.copy_(choice)
        now.chance.copy_(chances.gather(2, choice[..., None])[..., 0])
        now.value.copy_(value)
        self._side_by_side(self._step)

    def _step(self, number: int, slot: Slot) -> None:
        slot.step(self.now.choice[number])
        self.now.gained[number].copy_(slot.gained)
        self.now.done[number].copy_(slot.done)
        ended = slot.done.float()
        self.tally[number, 0] += ended.sum()
        if self.plan[number][0] in self.real and self.taught:
            won = slot.won[: self.taught].gather(1, self.mine[number, : self.taught, None])[:, 0]
            share = (won > 0).float() + 0.5 * (won == 0).float()
            self.tally[number, 1] += ended[: self.taught].sum()
            self.tally[number, 2] += (share * ended[: self.taught]).sum()

    def _record(self) -> None:
        """Record one step of all games, once libraries have set themselves up."""
        aside = new_stream()
        torch.cuda.synchronize()
        with torch.no_grad(), torch.cuda.stream(aside):
            for _ in range(3):
                self._act()
            aside.synchronize()
            self._graph = torch.cuda.CUDAGraph()
            self._graph.capture_begin(capture_error_mode="relaxed")
            self._act()
            self._graph.capture_end()
        torch.cuda.synchronize()
        self.log("the step is recorded")

    @torch.no_grad()
    def _rollout(self) -> None:
        for mine, fresh in zip(self.said, self.network.read_map(self.tables), strict=True):
            mine.copy_(fresh)
        if self._graph is None and self.o.graphs and not SIMULATED:
            self._record()
        now, memory = vars(self.now), vars(self.memory)
        for step in range(self.o.steps):
            if self._graph is not None:
                self._graph.replay()
            else:
                self._act()
            for name, part in now.items():
                memory[name][step].copy_(part)
        self._see()
        memory["seat"][-1].copy_(now["seat"])
        value = self._play(now["rows"], self.tables, self.said, now["secrets"])[2]
        memory["value"][-1].copy_(value)
        self.decisions += self.o.steps * now["seat"].numel()

    # ---- learning

    def _prepared(self) -> SimpleNamespace:
        """The decisions to learn from: advantages, targets, and how often each is to be drawn."""
        o, memory = self.o, self.memory
        steps, n, g = memory.choice.shape
        holder = self.holder[None].expand(steps, n, g, SEATS)
        own = ~holder.gather(3, memory.seat[:steps, ..., None])[..., 0]
        flat = {name: getattr(memory, name).flatten(1, 2) for name in ("gained", "seat", "value", "done")}
        played = cast("RolloutMemory", SimpleNamespace(**flat, own=own.flatten(1, 2)))
        gain, sure = advantages(played, o.trace, o.scale)
        gain, sure = gain.view(steps, n, g), sure.view(steps, n, g)
        legal = memory.rows[..., reading.LEGAL : reading.FEATURES].sum(-1)
        use = sure & own & (legal > 1)
        weight = use.float()
        number = weight.sum((0, 2), keepdim=True).clamp_min(1)
        mean = (gain * weight).sum((0, 2), keepdim=True) / number
        spread = (((gain - mean) ** 2 * weight).sum((0, 2), keepdim=True) / number).sqrt()
        push = (gain - mean) / (spread + 1e-6)
        target = gain + memory.value[:steps]
        size = (push.abs() * weight).sum((0, 2), keepdim=True) / number
        wanted = (push.abs() + size) * weight  # twice the mean on average: weights stay below two
        known = target[use]
        return SimpleNamespace(
            use=use,
            push=push,
            target=target,
            wanted=wanted.transpose(0, 1).reshape(n, steps * g) + 1e-9,
            correction=2 * size / (push.abs() + size + 1e-6),
            explained=1 - (gain[use] ** 2).mean() / (known.var() + 1e-6),
        )

    def _learn(self, rate: float, entropy: float, copies: float, ppo: float) -> dict[str, float]:
        """Learn from the last rollout in one pass and return figures for the log."""
        o, memory, given = self.o, self.memory, self._prepared()
        steps, n, g = memory.choice.shape
        size = min(o.minibatch, steps * g)
        parts = max(1, int(steps * g * o.share) // size)
        drawn = torch.multinomial(given.wanted, parts * size, replacement=True)
        slot = torch.arange(n, device=self.where)[:, None]
        by_board = {
            name: [k for k, s in enumerate(self.slots) if s.data.name == name] for name in self.teachers
        }
        taught = [(name, which) for name, which in by_board.items() if which and copies > 0]
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        sums, names = torch.zeros(8, device=self.where), ""
        for part in range(parts):
            index = drawn[:, part * size : (part + 1) * size]
            at = (index // g, slot, index % g)
            rows = memory.rows[at]
            chances, value, judged = self._judge(rows, self.tables, memory.secrets[at])
            change = chances.gather(2, memory.choice[at][..., None])[..., 0] - memory.chance[at]
            ratio, push, weight = change.exp(), given.push[at], given.correction[at]
            clipped = torch.min(ratio * push, ratio.clamp(1 - o.clip, 1 + o.clip) * push)
            policy = -(clipped * weight).mean()
            target = given.target[at]
            error = ((judged - target).square() * weight).mean()
            seen_error = ((value - target).square() * weight).mean()
            openness = (-(chances.exp() * chances.clamp_min(-50)).sum(-1) * weight).mean()
            copied = torch.zeros((), device=self.where)
            for name, which in taught:
                theirs = self.teachers[name].chances(rows[which].flatten(0, 1)).view(len(which), -1, ACTIONS)
                apart = theirs * (theirs.clamp_min(1e-6).log() - chances[which].clamp_min(-50))
                copied = copied + apart.sum(-1).mean() * (len(which) / n)
            loss = ppo * policy + 0.5 * error + 0.25 * seen_error - entropy * openness + copies * copied
            self.optimizer.zero_grad(set_to_none=True)
            loss.backward()
            steepness = nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
            self.optimizer.step()
            self._follow()
            with torch.no_grad():
                kl = ((ratio - 1 - change) * weight).mean()
                outside = ((ratio - 1).abs() > o.clip).float().mean()
                sums += torch.stack(
                    (kl, outside, policy, error, seen_error, openness, copied, steepness)
                ).detach()
        names = "kl clipped policy error seen_error entropy copied steepness"
        found = dict(zip(names.split(), (sums / parts).tolist(), strict=True))
        return {**found, "explained": float(given.explained), "used": float(given.use.float().mean())}

    @torch.no_grad()
    def _follow(self) -> None:
        """Let the averaged weights, which play in the end, follow the learned ones."""
        blend = get_ema_multi_avg_fn(self.o.average)  # type: ignore[no-untyped-call]  # likewise
        blend(list(self.average.parameters()), list(self.network.parameters()), None)

    # ---- boards, time and files

    def _swap(self, number: int) -> None:
        """Replace the boards of the next slots of generated boards."""
        free = [k for k, (name, _) in enumerate(self.plan) if name not in self.real]
        for _ in range(min(number, len(free))):
            slot = free[self._next_swap % len(free)]
            self._next_swap += 1
            kind, players = self.plan[slot]
            fitting = [board for board in self.made[kind] if players in board.options.players]
            data = BoardData(self._dice.choice(fitting))
            self.slots[slot].change(data)
            for name in TABLES:
                self.tables[name][slot].copy_(torch.from_numpy(data.tables[name]))

    def _schedule(self, spent: float) -> dict[str, float]:
        """Return rates and weights after a number of seconds of learning."""
        o = self.o
        if spent < o.copy:
            return {"rate": 1e-3 * max(0.15, 1 - spent / o.copy), "entropy": 0.0, "copies": 1.0, "ppo": 0.0}
        played = min(1.0, (spent - o.copy) / max(1.0, o.seconds - o.copy))
        begins = min(1.0, 0.2 + (spent - o.copy) / 30)
        return {
            "rate": o.rate * begins * (LEAST_RATE_SHARE + (1 - LEAST_RATE_SHARE) * (1 - played)),
            "entropy": o.entropy * (LEAST_ENTROPY_SHARE + (1 - LEAST_ENTROPY_SHARE) * (1 - played)),
            "copies": o.keep_copying * max(0.0, 1 - 2 * played),
            "ppo": 1.0,
        }

    def save(self) -> None:
        """Write the weights for playing and the checkpoint, each atomically."""
        averaged = {name: part.half() for name, part in self.average.state_dict().items()}
        self._write("player.pt", averaged)
        whole = {"network": self.network.state_dict(), "decisions": self.decisions, "average": averaged}
        self._write("checkpoint.pt", whole)
        state = self.optimizer.state_dict()
        short = {
            number: {name: part.bfloat16() if part.dim() else part for name, part in moments.items()}
            for number, moments in state["state"].items()
        }
        self._write("optimizer.pt", {**state, "state": short})

    def _write(self, name: str, what: Any) -> None:
        draft = self.out / f"{name}.draft"
        torch.save(what, draft)
        os.replace(draft, self.out / name)

    def log(self, told: str | dict[str, Any]) -> None:
        """Print a line and append it to the log."""
        text = told if isinstance(told, str) else json.dumps(told)
        print(f"[{time.monotonic() - BEGUN:7.1f}] {text}", flush=True)
        if not isinstance(told, str):
            with (self.out / "log.jsonl").open("a") as file:
                file.write(text + "\n")

    def run(self) -> None:
        """Learn until the time is over; the clock starts once everything is compiled."""
        o, started, saved, swapped = self.o, 0.0, 0.0, False
        until = BEGUN + o.until if o.until else float("inf")
        while True:
            spent = time.monotonic() - started if started else 0.0
            if spent >= o.seconds or time.monotonic() > until or 0 < o.most_rounds <= self.rounds:
                break
            copying = spent < o.copy or (not started and o.copy > 0)
            if not copying:
                self._swap(o.swap if swapped else len(self.plan))
                swapped = True
            begun = time.monotonic()
            self._rollout()
            self._wait()
            played = time.monotonic()
            rates = self._schedule(spent)
            found = self._learn(**rates)
            self._wait()
            ended = time.monotonic()
            self.rounds += 1
            started = started or (ended if self.rounds >= 2 else 0.0)
            tally = self.tally.tolist()
            self.tally[:, 1:].mul_(0.7)
            self.tally[:, 0] = 0
            teachers = {
                f"{name}{players}": round(won / max(1.0, games), 3)
                for (name, players), (_, games, won) in zip(self.plan, tally, strict=True)
                if name in self.real
            }
            self.log(
                {
                    "round": self.rounds, "spent": round(spent), "decisions": self.decisions,
                    "play": round(played - begun, 2), "learn": round(ended - played, 2),
                    "per_second": round(o.steps * self.now.seat.numel() / (ended - begun)),
                    "rate": round(rates["rate"], 6), "games": round(sum(line[0] for line in tally)),
                    "against_teachers": teachers,
                    **{name: round(number, 4) for name, number in found.items()},
                }
            )  # fmt: skip
            if time.monotonic() - saved > o.save_every:
                saved = time.monotonic()
                self.save()
        self.save()
        self.log("done")

    def _wait(self) -> None:
        if not SIMULATED:
            torch.cuda.synchronize()


def options_of(arguments: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--boards", required=True)
    add("--weights", required=True, help="the folder of the shipped networks")
    add("--out", required=True)
    add("--start", default="", help="a checkpoint to continue from")
    add("--seconds", type=float, default=1500, help="of learning; rates decay over this time")
    add("--until", type=float, default=0, help="stop this many seconds after the start of the program")
    add("--copy", type=float, default=110, help="seconds of imitating the teachers first")
    for name, number in (
        ("seed", 1), ("games", 1024), ("steps", 32), ("real-slots", 10), ("made-slots", 14),
        ("minibatch", 512), ("width", 128), ("rounds", 3), ("swap", 3), ("most-rounds", 0), ("fuse", 1),
        ("graphs", 1),
    ):  # fmt: skip
        add(f"--{name}", type=int, default=number)
    for name, rate in (
        ("share", 0.5), ("guests", 0.4), ("rate", 3e-4), ("entropy", 0.01), ("clip", 0.2), ("trace", 0.96),
        ("scale", 20.0), ("win", 30.0), ("keep-copying", 0.1), ("average", 0.998), ("save-every", 45.0),
    ):  # fmt: skip
        add(f"--{name}", type=float, default=rate)
    return parser.parse_args(arguments)


def main() -> None:
    """Train as the command line says."""
    options = options_of()
    Path(options.out).mkdir(parents=True, exist_ok=True)
    Trainer(options).run()


if __name__ == "__main__":
    main()
