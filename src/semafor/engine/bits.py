"""Sets as 64-bit masks: one bit an element, the same compiled and uncompiled."""

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from semafor.engine.compile import INTERPRETED, compiled

Mask = np.uint64

if INTERPRETED:

    def count(mask: Mask) -> int:
        """How many elements the set has."""
        return int(mask).bit_count()

    def lowest(mask: Mask) -> int:
        """The smallest element of a set that is not empty."""
        number = int(mask)
        return (number & -number).bit_length() - 1

else:  # pragma: no cover  # what is compiled has no lines to count

    @intrinsic
    def count(_typing, _mask):  # type: ignore[no-untyped-def]  # Numba's intrinsic protocol
        """How many elements the set has."""

        def codegen(_context, builder, _signature, args):  # type: ignore[no-untyped-def]  # LLVM's builders have no types
            return builder.ctpop(args[0])

        return types.int64(types.uint64), codegen

    @intrinsic
    def lowest(_typing, _mask):  # type: ignore[no-untyped-def]  # Numba's intrinsic protocol
        """The smallest element of a set that is not empty."""

        def codegen(_context, builder, _signature, args):  # type: ignore[no-untyped-def]  # LLVM's builders have no types
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.uint64), codegen


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
