"""A board as arrays, with the names that views and moves use."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from semafor.boards.model import COLOURS, WILD, Board
from semafor.bots.planner.kernels.records import Ints, Net, Tracks
from semafor.kinds.board_facts import facts_of, strand_limit

CARDS = (*COLOURS, WILD)
CARD_NUMBER = {card: number for number, card in enumerate(CARDS)}


class Atlas:
    """What never changes on a board, for one number of players."""

    def __init__(self, board: Board, players: int) -> None:
        facts, count = facts_of(board), len(board.routes)
        self.board, self.players = board, players
        self.route_names = board.route_names
        self.route = {name: number for number, name in enumerate(board.route_names)}
        self.place = {place.name.en: number for number, place in enumerate(board.places)}
        self.place_names = tuple(place.name.en for place in board.places)
        self.ticket = {name: number for number, name in enumerate(board.ticket_names)}
        names = {place.id: place.name.en for place in board.places}
        self.festivals = {festival.id: festival for festival in board.festivals}
        self.festival_at = {names[place]: f.id for f in board.festivals for place in f.places}
        self.kinds = tuple(board.options.pieces)
        self.tracks = Tracks(
            cards=_ints(facts.route_cost[:count]),
            colour=_ints(facts.route_colour[:count]),
            ferry=_ints(facts.route_ferry[:count]),
            tunnel=_ints(facts.route_tunnel[:count]),
            pieces=_ints(facts.route_pieces[:count]),
            kind=_ints(facts.route_kind[:count]),
            points=facts.route_points[:count].astype(np.float64),
        )
        self.net = _net(board, players, _ints(facts.route_a[:count]), _ints(facts.route_b[:count]))
        tickets = len(board.tickets)
        self.pairs = np.stack([_ints(facts.ticket_a[:tickets]), _ints(facts.ticket_b[:tickets])], axis=1)
        self.worth = facts.ticket_points[:tickets].astype(np.float64)
        deck = {str(card): number for card, number in board.options.cards.items()}
        self.deck = np.array([deck.get(card, 0) for card in CARDS], np.int64)
        pieces, cards = self.tracks.pieces.mean(), self.tracks.cards.mean()
        self.pace = float(pieces / (1 + cards / 1.9))
        """Pieces that a player lays in a turn, in the long run."""
        self.yield_of_turn = float(self.tracks.points.sum() / (1 + self.tracks.cards / 1.9).sum())
        """Points that routes bring in a turn, drawing their cards included."""


def _ints(array: Ints) -> Ints:
    return np.ascontiguousarray(array).astype(np.int64)


def _net(board: Board, players: int, a: Ints, b: Ints) -> Net:
    places = len(board.places)
    at: list[list[tuple[int, int]]] = [[] for _ in range(places)]
    bundles: dict[tuple[int, int], int] = {}
    group = []
    for route, (one, two) in enumerate(zip(a.tolist(), b.tolist(), strict=True)):
        at[one].append((route, two))
        at[two].append((route, one))
        group.append(bundles.setdefault((min(one, two), max(one, two)), len(bundles)))
    limit = [
        strand_limit(r, group.count(g), players, board.options)
        for r, g in zip(board.routes, group, strict=True)
    ]
    first = np.cumsum([0, *(len(row) for row in at)])
    flat = [pair for row in at for pair in row]
    return Net(
        ends=np.stack([a, b], axis=1),
        first=_ints(first),
        route_at=np.array([route for route, _ in flat], np.int64),
        place_at=np.array([place for _, place in flat], np.int64),
        group=np.array(group, np.int64),
        limit=np.array(limit, np.int64),
    )


@lru_cache(maxsize=64)
def atlas_of(board: Board, players: int) -> Atlas:
    """The arrays of a board, made once."""
    return Atlas(board, players)
