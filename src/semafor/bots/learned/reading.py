"""The inputs and outputs of a network: named inputs of one byte each, named actions."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

import msgspec
import numpy as np

from semafor.boards.model import COLOURS, Board
from semafor.bots.learned.features import MAP_CACHE
from semafor.engine.actions import Range
from semafor.engine.state import MARKET, OFFER, Array
from semafor.games.board_facts import CARD_NAMES
from semafor.games.lookup import kind_of
from semafor.games.observation_names import observation_names, used_actions, used_slots

READING_VERSION = 1
"""Incremented when the meaning of a feature or divisor changes; networks of other versions are rejected."""

PLACES_OF_MARKET = [str(place + 1) for place in range(MARKET)]
PLACES_OF_OFFER = [str(place + 1) for place in range(OFFER)]

SLOTS, MASK = 0, 1
"""The source of a run of inputs: the observation or the mask of legal actions."""

DIVISORS = {
    "HAND": 4.0,
    "RACK": 4.0,
    "DISCARDS": 8.0,
    "TRACK": 4.0,
    "PILE": 4.0,
    "NEED": 8.0,
    "LACK": 4.0,
    "LACKING": 4.0,
    "TICKET_LACKS": 4.0,
    "WAY": 20.0,
    "WAY_POINTS": 20.0,
    "DEMAND": 10.0,
    "MARKET_NEED": 4.0,
    "MARKET_HELD": 4.0,
    "OFFER_WAY": 20.0,
    "OFFER_POINTS": 20.0,
    "ROW_PLAIN": 4.0,
    "cards": 10.0,
    "tickets": 4.0,
    "pieces": 20.0,
    "score": 40.0,
    "seen": 3.0,
    "siding": 3.0,
    "rack": 6.0,
    "on-track": 20.0,
    "stations": 3.0,
    "festival": 6.0,
    "players": 4.0,
    "round": 20.0,
    "deck": 50.0,
    "ticket": 20.0,
}
"""Divisors of inputs, by range or by the field in their names; other inputs are divided by one."""


class Reading(msgspec.Struct, frozen=True):
    """How a board's positions become a row of bytes: slots of the observation, mask, features."""

    board: Board
    inputs: tuple[str, ...]
    """A name for every byte of a row."""
    divisors: Array
    runs: Array
    """Which bytes are copied: source (SLOTS or MASK), first, number."""
    features: int
    """The index of the first feature in a row."""
    actions: Array
    """The actions that the network can choose, as numbers of the engine, ascending."""
    action_names: tuple[str, ...]
    prices: Array
    """The price of each free route: its cards plus one turn."""
    on_map: bool
    """Whether some features depend on the map; they are cached for each seat."""

    @property
    def size(self) -> int:
        """The number of bytes of a row."""
        return len(self.inputs)

    def new_caches(self, games: int, seats: int) -> Array:
        """Return empty caches of map features by game and seat; a single one if there is no map."""
        return np.zeros((games, seats) if self.on_map else (1, 1), MAP_CACHE)


@lru_cache(maxsize=64)
def reading_of(board: Board) -> Reading:
    """Return the reading of a board, the same for every number of players; cached."""
    slots, numbers = used_slots(board, max(board.options.players)), used_actions(board)
    named = dict(_action_names(board))
    actions = [number for number in numbers if number in named]
    observed = observation_names(board)
    answers = tuple(named[number] for number in actions)
    features = kind_of(board).pick(board=_MAP_FEATURES, cards=_CARD_FEATURES)
    inputs = (
        *(observed[slot] for slot in slots),
        *(f"MAY {name}" for name in answers),
        *features.names(board),
    )
    return Reading(
        board=board,
        inputs=inputs,
        divisors=np.array([divisor_of(name) for name in inputs], np.float32),
        runs=np.array([*_runs(SLOTS, slots), *_runs(MASK, actions)], np.int64),
        features=len(slots) + len(actions),
        actions=np.array(actions, np.int64),
        action_names=answers,
        prices=np.array([route.cost + 1 for route in board.routes], np.int32),
        on_map=features.on_map,
    )


def divisor_of(name: str) -> float:
    """Return the divisor of an input by its name."""
    part, *rest = name.split()
    if part in ("SEAT", "TABLE") and rest:
        return DIVISORS.get(rest[1] if part == "SEAT" else rest[0], 1.0)
    return DIVISORS.get(part, 1.0)


def _card_features(board: Board) -> list[str]:
    """Return the names of the features of a Card Game, in the order in which compiled code writes them."""
    tickets = board.ticket_names
    return [
        *_named("PILE", CARD_NAMES),
        *_named("NEED", COLOURS),
        *_named("LACKING", COLOURS),
        *_named("TICKET_LACKS", tickets),
        *_named("TICKET_READY", tickets),
    ]


def _map_features(board: Board) -> list[str]:
    """Return the names of the features of a board game."""
    routes, tickets = board.route_names, board.ticket_names
    return [
        *_named("WAY_POINTS", routes),
        *_named("WAYS", routes),
        *_named("OFFERED_WAYS", routes),
        *_named("WAY", tickets),
        *_named("BLOCKED", tickets),
        *_named("DEMAND", (*COLOURS, "grey")),
        *_named("LACK", routes),
        *_named("MARKET_NEED", PLACES_OF_MARKET),
        *_named("MARKET_HELD", PLACES_OF_MARKET),
        *_named("OFFER_WAY", PLACES_OF_OFFER),
        *_named("OFFER_POINTS", PLACES_OF_OFFER),
    ]


class FeatureSet(NamedTuple):
    """The features of one kind of game."""

    names: Callable[[Board], list[str]]
    on_map: bool


_MAP_FEATURES = FeatureSet(_map_features, on_map=True)
_CARD_FEATURES = FeatureSet(_card_features, on_map=False)


def _action_names(board: Board) -> Iterable[tuple[int, str]]:
    """Yield every action with its name."""
    elements = {
        "CLAIM": board.route_names,
        "STATION": [place.name.en for place in board.places],
        "SHARE": board.ticket_names,
        "COMPLETE": board.ticket_names,
    }
    for part in kind_of(board).ranges:
        yield from _members(part, elements.get(part.name, [str(n) for n in range(part.size)]))


def _members(part: Range, names: Iterable[str]) -> Iterable[tuple[int, str]]:
    return ((part.first + n, f"{part.name} {name}") for n, name in enumerate(names))


def _named(part: str, names: Iterable[str]) -> list[str]:
    return [f"{part} {name}" for name in names]


def _runs(source: int, numbers: list[int]) -> Iterable[tuple[int, int, int]]:
    """Yield runs of consecutive numbers, as (source, first, count)."""
    first = 0
    for n in range(1, len(numbers) + 1):
        if n == len(numbers) or numbers[n] != numbers[n - 1] + 1:
            yield source, numbers[first], n - first
            first = n


WIN = 15.0
"""Points that a win counts in addition to the margin, unless the model card says otherwise."""
SCALE = 20.0
"""Points that correspond to a value of one."""
