"""Working space on the device in which players inside the step think."""

from __future__ import annotations

import numpy as np

from semafor.arrays.works import STEPPING, fields_of
from semafor.engine.state import record_of
from semafor.gym.compiled.minds import THINKING
from semafor.gym.device.works import BOARD_SEEING

BOARD_THINKING: np.dtype[np.void] = record_of(*STEPPING, *BOARD_SEEING, *fields_of(THINKING))
"""Players of the Card Game think on the processor only (see `opponents.ON_DEVICE`)."""
