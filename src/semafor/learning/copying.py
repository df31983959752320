"""Copying a player: a network that learns to choose as somebody chose in recorded games.

What comes of it plays like the other, thousands of times as fast: a rival to learn against (`--rival`), where
the other itself would hold everybody up. A copy errs, and then meets positions that the other never comes to;
so in games of its own it is corrected: the other says at each of its decisions what it would have done.
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
"""One of so many games is not learnt from: it tells how well the rest was."""
MINIBATCH = 2048
HIGHEST, LOWEST = 1e-3, 2e-5
"""Between these the rate of learning falls."""


Choice = tuple[NDArray[np.uint8], int]


class Choices(NamedTuple):
    """What somebody saw and chose, a row of the network's inputs and the place of an action each."""

    rows: NDArray[np.uint8]
    places: NDArray[np.int64]


def board_of_games(games: Sequence[KeptGame]) -> Board:
    """The board that all games were played on; BadSetup where they differ, BadRecord where it has changed."""
    names = {game.record.board for game in games}
    if len(names) != 1:
        raise BadSetup("bad-copy", case="boards", boards=len(names))
    return board_from_record(names.pop())


def choices_of(games: Sequence[KeptGame], bot: str, corrected: str | None = None) -> tuple[Choices, Choices]:
    """All choices of the bot in these games, and those of games set aside; BadSetup where none.

    Where a bot that is `corrected` has played, they are what the other would have chosen in its place.
    """
    board = board_of_games(games)
    aside = look_through(board, bot, games[::SET_ASIDE], corrected)
    learnt = look_through(board, bot, [game for n, game in enumerate(games) if n % SET_ASIDE], corrected)
    if not (len(learnt.places) and len(aside.places)):
        raise BadSetup("bad-copy", bot=bot)
    return learnt, aside


def look_through(board: Board, bot: str, games: Sequence[KeptGame], corrected: str | None = None) -> Choices:
    """The bot's choices, where there was one to make, in games that began with a deal."""
    reading = reading_of(board)
    writers = [RowWriter(reading) for _ in range(max(board.options.players))]
    dealt = (game for game in games if game.record.position is None)
    found = [choice for game in dealt for choice in _choices_in(reading, writers, game, bot, corrected)]
    rows = np.array([row for row, _ in found], np.uint8).reshape(-1, reading.size)
    return Choices(rows, np.array([place for _, place in found], np.int64))


def _choices_in(
    reading: Reading, writers: list[RowWriter], game: KeptGame, bot: str, corrected: str | None
) -> Iterator[Choice]:
    """Play a game again and look over the bot's shoulder; BadRecord or IllegalMove where that cannot be."""
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
    """The small decisions that made a move, where there was more than one way to go on."""
    for action in kind_of(reading.board).chain_of(Plain(table.states), seat, move):
        row = writer.row(table, seat)
        if np.count_nonzero(row[reading.features - len(reading.actions) : reading.features]) > 1:
            yield row, int(np.searchsorted(reading.actions, action))
        table.apply(seat, action)


class Copying:
    """A network that is taught another's choices."""

    def __init__(self, network: PolicyNetwork, choices: Choices) -> None:
        self.network, self._device = network, next(network.parameters()).device
        self._rows, self._places = (torch.from_numpy(part) for part in choices)
        self._optimizer = torch.optim.AdamW(network.parameters(), lr=HIGHEST, weight_decay=0.01)

    def run(self, epochs: int, note: Callable[[int], None]) -> None:
        """Go through all choices so many times, the rate falling; `note` hears how many were learnt from."""
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
    """In which part of these choices the network prefers what was chosen."""
    device, same = next(network.parameters()).device, 0
    for first in range(0, len(choices.places), MINIBATCH):
        rows, places = (torch.from_numpy(part[first : first + MINIBATCH]).to(device) for part in choices)
        same += int((network(rows)[0].argmax(1) == places).sum())
    return same / len(choices.places)
