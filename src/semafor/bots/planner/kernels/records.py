"""What the compiled functions are given, as tuples of arrays."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Array = NDArray[Any]

GREY = 8
WILD = 8
KINDS_OF_CARD = 9


class Net(NamedTuple):
    """A map: its graph under the names of the engine's facts, and its bundles of strands."""

    places: int
    at: Ints
    route_at: Ints
    place_at: Ints
    route_a: Ints
    route_b: Ints
    group: Ints
    """The number of each route's bundle of parallel strands."""
    limit: Ints
    """How many strands of its bundle may be taken."""


class Paths(NamedTuple):
    """Working space of the search for ways, by prices in points."""

    price: Floats
    dist: Floats
    via: Ints


class Tracks(NamedTuple):
    """What each route costs and brings."""

    cards: Ints
    colour: Ints
    ferry: Ints
    tunnel: Ints
    pieces: Ints
    kind: Ints
    points: Floats


class Sight(NamedTuple):
    """Who owns which routes, seen from one seat."""

    owner: Ints
    """The seat that owns each route, or -1."""
    side: Ints
    """By seat."""
    seat: int
    borrowed: float
    """The price of using an opponent's route."""


class Taste(NamedTuple):
    """The weights of the planner, in points."""

    turn: float = 2.2
    """A turn spent claiming."""
    card: float = 1.5
    """A card of one colour that is still to be found."""
    any_card: float = 1.1
    """A card for a grey route that is still to be found."""
    held: float = 0.7
    """A card that is at hand."""
    piece: float = 0.5
    bonus: float = 0.3
    """How much of a route's points is taken off its price."""
    ferry: float = 0.8
    """A wild that a ferry asks for, besides the card."""
    tunnel: float = 1.0
    """A tunnel of three cards, besides the cards."""
    station: float = 9.0
    """An opponent's route used by a station."""
    time: float = 1.3
    """A turn, spent on anything; as a share of what routes bring in a turn until a board is known."""
    pace: float = 1.55
    """Useful cards drawn in a turn, at most."""
    colour_pace: float = 0.9
    """Cards of one colour that turn up in a turn."""
    spread: float = 0.2
    """How uncertain the number of turns is, as a share of it."""
    claim_rate: float = 0.4
    """Claims of an opponent in a turn."""


class Scene(NamedTuple):
    """All that the value of a plan depends on."""

    net: Net
    tracks: Tracks
    price: Floats
    """Of each route; nothing for own ones, FAR for those that cannot be had."""
    hand: Ints
    """Cards of each kind."""
    pieces: Ints
    """By kind of piece."""
    turns: float
    """Turns that the seat may still have."""
    taste: Taste
