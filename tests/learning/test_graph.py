"""The network that reads the map as a graph: numbers mean nothing to it, and it plays boards it never saw."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import cast

import msgspec
import numpy as np
import torch
from torch import Tensor

from lab.graph.graph_network import GraphNetwork
from semafor import Board, Game, load_board
from semafor.bots import make_bot
from semafor.bots.learned.reading import reading_of
from semafor.learning.checkpoint import Progress, save_checkpoint
from semafor.learning.crowd import Crowd
from semafor.learning.league import League
from semafor.learning.learner import Learner
from semafor.learning.network import Network
from semafor.learning.policy_seats import POLICY
from semafor.learning.settings import Settings

TINY = Settings(width=16, blocks=2)


def rows_of(board: Board, steps: int = 12) -> Tensor:
    """Positions that the playout policy came to."""
    with ThreadPoolExecutor(1) as pool:
        crowd = Crowd(board, [(2, 8)], "rows", pool)
        crowd.seat(np.full((8, 2), POLICY, np.int8))
        found = []
        for _ in range(steps):
            found.append(crowd.arrays.rows.copy())
            crowd.step(np.zeros(8, np.int64))
            crowd.wait()
    return torch.from_numpy(np.concatenate(found))


def network_on(board: Board) -> GraphNetwork:
    """A network with all kinds of weights, also where it begins with none."""
    torch.manual_seed(3)
    network = GraphNetwork(reading_of(board), TINY.width, TINY.blocks)
    for part in network.parameters():
        torch.nn.init.normal_(part, std=0.2)
    return network


def renumbered(board: Board) -> Board:
    """The same board with everything in another order."""
    dice = random.Random(5)
    mixed = {
        name: tuple(dice.sample(getattr(board, name), len(getattr(board, name))))
        for name in ("places", "routes", "tickets")
    }
    return msgspec.structs.replace(board, **mixed)


def test_it_answers_the_same_however_the_map_is_numbered() -> None:
    board = load_board("europe")
    other = renumbered(board)
    rows, network = rows_of(board), network_on(board)
    here, there = reading_of(board), reading_of(other)
    assert set(here.inputs) == set(there.inputs)
    assert here.inputs != there.inputs
    moved = rows[:, [here.inputs.index(name) for name in there.inputs]]
    twin = GraphNetwork(there, TINY.width, TINY.blocks, network.core)
    (wanted, value), (wanted_there, value_there) = network(rows), twin(moved)
    back = [there.action_names.index(name) for name in here.action_names]
    assert torch.allclose(wanted, wanted_there[:, back], atol=1e-4)
    assert torch.allclose(value, value_there, atol=1e-4)
    assert value.std() > 0.01  # positions differ


def test_all_of_it_learns() -> None:
    board = load_board("europe")
    network = network_on(board)
    wanted, value = network(rows_of(board, 40))
    (wanted.clamp_min(-30).square().mean() + value.square().mean()).backward()
    unused = {"share"}  # only teams share tickets
    for name, part in network.core.named_parameters():
        assert part.grad is not None
        assert part.grad.abs().max() > 0 or name.partition(".")[0] in unused, name


def test_it_plays_a_board_it_never_saw(tmp_path: Path) -> None:
    seen, unseen = load_board("berlin"), load_board("iberia")
    network = network_on(seen)
    save_checkpoint(
        tmp_path,
        Progress(seen.board, (2,), TINY),
        Learner(cast(Network, network), TINY),
        League(kept=2, seed=1),
    )
    game = Game.new(unseen, players=2, seed=4)
    name = f"graph_bot:GraphBot@{tmp_path / 'checkpoint.pt'}"
    bots = [make_bot(name, unseen, 1), make_bot("greedy", unseen, 1)]
    while game.pending:
        seat = game.pending[0]
        game.play(bots[seat].choose(game.view(seat), game.moves(seat)), seat)
    assert game.result is not None
