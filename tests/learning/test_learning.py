"""Self-play: what is paid adds up, advantages follow a slow twin, runs go on where they stopped."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import msgspec
import numpy as np
import pytest
import torch

from semafor import BadSetup, load_board
from semafor.bots.learned.reading import reading_of
from semafor.bots.learned.weights import load_weights
from semafor.learning import training
from semafor.learning.game_pool import GamePool, split
from semafor.learning.league import LEARNER, OLDER, POLICY, RIVAL, League, Shares, holders_of
from semafor.learning.learner import Samples, advantages
from semafor.learning.rollout import RolloutMemory
from semafor.learning.settings import changed_settings, games_by_players
from semafor.learning.torch_network import PolicyNetwork
from semafor.learning.training import Training
from tests.tiny_run import TINY
from tests.untrained import save_untrained

WIN = 15.0


@pytest.mark.parametrize(("name", "players"), [("usa", 3), ("asia", 4), ("cardgame", 2)])
def test_what_is_paid_in_advance_adds_up_to_margin_and_win(name: str, players: int) -> None:
    board = load_board(name)
    with ThreadPoolExecutor(1) as pool:
        game_pool = GamePool(board, [(players, 6)], "sums", pool, win=WIN)
        game_pool.seat(np.full((6, players), POLICY, np.int8))
        sums, ended = np.zeros((6, players)), 0
        team = board.options.team_size
        for _ in range(700):
            game_pool.step(np.zeros(6, np.int64))
            game_pool.wait()
            sums += game_pool.arrays.gained
            for game in np.flatnonzero(game_pool.arrays.done):
                scores, won = game_pool.arrays.scores[game], game_pool.arrays.won[game]
                for seat in range(players):
                    others = [scores[other] for other in range(players) if other // team != seat // team]
                    due = scores[seat] - max(others) + WIN * won[seat]
                    assert sums[game, seat] == pytest.approx(due, abs=1e-2)
                sums[game] = 0
                ended += 1
            if ended > 3:
                break
    assert ended > 3


def slow_advantages(memory: RolloutMemory, trace: float, scale: float) -> tuple[np.ndarray, np.ndarray]:
    """Compute the same by a simple loop over games and seats."""
    steps, games, seats = memory.gained.shape
    gain, sure = np.zeros((steps, games)), np.zeros((steps, games), bool)
    for game in range(games):
        for seat in range(seats):
            own = [step for step in range(steps + 1) if memory.seat[step, game] == seat]
            ahead = 0.0
            for step in reversed([step for step in own if step < steps]):
                end = next((t for t in range(step, steps) if memory.done[t, game]), None)
                later = next((t for t in own if t > step), None)
                if end is not None and (later is None or later > end):
                    later, value, last, ahead = None, 0.0, end + 1, 0.0
                elif later is not None:
                    value, last = float(memory.value[later, game]), later
                    ahead = ahead if later < steps else 0.0
                else:
                    continue
                reward = float(memory.gained[step:last, game, seat].sum()) / scale
                ahead = reward + value - float(memory.value[step, game]) + trace * ahead
                gain[step, game], sure[step, game] = ahead, True
    return gain, sure


def test_advantages_follow_the_slow_twin() -> None:
    torch.manual_seed(3)
    memory = RolloutMemory(24, 7, 4, 3, torch.device("cpu"))
    memory.seat[:] = torch.randint(0, 4, memory.seat.shape)
    memory.value[:] = torch.randn(memory.value.shape)
    memory.gained[:] = torch.randn(memory.gained.shape)
    memory.done[:] = torch.rand(memory.done.shape) < 0.1
    gain, sure = advantages(memory, 0.9, 20.0)
    slow, known = slow_advantages(memory, 0.9, 20.0)
    assert np.array_equal(sure.numpy(), known)
    assert gain.numpy() == pytest.approx(slow, abs=1e-4)
    assert 0 < known.mean() < 1


def test_a_league_seats_everyone_in_turn() -> None:
    players = np.repeat([2, 4], 400)
    holders = holders_of(players, 1, Shares(policy=0.1, older=0.2))
    for number, part in ((2, holders[:400, :2]), (4, holders[400:, :4])):
        assert (part == POLICY).any(1).mean() == pytest.approx(0.1)
        assert (part == OLDER).any(1).mean() == pytest.approx(0.2)
        mixed = part[(part != LEARNER).any(1)]
        assert ((mixed == LEARNER).sum(1) >= 1).all()
        assert set((mixed == LEARNER).sum(1).tolist()) == {1, number - 1}
    alone = holders_of(players, 1, Shares(rival=0.4))[400:, :4]
    assert (alone == RIVAL).any(1).mean() == pytest.approx(0.4)
    assert set((alone == RIVAL).sum(1).tolist()) == {0, 3}
    assert (alone == RIVAL).any(0).all()
    teams = holders_of(np.full(200, 6), 2, Shares(policy=0.5))
    assert (teams[:, 0::2] == teams[:, 1::2]).all()


def test_a_league_keeps_the_first_and_the_last() -> None:
    league, network = League(3, seed=1), PolicyNetwork(reading_of(load_board("berlin")), 4, 1)
    for number in range(8):
        torch.nn.init.constant_(network.value_out.bias, float(number))
        league.add(network)
    kept = [float(member["value_out.bias"][0]) for member in league.members]
    assert len(kept) == 3
    assert kept[0] == 0
    assert kept[-1] == 7


def test_games_are_divided_among_players() -> None:
    games = games_by_players(load_board("usa"), (2, 3, 4, 5), 1000)
    assert list(games) == [2, 3, 4, 5]
    assert games[2] > games[4] > games[3] >= games[5] >= 150
    assert sum(number for _, number in split(games, 7)) == sum(games.values())


def test_settings_are_changed_by_name() -> None:
    assert changed_settings(["games=64", "rate=1e-3", "graphs=false"]).games == 64
    for change in ("hats=3", "games=many"):
        with pytest.raises(BadSetup, match="settings cannot be changed"):
            changed_settings([change])


def test_a_run_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board = load_board("berlin")
    clock = count(training.STARTED, 0.25)  # the same number of rounds on any machine
    monkeypatch.setattr(training, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    first = Training(board, (2, 3), TINY, tmp_path, "cpu")
    first.run(minutes=1 / 3)
    assert first.progress.rounds > 0
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert any("policy_2" in line and "policy_3" in line for line in lines)
    assert "<svg" in (tmp_path / "page.html").read_text()
    weights = load_weights(tmp_path / "berlin.npz", board)
    assert weights.card.decisions == first.progress.decisions

    second = Training(board, (2, 3), TINY, tmp_path, "cpu")
    assert second.progress.decisions == first.progress.decisions
    assert second.progress.rounds == first.progress.rounds
    assert second.log.lines == first.log.lines
    for mine, theirs in zip(
        second.learner.network.parameters(), first.learner.network.parameters(), strict=True
    ):
        assert torch.equal(mine, theirs)
    assert (
        second.learner.optimizer.state_dict()["state"].keys()
        == first.learner.optimizer.state_dict()["state"].keys()
    )
    with pytest.raises(BadSetup, match="a different width"):
        Training(board, (2,), changed_settings(["width=24"]), tmp_path, "cpu")
    with pytest.raises(BadSetup, match="run on berlin"):
        Training(load_board("usa"), (2,), TINY, tmp_path, "cpu")


@pytest.mark.parametrize(("seconds", "words"), [(8, "no network was written"), (11, "has not learnt by")])
def test_a_run_without_time_to_learn_says_so(
    seconds: float, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It leaves no untrained network behind."""
    clock = count(training.STARTED, 0.25)
    monkeypatch.setattr(training, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    slow = msgspec.structs.replace(TINY, imitate=60.0)
    with pytest.raises(BadSetup, match=words):
        Training(load_board("berlin"), (2,), slow, tmp_path, "cpu").run(seconds / 60)
    assert (tmp_path / "berlin.npz").exists() == (seconds == 11)


def test_a_rival_holds_all_seats_but_one_and_never_changes(tmp_path: Path) -> None:
    """The teacher may have another size, plays its best action, and its decisions are not learnt from."""
    board, rival = load_board("berlin"), save_untrained(tmp_path, "berlin", 2, width=8)
    run = Training(board, (2, 3), TINY, tmp_path / "run", "cpu", rival=rival)
    assert run.rival is not None
    before = [part.clone() for part in run.rival.parameters()]
    run._make_players(imitating=False)
    held = [(player.holders == RIVAL).sum(1) for player in run.players]
    assert {0, 1, 2} == {number for part in held for number in part.tolist()}
    run._round(None, spent=0.0)
    for player in run.players:
        seats = run.memory.seat[: TINY.steps, player.part]
        games = torch.arange(seats.shape[1]).expand_as(seats)
        theirs = player.holders[games, seats] == RIVAL
        assert theirs.any()
        assert not run.memory.own[:, player.part][theirs].any()
        best = run.rival(run.memory.rows[:, player.part][theirs])[0].argmax(1)
        assert torch.equal(run.memory.choice[:, player.part][theirs], best)
    assert all(torch.equal(*pair) for pair in zip(before, run.rival.parameters(), strict=True))
    run.check()
    assert any("rival_3" in line for line in run.log.lines)


def test_a_forced_exploration_is_applied_where_it_is_legal(tmp_path: Path) -> None:
    """The log probability of the forced choice is stored as if the network had drawn it."""
    board = load_board("berlin")
    run = Training(board, (2,), msgspec.structs.replace(TINY, explore=1.0), tmp_path, "cpu")
    run._make_players(imitating=False)
    run._round(None, spent=0.0)
    may = run.reading.inputs.index("MAY DRAW_TICKETS 0")
    legal, own = run.memory.rows[..., may] > 0, run.memory.own
    assert (legal & own).any()
    assert (run.memory.choice[legal & own] == run.exploration.place).all()
    assert (run.memory.choice[~legal] != run.exploration.place).all()
    assert torch.isfinite(run.memory.chance).all()
    assert (run.memory.chance[legal & own] < 0).all()
    run._round(None, spent=0.9)
    assert float(run.exploration.chance) == 0


def test_what_is_hardly_ever_done_is_not_unlearnt_further() -> None:
    memory = RolloutMemory(1, 4, 2, 3, torch.device("cpu"))
    memory.own[:] = True
    memory.choice[:] = torch.tensor([7, 7, 7, 2])
    memory.chance[:] = torch.tensor([-9.0, -9.0, -1.0, -9.0])
    gain, sure = torch.tensor([[-1.0, 3.0, -1.0, -1.0]]), torch.ones(1, 4, dtype=torch.bool)
    plain, spared = Samples(memory, gain, sure).push, Samples(memory, gain, sure, explored=7).push
    assert spared[0] == 0 > plain[0]
    assert torch.equal(spared[1:], plain[1:])
    assert plain[1] > 0 > plain[2]


def test_against_a_frozen_network_nobody_else_plays(tmp_path: Path) -> None:
    """Only its weights are used for opponents, and every game has both networks."""
    board, frozen = load_board("berlin"), save_untrained(tmp_path, "berlin", 2, width=16, blocks=3)
    run = Training(board, (2,), TINY, tmp_path / "run", "cpu", against=frozen)
    run.league.add(run.learner.network)
    assert len(run.league.members) == 1
    run._make_players(imitating=False)
    for player in run.players:
        assert ((player.holders == OLDER).sum(1) == 1).all()
        assert ((player.holders == LEARNER).sum(1) == 1).all()
    run.check()
    assert any("frozen_2" in line for line in run.log.lines)
    with pytest.raises(BadSetup, match="another size"):
        Training(board, (2,), changed_settings(["width=24"]), tmp_path / "other", "cpu", against=frozen)
