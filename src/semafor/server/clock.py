"""The server's clock: seconds since 1970 that never decrease, even if the machine's clock is set back.

It advances with the monotonic clock. If the machine's clock was set forward or the machine slept, it follows
and records the skipped time, which players' clocks do not count.
"""

import time

TOLERANCE = 60.0
"""Seconds by which clocks may differ or jump without consequences."""
skipped: list[tuple[float, float]] = []
"""Start and end of each longer jump in this process."""
ahead = time.time() - time.monotonic()
"""Seconds by which the server's clock is ahead of the monotonic clock."""


def now() -> float:
    """Return the time; it never decreases."""
    global ahead
    steady = time.monotonic()
    jump = time.time() - steady - ahead
    if jump > TOLERANCE:
        skipped.append((steady + ahead, steady + ahead + jump))
    ahead += max(0.0, jump)
    return steady + ahead


def seen(moment: float) -> None:
    """Advance to a time that another process has written, unless that is clearly wrong."""
    global ahead
    if moment <= now() + TOLERANCE:
        ahead = max(ahead, moment - time.monotonic())
