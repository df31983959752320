"""How hard the properties try: repeatable and short by default, long and ever new with SEMAFOR_THOROUGH=1."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

THOROUGH = os.environ.get("SEMAFOR_THOROUGH") == "1"


def effort(examples: int, steps: int = 1) -> settings:
    """Return settings with a number of examples and of steps of a state machine."""
    return settings(
        max_examples=examples * 20 if THOROUGH else examples,
        stateful_step_count=steps * 3 if THOROUGH else steps,
        derandomize=not THOROUGH,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
