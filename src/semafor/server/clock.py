"""The server's clock: seconds since 1970 that never go back, whatever is done to the machine's clock.

Bots and clocks of players are due at times of this clock. A machine's clock that is set back by an hour
would otherwise let them wait for an hour.
"""

from __future__ import annotations

import time

_ahead = time.time() - time.monotonic()


def now() -> float:
    """The time; it goes on by itself where the machine's clock was set back, and follows it forward."""
    seen(time.time())
    return time.monotonic() + _ahead


def seen(moment: float) -> None:
    """It is at least this late: another process, or this one before a restart, has written so."""
    global _ahead
    _ahead = max(_ahead, moment - time.monotonic())
