"""A board as a graph: what is read of routes, places, tickets and cards, and what joins them."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from semafor.boards.model import COLOURS, GREY, WILD, Board, Colour
from semafor.bots.learned.reading import Reading
from semafor.engine.state import CARD_KINDS, MARKET, OFFER, SEATS
from semafor.games import board_observation as at
from semafor.games.observation_names import observation_names

Array = NDArray[Any]
KINDS = ("train", "tram", "subway")
CARDS: tuple[Colour | Literal["wild"], ...] = (*COLOURS, WILD)
EVEN = 8
"""A GPU multiplies matrices fast whose sides are multiples of this: nodes of nothing fill them up."""
_OFFERS = [f"OFFERED offer {place + 1} {{}}" for place in range(OFFER)]
_MARKET = [f"MARKET_CARDS market {place + 1} {{}}" for place in range(MARKET)]
INPUTS = {
    "route": [
        *(f"OWNED +{seat} {{}}" for seat in range(SEATS)),
        *(
            "OPEN {}",
            "TARGET_ROUTE {}",
            "WAY_POINTS {}",
            "WAYS {}",
            "OFFERED_WAYS {}",
            "LACK {}",
            "MAY CLAIM {}",
        ),
    ],
    "place": [*(f"STATIONS +{seat} {{}}" for seat in range(SEATS)), "TARGET_PLACE {}", "MAY STATION {}"],
    "ticket": [
        *("TICKETS_HELD {}", "TICKETS_RACKED {}", "TICKETS_DONE {}", "TICKETS_PICKED {}"),
        *(*_OFFERS, "WAY {}", "BLOCKED {}"),
    ],
    "card": [
        *("HAND {}", "RACK {}", "DRAWN {}", "DISCARDS {}", "TURNED {}", "PAID_COLOUR {}", *_MARKET),
        *(*(f"SEAT +{seat} seen {{}}" for seat in range(SEATS)), "DEMAND {}"),
    ],
}
"""The names of the inputs that are read of every node, with its own name put in; what is missing is zero."""
TABLE_SLOTS = (
    *range(at.PAID, at.FESTIVALS_OPEN),
    *(at.SEAT + at.SEAT_SLOTS * seat + field for seat in range(SEATS) for field in range(at.SEEN)),
    *range(at.TABLE, at.TABLE + len(at.TABLE_FIELDS)),
)
"""The slots of the observation that belong to no node but the table."""


class Chart(nn.Module):
    """A board's tables, none of them learnt: `columns` of a row and `facts` of every node, and `joins`."""

    def __init__(self, reading: Reading) -> None:
        super().__init__()
        board, self._column = reading.board, {name: n for n, name in enumerate(reading.inputs)}
        self._nothing = reading.size  # a zero stands behind every row
        names = {
            "route": board.route_names,
            "place": [place.name.en for place in board.places],
            "ticket": board.ticket_names,
            "card": CARDS,
        }
        read = {kind: [self._find(INPUTS[kind], name) for name in named] for kind, named in names.items()}
        read["table"] = [self._find([observation_names(board)[slot] for slot in TABLE_SLOTS], "")]
        read["card"][-1][-1] = self._find(["DEMAND grey"], "")[0]
        self.sizes, facts = {kind: len(nodes) for kind, nodes in read.items()}, _facts(board)
        for kind, nodes in read.items():
            told, fixed = np.array(nodes, np.int64), np.array(facts[kind], np.float32)
            rows, width = _even(len(told)), _even(told.shape[1] + fixed.shape[1])
            self._keep(f"columns_{kind}", _padded(told, rows, told.shape[1], self._nothing))
            self._keep(f"facts_{kind}", _padded(fixed, rows, width - told.shape[1]))
        self.joins, joins = list[tuple[str, str]](), _joins(board)
        for pair, matrix in sorted(joins.items()):
            self.joins.append(pair)
            even = _padded(matrix.astype(np.float32), *map(_even, matrix.shape))
            self._keep("join_" + "_".join(pair), even)
        self._keep("offered", np.array([self._found(offer, board.ticket_names) for offer in _OFFERS]))
        self._keep("market", np.array([self._found(place, CARDS) for place in _MARKET]))
        self._keep("target", np.array(self._found("TARGET_ROUTE {}", board.route_names)))
        self._keep("actions", reading.actions)
        self._keep("divisors", np.append(reading.divisors, np.float32(1)))

    def table(self, name: str) -> Tensor:
        """One of the tables."""
        return self.get_buffer(name)

    def inputs(self) -> dict[str, int]:
        """How many numbers are read of a node of each kind."""
        both = {kind: (self.table(f"columns_{kind}"), self.table(f"facts_{kind}")) for kind in self.sizes}
        return {kind: columns.shape[1] + facts.shape[1] for kind, (columns, facts) in both.items()}

    def _keep(self, name: str, table: Array) -> None:
        self.register_buffer(name, torch.from_numpy(table), persistent=False)

    def _find(self, inputs: list[str], node: str) -> list[int]:
        return [self._column.get(name.format(node), self._nothing) for name in inputs]

    def _found(self, name: str, nodes: tuple[str, ...]) -> list[int]:
        return [self._column.get(name.format(node), self._nothing) for node in nodes]


def _even(size: int) -> int:
    return -(-size // EVEN) * EVEN


def _padded(table: Array, rows: int, columns: int, fill: int = 0) -> Array:
    more = (0, rows - table.shape[0]), (0, columns - table.shape[1])
    return np.pad(table, more, constant_values=fill)


def _facts(board: Board) -> dict[str, list[list[float]]]:
    """What never changes of every node."""
    ends = [frozenset((route.a, route.b)) for route in board.routes]
    return {
        "route": [
            [
                *(route.length / 4, route.cost / 4, board.route_points[route.kind][str(route.cost)] / 10),
                *(route.ferry / 2, route.tunnel > 0, route.colour == GREY, ends.count(both) - 1),
                *(route.kind == kind for kind in KINDS),
            ]
            for route, both in zip(board.routes, ends, strict=True)
        ],
        "place": [[place.junction, sum(place.id in both for both in ends) / 5] for place in board.places],
        "ticket": [[ticket.points / 10, ticket.long] for ticket in board.tickets],
        "card": [[card == WILD, board.options.cards.get(card, 0) / 12] for card in CARDS],
        "table": [[board.options.longest_bonus / 10]],
    }


def _joins(board: Board) -> dict[tuple[str, str], Array]:
    """What each kind of node hears of the others, as a matrix for every pair of kinds."""
    index, places = board.place_index, len(board.places)
    route_place, ticket_place = np.zeros((len(board.routes), places)), np.zeros((len(board.tickets), places))
    route_card = np.zeros((len(board.routes), CARD_KINDS))
    for n, route in enumerate(board.routes):
        route_place[n, [index[route.a], index[route.b]]] = 1
        plain = board.colours if route.colour == GREY else (route.colour,)
        route_card[n, [CARDS.index(colour) for colour in plain]] = 1 / len(plain)
        route_card[n, -1] = route.ferry / route.cost
    for n, ticket in enumerate(board.tickets):
        ticket_place[n, [index[ticket.a], index[ticket.b]]] = 1
    return {
        ("route", "place"): route_place,
        ("route", "card"): route_card,
        ("ticket", "place"): ticket_place,
        ("place", "route"): route_place.T / 2,
        ("card", "route"): route_card.T / 4,
        ("place", "ticket"): ticket_place.T / 2,
    }
