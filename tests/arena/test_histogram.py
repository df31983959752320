from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from semafor.arena.comparisons import Histogram

VALUES = st.lists(st.integers(-400, 400), min_size=1, max_size=60)


def histogram_of(*pieces: list[int]) -> Histogram:
    histogram = Histogram()
    for piece in pieces:
        histogram.add(np.array(piece, np.int16))
    return histogram


@given(VALUES)
def test_spread_equals_numpy(values: list[int]) -> None:
    spread = histogram_of(values).spread()
    assert (spread.min, spread.max) == (min(values), max(values))
    assert spread.mean == pytest.approx(np.mean(values))
    assert spread.deviation == pytest.approx(np.std(values, ddof=1) if len(values) > 1 else 0)
    assert spread.median == np.quantile(values, 0.5, method="inverted_cdf")
    assert spread.p95 == np.quantile(values, 0.95, method="inverted_cdf")


@given(st.lists(st.lists(st.integers(-99, 99), max_size=9), min_size=1, max_size=5).filter(any))
def test_pieces_in_any_order_add_up_to_the_whole(pieces: list[list[int]]) -> None:
    whole = histogram_of([value for piece in pieces for value in piece])
    assert histogram_of(*pieces).spread() == whole.spread()
    assert histogram_of(*reversed(pieces)).spread() == whole.spread()
    assert histogram_of(*reversed(pieces)).bars() == whole.bars()


@given(VALUES, st.integers(1, 20))
def test_bars_hold_every_value_once(values: list[int], most: int) -> None:
    bars = histogram_of(values).bars(most)
    assert len(bars) <= most
    assert bars[0].first == min(values)
    assert bars[-1].last >= max(values)
    assert len({bar.last - bar.first for bar in bars}) == 1
    for bar in bars:
        assert bar.count == sum(bar.first <= value <= bar.last for value in values)


def test_an_empty_piece_changes_nothing() -> None:
    histogram = histogram_of([3], [])
    assert histogram.size == 1
    assert histogram.spread().max == 3
