"""The engine's own exponentials and logarithms against the mathematical library."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semafor.engine.arithmetic import exp, exp_of, log, tanh


@given(st.floats(-700, 700))
@settings(deadline=None)
def test_exponential(x: float) -> None:
    assert exp(x) == pytest.approx(math.exp(x), rel=1e-15, abs=0)


@given(st.floats(1e-300, 1e300))
@settings(deadline=None)
def test_logarithm(x: float) -> None:
    assert abs(log(x) - math.log(x)) < 1e-15 * max(1.0, abs(math.log(x)))


@given(st.floats(-800, 800))
@settings(deadline=None)
def test_hyperbolic_tangent(x: float) -> None:
    assert tanh(x) == pytest.approx(math.tanh(x), rel=0, abs=1e-15)


def test_ends_of_the_range() -> None:
    assert exp(-1e9) == exp(-math.inf) == 0.0
    assert exp(1e9) == exp(700.0) < math.inf
    assert (exp(0.0), log(1.0), tanh(0.0)) == (1.0, 0.0, 0.0)


def test_arrays_keep_their_shape_and_type() -> None:
    values = np.array([[0.0, -1.5], [-np.inf, 2.0]], np.float32)
    result = exp_of(values)
    assert result.dtype == np.float32
    assert result == pytest.approx(np.exp(values), rel=1e-6)
