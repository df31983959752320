"""Gymnasium: one seat at a table of bots."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from semafor.boards.model import Board
from semafor.bots import Bot, BotSource, choose_move, make_bot, name_of_bot
from semafor.engine.actions import ACTIONS
from semafor.errors import BadSetup, IllegalMove, missing
from semafor.games.arrays import Single
from semafor.games.lookup import kind_of
from semafor.games.points import Reward, reward_number
from semafor.gym.environments import (
    RENDER_MODES,
    Frame,
    board_of,
    no_options,
    players_of,
    render_game,
    render_mode_of,
)
from semafor.gym.spaces import slots_space
from semafor.moves import Move
from semafor.seeds import key_of
from semafor.view import View
from semafor.words import say
from semafor.words.languages import language_here

try:
    import gymnasium
    from gymnasium import spaces
except ModuleNotFoundError as error:
    raise missing(error, "gym") from None

ILLEGAL_REWARD = -1.0
Observation = NDArray[np.uint8]
Answer = tuple[Observation, float, bool, bool, dict[str, Any]]


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """A game in which the environment's bots play all seats but one.

    An observation is what that seat may know (bytes, see `observation_names`), an action one of 448,
    and `info["action_mask"]` says which of them are legal now. The reward comes at the end (see
    `Batch`). An illegal action ends the game with a reward of -1 and `info["illegal"]`. Opponents are
    names of bots, or `module:Class`, bots or what makes them, one for all or one for each other seat in
    order; without `seat` it is another one in every game. What a bot raises comes out as it is, with a
    note that names the bot.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012  # Gymnasium's own way

    def __init__(
        self,
        board: str | Path | Board = "berlin",
        players: int | None = None,
        opponents: BotSource | Sequence[BotSource] = ("greedy",),
        seat: int | None = None,
        reward: Reward = "win",
        render_mode: str | None = None,
    ) -> None:
        self.board = board_of(board)
        self.players = players_of(self.board, players)
        reward_number(reward)
        _check_seat(self.players, seat)
        self._kind = kind_of(self.board)
        self._opponents = _for_all(opponents, self.players - 1)
        self._wanted_seat, self._reward, self.render_mode = seat, reward, render_mode_of(render_mode)
        self.observation_space = slots_space(self.board)
        self.action_space = spaces.Discrete(ACTIONS)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a new game; the seed determines the deal, the seat and the bots' random numbers."""
        super().reset(seed=seed)
        no_options(options)
        number = int(self.np_random.integers(2**62))
        self.seat = number % self.players if self._wanted_seat is None else self._wanted_seat
        states, _events = self._kind.deal(self.players, key_of(number), None)
        self.table = Single(self.board, self.players, states)
        self._bots = self._new_bots(number % 2**31)
        self._ended = False
        self._play_others()
        return self.table.observation(self.seat), self._info()

    def _new_bots(self, dice: int) -> dict[int, Bot]:
        others = [seat for seat in range(self.players) if seat != self.seat]
        names = zip(others, self._opponents, strict=True)
        return {seat: make_bot(name, self.board, dice + seat) for seat, name in names}

    def step(self, action: np.int64 | int) -> Answer:
        """Apply the seat's decision and those of bots after it; raise IllegalMove after the end."""
        if self._ended:
            raise IllegalMove("game-over")
        try:
            self.table.apply(self.seat, int(action))
        except ValueError:
            self._ended = True
            info = self._info() | {"illegal": True}
            return self.table.observation(self.seat), ILLEGAL_REWARD, True, False, info
        self._play_others()
        over = self._ended = self.table.over
        reward = float(self.table.rewards(self._reward)[self.seat]) if over else 0.0
        if self.render_mode == "human":
            self.render()
        return self.table.observation(self.seat), reward, over, False, self._info()

    def _play_others(self) -> None:
        """Let bots decide until the own seat is asked or the game is over."""
        while not self.table.over and self.table.states["ask"][0, self.seat] == 0:
            states = self.table.states
            seat = self._kind.pending(states)[0]
            moves = self._kind.moves(states, seat)
            move = self._ask(seat, self._kind.view(states, seat), moves)
            self.table.states, _events = self._kind.play(states, seat, move)

    def _ask(self, seat: int, view: View, moves: list[Move]) -> Move:
        """Return a bot's choice; exceptions get a note that names the bot."""
        try:
            return choose_move(self._bots[seat], view, moves)
        except Exception as error:
            bot = name_of_bot(self._opponents[seat - (seat > self.seat)])
            error.add_note(say("told.raised-by", {"bot": bot, "place": seat}, language_here()))
            raise

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions, as libraries with action masking expect them."""
        return self.table.mask(self.seat).astype(np.bool_)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.table.mask(self.seat), "seat": self.seat}
        if self.table.over:
            sides = self._kind.result(self.table.states).sides
            info["scores"] = [sides[seat * len(sides) // self.players].total for seat in range(self.players)]
        return info

    def render(self) -> Frame | None:
        """What the own seat sees: text, a picture as SVG, or its pixels."""
        return render_game(self.board, self.table.states, self.render_mode, self.seat)


def _check_seat(players: int, seat: int | None) -> None:
    if seat is not None and (isinstance(seat, bool) or not 0 <= seat < players):
        raise BadSetup("seat", last=players - 1, given=str(seat))


def _for_all(opponents: BotSource | Sequence[BotSource], others: int) -> list[BotSource]:
    """Return a bot for each other seat; raise BadSetup if their number is wrong."""
    bots: list[BotSource]
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        bots = [opponents]
    else:
        bots = list(opponents)
    if len(bots) not in (1, others):
        raise BadSetup("opponents", n=others)
    return bots * (1 if len(bots) > 1 else others)
