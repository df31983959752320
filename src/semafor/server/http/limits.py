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


class Buckets:
    """A bucket for each address; the longest unused ones are forgotten."""

    def __init__(self, per_minute: float) -> None:
        self._per_minute = per_minute
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str, cost: float = 1.0) -> bool:
        """Whether an address may do one more thing now, or one that costs more than usual."""
        bucket = self._buckets.pop(address, None) or Bucket(self._per_minute / 60, self._per_minute)
        self._buckets[address] = bucket  # now the last in the dict: the first is the longest unused
        if len(self._buckets) > REMEMBERED:
            del self._buckets[next(iter(self._buckets))]
        return bucket.take(cost)
