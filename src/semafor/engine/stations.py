"""Stations: where one may be built, what it costs, and building it."""

from __future__ import annotations

import numpy as np

from semafor.engine.bits import bit
from semafor.engine.compile import rule
from semafor.engine.sides import cards_of
from semafor.engine.state import COLOURS, WILD, Facts, State


@rule
def all_stations(state: State) -> np.uint64:
    """Places with a station of anyone."""
    places = np.uint64(0)
    for seat in range(state.players):
        places |= state.stations[seat]
    return places


@rule
def station_sites(state: State, facts: Facts, seat: int) -> np.uint64:
    """EUR-8, EUR-9: the places where the seat can build and pay for a station now."""
    if state.stations_left[seat] == 0:
        return np.uint64(0)
    cost = facts.stations - state.stations_left[seat] + 1
    wilds = cards_of(state, facts, seat, WILD)
    for colour in range(COLOURS):
        if cards_of(state, facts, seat, colour) + wilds >= cost:
            return facts.cities & ~all_stations(state)
    return np.uint64(0)


@rule
def build_station(state: State, seat: int, place: int) -> None:
    """EUR-8: one station goes on the board."""
    state.stations[seat] |= bit(place)
    state.stations_left[seat] -= 1
