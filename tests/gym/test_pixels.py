"""Environments as pixels: a picture of this very position, and a clear word without a painter."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest

from semafor import BadSetup
from semafor.gym import SeatEnv, TableEnv, VectorEnv, env
from semafor.gym.environments import PIXELS_WIDE

BOARD = "cardgame"
"""The Card Game is drawn quickly because it has no map."""


def assert_are_pixels(frame: Any) -> None:
    assert isinstance(frame, np.ndarray)
    assert frame.dtype == np.uint8
    height, width, colours = frame.shape
    assert (width, colours) == (PIXELS_WIDE, 3)
    assert height > PIXELS_WIDE // 4
    assert len(np.unique(frame.reshape(-1, 3), axis=0)) > 20, "a picture, not a plain sheet"


def test_a_seat_renders_other_pixels_in_another_position() -> None:
    seat = gymnasium.make("semafor/Cardgame-v0", opponents=("random",), render_mode="rgb_array")
    _observation, info = seat.reset(seed=1)
    before: Any = seat.render()
    assert_are_pixels(before)
    assert (before == seat.render()).all(), "the same position looks the same"
    for _ in range(8):
        _observation, _reward, _over, _cut, info = seat.step(np.flatnonzero(info["action_mask"])[0])
    after: Any = seat.render()
    assert after.shape != before.shape or (after != before).any()


def test_a_table_and_a_vector_render_pixels() -> None:
    table = env(BOARD, render_mode="rgb_array")
    table.reset(seed=1)
    assert_are_pixels(table.render())
    games = VectorEnv(2, BOARD, render_mode="rgb_array")
    games.reset(seed=1)
    one, other = games.render()
    assert_are_pixels(one)
    assert isinstance(one, np.ndarray)
    assert isinstance(other, np.ndarray)
    assert (one != other).any(), "each game is drawn, not the first one twice"


@pytest.mark.parametrize("maker", [SeatEnv, TableEnv, lambda **mode: VectorEnv(2, **mode)])
def test_an_unknown_render_mode_is_refused(maker: Any) -> None:
    with pytest.raises(BadSetup, match="rgb_array"):
        maker(render_mode="depth_array")


WITHOUT = """
import sys
sys.modules[sys.argv[1]] = None
from semafor.gym.environments import paint
try:
    paint("<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>")
except ImportError as error:
    print(error)
"""


@pytest.mark.parametrize("package", ["resvg_py", "PIL"])
def test_without_a_painter_the_extra_is_named(package: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, package], capture_output=True, check=True, text=True
    )
    assert done.stdout.strip() == f"{package} is not installed here: pip install 'semafor[gym]'"
