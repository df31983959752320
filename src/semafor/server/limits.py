"""How often somebody may do something: buckets that fill up again with time."""

from __future__ import annotations

import time

BURST = 5.0
"""Seconds (or minutes) worth of messages that may come at once."""
REMEMBERED = 10_000


class Bucket:
    """Allows so many things a second on average, and a burst of some more."""

    __slots__ = ("_at", "_full", "_left", "_rate")

    def __init__(self, rate: float, full: float) -> None:
        self._rate, self._full = rate, full
        self._left, self._at = full, time.monotonic()

    def take(self, cost: float = 1.0) -> bool:
        """Whether one more is allowed now; what makes more work than usual costs more."""
        now = time.monotonic()
        self._left = min(self._full, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < cost:
            return False
        self._left -= cost
        return True

    def spend(self, cost: float) -> None:
        """Count what has been done already, though it may have been more than was left."""
        self._left -= cost


class Buckets:
    """A bucket for each address, or table; the longest unused ones are forgotten."""

    def __init__(self, per_minute: float, full: float | None = None) -> None:
        self._rate = per_minute / 60
        self._full = per_minute if full is None else full
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str, cost: float = 1.0) -> bool:
        """Whether an address may do one more thing now, or one that costs more than usual."""
        return self._of(address).take(cost)

    def spend(self, address: str, cost: float) -> None:
        """Count what has been done already, though it may have been more than was left."""
        self._of(address).spend(cost)

    def _of(self, address: str) -> Bucket:
        bucket = self._buckets.pop(address, None) or Bucket(self._rate, self._full)
        self._buckets[address] = bucket  # now the last in the dict: the first is the longest unused
        if len(self._buckets) > REMEMBERED:
            del self._buckets[next(iter(self._buckets))]
        return bucket
