"""Sets as masks, against sets of Python."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from semafor.engine.bits import bit, count, has, lowest, nth, span, without_lowest
from semafor.engine.compile import compiled

ELEMENTS = st.sets(st.integers(0, 63))


@compiled
def count_of(mask: np.uint64) -> int:
    """Call an intrinsic, which Python cannot call directly."""
    return count(mask)


@compiled
def lowest_of(mask: np.uint64) -> int:
    """Call an intrinsic, which Python cannot call directly."""
    return lowest(mask)


def mask_of(elements: set[int]) -> np.uint64:
    """A set of Python as a mask."""
    return np.uint64(sum(1 << element for element in elements))


@given(ELEMENTS)
@settings(deadline=None)  # the first example compiles
def test_a_mask_is_a_set(elements: set[int]) -> None:
    mask = mask_of(elements)
    assert count_of(mask) == len(elements)
    assert {element for element in range(64) if has(mask, element)} == elements


@given(ELEMENTS.filter(bool))
@settings(deadline=None)
def test_elements_come_in_order(elements: set[int]) -> None:
    mask = mask_of(elements)
    assert lowest_of(mask) == min(elements)
    assert without_lowest(mask) == mask_of(elements - {min(elements)})
    assert [nth(mask, n) for n in range(len(elements))] == sorted(elements)


@given(st.integers(0, 62), st.integers(-1, 62))
@settings(deadline=None)
def test_spans(first: int, last: int) -> None:
    assert span(first, last) == mask_of(set(range(first, last + 1)))


def test_single_bits() -> None:
    assert [int(bit(element)) for element in range(64)] == [2**element for element in range(64)]
