"""Files of weights: what is written is read again, and a file that does not fit is refused."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest
import torch

from semafor import BadSetup, load_board
from semafor.bots.learned import weights as files
from semafor.bots.learned.network import PlainNetwork
from semafor.bots.learned.reading import Reading, divisor_of, reading_of
from semafor.bots.learned.weights import ModelCard, Weights, load_weights, pack, save_weights, unpack
from semafor.learning.league import put_weights
from semafor.learning.torch_network import PolicyNetwork
from tests.untrained import random_parts

BERLIN = load_board("berlin")


def written(path: Path, **changes: object) -> Path:
    """A file of random weights for Berlin."""
    card = msgspec.structs.replace(ModelCard(board="berlin", players=[2]), **changes)
    reading = reading_of(BERLIN)
    save_weights(path, Weights(card, random_parts(reading)), reading)
    return path


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    read = load_weights(written(tmp_path / "w.npz", seed=7), BERLIN)
    parts = random_parts(reading_of(BERLIN))
    assert read.card.seed == 7
    assert read.parts.keys() == parts.keys()
    for name, part in parts.items():
        assert np.abs(read.parts[name] - part).max() < 0.02 * np.abs(part).max(), name
    assert not list(tmp_path.glob("*draft*"))


def test_eight_bits_keep_a_matrix() -> None:
    chance = np.random.default_rng(2)
    matrix = (chance.normal(size=(40, 60)) * chance.uniform(0.01, 3, 60)).astype(np.float32)
    error = unpack(*pack(matrix)) - matrix
    assert np.sqrt((error**2).mean()) < 0.01 * np.sqrt((matrix**2).mean())


@pytest.mark.parametrize(
    ("changes", "message"),
    [({"board": "usa"}, "trained for usa, not berlin"), ({"version": 0}, "version 0")],
)
def test_a_network_for_something_else_is_refused(
    tmp_path: Path, changes: dict[str, object], message: str
) -> None:
    with pytest.raises(BadSetup, match=message):
        load_weights(written(tmp_path / "w.npz", **changes), BERLIN)


def test_what_is_no_file_of_weights_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "w.npz"
    for content in (b"", b"PK\x03\x04 broken", b"text"):
        path.write_bytes(content)
        with pytest.raises(BadSetup, match="not a weight file"):
            load_weights(path, BERLIN)
    np.savez(path, numbers=np.zeros(3))
    with pytest.raises(BadSetup, match="not a weight file"):
        load_weights(path, BERLIN)
    with pytest.raises(BadSetup, match="not a weight file"):
        load_weights(tmp_path / "none.npz", BERLIN)


def renamed(reading: Reading, **changes: object) -> Reading:
    """Return the input names of another version of the game."""
    return msgspec.structs.replace(reading, **changes)


def test_an_input_that_is_gone_makes_a_file_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reading = reading_of(BERLIN)
    path = written(tmp_path / "w.npz")
    other = renamed(reading, inputs=("SEAT +0 hats", *reading.inputs[1:]))
    monkeypatch.setattr(files, "reading_of", lambda _board: other)
    with pytest.raises(BadSetup, match="no longer exists: train it again"):
        load_weights(path, BERLIN)


def test_inputs_that_come_later_get_no_weight(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reading = reading_of(BERLIN)
    path = written(tmp_path / "w.npz")
    before = load_weights(path, BERLIN).parts["first.weight"]
    other = renamed(reading, inputs=("SEAT +0 hats", *reading.inputs))
    monkeypatch.setattr(files, "reading_of", lambda _board: other)
    after = load_weights(path, BERLIN).parts["first.weight"]
    assert not after[:, 0].any()
    assert np.array_equal(after[:, 1:], before)


def test_numbers_that_grow_are_divided() -> None:
    assert divisor_of("HAND red") == 4
    assert divisor_of("SEAT +3 score") == 40
    assert divisor_of("SEAT +3 plays") == 1
    assert divisor_of("TABLE deck") == 50
    assert divisor_of("OWNED +1 somewhere–elsewhere") == 1


def test_numpy_and_pytorch_agree(tmp_path: Path) -> None:
    reading = reading_of(BERLIN)
    weights = load_weights(written(tmp_path / "w.npz"), BERLIN)
    network = PolicyNetwork(reading, 8, 1)
    put_weights(network, {name: torch.from_numpy(part) for name, part in weights.parts.items()})
    plain = PlainNetwork(weights, reading)
    chance = np.random.default_rng(1)
    row = (chance.integers(0, 4, reading.size) * (chance.random(reading.size) < 0.2)).astype(np.uint8)
    with torch.no_grad():
        chances, value = network(torch.from_numpy(row[None]))
    legal = np.flatnonzero(row[reading.features - len(reading.actions) : reading.features])
    wanted = plain.preferences(row, legal)
    wanted = wanted - np.log(np.exp(wanted).sum())
    assert chances[0, legal].numpy() == pytest.approx(wanted, abs=1e-3)
    assert float(value[0]) == pytest.approx(plain.value(row), abs=1e-3)
    all_wanted, values = plain.judge(np.stack([row, np.zeros_like(row), row]))
    for place in (0, 2):
        assert all_wanted[place, legal] == pytest.approx(plain.preferences(row, legal), abs=1e-3)
        assert values[place] == pytest.approx(plain.value(row), abs=1e-3)
