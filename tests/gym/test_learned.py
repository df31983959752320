"""The learned bot sees what its network was trained on, and the example learns."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from random import Random
from types import ModuleType

import numpy as np
import pytest

from semafor import BadSetup, Game, board_names, load_board
from semafor.arrays.observing import observation_names, used_actions, used_slots
from semafor.arrays.single import Single
from semafor.bots import make_bot
from semafor.bots.bridge import seen_game
from semafor.gym.learned import SHIPPED, VARIABLE, LearnedBot, save_network
from semafor.kinds.plain import Plain

EXAMPLE = Path(__file__).parents[2] / "examples" / "ppo_berlin.py"
BOARDS = [name for name in board_names() if load_board(name).options.card_game is None]


def untrained(path: Path, players: int = 2) -> Path:
    """A file of weights that nobody trained."""
    board = load_board("berlin")
    slots, actions = used_slots(board, players), used_actions(board)
    chance = np.random.default_rng(3)
    sizes = (len(slots) + len(actions), 16, len(actions) + 1)
    shapes = zip(sizes[1:], sizes[:-1], strict=True)
    layers = [(chance.normal(size=shape), chance.normal(size=shape[0])) for shape in shapes]
    scale = np.ones(len(slots))
    save_network(path, layers, board="berlin", players=players, slots=slots, actions=actions, scale=scale)
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
            real = Single(board, players, game._states).observation(seat)
            seen = seen_game(board, game.view(seat)).observation(seat)
            differ = [names[slot] for slot in np.flatnonzero(real != seen)]
            assert not differ, game
        game.play(chance.choice(moves), seat)


def test_a_bot_plays_from_views_what_its_network_prefers(tmp_path: Path) -> None:
    board = load_board("berlin")
    bot = LearnedBot(board, weights=untrained(tmp_path / "w.npz"))
    game, chance = Game.new(board, players=2, seed=4), Random(4)
    claims = 0
    while not game.over:
        seat = chance.choice(game.pending)
        moves = game.moves(seat)
        move = bot.choose(game.view(seat), moves)
        table = Single(board, 2, game._states.copy())
        wanted = bot.network.preferences(table.observation(seat), table.mask(seat))
        assert str(move) in [str(other) for other in moves]
        first = game._kind.codec.chain_of(Plain(game._states), seat, move)[0]  # type: ignore[attr-defined]  # only a board's codec has it
        legal = np.flatnonzero(table.mask(seat))
        assert len(moves) == 1 or wanted[first] == wanted[legal].max()
        claims += str(move).startswith("claim")
        game.play(move, seat)
    assert claims > 3


def test_wrong_weights_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "none.npz"))
    with pytest.raises(BadSetup, match=VARIABLE):
        make_bot("semafor.gym.learned:LearnedBot", load_board("berlin"))
    monkeypatch.setenv(VARIABLE, str(untrained(tmp_path / "w.npz")))
    with pytest.raises(BadSetup, match="plays berlin with 2 players"):
        make_bot("semafor.gym.learned:LearnedBot", load_board("europe"))
    bot = make_bot("semafor.gym.learned:LearnedBot", load_board("berlin"))
    game = Game.new("berlin", players=3, seed=1)
    with pytest.raises(BadSetup, match="with 2 players"):
        bot.choose(game.view(0), game.moves(0))
    for version in ("OBSERVATION_VERSION", "ACTIONS_VERSION"):
        with monkeypatch.context() as changed:
            changed.setattr(f"semafor.gym.learned.{version}", 0)
            with pytest.raises(BadSetup, match="train it anew"):
                make_bot("semafor.gym.learned:LearnedBot", load_board("berlin"))


def example() -> ModuleType:
    """The script as a module."""
    spec = importlib.util.spec_from_file_location("ppo_berlin", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_example_trains_and_writes_weights_and_curve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "tiny.npz"
    sizes = ["--decisions", "1024", "--games", "64", "--steps", "8", "--checks", "2", "--check-games", "2"]
    monkeypatch.setattr(sys, "argv", ["ppo_berlin.py", *sizes, "--out", str(out)])
    example().main()
    assert capsys.readouterr().out.count("against greedy") == 2
    rows = out.with_suffix(".csv").read_text().splitlines()
    assert rows[0] == "decisions,minutes,clock minutes,won"
    assert [row.split(",")[0] for row in rows[1:]] == ["512", "1024"]
    assert LearnedBot(load_board("berlin"), weights=out).network.layers[0][0].any()


def test_what_is_paid_in_advance_is_taken_back_at_the_end() -> None:
    """The rewards of one game, from one seat's side, add up to the difference of the scores."""
    module = example()
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
    assert SHIPPED.stat().st_size < 1_000_000
    assert example().evaluate(SHIPPED, "greedy", 10, seed=5) >= 0.7
