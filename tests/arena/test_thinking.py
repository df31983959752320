from __future__ import annotations

import msgspec
import pytest

from semafor.arena.games_file import Thinking


def thought(*milliseconds: float) -> Thinking:
    thinking = Thinking()
    for time in milliseconds:
        thinking.add(round(time * 1e6))
    return thinking


def test_mean_and_quantiles() -> None:
    thinking = thought(*range(1, 101))
    assert thinking.decisions == 100
    assert thinking.mean_ms() == pytest.approx(50.5)
    assert thinking.quantile_ms(0.5) == pytest.approx(50, rel=0.03)
    assert thinking.quantile_ms(0.99) == pytest.approx(99, rel=0.03)


def test_pieces_add_up() -> None:
    whole, one, other = thought(1, 2, 3, 4), thought(1, 3), thought(4, 2)
    one.merge(other)
    assert one == whole


def test_no_decision_takes_no_time() -> None:
    assert Thinking().mean_ms() == Thinking().quantile_ms(0.99) == 0.0
    assert thought(0).quantile_ms(0.5) < 1e-5


def test_it_comes_back_from_a_file() -> None:
    thinking = thought(0.5, 7)
    assert msgspec.json.decode(msgspec.json.encode(thinking), type=Thinking) == thinking
