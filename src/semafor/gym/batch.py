"""Thousands of games at once: one compiled call steps them all, on every core, without the GIL."""

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
from semafor.gym.environments import board_of, players_of
from semafor.gym.opponents import can_sit, networks_of, pilots_of, thinking_space
from semafor.gym.room import Host, Room, new_tables
from semafor.gym.step_players import RANDOM
from semafor.seeds import Seed, series_key

if TYPE_CHECKING:
    from semafor.gym.device.device_room import DeviceRoom
    from semafor.gym.opponents import Guests

FEWEST_GAMES = 64
"""Games that are worth a thread of their own."""


def _new_host(
    kind: Kind, pilots: NDArray[np.int8], threads: int | None, minds: np.dtype[Any]
) -> tuple[Host, np.dtype[Any]]:
    """The processor for these games, and the record of what their players keep in mind."""
    announce_first_compile()
    games = len(pilots)
    works = np.zeros(max(1, min(threads or count_cores(), games // FEWEST_GAMES)), kind.step_work)
    if (pilots > RANDOM).any():
        works, minds = thinking_space(kind, works.size, players=pilots.shape[1])
    return Host(games, works), minds


def _new_device(
    kind: Kind, pilots: NDArray[np.int8], kernels: Any, minds: np.dtype[Any]
) -> tuple[Room, np.dtype[Any]]:
    """The same for a GPU."""
    from semafor.gym.device.device_room import DeviceRoom
    from semafor.gym.device.kernels import thinking_record  # numba-cuda only where it is asked for

    desk = None
    if (pilots > RANDOM).any():
        desk, minds = thinking_space(kind, 1, thinking_record(), pilots.shape[1])
    games, players = pilots.shape
    return DeviceRoom(games, players, kind, kernels, desk), minds


def _new_guests(board: Board, names: list[str], pilots: NDArray[np.int8]) -> Guests | None:
    """The networks among the opponents."""
    if not names:
        return None
    from semafor.gym.opponents import Guests  # weights are read only where a network plays

    return Guests(board, names, *pilots.shape)


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
        pilots = pilots_of(games, players, learner, opponents)
        can_sit(pilots, self.kind, device)
        self._guests = _new_guests(self.board, networks_of(opponents), pilots)
        minds: np.dtype[Any] = np.dtype(np.uint8)
        self._room: Room
        if device == "cuda":
            self._room, minds = _new_device(self.kind, pilots, kernels, minds)
        elif device == "cpu":
            self._room, minds = _new_host(self.kind, pilots, threads, minds)
        else:
            raise BadSetup("device", name=device)
        self._tables = new_tables(self._room, self.kind, pilots, series_key(seed), options, minds)
        if final_observations:
            rows = self._room.zeros((games, self.kind.observation.size), np.uint8)
            self._tables = self._tables._replace(finals=rows)
        self.reset()

    def __setstate__(self, state: dict[str, Any]) -> None:
        """A copy reads the board's own facts: code for facts that can be written would be compiled anew."""
        self.__dict__.update(state)
        self._tables = self._tables._replace(facts=self.kind.table)

    @property
    def observations(self) -> Any:
        """What the seat that must decide next may know."""
        return self._room.shared(self._tables.observations)

    @property
    def masks(self) -> Any:
        """1 for each action that it may take."""
        return self._room.shared(self._tables.masks)

    @property
    def words(self) -> Any:
        """The masks as 64-bit words."""
        return self._room.shared(self._tables.words)

    @property
    def to_play(self) -> Any:
        """The seat that must decide next."""
        return self._room.shared(self._tables.to_play)

    @property
    def done(self) -> Any:
        """Whether the game ended with the last step."""
        return self._room.shared(self._tables.done)

    @property
    def rewards(self) -> Any:
        """What every seat got by the last step."""
        return self._room.shared(self._tables.rewards)

    @property
    def scores(self) -> Any:
        """The final points of the last finished game."""
        return self._room.shared(self._tables.scores)

    @property
    def points(self) -> Any:
        """Running points of every seat."""
        return self._room.shared(self._tables.points)

    @property
    def finals(self) -> Any:
        """The last observation of each finished game, with `final_observations`."""
        return self._room.shared(self._tables.finals)

    @property
    def pilots(self) -> Any:
        """Who decides for each seat."""
        return self._room.shared(self._tables.pilots)

    @property
    def states(self) -> Any:
        """The games themselves."""
        return self._room.shared(self._tables.states)

    @property
    def facts(self) -> Any:
        """The board as the rules read it; another one of the same kind may be written here before a reset."""
        return self._room.shared(self._tables.facts)

    def reset(self, which: ArrayLike | None = None, *, seed: Seed | None = None) -> None:
        """Begin all games anew, or those where `which` is true; a seed begins another stream of games."""
        if seed is not None:
            numbers = self._room.put(np.arange(self.games))
            self._tables = self._tables._replace(key=self._room.put(series_key(seed)), numbers=numbers)
        chosen = np.ones(self.games, np.bool_) if which is None else which
        self._room.reset(self._tables, self._room.taken(chosen, np.bool_, self.games))
        self._play_guests()

    def step(self, actions: ArrayLike) -> None:
        """One decision in every game by the seat `to_play`; a negative action leaves its game as it is.

        ValueError, with nothing changed, where an action is not legal.
        """
        chosen = self._room.taken(actions, np.int64, self.games)
        game = self._room.first_illegal(self._tables, chosen)
        if game >= 0:
            seat, action = self._tables.to_play[game], int(chosen[game])
            raise illegal_action(self.board, action, f"of seat {seat} is not legal in game {game}")
        self._room.step(self._tables, chosen)
        self._play_guests()

    def enqueue(self, actions: Any, stream: Any) -> None:
        """The same on a stream of a GPU, so that it can be recorded: nothing is checked, nobody waits.

        `stream` is Numba's (`cuda.external_stream`), `actions` an array on the device; all must be legal.
        """
        assert self._guests is None, "networks among the opponents are asked on the host"
        cast("DeviceRoom", self._room).enqueue(self._tables, actions, stream)

    def _play_guests(self) -> None:
        if self._guests is not None:
            self._guests.play(self._room, self._tables)

    def observe(self, seats: ArrayLike, out: Any = None) -> Any:
        """What the given seat (one, or one for each game) may know now, asked or not."""
        if out is None:
            out = self._room.zeros((self.games, self.kind.observation.size), np.uint8)
        if np.ndim(seats) == 0:
            seats = np.full(self.games, seats, np.int8)
        if isinstance(seats, np.ndarray | list | tuple):
            numbers = np.asarray(seats)
            if ((numbers < 0) | (numbers >= self.players)).any():
                raise ValueError(f"Seats are numbered from 0 to {self.players - 1}.")
        self._room.observe(
            self._tables, self._room.taken(seats, np.int8, self.games), getattr(out, "array", out)
        )
        return self._room.shared(out) if not hasattr(out, "array") else out

    def random_actions(self, out: Any = None) -> Any:
        """A legal action for every game, each equally likely, by dice that follow from the seed."""
        out = self._room.shared(self._room.zeros((self.games,), np.int64)) if out is None else out
        self._room.roll(self._tables, self._room.taken(out, np.int64, self.games))
        return out
