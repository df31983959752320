"""The training loop: play, learn, evaluate, save; from a warm start to the end of the time."""

from __future__ import annotations

import datetime
import shlex
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import torch

from semafor.boards.model import Board
from semafor.bots.learned.reading import reading_of
from semafor.bots.learned.weights import ModelCard, Weights, load_weights, save_weights
from semafor.errors import BadSetup
from semafor.learning.checkpoint import RunProgress, load_checkpoint, restore, save_checkpoint
from semafor.learning.evaluation import Matches
from semafor.learning.game_pool import GamePool, split
from semafor.learning.league import (
    OLDER,
    POLICY,
    RIVAL,
    FrozenLeague,
    League,
    Shares,
    holders_of,
    put_weights,
)
from semafor.learning.learner import ALONE, Learner, Partners, Samples, advantages
from semafor.learning.rollout import (
    Actor,
    Exploration,
    HostPlayer,
    NetworkSeats,
    RolloutMemory,
    RolloutPlayer,
    gather,
)
from semafor.learning.run_log import Line, Log, RunClock, RunTally, write_page
from semafor.learning.settings import Settings, games_by_players
from semafor.learning.torch_network import PolicyNetwork, device_of, network_of_parts, parts_of

if TYPE_CHECKING:
    from semafor.learning.device.device_game_pool import DeviceGamePool

STARTED = time.monotonic()
CROWDS = 2
TICKETS = "DRAW_TICKETS 0"
"""The action that learners forget first: tickets pay late, and only if they are chosen well."""
CALM = 2 / 3
"""Share of the time after which there is no more forced exploration."""
WARM_ROUNDS = 20
"""Updates in which the learning rate rises to its full value."""
RESERVE = 8.0
"""Seconds reserved for the last evaluation and the files."""


class Timer:
    """Is due at a time, and then every few seconds."""

    def __init__(self, first: float, every: float) -> None:
        self.due, self.every = first, every

    def is_due(self, now: float) -> bool:
        """Return whether it is due; if so, set the next time."""
        due = now >= self.due
        if due:
            self.due = now + self.every
        return due


class Training:
    """One run on one board."""

    def __init__(
        self,
        board: Board,
        players: tuple[int, ...],
        settings: Settings,
        folder: Path,
        device: str,
        start: Path | None = None,
        against: Path | None = None,
        rival: Path | None = None,
        partners: Partners = ALONE,
    ) -> None:
        self.device = device_of(device)
        folder.mkdir(parents=True, exist_ok=True)
        if rival is None:
            settings = msgspec.structs.replace(settings, rival_share=0.0)
        if against is not None:  # every game has the frozen network as opponent, and no other
            settings = msgspec.structs.replace(settings, policy_share=0.0, older_share=1.0, rival_share=0.0)
        torch.manual_seed(settings.seed)
        torch.set_float32_matmul_precision("high")
        sys.setswitchinterval(5e-4)
        self.board, self.settings, self.folder = board, settings, folder
        self.reading, self.team = reading_of(board), board.options.team_size
        self.clock, self.tally, self.partners = RunClock(), RunTally(), partners
        self.progress = RunProgress(board.board, players, settings)
        self.learner = Learner(self._new_network(), settings, partners)
        self.older = self._new_network()
        self.exploration = Exploration(self.reading.action_names.index(TICKETS), self.device)
        self.rival = None if rival is None else self._network_of(rival)
        self.other = "older" if against is None else "frozen"
        self.league = self._new_league(against)
        self._resume(start)
        self._before = self.progress.seconds
        self.log = Log(folder, self.progress.lines)
        self.pool = ThreadPoolExecutor(settings.threads)
        self.matches = Matches(board, players, settings.check_games, self.pool, self.device)
        self._last_matches: list[Line] = []
        self._since_line = self.progress.decisions

    def _new_network(self) -> PolicyNetwork:
        return PolicyNetwork(self.reading, self.settings.width, self.settings.blocks).to(self.device)

    def _network_of(self, path: Path) -> PolicyNetwork:
        """Return the network of a file, of any size."""
        return network_of_parts(self.reading, load_weights(path, self.board).parts).to(self.device)

    def _new_league(self, against: Path | None) -> League:
        """Return an empty league, or one of a frozen network; raise BadSetup if it has another shape."""
        if against is None:
            return League(self.settings.kept, self.settings.seed)
        parts = load_weights(against, self.board).parts
        shapes = {name: tuple(part.shape) for name, part in self.older.state_dict().items()}
        if shapes != {name: part.shape for name, part in parts.items()}:
            raise BadSetup("bad-run", case="frozen", folder=str(against))
        return FrozenLeague({name: torch.from_numpy(part) for name, part in parts.items()})

    def _resume(self, start: Path | None) -> None:
        state = load_checkpoint(self.folder, self.board.board, self.settings)
        if state is not None:
            self.progress = msgspec.structs.replace(
                state["progress"], settings=self.settings, players=self.progress.players
            )
            restore(state, self.learner, self.league)
        elif start is not None:
            parts = load_weights(start, self.board).parts
            put_weights(self.learner.network, {name: torch.from_numpy(part) for name, part in parts.items()})
            self.progress.rounds = 1  # no warm start
            self.league.add(self.learner.network)

    def _make_players(self, imitating: bool) -> None:
        """Make game pools with their parts of one memory, and the actors that decide in them."""
        settings, row = self.settings, self.reading.size
        game_pools = self._game_pools(f"{settings.seed} {self.progress.decisions}", imitating)
        self.memory = RolloutMemory(
            settings.steps,
            sum(game_pool.size for game_pool, _ in game_pools),
            max(self.progress.players),
            row,
            self.device,
        )
        self.players, self.actors, first = list[RolloutPlayer](), list[Actor](), 0
        for game_pool, shares in game_pools:
            player = self._new_player(game_pool, first)
            holders = holders_of(game_pool.players, self.team, shares)
            player.seat(np.full_like(holders, POLICY) if imitating else holders)
            on_host = isinstance(game_pool, GamePool)
            graphs = settings.graphs and on_host  # elsewhere decisions are recorded together with the games
            player.networks = list(self._networks_of(player, graphs))
            self.players.append(player)
            self.actors.append(self._learning_actor(game_pool.size, graphs))
            first += game_pool.size

    def _new_player(self, game_pool: GamePool | DeviceGamePool, first: int) -> RolloutPlayer:
        if isinstance(game_pool, GamePool):
            return HostPlayer(game_pool, self.memory, first, self.device)
        from semafor.learning.device.device_game_pool import RecordedPlayer  # imports numba-cuda

        return RecordedPlayer(game_pool, self.memory, first, records=self.settings.graphs)

    def _learning_actor(self, games: int, graphs: bool) -> Actor:
        exploration = self.exploration if self.settings.explore else None
        return Actor(self.learner.network, games, self.reading.size, graphs=graphs, exploration=exploration)

    def _networks_of(self, player: RolloutPlayer, graphs: bool) -> Iterator[NetworkSeats]:
        """Yield other networks that decide in a player's games; rivals play greedily."""
        for holder, network in ((OLDER, self.older), (RIVAL, self.rival)):
            rows = player.games_with(holder)
            if network is not None and len(rows):
                greedy = holder == RIVAL
                actor = Actor(network, len(rows), self.reading.size, greedy=greedy, graphs=graphs)
                yield NetworkSeats(holder, rows, actor)

    def _game_pools(self, seed: str, imitating: bool) -> list[tuple[GamePool | DeviceGamePool, Shares]]:
        """Return game pools, and the shares of their games with opponents.

        On a GPU, games with the policy are a pool of the processor, stepped while the others are on the
        device.
        """
        settings, played = self.settings, self.progress.players
        shares = Shares(settings.policy_share, settings.older_share, settings.rival_share)
        if imitating or self.device.type != "cuda" or not settings.on_device:
            games = games_by_players(self.board, played, settings.games // CROWDS)
            return [(self._cpu_game_pool(games, f"{seed} {number}"), shares) for number in range(CROWDS)]
        from semafor.learning.device.device_game_pool import (
            DeviceGamePool,  # imports numba-cuda
        )

        here = 1 - shares.policy
        games = games_by_players(self.board, played, int(settings.games * here))
        game_pool: GamePool | DeviceGamePool = DeviceGamePool(
            self.board, list(games.items()), f"{seed} device", win=settings.win
        )
        game_pools = [(game_pool, Shares(older=shares.older / here, rival=shares.rival / here))]
        if shares.policy:
            games = games_by_players(self.board, played, int(settings.games * shares.policy))
            game_pools.append((self._cpu_game_pool(games, f"{seed} host"), Shares(policy=1.0)))
        return game_pools

    def _cpu_game_pool(self, games: dict[int, int], seed: str) -> GamePool:
        shards, pinned = split(games, self.settings.threads), self.device.type == "cuda"
        return GamePool(self.board, shards, seed, self.pool, win=self.settings.win, pinned=pinned)

    # ---- the phases --------------------------------------------------------------------------

    def run(self, minutes: float) -> None:
        """Train until so many minutes have passed since the process began, those of earlier runs added.

        Raises BadSetup if they were over before the first round of self-play.
        """
        settings, progress = self.settings, self.progress
        total = 60 * minutes - RESERVE
        self._warm_up()
        begun = self._tick()
        copying = 0.0 if progress.rounds else settings.imitate
        self._make_players(imitating=copying > 0)
        alarms = {
            "line": Timer(begun, settings.log_every),
            "keep": Timer(begun + copying, settings.keep_every),
            "save": Timer(begun + settings.save_every, settings.save_every),
            "check": Timer(begun + copying + settings.check_every, settings.check_every),
        }
        try:
            while self._tick() < total:
                if copying and progress.seconds >= begun + copying:
                    copying = 0.0
                    self._end_imitation()
                copied = (progress.seconds - begun) / copying if copying else None
                self._round(copied, spent=progress.seconds / total)
                self._look_at(alarms, bool(copying))
            if progress.decisions:
                self.check()
        finally:
            if progress.decisions:
                self.save()
        if not progress.rounds:
            case = "copied" if progress.decisions else None
            raise BadSetup("too-few-minutes", case=case, folder=str(self.folder), minutes=minutes)

    def _look_at(self, alarms: dict[str, Timer], imitating: bool) -> None:
        """Do what is due from time to time."""
        now = self._tick()
        if alarms["line"].is_due(now):
            self._tell(imitating)
        if not imitating and alarms["keep"].is_due(now):
            self.league.add(self.learner.network)
        if not imitating and alarms["check"].is_due(now):
            self.check()
        if alarms["save"].is_due(now):
            self.save()

    def _tick(self) -> float:
        """Return the seconds since the run began, including earlier processes."""
        self.progress.seconds = self.partners.clock(self._before + time.monotonic() - STARTED)
        return self.progress.seconds

    def _warm_up(self) -> None:
        """Compile everything before the clock counts."""
        game_pool = self.matches.game_pool
        game_pool.seat(np.full_like(game_pool.arrays.holders, POLICY))
        game_pool.step(np.zeros(game_pool.size, np.int64))
        game_pool.wait()

    def _end_imitation(self) -> None:
        self.check()
        self.league.add(self.learner.network)
        self.learner.optimizer.state.clear()
        self._make_players(imitating=False)

    def _round(self, copied: float | None, spent: float) -> None:
        """Fill the memory and learn from it; `copied` is the finished share of a warm start."""
        settings, imitating = self.settings, copied is not None
        if any(guest.holder == OLDER for player in self.players for guest in player.networks):
            if not self.league.members:
                self.league.add(self.learner.network)
            self.league.lend(self.older)
        self.clock.lap("rest")
        self.exploration.chance.fill_(0.0 if imitating else settings.explore * max(0.0, 1 - spent / CALM))
        gather(self.players, self.actors, self.tally.note, learn_all=imitating)
        self.clock.lap("act")
        gain, sure = advantages(self.memory, settings.trace, settings.scale)
        samples = Samples(self.memory, gain, sure, self.exploration.place if settings.explore else None)
        if copied is not None:
            self.learner.imitate(samples, settings.imitate_rate * max(0.1, 1 - copied))
        else:
            warm = min(1.0, (self.progress.rounds + 1) / WARM_ROUNDS)
            self.learner.improve(
                samples, settings.rate * (1 - 0.95 * spent) * warm, settings.entropy * (1 - 0.9 * spent)
            )
            self.progress.rounds += 1
        self.progress.decisions += self.partners.count * self.memory.choice.numel()
        self.clock.lap("learn")

    # ---- logging and saving ------------------------------------------------------------------

    def _tell(self, imitating: bool) -> None:
        times = self.clock.told()
        busy = sum(seconds for phase, seconds in times.items() if phase in ("s_act", "s_learn"))
        made = self.progress.decisions - self._since_line
        self._since_line = self.progress.decisions
        line: Line = {
            "seconds": round(self.progress.seconds, 1),
            "imitating": imitating,
            "rounds": self.progress.rounds,
            "decisions": self.progress.decisions,
            "per_second": round(made / max(busy, 1e-9)),
            **self.tally.told(self.partners),
            **{name: round(number, 4) for name, number in self.learner.told.items()},
            **times,
        }
        self.log.write(line)

    def check(self) -> None:
        """Play matches with every number of players: against the policy, an earlier version and the rival."""
        network = self.learner.network
        found = {"policy": self.matches.play(network, None, "check")}
        if self.league.members:
            put_weights(self.older, self.league.members[len(self.league.members) // 2])
            found[self.other] = self.matches.play(network, self.older, "check")
        if self.rival is not None:
            found["rival"] = self.matches.play(network, self.rival, "check", sure=True)
        line: Line = {"seconds": round(self.progress.seconds, 1), "decisions": self.progress.decisions}
        for against, matches in found.items():
            line |= {f"{against}_{match.players}": msgspec.to_builtins(match) for match in matches}
        self.log.write(line)
        self._last_matches = [
            {"against": against, **msgspec.to_builtins(match)}
            for against, matches in found.items()
            for match in matches
        ]
        self.clock.lap("check")

    def save(self) -> None:
        """Write the checkpoint, the weights for the bot, and the page with the curves."""
        for player in self.players:
            player.game_pool.wait()
        self.progress.lines = self.log.lines
        save_checkpoint(self.folder, self.progress, self.learner, self.league)
        card = ModelCard(
            board=self.board.board,
            players=list(self.progress.players),
            command=shlex.join(["semafor", *sys.argv[1:]]),
            seed=self.settings.seed,
            win=self.settings.win,
            date=datetime.date.today().isoformat(),
            minutes=round(self.progress.seconds / 60, 2),
            decisions=self.progress.decisions,
            device=torch.cuda.get_device_name() if self.device.type == "cuda" else "cpu",
            matches=self._last_matches,
        )
        save_weights(
            self.folder / f"{self.board.board}.npz",
            Weights(card, parts_of(self.learner.network)),
            self.reading,
        )
        write_page(self.folder / "page.html", self.board.board, self.log.lines)
        self.clock.lap("save")
