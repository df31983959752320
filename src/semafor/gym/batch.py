"""Thousands of games at once: one compiled call steps them all, on all cores, without the GIL."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from semafor.announcing import announce_first_compile
from semafor.boards.model import Board
from semafor.cores import count_cores
from semafor.errors import BadSetup
from semafor.games.kind import Kind
from semafor.games.lookup import kind_of
from semafor.games.observation_names import illegal_action
from semafor.games.points import Reward, reward_number
from semafor.gym.backend import Backend, CpuBackend, new_arrays
from semafor.gym.environments import board_of, players_of
from semafor.gym.opponents import can_sit, compiled_players, controllers_of, networks_of, thinking_space
from semafor.gym.step_players import RANDOM
from semafor.seeds import Seed, series_key

if TYPE_CHECKING:
    from semafor.gym.device.gpu_backend import GpuBackend
    from semafor.gym.opponents import NetworkOpponents

FEWEST_GAMES = 64
"""Minimum number of games per thread."""


def _new_cpu(
    kind: Kind, controllers: NDArray[np.int8], threads: int | None, memories: np.dtype[Any]
) -> tuple[CpuBackend, np.dtype[Any]]:
    """Return the processor's backend, and the record of the memory of compiled players."""
    announce_first_compile()
    games = len(controllers)
    works = np.zeros(max(1, min(threads or count_cores(), games // FEWEST_GAMES)), kind.step_work)
    if (controllers > RANDOM).any():
        works, memories = thinking_space(kind, works.size, players=controllers.shape[1])
        return CpuBackend(games, works, compiled_players(kind).settings), memories
    return CpuBackend(games, works), memories


def _new_gpu(
    kind: Kind, controllers: NDArray[np.int8], kernels: Any, memories: np.dtype[Any]
) -> tuple[Backend, np.dtype[Any]]:
    """Return the same for a GPU."""
    from semafor.gym.device.gpu_backend import GpuBackend
    from semafor.gym.device.kernels import thinking_record  # numba-cuda is imported only if it is used

    desk = None
    if (controllers > RANDOM).any():
        desk, memories = thinking_space(kind, 1, thinking_record(), controllers.shape[1])
    games, players = controllers.shape
    return GpuBackend(games, players, kind, kernels, desk), memories


def _new_networks(board: Board, names: list[str], controllers: NDArray[np.int8]) -> NetworkOpponents | None:
    """Return the networks among the opponents."""
    if not names:
        return None
    from semafor.gym.opponents import NetworkOpponents  # weights are read only if a network plays

    return NetworkOpponents(board, names, *controllers.shape)


class Batch:
    """Many games of one board, stepped together.

    Row g of every array is game g; all arrays are allocated once and written in place:

    - `observations` (games, slots) bytes: what the seat that must decide next may know (see
      `observation_names`);
    - `masks` (games, 448) int8: 1 for each action that it may take;
    - `to_play` (games) the seat that must decide next, -1 in a finished game that was not reset;
    - `done` (games) whether the game ended with the last step;
    - `rewards` (games, players) float32: zero until a game ends, then summing to zero over sides:
      with `reward="win"` the winners share 1 and the others lose it in equal parts (draws among
      all: 0), with `reward="score"` it is a side's points less the average points of the other
      sides. Partners in Asia get the same;
    - `scores` (games, players) the final points of the last finished game;
    - `points` (games, players) running points: those of routes, of done tickets, and against the side
      those of the others (in the Card Game of completed tickets and the others); no bonus, no station;
    - `words` (games, 7) the masks once more, as 64-bit words: action a is bit a % 64 of word a // 64.

    They are for reading: of observations and masks a step writes only what changed.

    Choices that all seats make at once are asked seat by seat, and nobody sees the others' answers.
    Finished games begin anew at once unless `auto_reset` is False. With `learner` (a seat, or one for
    each game) only that seat is asked, and the others are played inside the step: by `opponents`, one name
    for all or one for each of them in order (`random`, `greedy`, `fast`, the player of the search's
    playouts, or `network`, the learned player; `network@FILE` has weights of one's own), else at random.
    With `device="cuda"` the games live on a GPU (see the page on GPUs). The same seed gives the same
    stream of games whatever the number of threads.
    """

    def __init__(
        self,
        board: str | Path | Board,
        *,
        games: int,
        players: int,
        seed: Seed = 0,
        reward: Reward = "win",
        auto_reset: bool = True,
        learner: ArrayLike | None = None,
        opponents: str | Sequence[str] | None = None,
        final_observations: bool = False,
        threads: int | None = None,
        device: str = "cpu",
        kernels: Any = None,
    ) -> None:
        self.board = board_of(board)
        self.games, self.players = games, players_of(self.board, players)
        if games < 1:
            raise BadSetup("games", n=games)
        self.kind, self.device = kind_of(self.board), device
        options = np.array([players, auto_reset, reward_number(reward)])
        controllers = controllers_of(games, players, learner, opponents)
        can_sit(controllers, self.kind, device)
        self._networks = _new_networks(self.board, networks_of(opponents), controllers)
        memories: np.dtype[Any] = np.dtype(np.uint8)
        self._backend: Backend
        if device == "cuda":
            self._backend, memories = _new_gpu(self.kind, controllers, kernels, memories)
        elif device == "cpu":
            self._backend, memories = _new_cpu(self.kind, controllers, threads, memories)
        else:
            raise BadSetup("device", name=device)
        self._tables = new_arrays(self._backend, self.kind, controllers, series_key(seed), options, memories)
        if final_observations:
            rows = self._backend.zeros((games, self.kind.observation.size), np.uint8)
            self._tables = self._tables._replace(finals=rows)
        self.reset()

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Use the board's own facts again: for writable facts everything would be compiled again."""
        self.__dict__.update(state)
        self._tables = self._tables._replace(facts=self.kind.table)

    @property
    def observations(self) -> Any:
        """What the seat that must decide next may know."""
        return self._backend.shared(self._tables.observations)

    @property
    def masks(self) -> Any:
        """1 for each legal action of that seat."""
        return self._backend.shared(self._tables.masks)

    @property
    def words(self) -> Any:
        """The masks as 64-bit words."""
        return self._backend.shared(self._tables.words)

    @property
    def to_play(self) -> Any:
        """The seat that must decide next."""
        return self._backend.shared(self._tables.to_play)

    @property
    def done(self) -> Any:
        """Whether the game ended with the last step."""
        return self._backend.shared(self._tables.done)

    @property
    def rewards(self) -> Any:
        """The rewards of all seats in the last step."""
        return self._backend.shared(self._tables.rewards)

    @property
    def scores(self) -> Any:
        """The final points of the last finished game."""
        return self._backend.shared(self._tables.scores)

    @property
    def points(self) -> Any:
        """Running points of every seat."""
        return self._backend.shared(self._tables.points)

    @property
    def finals(self) -> Any:
        """The last observation of each finished game, with `final_observations`."""
        return self._backend.shared(self._tables.finals)

    @property
    def controllers(self) -> Any:
        """Who decides for each seat."""
        return self._backend.shared(self._tables.controllers)

    @property
    def states(self) -> Any:
        """The states of the games."""
        return self._backend.shared(self._tables.states)

    @property
    def facts(self) -> Any:
        """The board's facts; another board of the same kind may be written here before a reset."""
        return self._backend.shared(self._tables.facts)

    def reset(self, which: ArrayLike | None = None, *, seed: Seed | None = None) -> None:
        """Restart all games, or those where `which` is true; a seed starts another stream of games."""
        if seed is not None:
            numbers = self._backend.put(np.arange(self.games))
            self._tables = self._tables._replace(key=self._backend.put(series_key(seed)), numbers=numbers)
        chosen = np.ones(self.games, np.bool_) if which is None else which
        self._backend.reset(self._tables, self._backend.taken(chosen, np.bool_, self.games))
        self._play_networks()

    def step(self, actions: ArrayLike) -> None:
        """Apply one decision in every game by the seat `to_play`; a negative action changes nothing.

        Raise ValueError, with nothing changed, if an action is illegal.
        """
        chosen = self._backend.taken(actions, np.int64, self.games)
        game = self._backend.first_illegal(self._tables, chosen)
        if game >= 0:
            seat, action = self._tables.to_play[game], int(chosen[game])
            raise illegal_action(self.board, action, f"of seat {seat} is not legal in game {game}")
        self._backend.step(self._tables, chosen)
        self._play_networks()

    def enqueue(self, actions: Any, stream: Any) -> None:
        """Step on a stream of a GPU so that it can be recorded: nothing is checked, and it does not wait.

        `stream` is Numba's (`cuda.external_stream`), `actions` an array on the device; all must be legal.
        """
        assert self._networks is None, "networks among the opponents are asked on the host"
        cast("GpuBackend", self._backend).enqueue(self._tables, actions, stream)

    def _play_networks(self) -> None:
        if self._networks is not None:
            self._networks.play(self._backend, self._tables)

    def observe(self, seats: ArrayLike, out: Any = None) -> Any:
        """Return the observations of the given seat (one, or one per game), whether it must decide or not."""
        if out is None:
            out = self._backend.zeros((self.games, self.kind.observation.size), np.uint8)
        if np.ndim(seats) == 0:
            seats = np.full(self.games, seats, np.int8)
        if isinstance(seats, np.ndarray | list | tuple):
            numbers = np.asarray(seats)
            if ((numbers < 0) | (numbers >= self.players)).any():
                raise ValueError(f"Seats are numbered from 0 to {self.players - 1}.")
        self._backend.observe(
            self._tables, self._backend.taken(seats, np.int8, self.games), getattr(out, "array", out)
        )
        return self._backend.shared(out) if not hasattr(out, "array") else out

    def random_actions(self, out: Any = None) -> Any:
        """Return a random legal action for every game, from random numbers that follow from the seed."""
        out = self._backend.shared(self._backend.zeros((self.games,), np.int64)) if out is None else out
        self._backend.roll(self._tables, self._backend.taken(out, np.int64, self.games))
        return out
