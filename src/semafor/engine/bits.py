"""Sets as 64-bit masks: one bit an element, the same compiled and uncompiled."""

from typing import Any

import numpy as np

from semafor.engine.compile import compiled, emitted

Mask = np.uint64


def _emit_count(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:  # pragma: no cover
    return builder.ctpop(args[0])


def _emit_lowest(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:  # pragma: no cover
    from llvmlite import ir

    return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))


@emitted(_emit_count, "int64", "uint64")
def count(mask: Mask) -> int:
    """How many elements the set has."""
    return int(mask).bit_count()


@emitted(_emit_lowest, "int64", "uint64")
def lowest(mask: Mask) -> int:
    """The smallest element of a set that is not empty."""
    number = int(mask)
    return (number & -number).bit_length() - 1


@compiled
def bit(element: int) -> Mask:
    """The set of one element."""
    return np.uint64(1) << np.uint64(element)


@compiled
def has(mask: Mask, element: int) -> bool:
    """Whether the element is in the set."""
    return ((mask >> np.uint64(element)) & np.uint64(1)) != np.uint64(0)


@compiled
def without_lowest(mask: Mask) -> Mask:
    """The set without its smallest element."""
    return mask & (mask - np.uint64(1))


@compiled
def span(first: int, last: int) -> Mask:
    """The set of the elements from `first` to `last`, both below 63; empty where last < first."""
    if last < first:
        return np.uint64(0)
    return (np.uint64(1) << np.uint64(last + 1)) - (np.uint64(1) << np.uint64(first))


@compiled
def nth(mask: Mask, n: int) -> int:
    """The element with n smaller ones in the set."""
    for _ in range(n):
        mask = without_lowest(mask)
    return lowest(mask)
