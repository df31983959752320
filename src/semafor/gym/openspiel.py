"""OpenSpiel: `pyspiel.load_game("python_semafor", {"board": "berlin", "players": 2})` after this import.

Chance is explicit, in one node at the root: it chooses one of `deals` equally likely deals, and a
deal decides every shuffle to come, since the generator lives in the state. Explicit nodes for each
drawn card would need another engine; a sampled game could not be replayed from its history. So a
history is the deal and the decisions, as a record of ours is. Nobody sees which deal it is; a search
that is not to peek asks a state for `resample_from_infostate`. Choices that all seats make at once
are serialised, and nobody sees the others' answers.

So that information states repeat, deals come in families of two for each seat: from one deal of a
family to the next one of the seats sees the same, and all that it cannot know is dealt anew. `deals`
is 1000 unless said, which is enough to learn on; a game that is to be solved takes few of them and a
small board: `TINY` is the file of one whose exploitability is found in seconds.

The observation is that of `Batch`. The information state's string is the same with a hash of all
that the seat has seen and done before, so that it has perfect recall; the tensor has no such hash.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from semafor.boards.model import Board
from semafor.engine.actions import ACTIONS
from semafor.engine.state import Array
from semafor.errors import missing
from semafor.games.arrays import Single
from semafor.games.kind import copy_states
from semafor.games.lookup import kind_of
from semafor.games.observation_names import action_name, observation_names
from semafor.gym.environments import board_of, players_of
from semafor.knowledge.memory import ExactTicketMemory
from semafor.knowledge.sampler import another_world
from semafor.seeds import key_of

try:
    import pyspiel  # type: ignore[import-not-found,unused-ignore]  # it has no types
except ModuleNotFoundError as error:
    raise missing(error, "gym") from None

SHORT_NAME = "python_semafor"
PARAMETERS = {"board": "berlin", "players": 2, "deals": 1000}
TINY = Path(__file__).parent / "boards" / "tiny.toml"
"""A board for two, small enough to be solved."""
FAMILY = 2
"""Deals for each seat that differ in what a seat cannot know."""
LONGEST_GAME = 20_000
"""More decisions than any game has."""
GAME_TYPE = pyspiel.GameType(
    short_name=SHORT_NAME,
    long_name="Semafor",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=6,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=PARAMETERS,
)


class SemaforGame(pyspiel.Game):  # type: ignore[misc,unused-ignore]  # pyspiel has no types
    """Any board with any number of players."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = PARAMETERS | (params or {})
        self.board = board_of(str(given["board"]))
        self.players, self.deals = (
            players_of(self.board, int(str(given["players"]))),
            int(str(given["deals"])),
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=self.deals,
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST_GAME,
        )
        super().__init__(GAME_TYPE, info, given)

    def new_initial_state(self) -> SemaforState:
        """The game before it is dealt."""
        return SemaforState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SemaforObserver:
        """What looks at states for the players."""
        if params:
            raise ValueError(f"An observer has no parameters, but was given {params}.")
        recalls = bool(iig_obs_type and iig_obs_type.perfect_recall)
        return SemaforObserver(len(observation_names(self.board)), recalls)


class SemaforState(pyspiel.State):  # type: ignore[misc,unused-ignore]  # pyspiel has no types
    """A game as far as it has come; its decisions are the engine's small ones."""

    def __init__(self, game: SemaforGame) -> None:
        super().__init__(game)
        self._board, self._players, self._deals = game.board, game.players, game.deals
        self.table: Single | None = None
        self.memories = [b""] * game.players
        """For each seat a hash of all that it has seen and done."""
        self._looks = [b""] * game.players
        self.tickets = [ExactTicketMemory(game.board) for _ in range(game.players)]
        """For each seat the tickets that it sent away or passed on."""

    def __deepcopy__(self, memo: dict[int, Any]) -> SemaforState:
        return self.clone()  # type: ignore[no-any-return]  # pyspiel has no types

    def current_player(self) -> int:
        """The seat that must decide, chance before the deal."""
        if self.table is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.table.over else self.table.to_play

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every deal, equally likely."""
        return [(deal, 1 / self._deals) for deal in range(self._deals)]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.table is not None
        return np.flatnonzero(self.table.mask(player)).tolist()  # type: ignore[no-any-return,unused-ignore]  # NumPy's lists have no types

    def _apply_action(self, action: int) -> None:
        if self.table is None:
            self.table = Single(self._board, self._players, deal_of(self._board, self._players, action))
            self._remember(None, 0)
            return
        seat, before = self.table.to_play, copy_states(self.table.states)
        self.table.apply(seat, action)
        self._remember(seat, action)
        self.tickets[seat].note(before[0], seat, action)
        for other, memory in enumerate(self.tickets):
            memory.see(before[0], self.table.states[0], other)

    def _remember(self, actor: int | None, action: int) -> None:
        """Every seat takes in what is new to it, and its own decision."""
        assert self.table is not None
        for seat, memory in enumerate(self.memories):
            done, seen = f"{action}" if seat == actor else "", self.table.observation(seat).tobytes()
            if done or seen != self._looks[seat]:
                self._looks[seat] = seen
                self.memories[seat] = blake2b(memory + done.encode() + seen, digest_size=16).digest()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return action_name(self._board, action)

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.table is not None and self.table.over

    def returns(self) -> list[float]:
        """1 shared by the winners, the others' loss in equal parts; partners get the same."""
        if self.table is None or not self.table.over:
            return [0.0] * self._players
        return self.table.rewards("win").tolist()  # type: ignore[no-any-return,unused-ignore]  # NumPy's lists have no types

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SemaforState:
        """A state that the player cannot tell from this one by all that it has seen."""
        world = self.clone()
        assert isinstance(world, SemaforState)
        assert world.table is not None
        seed = Random(sampler()).getrandbits(40)
        states = another_world(self._board, world.table.states, player, self.tickets[player], seed)
        world.table = Single(self._board, self._players, states)
        return world

    def __str__(self) -> str:
        if self.table is None:
            return "not dealt"
        return f"{self._board.board}, turn {int(self.table.states['turns'][0])}, seat {self.table.to_play}"


@lru_cache(maxsize=4096)
def _deal(board: Board, players: int, number: int) -> Array:
    """A deal, told from its neighbour in the family by all seats but one."""
    if number % (FAMILY * players) == 0:
        states, _events = kind_of(board).deal(players, key_of(f"deal {number}"), None)
        return states
    before = _deal(board, players, number - 1)
    return another_world(board, before, (number - 1) % players, ExactTicketMemory(board), number)


def deal_of(board: Board, players: int, number: int) -> Array:
    """A deal by its number, as an array of one state."""
    return copy_states(_deal(board, players, number))


class SemaforObserver:
    """Looks at a state for one player; with perfect recall its string tells all that was seen before."""

    def __init__(self, size: int, recalls: bool) -> None:
        self.tensor: NDArray[np.float32] = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor}
        self._recalls = recalls

    def set_from(self, state: SemaforState, player: int) -> None:
        """Write the observation."""
        self.tensor[:] = 0 if state.table is None else state.table.observation(player)

    def string_from(self, state: SemaforState, player: int) -> str:
        """The slots that are not zero, after the seat's memory."""
        if state.table is None:
            return "not dealt"
        seen = state.table.observation(player)
        slots = " ".join(f"{slot}:{seen[slot]}" for slot in np.flatnonzero(seen))
        return f"{state.memories[player].hex()} {slots}" if self._recalls else slots


pyspiel.register_game(GAME_TYPE, SemaforGame)
