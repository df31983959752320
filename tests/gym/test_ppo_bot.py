"""The example learns, and its bot sees what the network was trained on."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from semafor import BadSetup, Game, board_names, load_board
from semafor.bots import make_bot
from semafor.bots.bridge import seen_game
from semafor.games.arrays import Single
from semafor.games.kind import Plain
from semafor.games.lookup import kind_of
from semafor.games.observation_names import observation_names, used_actions, used_slots

EXAMPLES = Path(__file__).parents[2] / "examples"
BOARDS = [name for name in board_names() if load_board(name).options.card_game is None]


@pytest.fixture(autouse=True)
def _beside_the_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)


def example(name: str) -> Any:
    """A file of the examples as a module."""
    return importlib.import_module(name)


def untrained(path: Path, players: int = 2) -> Path:
    """Return a file of untrained weights."""
    board = load_board("berlin")
    slots, actions = used_slots(board, players), used_actions(board)
    chance = np.random.default_rng(3)
    sizes = (len(slots) + len(actions), 16, len(actions) + 1)
    shapes = zip(sizes[1:], sizes[:-1], strict=True)
    layers = [(chance.normal(size=shape), chance.normal(size=shape[0])) for shape in shapes]
    reads = {"slots": slots, "actions": actions, "scale": np.ones(len(slots))}
    example("ppo_bot").save_layers(path, layers, board="berlin", players=players, **reads)
    return path


@pytest.mark.parametrize("name", BOARDS)
def test_a_bot_sees_from_a_view_what_training_saw(name: str) -> None:
    board = load_board(name)
    players = max(board.options.players)
    names = observation_names(board)
    game, chance = Game.new(board, players=players, seed=8), Random(8)
    while not game.over:
        seat = chance.choice(game.pending)
        moves = game.moves(seat)
        if game.version % 5 == 0 or game.version < 20:
            real = Single(board, players, game.states).observation(seat)
            seen = seen_game(board, game.view(seat)).observation(seat)
            differ = [names[slot] for slot in np.flatnonzero(real != seen)]
            assert not differ, game
        game.play(chance.choice(moves), seat)


def test_a_bot_plays_from_views_what_its_network_prefers(tmp_path: Path) -> None:
    board = load_board("berlin")
    bot = example("ppo_bot").PpoBot(board, weights=untrained(tmp_path / "w.npz"))
    game, chance = Game.new(board, players=2, seed=4), Random(4)
    claims = 0
    while not game.over:
        seat = chance.choice(game.pending)
        moves = game.moves(seat)
        move = bot.choose(game.view(seat), moves)
        table = Single(board, 2, game.states.copy())
        wanted = bot.network.preferences(table.observation(seat), table.mask(seat))
        assert str(move) in [str(other) for other in moves]
        first = kind_of(board).codec.chain_of(Plain(game.states), seat, move)[0]
        legal = np.flatnonzero(table.mask(seat))
        assert len(moves) == 1 or wanted[first] == wanted[legal].max()
        claims += str(move).startswith("claim")
        game.play(move, seat)
    assert claims > 3


def test_wrong_weights_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadSetup, match=r"none\.npz"):
        make_bot(f"ppo_bot:PpoBot@{tmp_path / 'none.npz'}", load_board("berlin"))
    named = f"ppo_bot:PpoBot@{untrained(tmp_path / 'w.npz')}"
    with pytest.raises(BadSetup, match="plays berlin with 2 players"):
        make_bot(named, load_board("europe"))
    bot = make_bot(named, load_board("berlin"))
    game = Game.new("berlin", players=3, seed=1)
    with pytest.raises(ValueError, match="with 2 players"):
        bot.choose(game.view(0), game.moves(0))
    for version in ("OBSERVATION_VERSION", "ACTIONS_VERSION"):
        with monkeypatch.context() as changed:
            changed.setattr(f"ppo_bot.{version}", 0)
            with pytest.raises(BadSetup, match="train it again"):
                make_bot(named, load_board("berlin"))


def test_the_example_trains_and_writes_weights_and_curve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "tiny.npz"
    sizes = ["--decisions", "1024", "--games", "64", "--steps", "8", "--checks", "2", "--check-games", "2"]
    monkeypatch.setattr(sys, "argv", ["ppo_berlin.py", *sizes, "--out", str(out)])
    example("ppo_berlin").main()
    assert capsys.readouterr().out.count("against greedy") == 2
    rows = out.with_suffix(".csv").read_text().splitlines()
    assert rows[0] == "decisions,minutes,clock minutes,won"
    assert [row.split(",")[0] for row in rows[1:]] == ["512", "1024"]
    assert example("ppo_bot").PpoBot(load_board("berlin"), weights=out).network.layers[0][0].any()


def test_what_is_paid_in_advance_is_taken_back_at_the_end() -> None:
    """The rewards of one game, from one seat's side, add up to the difference of the scores."""
    module = example("ppo_berlin")
    play = module.SelfPlay(4, seed=3)
    sums = np.zeros(4)
    ended = 0
    for _ in range(250):
        seats, chosen = play.batch.to_play.copy(), play.batch.random_actions()
        choices = np.searchsorted(module.ACTIONS, chosen)
        reward, _sign = play.step(module.torch.from_numpy(choices))
        sums += np.where(seats == 0, 1, -1) * reward.numpy() * module.POINTS
        for game in np.flatnonzero(play.batch.done):
            assert sums[game] == pytest.approx(play.batch.rewards[game, 0], abs=1e-3)
            sums[game] = 0
            ended += 1
    assert ended > 4


def test_the_shipped_player_beats_greedy() -> None:
    """A few games only; the curve in the docs has more."""
    weights = example("ppo_bot").WEIGHTS
    assert weights.stat().st_size < 1_000_000
    assert example("ppo_berlin").evaluate(weights, "greedy", 10, seed=5) >= 0.7
