"""Rate limits: token buckets that refill over time."""

import time

BURST = 5.0
"""Size of a burst, in seconds (or minutes) of the average rate."""
REMEMBERED = 10_000


class Bucket:
    """A token bucket: an average rate per second and a maximum burst."""

    __slots__ = ("_at", "_full", "_left", "_rate")

    def __init__(self, rate: float, full: float) -> None:
        self._rate, self._full = rate, full
        self._left, self._at = full, time.monotonic()

    def take(self, cost: float = 1.0) -> bool:
        """Take tokens; return False if there are not enough."""
        now = time.monotonic()
        self._left = min(self._full, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < cost:
            return False
        self._left -= cost
        return True

    def spend(self, cost: float) -> None:
        """Take tokens for work already done, even if there are not enough."""
        self._left -= cost


class Buckets:
    """One bucket per address or table; those unused for longest are dropped."""

    def __init__(self, per_minute: float, full: float | None = None) -> None:
        self._rate = per_minute / 60
        self._full = per_minute if full is None else full
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str, cost: float = 1.0) -> bool:
        """Take tokens of an address; return False if there are not enough."""
        return self._of(address).take(cost)

    def spend(self, address: str, cost: float) -> None:
        """Take tokens for work already done, even if there are not enough."""
        self._of(address).spend(cost)

    def _of(self, address: str) -> Bucket:
        bucket = self._buckets.pop(address, None) or Bucket(self._rate, self._full)
        self._buckets[address] = bucket  # moves it to the end: the first is the one unused for longest
        if len(self._buckets) > REMEMBERED:
            del self._buckets[next(iter(self._buckets))]
        return bucket
