"""Working space on the device in which players inside the step think."""

from __future__ import annotations

import numpy as np

from semafor.arrays.works import STEPPING, fields_of
from semafor.engine.state import record_of
from semafor.gym.compiled.minds import CARD_THINKING, THINKING
from semafor.gym.device.works import BOARD_SEEING, CARD_SEEING
from semafor.kinds.base import KindName

RECORDS: dict[KindName, np.dtype[np.void]] = {
    "board": record_of(*STEPPING, *BOARD_SEEING, *fields_of(THINKING)),
    "cards": record_of(*STEPPING, *CARD_SEEING, *fields_of(CARD_THINKING)),
}
