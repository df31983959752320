"""One network for every board: what it reads, and the same answers with and without PyTorch."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from lab.general import map_reading, network
from lab.general.boards import EVALUATION_SEEDS, FIRST_TRAINING_SEED, boards_of, new_board
from lab.general.player import BoardNetwork, GeneralBot, Layers, load_player, save_player
from semafor import Board, Game, load_board
from semafor.boards.write import format_board
from semafor.bots.learned.network_bot import RowWriter
from semafor.bots.learned.reading import reading_of
from semafor.bots.learned.weights import SHIPPED
from semafor.knowledge.memory import SeatMemory

FROZEN = "91e791c1f934db868d3490832a489b966c8192237a09f4258e47d64fcada21a3"
"""Hash of the evaluation boards, which must not change after the first training."""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of weights of a small network, none of them zero."""
    torch.manual_seed(3)
    made = network.Network(width=16, rounds=2)
    for part in made.parameters():
        torch.nn.init.normal_(part, std=0.2)
    path = tmp_path_factory.mktemp("weights") / "player.npz"
    save_player(path, {name: part.detach().numpy() for name, part in made.state_dict().items()})
    return path


def in_torch(path: Path) -> network.Network:
    """The network of a file."""
    made = network.Network(width=16, rounds=2)
    parts = {name: torch.from_numpy(part) for name, part in load_player(path).items()}
    made.load_state_dict(parts, strict=False)  # a file contains no critic
    return made


def positions(board: Board, players: int, number: int = 25) -> Iterator[tuple[Game, int]]:
    """Decisions of a random game with more than one answer."""
    game, dice = Game.new(board, players=players, seed=7), random.Random(5)
    while number and not game.over:
        seat = game.pending[0]
        moves = game.moves(seat)
        if len(moves) > 1:
            number -= 1
            yield game, seat
        game.play(dice.choice(moves), seat)


def row_of(board: Board, game: Game, seat: int) -> NDArray[np.uint8]:
    """What the network reads of a position, as the board's own networks are given it."""
    return RowWriter(reading_of(board)).row(SeatMemory(board).game(game.view(seat)), seat)


def full_row(board: Board, row: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the same position as training writes it."""
    full = np.zeros(map_reading.ROW, np.uint8)
    full[map_reading.columns_of_reading(board)] = row
    slots, has = map_reading.festival_columns(board)
    full[map_reading.FESTIVALS : map_reading.FESTIVALS + len(slots)] = full[slots] * has
    return full


@pytest.mark.parametrize(("board", "players"), [("europe", 3), ("iberia", 2), ("asia", 4), ("berlin", 2)])
def test_the_player_prefers_what_the_trained_network_prefers(small: Path, board: str, players: int) -> None:
    on = load_board(board)
    made, played = in_torch(small), BoardNetwork(Layers(load_player(small)), on)
    padded = map_reading.map_tables(on, 128, 48)
    tables = {name: torch.from_numpy(padded[name])[None] for name in network.TABLES}
    actions = reading_of(on).actions
    for game, seat in positions(on, players):
        row = row_of(on, game, seat)
        rows = torch.from_numpy(full_row(on, row))[None, None]
        with torch.inference_mode():
            chances, value, _ = made(rows, tables, torch.zeros(1, 1, network.SECRETS))
        legal = np.flatnonzero(full_row(on, row)[map_reading.LEGAL : map_reading.FEATURES])
        wanted = played.preferences(row, np.searchsorted(actions, legal)).astype(np.float64)
        expected = wanted - wanted.max() - np.log(np.exp(wanted - wanted.max()).sum())
        assert np.allclose(chances[0, 0, legal].numpy(), expected, atol=1e-4)
        assert played.value(row) == pytest.approx(float(value[0, 0]), abs=1e-4)


def renumbered(board: Board) -> Board:
    """The same board with everything in another order."""
    dice = random.Random(5)
    mixed = {
        name: tuple(dice.sample(getattr(board, name), len(getattr(board, name))))
        for name in ("places", "routes", "tickets")
    }
    return msgspec.structs.replace(board, **mixed)


@pytest.mark.parametrize(("board", "players"), [("europe", 2), ("asia", 4), ("iberia", 2)])
def test_numbers_of_places_and_routes_mean_nothing(small: Path, board: str, players: int) -> None:
    on = load_board(board)
    other, layers = renumbered(on), Layers(load_player(small))
    here, there = BoardNetwork(layers, on), BoardNetwork(layers, other)
    inputs = {name: place for place, name in enumerate(reading_of(on).inputs)}
    actions = {name: place for place, name in enumerate(reading_of(on).action_names)}
    columns = np.array([inputs[name] for name in reading_of(other).inputs])
    answers = np.array([actions[name] for name in reading_of(other).action_names])
    for game, seat in positions(on, players):
        row = row_of(on, game, seat)
        mine = here.preferences(row, answers)
        theirs = there.preferences(row[columns], np.arange(len(answers)))
        legal = row[columns][there.legal] > 0
        same = np.isclose(mine, theirs, atol=1e-4) | ~legal
        assert same.all(), [reading_of(other).action_names[place] for place in np.flatnonzero(~same)]


@pytest.mark.parametrize(("seed", "players"), [(1, 2), (2, 6), (7, 4), (6, 3)])
def test_it_plays_generated_boards_to_the_end(small: Path, seed: int, players: int) -> None:
    board = new_board(seed)
    game = Game.new(board, players=players, seed=1)
    bots = [GeneralBot(board, seat, str(small)) for seat in range(players)]
    while not game.over:
        seat = game.pending[0]
        game.play(bots[seat].choose(game.view(seat), game.moves(seat)), seat)
    assert game.result().winners


def test_the_evaluation_boards_are_frozen() -> None:
    texts = [format_board(board) for board in boards_of(iter(EVALUATION_SEEDS))]
    assert len(texts) == 20
    assert max(EVALUATION_SEEDS) < FIRST_TRAINING_SEED
    assert hashlib.sha256("\n".join(texts).encode()).hexdigest() == FROZEN


def test_training_runs_in_the_simulator(tmp_path: Path) -> None:
    boards = [new_board(seed) for seed in (100_000, 100_001, 100_002, 100_003, 100_004, 100_005)]
    (tmp_path / "boards.msgpack").write_bytes(msgspec.msgpack.encode(boards))
    options = (
        f"--boards {tmp_path}/boards.msgpack --weights {SHIPPED} --out {tmp_path} --copy 0.01 --save-every 0"
    )
    tiny = (
        "--games 2 --steps 4 --real-slots 1 --made-slots 1 --most-rounds 4 --width 16 --rounds 2 --guests 0.5"
    )
    ran = subprocess.run(
        [sys.executable, "-m", "lab.general.train", *options.split(), *tiny.split()],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert len((tmp_path / "log.jsonl").read_text().splitlines()) == 4
    parts = torch.load(tmp_path / "player.pt", weights_only=True)
    save_player(tmp_path / "player.npz", {name: part.float().numpy() for name, part in parts.items()})
    assert GeneralBot(load_board("ireland"), 0, str(tmp_path / "player.npz"))
