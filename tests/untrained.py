"""Weights that nobody trained, for tests of whatever reads them."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from semafor import load_board
from semafor.bots.learned.reading import Reading, reading_of
from semafor.bots.learned.weights import Floats, ModelCard, Weights, save_weights


def save_untrained(folder: Path, name: str, players: int, width: int = 8, blocks: int = 1) -> Path:
    """Return the file of a small untrained network for a board."""
    reading, path = reading_of(load_board(name)), folder / f"{name}.npz"
    card = ModelCard(board=name, players=[players])
    save_weights(path, Weights(card, random_parts(reading, width, blocks)), reading)
    return path


def random_parts(reading: Reading, width: int = 8, blocks: int = 1) -> dict[str, Floats]:
    """Return an untrained network."""
    chance = np.random.default_rng(5)
    shapes: dict[str, tuple[int, ...]] = {
        "first.weight": (width, reading.size),
        "first.bias": (width,),
        "policy.weight": (len(reading.actions), width),
        "policy.bias": (len(reading.actions),),
        "value_in.weight": (256, width),
        "value_in.bias": (256,),
        "value_out.weight": (1, 256),
        "value_out.bias": (1,),
    }
    for number in range(blocks + 1):
        shapes |= {f"norms.{number}.weight": (width,), f"norms.{number}.bias": (width,)}
        if number < blocks:
            shapes |= {f"layers.{number}.weight": (width, width), f"layers.{number}.bias": (width,)}
    return {name: chance.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}
