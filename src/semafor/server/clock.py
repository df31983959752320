"""The server's clock: seconds since 1970 that never go back, whatever happens to the machine's clock.

Within a process it runs with the machine's monotonic clock. Where the machine's clock was set forward, or
the machine slept, it follows and notes the time that was skipped, which players' clocks do not count.
"""

import time

TOLERANCE = 60.0
"""Seconds by which clocks may differ or jump without anything being done about it."""
skipped: list[tuple[float, float]] = []
"""Begin and end of each longer jump in this process."""
ahead = time.time() - time.monotonic()
"""Seconds by which the server's clock is ahead of the monotonic clock."""


def now() -> float:
    """The time; it goes on by itself where the machine's clock was set back."""
    global ahead
    steady = time.monotonic()
    jump = time.time() - steady - ahead
    if jump > TOLERANCE:
        skipped.append((steady + ahead, steady + ahead + jump))
    ahead += max(0.0, jump)
    return steady + ahead


def seen(moment: float) -> None:
    """Another process has written this time: it is at least as late, unless its clock is plainly wrong."""
    global ahead
    if moment <= now() + TOLERANCE:
        ahead = max(ahead, moment - time.monotonic())
