"""Exponentials and logarithms from basic operations, so that bots decide alike on every machine.

Only sums, products, quotients and comparisons have the same bits everywhere; mathematical libraries and
NumPy's vector code differ from each other in the last bits.
"""

from math import factorial
from typing import Any

import numpy as np

from semafor.engine.compile import compiled
from semafor.engine.state import Array

LOG_2 = 0.6931471805599453
LOG_2_HIGH = 0.693147180369123816490
"""The first 32 bits of log 2: its product with the exponent of any number is exact."""
LOG_2_LOW = 1.90821492927058770002e-10
MOST = 700.0
"""Up to this size of the exponent results are ordinary numbers."""
FACTORS = np.array([1 / factorial(n) for n in range(15)])
"""Of the powers in the series of the exponential."""
LOG_TERMS = 21
ROOT_2 = 1.4142135623730951


@compiled
def power_of_two(exponent: int) -> float:
    """Two to a power of at most 1022 either way, exactly."""
    result, square = 1.0, 2.0 if exponent >= 0 else 0.5
    rest = abs(exponent)
    while rest > 0:
        if rest & 1:
            result *= square
        square *= square
        rest >>= 1
    return result


@compiled
def exp(x: float) -> float:
    """The exponential, with a relative error below 1e-15; nothing below -700, and no more above 700."""
    if x < -MOST:
        return 0.0
    x = min(MOST, x)
    exponent = int(x / LOG_2 + (0.5 if x >= 0 else -0.5))
    rest = (x - exponent * LOG_2_HIGH) - exponent * LOG_2_LOW
    total = 0.0
    for power in range(FACTORS.size - 1, -1, -1):
        total = FACTORS[power] + rest * total
    return total * power_of_two(exponent)


@compiled
def log(x: float) -> float:
    """The logarithm of a number from 1e-300 to 1e300; its error is below 1e-15 times its size or 1."""
    exponent = 0
    for step in (512, 256, 128, 64, 32, 16, 8, 4, 2, 1):
        if x >= power_of_two(step):
            x *= power_of_two(-step)
            exponent += step
        elif x < power_of_two(1 - step):
            x *= power_of_two(step)
            exponent -= step
    if x > ROOT_2:
        x *= 0.5
        exponent += 1
    part = (x - 1.0) / (x + 1.0)
    total = 0.0
    for term in range(LOG_TERMS, 0, -2):
        total = 1.0 / term + part * part * total
    return exponent * LOG_2_HIGH + (exponent * LOG_2_LOW + 2.0 * part * total)


@compiled
def tanh(x: float) -> float:
    """The hyperbolic tangent, with an error below 1e-15."""
    return 1.0 - 2.0 / (exp(2.0 * x) + 1.0)


@compiled
def write_exp(values: Array) -> None:
    """Replace numbers in a row by their exponentials."""
    for i in range(values.size):
        values[i] = exp(values[i])


def exp_of(values: Array) -> Array:
    """The exponentials of an array of any shape, of the same type."""
    result: Any = np.array(values, np.float64, order="C")
    write_exp(result.reshape(-1))
    return result.astype(values.dtype)
