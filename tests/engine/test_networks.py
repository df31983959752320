"""Which places hang together, against a breadth-first search (BASE-21)."""

from __future__ import annotations

import numpy as np
import pytest

from semafor.engine.connections import label_components
from semafor.engine.state import PLACES
from tests.engine.naive_lines import joined_to
from tests.engine.networks import BOARDS, board_networks, route_set


@pytest.mark.parametrize("name", BOARDS)
def test_components(name: str) -> None:
    facts, networks = board_networks(name, number=150, pieces=50, most=30)
    label = np.zeros(PLACES, np.int64)
    for network in networks:
        label_components(facts, route_set(network), label)
        for place in range(facts.places):
            alike = {other for other in range(facts.places) if label[other] == label[place]}
            assert alike == joined_to(network, place)
