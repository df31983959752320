"""Learning together: every step is shared, and a run of several workers stops, goes on and ends like any."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import torch

from semafor import BadSetup, load_board
from semafor.arena.game_workers import connected
from semafor.bots.learned.reading import reading_of
from semafor.bots.learned.weights import load_weights
from semafor.errors import PartnerLost
from semafor.learning.cluster import (
    DistributedPartners,
    Order,
    Team,
    hired,
    meeting_point,
    pack,
    sigterm_as_ctrl_c,
    train_together,
    unpack,
)
from semafor.learning.learner import ALONE, Learner, Partners, Samples
from semafor.learning.rollout import RolloutMemory
from semafor.learning.torch_network import PolicyNetwork
from tests.tiny_run import TINY
from tests.untrained import save_untrained

SHORT = msgspec.structs.replace(TINY, check_every=1000, log_every=0.5)
MINUTES = 60.0


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    with connected(2) as found:
        found.cloudpickle.register_pickle_by_value(sys.modules[__name__])  # workers cannot import a test
        yield found


def order(folder: Path) -> Order:
    return Order(load_board("berlin"), (2,), SHORT, folder, "cpu")


def lines_of(folder: Path) -> list[dict[str, Any]]:
    log = folder / "log.jsonl"
    return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


def after_rounds(folder: Path, rounds: int, do: Callable[[], None]) -> None:
    """Run an action in the background once the log contains a number of rounds."""

    def watch() -> None:
        while not any(line.get("rounds", 0) >= rounds for line in lines_of(folder)):
            time.sleep(0.1)
        do()

    threading.Thread(target=watch, daemon=True).start()


# ---- one step ----------------------------------------------------------------------------------


def decisions(number: int, count: int) -> tuple[PolicyNetwork, Samples]:
    """Return a network and a worker's share of the same 24 decisions."""
    torch.manual_seed(5)
    reading = reading_of(load_board("berlin"))
    network = PolicyNetwork(reading, 8, 1)
    memory = RolloutMemory(2, 12, 2, reading.size, torch.device("cpu"))
    memory.rows[:] = torch.randint(1, 9, memory.rows.shape)  # everything is legal
    memory.choice[:] = torch.randint(0, len(reading.actions), memory.choice.shape)
    memory.own[:, number::count] = True
    return network, Samples(memory, torch.randn(2, 12), torch.ones(2, 12, dtype=torch.bool))


def gradients_of(number: int, count: int, partners: Partners = ALONE) -> list[torch.Tensor]:
    """Return the gradients of one step on the worker's share."""
    network, samples = decisions(number, count)
    Learner(network, msgspec.structs.replace(SHORT, minibatch=4096), partners).imitate(samples, 1e-3)
    return [part.grad.clone() for part in network.parameters() if part.grad is not None]


def test_an_update_ends_where_all_together_have_moved_too_far() -> None:
    class Moved(Partners):
        def mean(self, number: float) -> float:
            return number + 1.0

    updates = {}
    for partners in (ALONE, Moved()):
        network, samples = decisions(0, 1)
        learner = Learner(network, msgspec.structs.replace(SHORT, minibatch=12, most_kl=0.5), partners)
        samples.chance[:] = network(samples.rows)[0].gather(1, samples.choice[:, None])[:, 0].detach()
        learner.improve(samples, 1e-6, 0.0)
        updates[partners] = learner.told["updates"]
    assert list(updates.values()) == [4, 2]


def test_gradients_are_those_of_everybodys_decisions(ray: Any) -> None:
    """Two workers with half of the decisions each take the same step as one worker with all of them."""
    store = meeting_point("127.0.0.1", 0, first=True)
    port = store.port

    def take_part(number: int) -> Any:
        found = meeting_point("127.0.0.1", port, first=False)
        partners = DistributedPartners(found, number, 2, "cpu", threading.Event())
        parts = [len(part) for part in partners.divide(torch.arange(9), 5 - number)]
        said = partners.clock(100.0 + number), partners.sums([1, number]), partners.mean(number)
        return gradients_of(number, 2, partners), parts, said

    halves = ray.get([ray.remote(take_part).remote(number) for number in range(2)])
    whole, apart = gradients_of(0, 1), gradients_of(0, 2)
    assert not torch.allclose(whole[0], apart[0], atol=1e-6)
    for gradients, parts, said in halves:
        assert parts == [3, 2, 2, 2]
        assert said == (100.0, [2.0, 1.0], 0.5)
        for mine, all_of_them, first in zip(gradients, whole, halves[0][0], strict=True):
            assert torch.allclose(mine, all_of_them, atol=1e-6)
            assert torch.equal(mine, first)


# ---- runs --------------------------------------------------------------------------------------


def inside(ray: Any, team: Team, look: Callable[[Any], Any]) -> list[Any]:
    """Return a value from each worker."""
    asked = [worker.__ray_call__.remote(lambda self: look(self.training)) for worker in team.workers]
    found: list[Any] = ray.get(asked)
    return found


@pytest.mark.adds_no_line
def test_a_run_stops_goes_on_and_ends(ray: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["semafor", "train", "berlin"])
    asked, once = order(tmp_path), 2 * SHORT.games * SHORT.steps
    with hired(ray, "cpu", 2) as team:
        after_rounds(tmp_path, 3, lambda: os.kill(os.getpid(), signal.SIGTERM))
        with sigterm_as_ctrl_c(), pytest.raises(KeyboardInterrupt):
            team.run(asked, MINUTES)
        stopped, before = inside(ray, team, lambda run: run.progress)[0], lines_of(tmp_path)

        after_rounds(tmp_path, stopped.rounds + 3, team.workers[0].stop.remote)
        team.run(asked, MINUTES)
        progress = inside(ray, team, lambda run: run.progress)
        weights = inside(ray, team, lambda run: run.learner.network.state_dict())
        rows = inside(ray, team, lambda run: run.memory.rows)

        team.run(asked, minutes=0.01)
    assert all(torch.equal(mine, weights[1][name]) for name, mine in weights[0].items())
    assert not torch.equal(rows[0], rows[1])
    first, second = progress
    assert second.rounds == first.rounds >= stopped.rounds + 3
    assert second.decisions == first.decisions == stopped.decisions + once * (first.rounds - stopped.rounds)
    lines = lines_of(tmp_path)
    assert lines[: len(before)] == before
    assert "policy_2" in lines[-1]
    card = load_weights(tmp_path / "berlin.npz", load_board("berlin")).card
    assert card.decisions == first.decisions == lines[-1]["decisions"]
    assert card.command == "semafor train berlin"


@pytest.mark.adds_no_line
def test_a_worker_that_is_gone_ends_the_run(ray: Any, tmp_path: Path) -> None:
    with hired(ray, "cpu", 2) as team:
        after_rounds(tmp_path, 1, lambda: ray.kill(team.workers[1]))
        with pytest.raises(PartnerLost, match="Worker 2 of 2 is gone") as lost:
            team.run(order(tmp_path), MINUTES)
    assert str(tmp_path) in lost.value.say("pl")
    assert (tmp_path / "checkpoint.pt").exists()


def test_what_is_wrong_with_a_run_is_said_as_of_one_worker(ray: Any, tmp_path: Path) -> None:
    frozen = save_untrained(tmp_path, "berlin", 2, width=8, blocks=3)
    asked = order(tmp_path / "run")._replace(against=frozen)
    with hired(ray, "cpu", 1) as team, pytest.raises(BadSetup, match=r"berlin.npz contains .* another size"):
        team.run(asked, MINUTES)


@pytest.mark.usefixtures("ray")
def test_no_room_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match=r"2 workers need one GPU each.*has 0 GPUs"):
        train_together(order(tmp_path)._replace(device="cuda"), 2, MINUTES)
    with pytest.raises(BadSetup, match=r"3 workers need one core each.*has 2 cores"):
        train_together(order(tmp_path), 3, MINUTES)


# ---- around them -------------------------------------------------------------------------------


def test_files_go_to_other_machines(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    for name in ("checkpoint.pt", "usa.npz"):
        (here / name).write_text(name)
    asked = order(here)._replace(start=here / "usa.npz", against=here / "none.npz", rival=here / "usa.npz")
    found = unpack(asked, pack(asked), there)
    assert found.start is not None
    assert found.start.read_text() == "usa.npz"
    assert (found.folder / "checkpoint.pt").read_text() == "checkpoint.pt"
    assert found.against == asked.against
    assert found.rival is not None
    assert found.rival.read_text() == "usa.npz"
