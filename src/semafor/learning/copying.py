"""Imitation of a bot: a network learns the choices of a bot in recorded games.

The copy plays like the bot, but thousands of times faster, so that networks can train against it (`--rival`).
A copy makes mistakes and then meets positions that the bot never reaches. Therefore it is corrected in games
of its own: the bot says at each decision of the copy what it would have chosen.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from semafor.arena.records_file import KeptGame
from semafor.boards.model import Board
from semafor.bots import make_bot
from semafor.bots.learned.network_bot import RowWriter
from semafor.bots.learned.reading import Reading, reading_of
from semafor.errors import BadSetup
from semafor.games.arrays import Single
from semafor.games.kind import Plain, copy_states
from semafor.games.lookup import kind_of
from semafor.learning.torch_network import PolicyNetwork
from semafor.moves import Move
from semafor.notation import parse_move
from semafor.record import board_from_record, check_record
from semafor.seeds import key_of

SET_ASIDE = 20
"""One in this number of games is kept for validation."""
MINIBATCH = 2048
HIGHEST, LOWEST = 1e-3, 2e-5
"""The learning rate falls from the first to the second."""


Choice = tuple[NDArray[np.uint8], int]


class Choices(NamedTuple):
    """Rows of inputs, and the indexes of the chosen actions."""

    rows: NDArray[np.uint8]
    places: NDArray[np.int64]


def board_of_games(games: Sequence[KeptGame]) -> Board:
    """Return the board of all games; raise BadSetup if they differ, BadRecord if the board has changed."""
    names = {game.record.board for game in games}
    if len(names) != 1:
        raise BadSetup("bad-copy", case="boards", boards=len(names))
    return board_from_record(names.pop())


def choices_of(games: Sequence[KeptGame], bot: str, corrected: str | None = None) -> tuple[Choices, Choices]:
    """Return the bot's choices in these games, for training and validation; BadSetup if there are none.

    If a bot is `corrected`, they also include what the bot would have chosen in its place.
    """
    board = board_of_games(games)
    aside = look_through(board, bot, games[::SET_ASIDE], corrected)
    learnt = look_through(board, bot, [game for n, game in enumerate(games) if n % SET_ASIDE], corrected)
    if not (len(learnt.places) and len(aside.places)):
        raise BadSetup("bad-copy", bot=bot)
    return learnt, aside


def look_through(board: Board, bot: str, games: Sequence[KeptGame], corrected: str | None = None) -> Choices:
    """Return the bot's choices between several moves, in games that began with a deal."""
    reading = reading_of(board)
    writers = [RowWriter(reading) for _ in range(max(board.options.players))]
    dealt = (game for game in games if game.record.position is None)
    found = [choice for game in dealt for choice in _choices_in(reading, writers, game, bot, corrected)]
    rows = np.array([row for row, _ in found], np.uint8).reshape(-1, reading.size)
    return Choices(rows, np.array([place for _, place in found], np.int64))


def _choices_in(
    reading: Reading, writers: list[RowWriter], game: KeptGame, bot: str, corrected: str | None
) -> Iterator[Choice]:
    """Replay a game and yield the bot's choices; raise BadRecord or IllegalMove if that is impossible."""
    board, record = reading.board, check_record(game.record)
    kind = kind_of(board)
    advisers = {seat: make_bot(bot, board, seat) for seat, name in enumerate(game.bots) if name == corrected}
    states, _ = kind.deal(record.players, key_of(record.seed), record.first)
    for seat, text in record.decisions():
        before, said = states, text if game.bots[seat] == bot else None
        states, _ = kind.play(states, seat, parse_move(text, board))
        if seat in advisers:
            said = str(advisers[seat].choose(kind.view(before, seat), kind.moves(before, seat)))
        if said is not None:
            table = Single(board, record.players, copy_states(before))
            yield from _links(reading, writers[seat], table, seat, parse_move(said, board))


def _links(reading: Reading, writer: RowWriter, table: Single, seat: int, move: Move) -> Iterator[Choice]:
    """Yield the actions of a move that had alternatives."""
    for action in kind_of(reading.board).chain_of(Plain(table.states), seat, move):
        row = writer.row(table, seat)
        if np.count_nonzero(row[reading.features - len(reading.actions) : reading.features]) > 1:
            yield row, int(np.searchsorted(reading.actions, action))
        table.apply(seat, action)


class Copying:
    """A network that is trained on another player's choices."""

    def __init__(self, network: PolicyNetwork, choices: Choices) -> None:
        self.network, self._device = network, next(network.parameters()).device
        self._rows, self._places = (torch.from_numpy(part) for part in choices)
        self._optimizer = torch.optim.AdamW(network.parameters(), lr=HIGHEST, weight_decay=0.01)

    def run(self, epochs: int, note: Callable[[int], None]) -> None:
        """Train for a number of epochs with a falling rate; `note` is called with the number of samples."""
        parts = -(-len(self._places) // MINIBATCH)
        schedule = torch.optim.lr_scheduler.CosineAnnealingLR(self._optimizer, epochs * parts, LOWEST)
        for _ in range(epochs):
            for part in torch.randperm(len(self._places)).chunk(parts):
                self._learn(part)
                schedule.step()
                note(len(part))

    def _learn(self, part: Tensor) -> None:
        rows, places = (column[part].to(self._device) for column in (self._rows, self._places))
        loss = nn.functional.nll_loss(self.network(rows)[0], places)
        self._optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]  # torch leaves it untyped
        nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self._optimizer.step()


@torch.no_grad()
def agreement(network: PolicyNetwork, choices: Choices) -> float:
    """Return the share of choices in which the network prefers the chosen action."""
    device, same = next(network.parameters()).device, 0
    for first in range(0, len(choices.places), MINIBATCH):
        rows, places = (torch.from_numpy(part[first : first + MINIBATCH]).to(device) for part in choices)
        same += int((network(rows)[0].argmax(1) == places).sum())
    return same / len(choices.places)
