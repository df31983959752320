"""How long a lesson takes: somebody reads what it says, and does what it asks for."""

from __future__ import annotations

from collections.abc import Iterable

WORDS_A_MINUTE = 200
AN_ACT = 2.0
"""Seconds to find and touch something."""
FIVE_MINUTES = 300.0


def seconds_for(said: Iterable[str], acts: int) -> float:
    """Return the seconds needed to read words and perform actions."""
    words = sum(len(text.split()) for text in said)
    return 60.0 * words / WORDS_A_MINUTE + AN_ACT * acts
